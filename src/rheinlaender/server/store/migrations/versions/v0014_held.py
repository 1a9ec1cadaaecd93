"""Held calls: those that wait until somebody is awake outlive the server that holds them.

Revision ID: 0014
"""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """From calls that a server kept in its memory."""
    op.create_table(
        "held",
        sa.Column("table_id", sa.String(64), primary_key=True),
        sa.Column("seat", sa.String(1), primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("wakes", sa.String(20), nullable=False),
    )
    op.create_index("held_by_wakes", "held", ["wakes"])
