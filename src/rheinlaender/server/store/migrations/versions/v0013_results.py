"""Results: games that are over are noted, with how everybody finished, and identities have ratings.

Revision ID: 0013
"""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def of_table() -> sa.Column[str]:
    """The table that a row is about."""
    return sa.Column("table_id", sa.String(64), sa.ForeignKey("tables.table_id"), primary_key=True)


def upgrade() -> None:
    """From games of which only their logs told how they ended; those wait to be noted."""
    op.create_table("unnoted", of_table())
    op.create_table(
        "finished",
        of_table(),
        sa.Column("number", sa.Integer, nullable=False, unique=True),
        sa.Column("at", sa.String(20), nullable=False),
        sa.Column("edition", sa.String(16), nullable=False),
        sa.Column("pace", sa.String(8), nullable=False),
        sa.Column("turns", sa.Integer, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("people", sa.Integer, nullable=False),
        sa.Column("pool", sa.String(16), nullable=False),
        sa.Column("unrated", sa.String(16), nullable=False),
    )
    op.create_table(
        "results",
        of_table(),
        sa.Column("seat", sa.String(1), primary_key=True),
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("level", sa.String(64), nullable=False),
        sa.Column("place", sa.Integer),
        sa.Column("coins", sa.Integer),
        sa.Column("has_left", sa.Integer, nullable=False),
        sa.Column("is_rated", sa.Integer, nullable=False),
    )
    op.create_index("results_by_holder", "results", ["holder"])
    op.create_index("results_by_person", "results", ["person"])
    op.create_table(
        "ratings",
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("pool", sa.String(16), primary_key=True),
        sa.Column("mean", sa.String(32), nullable=False),
        sa.Column("error", sa.String(32), nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
    )
    op.execute("INSERT INTO unnoted (table_id) SELECT table_id FROM tables WHERE stage = 'over'")
