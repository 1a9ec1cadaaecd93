"""Entries say how they are to be read; those that are there were all written in the first way.

Revision ID: 0002
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

FIRST = "1"


def upgrade() -> None:
    """From a log that does not say it."""
    for name in ("format", "rules"):
        op.add_column("entries", sa.Column(name, sa.Integer, nullable=False, server_default=FIRST))
