"""Patience: what the others do about somebody who keeps them waiting, until the turn is played."""

from dataclasses import dataclass

TIME, VOTE, RESIGNED = "time", "vote", "resigned"
"""Why somebody is played for: until they come back, or, who has resigned, to the end."""
THE_TABLE = "-"
"""Who nudges where nobody does: the table itself."""
WAIT_SECONDS = {"live": 30, "days": 12 * 3600}
"""How long after the first nudge the others may go on without waiting."""


@dataclass(frozen=True)
class Patience:
    """Who has nudged whoever is to move, since when, and which seats want to go on without waiting."""

    nudged: str = ""
    since: str | None = None
    go_on: str = ""


PATIENT = Patience()


def is_enough(votes: str, others: str) -> bool:
    """Whether more than half of the others want to go on."""
    return 2 * sum(seat in votes for seat in others) > len(others)
