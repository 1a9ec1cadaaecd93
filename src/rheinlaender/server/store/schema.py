"""The tables of the database: tables, the numbered entries of their logs, and the commands that were carried out."""

from sqlalchemy import Column, ForeignKey, ForeignKeyConstraint, Index, Integer, MetaData, String, Table, Text

VERSION = "0002"
"""The newest migration; a database that names it is used as it is."""

LONGEST_ID = 64
LONGEST_OPENING = 160

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("table_id", String(LONGEST_ID), primary_key=True),
    Column("opening", String(LONGEST_OPENING), nullable=False, unique=True),
    Column("stage", String(16), nullable=False),
    Column("opened", String(20), nullable=False),
    Index("tables_by_stage", "stage"),
)
"""One row per table. `opening` is the id that its opener made; `stage` repeats what the log says, to find games."""

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
)
"""The log, numbered from 0 without gaps. Triggers refuse every other insert, and all updates and deletes.

`format` says how `parts` is to be read, `rules` by which version of the rules.
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
