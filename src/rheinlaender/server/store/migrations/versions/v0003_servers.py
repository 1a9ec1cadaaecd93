"""What servers that share a database tell each other. It need not outlive them, so PostgreSQL keeps no log of it.

Revision ID: 0003
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """From the logs with their versions."""
    kind = ["UNLOGGED"] if op.get_bind().dialect.name == "postgresql" else []
    op.create_table(
        "servers",
        sa.Column("server", sa.String(32), primary_key=True),
        sa.Column("seen", sa.BigInteger, nullable=False),
        prefixes=kind,
    )
    op.create_table(
        "leases",
        sa.Column("table_id", sa.String(64), primary_key=True),
        sa.Column("server", sa.String(32), nullable=False),
        prefixes=kind,
    )
    op.create_table(
        "presence",
        sa.Column("table_id", sa.String(64), primary_key=True),
        sa.Column("server", sa.String(32), primary_key=True),
        sa.Column("holder", sa.String(64), primary_key=True),
        prefixes=kind,
    )
