"""Tables, their logs and the commands that were carried out; the log is only ever appended.

Revision ID: 0001
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

SQLITE_TRIGGERS = (
    """
    CREATE TRIGGER entries_appended BEFORE INSERT ON entries
    WHEN NEW.number <> (SELECT coalesce(max(number) + 1, 0) FROM entries WHERE table_id = NEW.table_id)
    BEGIN SELECT RAISE(ABORT, 'entries are numbered without gaps'); END
    """,
    """
    CREATE TRIGGER entries_not_updated BEFORE UPDATE ON entries
    BEGIN SELECT RAISE(ABORT, 'the log is only ever appended'); END
    """,
    """
    CREATE TRIGGER entries_not_deleted BEFORE DELETE ON entries
    BEGIN SELECT RAISE(ABORT, 'the log is only ever appended'); END
    """,
)

POSTGRESQL_TRIGGERS = (
    """
    CREATE FUNCTION number_entry() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF NEW.number <> (SELECT coalesce(max(number) + 1, 0) FROM entries WHERE table_id = NEW.table_id) THEN
            RAISE integrity_constraint_violation USING MESSAGE = 'entries are numbered without gaps';
        END IF;
        RETURN NEW;
    END $$
    """,
    """
    CREATE FUNCTION keep_entries() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        RAISE integrity_constraint_violation USING MESSAGE = 'the log is only ever appended';
    END $$
    """,
    """
    CREATE TRIGGER entries_appended BEFORE INSERT ON entries
    FOR EACH ROW EXECUTE FUNCTION number_entry()
    """,
    """
    CREATE TRIGGER entries_not_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON entries
    FOR EACH STATEMENT EXECUTE FUNCTION keep_entries()
    """,
)


def upgrade() -> None:
    """From the empty database."""
    create_tables()
    create_entries()
    create_commands()
    triggers = SQLITE_TRIGGERS if op.get_bind().dialect.name == "sqlite" else POSTGRESQL_TRIGGERS
    for trigger in triggers:
        op.execute(trigger)


def create_tables() -> None:
    """One row per table."""
    op.create_table(
        "tables",
        sa.Column("table_id", sa.String(64), primary_key=True),
        sa.Column("opening", sa.String(160), nullable=False, unique=True),
        sa.Column("stage", sa.String(16), nullable=False),
        sa.Column("opened", sa.String(20), nullable=False),
    )
    op.create_index("tables_by_stage", "tables", ["stage"])


def create_entries() -> None:
    """The log."""
    op.create_table(
        "entries",
        sa.Column("table_id", sa.String(64), sa.ForeignKey("tables.table_id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("parts", sa.Text, nullable=False),
        sa.Column("at", sa.String(20), nullable=False),
    )


def create_commands() -> None:
    """The commands that were carried out."""
    op.create_table(
        "commands",
        sa.Column("table_id", sa.String(64), primary_key=True),
        sa.Column("command", sa.String(64), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("reply", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["table_id", "number"], ["entries.table_id", "entries.number"]),
    )
