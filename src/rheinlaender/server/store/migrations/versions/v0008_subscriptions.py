"""Being called: by which ways people want to be called, and the keys of the house.

Revision ID: 0008
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """From tables that called nobody."""
    op.create_table(
        "keys",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("key", sa.Text, nullable=False),
    )
    op.create_table(
        "subscriptions",
        sa.Column("subscription", sa.String(32), primary_key=True),
        sa.Column("table_id", sa.String(64), nullable=False),
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("way", sa.String(8), nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("keys", sa.Text, nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("is_confirmed", sa.Integer, nullable=False),
        sa.Column("called", sa.Integer, nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("sent", sa.Integer, nullable=False),
        sa.Column("at", sa.String(20), nullable=False),
    )
    op.create_index("subscriptions_by_table", "subscriptions", ["table_id", "holder"])
