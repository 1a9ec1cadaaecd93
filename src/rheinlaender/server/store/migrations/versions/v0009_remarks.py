"""Remarks: what people say at a table stands beside its log, and is only ever appended too.

Revision ID: 0009
"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

SQLITE_TRIGGERS = (
    """
    CREATE TRIGGER remarks_not_updated BEFORE UPDATE ON remarks
    WHEN NEW.table_id <> OLD.table_id OR NEW.room <> OLD.room OR NEW.number <> OLD.number
        OR NEW.speaker <> OLD.speaker OR NEW.seat <> OLD.seat OR NEW.watcher <> OLD.watcher
        OR NEW.command <> OLD.command OR NEW.at <> OLD.at
        OR NOT EXISTS (SELECT 1 FROM erasures WHERE table_id = OLD.table_id AND what = 'name' AND is_done = 0)
    BEGIN SELECT RAISE(ABORT, 'what was said is only ever appended'); END
    """,
    """
    CREATE TRIGGER remarks_not_deleted BEFORE DELETE ON remarks
    WHEN NOT EXISTS (SELECT 1 FROM erasures WHERE table_id = OLD.table_id AND what = 'table' AND is_done = 0)
    BEGIN SELECT RAISE(ABORT, 'what was said is only ever appended'); END
    """,
)

POSTGRESQL_TRIGGERS = (
    """
    CREATE FUNCTION keep_remarks_unless_erased() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP = 'DELETE' THEN
            IF EXISTS (SELECT 1 FROM erasures WHERE table_id = OLD.table_id AND what = 'table' AND is_done = 0) THEN
                RETURN OLD;
            END IF;
        ELSIF (NEW.table_id, NEW.room, NEW.number, NEW.speaker, NEW.seat, NEW.watcher, NEW.command, NEW.at)
                = (OLD.table_id, OLD.room, OLD.number, OLD.speaker, OLD.seat, OLD.watcher, OLD.command, OLD.at)
            AND EXISTS (SELECT 1 FROM erasures WHERE table_id = OLD.table_id AND what = 'name' AND is_done = 0) THEN
            RETURN NEW;
        END IF;
        RAISE integrity_constraint_violation USING MESSAGE = 'what was said is only ever appended';
    END $$
    """,
    """
    CREATE TRIGGER remarks_not_changed BEFORE UPDATE OR DELETE ON remarks
    FOR EACH ROW EXECUTE FUNCTION keep_remarks_unless_erased()
    """,
    """
    CREATE TRIGGER remarks_not_truncated BEFORE TRUNCATE ON remarks
    FOR EACH STATEMENT EXECUTE FUNCTION keep_entries()
    """,
)


def upgrade() -> None:
    """From tables at which nobody could talk."""
    op.create_table(
        "remarks",
        sa.Column("table_id", sa.String(64), sa.ForeignKey("tables.table_id"), primary_key=True),
        sa.Column("room", sa.String(16), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("speaker", sa.String(64), nullable=False),
        sa.Column("seat", sa.String(1), nullable=False),
        sa.Column("watcher", sa.Integer, nullable=False),
        sa.Column("command", sa.String(64), nullable=False),
        sa.Column("parts", sa.Text, nullable=False),
        sa.Column("at", sa.String(20), nullable=False),
        sa.UniqueConstraint("table_id", "command"),
    )
    for trigger in SQLITE_TRIGGERS if op.get_bind().dialect.name == "sqlite" else POSTGRESQL_TRIGGERS:
        op.execute(trigger)
