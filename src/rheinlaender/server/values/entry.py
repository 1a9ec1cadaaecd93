"""Entries: the lines of a table's log, and the stages that they lead through."""

from dataclasses import dataclass
from typing import Any

Parts = dict[str, Any]
WAITING, PLAYING, OVER = "waiting", "playing", "over"
"""The stages of a table."""


@dataclass(frozen=True)
class Entry:
    """One line of a table's log: its number from 0 on, what happened, the parts of that, and the time in UTC."""

    number: int
    kind: str
    parts: Parts
    at: str
