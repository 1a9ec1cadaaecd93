"""Clocks: for how long servers have run, when each entry was written by that time, and which tables have clocks.

Revision ID: 0006
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

NOTHING = "0"
SQLITE_TRIGGERS = (
    "DROP TRIGGER entries_not_updated",
    """
    CREATE TRIGGER entries_not_updated BEFORE UPDATE ON entries
    WHEN NEW.table_id <> OLD.table_id OR NEW.number <> OLD.number OR NEW.kind <> OLD.kind OR NEW.at <> OLD.at
        OR NEW.format <> OLD.format OR NEW.rules <> OLD.rules OR NEW.uptime <> OLD.uptime
        OR NOT EXISTS (SELECT 1 FROM erasures WHERE table_id = OLD.table_id AND what = 'name' AND is_done = 0)
    BEGIN SELECT RAISE(ABORT, 'the log is only ever appended'); END
    """,
)
POSTGRESQL_TRIGGERS = (
    """
    CREATE OR REPLACE FUNCTION keep_unless_erased() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP = 'DELETE' THEN
            IF EXISTS (SELECT 1 FROM erasures WHERE table_id = OLD.table_id AND what = 'table' AND is_done = 0) THEN
                RETURN OLD;
            END IF;
        ELSIF (NEW.table_id, NEW.number, NEW.kind, NEW.at, NEW.format, NEW.rules, NEW.uptime)
                = (OLD.table_id, OLD.number, OLD.kind, OLD.at, OLD.format, OLD.rules, OLD.uptime)
            AND EXISTS (SELECT 1 FROM erasures WHERE table_id = OLD.table_id AND what = 'name' AND is_done = 0) THEN
            RETURN NEW;
        END IF;
        RAISE integrity_constraint_violation USING MESSAGE = 'the log is only ever appended';
    END $$
    """,
)


def upgrade() -> None:
    """From logs without clocks."""
    op.add_column("tables", sa.Column("is_timed", sa.Integer, nullable=False, server_default=NOTHING))
    op.add_column("entries", sa.Column("uptime", sa.BigInteger, nullable=False, server_default=NOTHING))
    counted = op.create_table(
        "uptime",
        sa.Column("place", sa.Integer, primary_key=True),
        sa.Column("counted", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
    )
    op.bulk_insert(counted, [{"place": 0, "counted": 0, "seen": 0}])
    is_file = op.get_bind().dialect.name == "sqlite"
    for statement in SQLITE_TRIGGERS if is_file else POSTGRESQL_TRIGGERS:
        op.execute(statement)
