"""Seats: who plays where at a table."""

from collections.abc import Sequence
from dataclasses import dataclass

from rheinlaender.game.seat import LETTERS
from rheinlaender.server.values.entry import Parts

PERSON, OPEN, BOT = "person", "open", "bot"
REGISTERED = "bot:"
"""What comes before the name of a computer player that is none of the levels, such as `bot:clerk`."""


def bot_of(level: str) -> str | None:
    """The name of a computer player that the operator of the server has added; None for a level."""
    return level.removeprefix(REGISTERED) if level.startswith(REGISTERED) else None


@dataclass(frozen=True)
class Seat:
    """A seat of a table: who plays there. `holder` is the digest of the secret that holds it.

    `string` is what they have given for the deal.
    """

    letter: str
    kind: str
    name: str = ""
    level: str | None = None
    holder: str | None = None
    string: str = ""

    def write(self) -> Parts:
        """The seat as the log keeps it."""
        parts: Parts = {"kind": self.kind, "name": self.name, "level": self.level, "holder": self.holder}
        return parts | ({"string": self.string} if self.string else {})


def read_seats(seats: Sequence[Parts]) -> tuple[Seat, ...]:
    """Seats from the log."""
    return tuple(Seat(letter, **seat) for letter, seat in zip(LETTERS, seats, strict=False))
