"""Ending by agreement: somebody proposes to end a game without a result, and it ends when everybody wants to. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from rheinlaender.server.values.clock import as_carried

AGREEMENT = "agreement"
"""Why a game is over that has no result."""
END = "end"
LASTS_SECONDS = {"live": 600, "days": 3 * 86400}
"""How long a proposal stands."""


@dataclass(frozen=True)
class Proposal:
    """The seats that want to end the game, and since when; and the turn in which it was declined last."""

    seats: str = ""
    since: str | None = None
    declined: int | None = None

    def until(self, pace: str) -> str | None:
        """When it lapses; None where nothing is proposed."""
        if self.since is None:
            return None
        end = datetime.fromisoformat(self.since) + timedelta(seconds=LASTS_SECONDS[pace])
        return as_carried(end)

    def at(self, now: str, pace: str) -> "Proposal":
        """What is left of it at a time: nothing where it has lapsed."""
        until = self.until(pace)
        return self if until is None or now < until else Proposal(declined=self.declined)

    def agreed(self, seats: str, now: str) -> "Proposal":
        """With more seats that want to end the game."""
        return Proposal("".join(sorted({*self.seats, *seats})), self.since or now, self.declined)


NOTHING_PROPOSED = Proposal()


def is_unanimous(agreed: str, people: Iterable[str]) -> bool:
    """Whether all people want it, of whom there is at least one."""
    seats = list(people)
    return bool(seats) and all(seat in agreed for seat in seats)
