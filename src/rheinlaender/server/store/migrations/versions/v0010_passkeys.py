"""Passkeys: what the devices of somebody have sealed.

Revision ID: 0010
"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """From keys that only a link or twelve words carried."""
    op.create_table(
        "passkeys",
        sa.Column("passkey", sa.String(64), primary_key=True),
        sa.Column("identity", sa.String(64), sa.ForeignKey("identities.identity"), nullable=False),
        sa.Column("sealed", sa.String(160), nullable=False),
        sa.Column("at", sa.String(20), nullable=False),
    )
    op.create_index("passkeys_by_identity", "passkeys", ["identity"])
