"""The deal of the day, and the attempts at it.

Revision ID: 0011
"""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """From tables each of which had a deal of its own."""
    op.create_table(
        "days",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("parts", sa.Text, nullable=False),
    )
    op.create_table(
        "attempts",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("identity", sa.String(64), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("table_id", sa.String(64), sa.ForeignKey("tables.table_id"), nullable=False),
        sa.Column("outcome", sa.Text, nullable=False),
    )
    op.create_index("attempts_by_table", "attempts", ["table_id"])
