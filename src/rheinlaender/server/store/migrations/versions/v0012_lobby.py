"""The lobby: which tables are public, and when somebody of theirs was there last.

Revision ID: 0012
"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """From tables that nobody could find."""
    op.create_table(
        "lobby",
        sa.Column("table_id", sa.String(64), sa.ForeignKey("tables.table_id"), primary_key=True),
        sa.Column("seen", sa.String(20), nullable=False),
    )
    op.create_index("lobby_by_seen", "lobby", ["seen"])
