"""Tables of the database for games that are over: how everybody finished, and ratings. They follow from logs."""

from sqlalchemy import Column, ForeignKey, Index, Integer, String, Table

from rheinlaender.server.store.schema import LONGEST_ID, LONGEST_NAME, metadata

LONGEST_LEVEL = 64
LONGEST_NUMBER = 32

unnoted = Table(
    "unnoted",
    metadata,
    Column("table_id", String(LONGEST_ID), ForeignKey("tables.table_id"), primary_key=True),
)
"""The tables at which a game is over that was not noted yet. A row comes with the entry that ends the game, and goes
with the rows of what it is noted as."""

finished = Table(
    "finished",
    metadata,
    Column("table_id", String(LONGEST_ID), ForeignKey("tables.table_id"), primary_key=True),
    Column("number", Integer, nullable=False, unique=True),
    Column("at", String(20), nullable=False),
    Column("edition", String(16), nullable=False),
    Column("pace", String(8), nullable=False),
    Column("turns", Integer, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("people", Integer, nullable=False),
    Column("pool", String(16), nullable=False),
    Column("unrated", String(16), nullable=False),
)
"""The games that are over, numbered in the order in which they were noted, which is that of ratings. They are rated in
a `pool`, or `unrated` for a reason."""

results = Table(
    "results",
    metadata,
    Column("table_id", String(LONGEST_ID), ForeignKey("tables.table_id"), primary_key=True),
    Column("seat", String(1), primary_key=True),
    Column("holder", String(LONGEST_ID), nullable=False),
    Column("person", String(LONGEST_ID), nullable=False),
    Column("name", String(LONGEST_NAME), nullable=False),
    Column("level", String(LONGEST_LEVEL), nullable=False),
    Column("place", Integer),
    Column("coins", Integer),
    Column("has_left", Integer, nullable=False),
    Column("is_rated", Integer, nullable=False),
    Index("results_by_holder", "holder"),
    Index("results_by_person", "person"),
)
"""How each seat of a game finished. `person` is the identity that the seat belonged to when the game was noted, or the
digest of the secret that held it where there was none; computer players have neither."""

ratings = Table(
    "ratings",
    metadata,
    Column("person", String(LONGEST_ID), primary_key=True),
    Column("pool", String(16), primary_key=True),
    Column("mean", String(LONGEST_NUMBER), nullable=False),
    Column("error", String(LONGEST_NUMBER), nullable=False),
    Column("games", Integer, nullable=False),
)
"""How strong identities are, as far as the games tell that were noted; numbers as Python writes them, so that every
database gives back the same bits."""
