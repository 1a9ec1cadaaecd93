"""Viewers: what a receiver of frames is to a table."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Viewer:
    """The seats that a receiver holds, and whether it is the owner."""

    seats: str = ""
    is_owner: bool = False


WATCHER = Viewer()
