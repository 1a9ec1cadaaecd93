"""Viewers: what a receiver of frames is to a table."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Viewer:
    """The seats that a receiver holds, whether it is the owner, and whether the owner took its seat back."""

    seats: str = ""
    is_owner: bool = False
    is_unseated: bool = False

    @property
    def is_watcher(self) -> bool:
        """Whether it has no part in the table."""
        return not (self.seats or self.is_owner)


WATCHER = Viewer()
