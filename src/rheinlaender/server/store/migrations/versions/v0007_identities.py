"""Identities: keys that browsers make, and the seats that belong to them.

Revision ID: 0007
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """From seats that each browser had for itself."""
    op.create_table(
        "identities",
        sa.Column("identity", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("made", sa.String(20), nullable=False),
        sa.Column("seen", sa.String(20), nullable=False),
        sa.Column("is_deleted", sa.Integer, nullable=False),
    )
    op.create_table(
        "belongings",
        sa.Column("identity", sa.String(64), sa.ForeignKey("identities.identity"), primary_key=True),
        sa.Column("table_id", sa.String(64), sa.ForeignKey("tables.table_id"), primary_key=True),
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("sealed", sa.String(160), nullable=False),
        sa.Column("at", sa.String(20), nullable=False),
        sa.Column("is_put_away", sa.Integer, nullable=False),
    )
    op.create_index("belongings_by_table", "belongings", ["table_id"])
