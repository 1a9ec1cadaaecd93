"""Erasures: a log is still only ever appended, except where the same transaction puts on record that it is erased.

Revision ID: 0004
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

SQLITE_TRIGGERS = (
    "DROP TRIGGER entries_not_updated",
    "DROP TRIGGER entries_not_deleted",
    """
    CREATE TRIGGER entries_not_updated BEFORE UPDATE ON entries
    WHEN NEW.table_id <> OLD.table_id OR NEW.number <> OLD.number OR NEW.kind <> OLD.kind OR NEW.at <> OLD.at
        OR NEW.format <> OLD.format OR NEW.rules <> OLD.rules
        OR NOT EXISTS (SELECT 1 FROM erasures WHERE table_id = OLD.table_id AND what = 'name' AND is_done = 0)
    BEGIN SELECT RAISE(ABORT, 'the log is only ever appended'); END
    """,
    """
    CREATE TRIGGER entries_not_deleted BEFORE DELETE ON entries
    WHEN NOT EXISTS (SELECT 1 FROM erasures WHERE table_id = OLD.table_id AND what = 'table' AND is_done = 0)
    BEGIN SELECT RAISE(ABORT, 'the log is only ever appended'); END
    """,
)

POSTGRESQL_TRIGGERS = (
    "DROP TRIGGER entries_not_changed ON entries",
    """
    CREATE FUNCTION keep_unless_erased() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP = 'DELETE' THEN
            IF EXISTS (SELECT 1 FROM erasures WHERE table_id = OLD.table_id AND what = 'table' AND is_done = 0) THEN
                RETURN OLD;
            END IF;
        ELSIF (NEW.table_id, NEW.number, NEW.kind, NEW.at, NEW.format, NEW.rules)
                = (OLD.table_id, OLD.number, OLD.kind, OLD.at, OLD.format, OLD.rules)
            AND EXISTS (SELECT 1 FROM erasures WHERE table_id = OLD.table_id AND what = 'name' AND is_done = 0) THEN
            RETURN NEW;
        END IF;
        RAISE integrity_constraint_violation USING MESSAGE = 'the log is only ever appended';
    END $$
    """,
    """
    CREATE TRIGGER entries_not_changed BEFORE UPDATE OR DELETE ON entries
    FOR EACH ROW EXECUTE FUNCTION keep_unless_erased()
    """,
    """
    CREATE TRIGGER entries_not_truncated BEFORE TRUNCATE ON entries
    FOR EACH STATEMENT EXECUTE FUNCTION keep_entries()
    """,
)


def upgrade() -> None:
    """From logs that nobody could erase."""
    op.create_table(
        "erasures",
        sa.Column("erasure", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("table_id", sa.String(64), nullable=False),
        sa.Column("what", sa.String(16), nullable=False),
        sa.Column("why", sa.String(16), nullable=False),
        sa.Column("entries", sa.Integer, nullable=False),
        sa.Column("at", sa.String(20), nullable=False),
        sa.Column("is_done", sa.Integer, nullable=False),
    )
    for trigger in SQLITE_TRIGGERS if op.get_bind().dialect.name == "sqlite" else POSTGRESQL_TRIGGERS:
        op.execute(trigger)
