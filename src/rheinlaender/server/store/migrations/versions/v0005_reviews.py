"""Reviews of games that are over.

Revision ID: 0005
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """From logs that were not looked back at."""
    op.create_table(
        "reviews",
        sa.Column("subject", sa.String(64), primary_key=True),
        sa.Column("judge", sa.String(160), primary_key=True),
        sa.Column("questions", sa.Integer, nullable=False),
        sa.Column("answered", sa.Integer, nullable=False),
        sa.Column("answers", sa.Text, nullable=False),
        sa.Column("review", sa.Text, nullable=False),
        sa.Column("server", sa.String(32), nullable=False),
        sa.Column("at", sa.String(20), nullable=False),
    )
