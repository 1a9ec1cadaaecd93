"""Opponents: a name that only one person knows another one by, so that two who compare theirs learn nothing. Pure."""

import base64
import hashlib

OPPONENT_PATTERN = r"^[A-Za-z0-9_-]{22}$"
BYTES = 16


def opponent_of(own: str, person: str, name: str) -> str:
    """What an identity is told of somebody whom it met under a name; under another name it is somebody else."""
    digest = hashlib.sha256("\n".join(("opponent", own, person, name)).encode()).digest()
    return base64.urlsafe_b64encode(digest[:BYTES]).decode().rstrip("=")
