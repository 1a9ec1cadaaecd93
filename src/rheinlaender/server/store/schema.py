"""The tables of the database: tables, the numbered entries of their logs, and the commands that were carried out.

Besides these, what servers that share a database tell each other: that they run, which tables they play at, who is
connected. It is worth nothing when they have ended.
"""

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

VERSION = "0014"
"""The newest migration; a database that names it is used as it is."""

LONGEST_ID = 64
LONGEST_OPENING = 160
LONGEST_SERVER = 32
LONGEST_JUDGE = 160
LONGEST_NAME = 40
LONGEST_SEALED = 160

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("table_id", String(LONGEST_ID), primary_key=True),
    Column("opening", String(LONGEST_OPENING), nullable=False, unique=True),
    Column("stage", String(16), nullable=False),
    Column("opened", String(20), nullable=False),
    Column("is_timed", Integer, nullable=False),
    Index("tables_by_stage", "stage"),
)
"""One row per table. `opening` is the id that its opener made; `stage` and `is_timed`, whether it has
clocks, repeat what the log says, to find games."""

entries = Table(
    "entries",
    metadata,
    Column("table_id", String(LONGEST_ID), ForeignKey("tables.table_id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", String(32), nullable=False),
    Column("parts", Text, nullable=False),
    Column("at", String(20), nullable=False),
    Column("format", Integer, nullable=False),
    Column("rules", Integer, nullable=False),
    Column("uptime", BigInteger, nullable=False),
)
"""The log, numbered from 0 without gaps. Triggers refuse every other insert, and all updates and deletes.

`format` says how `parts` is to be read, `rules` by which version of the rules, `uptime` when that was by the time for
which servers have run.
"""

commands = Table(
    "commands",
    metadata,
    Column("table_id", String(LONGEST_ID), primary_key=True),
    Column("command", String(LONGEST_ID), primary_key=True),
    Column("number", Integer, nullable=False),
    Column("reply", Text, nullable=False),
    ForeignKeyConstraint(["table_id", "number"], ["entries.table_id", "entries.number"]),
)
"""What was answered to each command that was carried out, and the entry that it made."""

remarks = Table(
    "remarks",
    metadata,
    Column("table_id", String(LONGEST_ID), ForeignKey("tables.table_id"), primary_key=True),
    Column("room", String(16), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("speaker", String(LONGEST_ID), nullable=False),
    Column("seat", String(1), nullable=False),
    Column("watcher", Integer, nullable=False),
    Column("command", String(LONGEST_ID), nullable=False),
    Column("parts", Text, nullable=False),
    Column("at", String(20), nullable=False),
    UniqueConstraint("table_id", "command"),
)
"""What people have said, numbered from 1 in each room of a table. Triggers refuse updates and deletes, as in the log.

`speaker` is the digest of a secret, `seat` the seat that spoke or, where it is empty, `watcher` a watcher's number.
"""

servers = Table(
    "servers",
    metadata,
    Column("server", String(LONGEST_SERVER), primary_key=True),
    Column("seen", BigInteger, nullable=False),
)
"""The servers that run, and when each was there last, in milliseconds by the clock of the database."""

leases = Table(
    "leases",
    metadata,
    Column("table_id", String(LONGEST_ID), primary_key=True),
    Column("server", String(LONGEST_SERVER), nullable=False),
)
"""The server that plays the turns of a table that no person plays; worth nothing when that server has gone."""

presence = Table(
    "presence",
    metadata,
    Column("table_id", String(LONGEST_ID), primary_key=True),
    Column("server", String(LONGEST_SERVER), primary_key=True),
    Column("holder", String(LONGEST_ID), primary_key=True),
)
"""Who is connected to a table at which server, by the digest of a secret, which is empty for watchers."""

erasures = Table(
    "erasures",
    metadata,
    Column("erasure", Integer, primary_key=True, autoincrement=True),
    Column("table_id", String(LONGEST_ID), nullable=False),
    Column("what", String(16), nullable=False),
    Column("why", String(16), nullable=False),
    Column("entries", Integer, nullable=False),
    Column("at", String(20), nullable=False),
    Column("is_done", Integer, nullable=False),
)
"""What was erased: a table, or a name in its log; why, when, and in how many entries. The triggers of `entries` let
go what stands here and is not done, which is so only within the transaction that erases."""

lobby = Table(
    "lobby",
    metadata,
    Column("table_id", String(LONGEST_ID), ForeignKey("tables.table_id"), primary_key=True),
    Column("seen", String(20), nullable=False),
    Index("lobby_by_seen", "seen"),
)
"""The tables that are public, which repeats what their logs say, and when somebody of theirs was there last."""

reviews = Table(
    "reviews",
    metadata,
    Column("subject", String(LONGEST_ID), primary_key=True),
    Column("judge", String(LONGEST_JUDGE), primary_key=True),
    Column("questions", Integer, nullable=False),
    Column("answered", Integer, nullable=False),
    Column("answers", Text, nullable=False),
    Column("review", Text, nullable=False),
    Column("server", String(LONGEST_SERVER), nullable=False),
    Column("at", String(20), nullable=False),
)
"""Reviews of games that are over, by the table, or by a digest of a record, and by the judge.

`answers` are those to the first questions, as long as others are open; then there is the `review`. `server` works on
it, unless `at` was long ago.
"""

uptime = Table(
    "uptime",
    metadata,
    Column("place", Integer, primary_key=True),
    Column("counted", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
)
"""One row: for how many milliseconds servers have run on this database, and when one said so last, by its clock."""

identities = Table(
    "identities",
    metadata,
    Column("identity", String(LONGEST_ID), primary_key=True),
    Column("name", String(LONGEST_NAME), nullable=False),
    Column("made", String(20), nullable=False),
    Column("seen", String(20), nullable=False),
    Column("is_deleted", Integer, nullable=False),
)
"""The identities that browsers have made, by the digests of their keys, and when each was there last. Of one that was
deleted nothing else is left, so that no other device of the same person makes it anew."""

belongings = Table(
    "belongings",
    metadata,
    Column("identity", String(LONGEST_ID), ForeignKey("identities.identity"), primary_key=True),
    Column("table_id", String(LONGEST_ID), ForeignKey("tables.table_id"), primary_key=True),
    Column("holder", String(LONGEST_ID), primary_key=True),
    Column("sealed", String(LONGEST_SEALED), nullable=False),
    Column("at", String(20), nullable=False),
    Column("is_put_away", Integer, nullable=False),
    Index("belongings_by_table", "table_id"),
)
"""What belongs to an identity: the secrets of its tables, by their digests, each sealed by the identity's key."""

passkeys = Table(
    "passkeys",
    metadata,
    Column("passkey", String(LONGEST_ID), primary_key=True),
    Column("identity", String(LONGEST_ID), ForeignKey("identities.identity"), nullable=False),
    Column("sealed", String(LONGEST_SEALED), nullable=False),
    Column("at", String(20), nullable=False),
    Index("passkeys_by_identity", "identity"),
)
"""The passkeys of identities, by digests of their names: each has sealed the identity's key in the browser, and nobody
else opens it, not even this server."""

keys = Table(
    "keys",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("key", Text, nullable=False),
)
"""What the house signs with: made once, for all servers; nothing of it leaves the database but by their signatures."""

subscriptions = Table(
    "subscriptions",
    metadata,
    Column("subscription", String(32), primary_key=True),
    Column("table_id", String(LONGEST_ID), nullable=False),
    Column("holder", String(LONGEST_ID), nullable=False),
    Column("way", String(8), nullable=False),
    Column("address", Text, nullable=False),
    Column("keys", Text, nullable=False),
    Column("language", String(8), nullable=False),
    Column("is_confirmed", Integer, nullable=False),
    Column("called", Integer, nullable=False),
    Column("day", String(10), nullable=False),
    Column("sent", Integer, nullable=False),
    Column("at", String(20), nullable=False),
    Index("subscriptions_by_table", "table_id", "holder"),
)
"""By which ways those who hold seats at a table want to be called, by the digests of their secrets, and the number of
the entry for which each was called last: whoever makes it greater is the one who calls."""

held = Table(
    "held",
    metadata,
    Column("table_id", String(LONGEST_ID), primary_key=True),
    Column("seat", String(1), primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("number", Integer, nullable=False),
    Column("wakes", String(20), nullable=False),
    Index("held_by_wakes", "wakes"),
)
"""The calls that wait until somebody is awake: for which seat, of which kind and entry, and until when."""

days = Table(
    "days",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("parts", Text, nullable=False),
)
"""What everybody plays on a day: the edition, the computer players and how much they search. Not the seed, which
follows from a key of the house and the date."""

attempts = Table(
    "attempts",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("identity", String(LONGEST_ID), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("table_id", String(LONGEST_ID), ForeignKey("tables.table_id"), nullable=False),
    Column("outcome", Text, nullable=False),
    Index("attempts_by_table", "table_id"),
)
"""The attempts at the deal of a day: number 0 is the one that counts, of which an identity has one; then it practises.
`outcome` repeats what the log says when the game is over, and is empty before."""
