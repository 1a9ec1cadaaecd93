"""Secrets: the server keeps only their digests."""

import hashlib

SECRET_PATTERN = r"^[A-Za-z0-9_-]{22,64}$"  # noqa: S105 - what secrets look like


def digest_of(secret: str | None) -> str | None:
    """The digest by which a secret is known; None for a watcher, who has none.

    A secret is at least 128 random bits, so that no salt or slow digest is needed.
    """
    return None if secret is None else hashlib.sha256(secret.encode()).hexdigest()


def command_key(holder: str | None, command: str) -> str:
    """The name under which a command is remembered: nobody gets the answer to a command of somebody else."""
    return hashlib.sha256(f"{holder or '-'} {command}".encode()).hexdigest()[:32]
