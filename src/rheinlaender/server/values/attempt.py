"""How an attempt at the deal of a day went: the coins, the lead, and the way there. Pure."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace

from rheinlaender.game.view import View
from rheinlaender.server.values.table import Table

OWN_SEAT = "a"
"""Where whoever plays the deal of the day sits."""
ARCHBISHOP = "archbishop"
"""The identity of the computer player that plays the same deal; no digest of a key is written so."""
COUNTED = 0
"""The number of the attempt that counts; those who practise have others."""
GIVEN_UP, LATE, IN_TIME = "given_up", "late", ""
MARKS = 8
"""At how many moments of a game it is told who was ahead."""
AHEAD, LEVEL, BEHIND = "+", "=", "-"


@dataclass(frozen=True)
class DayOutcome:
    """How a game went for its person: what is wrong with it as an attempt, the coins and how many the best other had.

    `rank` is the place at the table; `line` is what the seat would have had at the end of each turn, `marks` who was
    ahead at a few moments.
    """

    why_not: str
    coins: int
    best_other: int
    rank: int
    line: Sequence[int]
    marks: str

    @property
    def lead(self) -> int:
        """How many coins more than the best other seat; below zero where that had more."""
        return self.coins - self.best_other

    def write(self) -> str:
        """The outcome as it is kept."""
        return json.dumps(asdict(self), separators=(",", ":"))

    @classmethod
    def read(cls, text: str) -> "DayOutcome | None":
        """An outcome as it is kept, if there is one yet."""
        return cls(**json.loads(text)) if text else None


@dataclass(frozen=True)
class DayAttempt:
    """A game of the deal of a day: whose, under which name, and how it went, if that was looked at already."""

    identity: str
    number: int
    table: str
    stage: str
    name: str
    outcome: DayOutcome | None


def day_outcome_of(states: Sequence[Table]) -> DayOutcome:
    """How the game of a table went, whose states are given and which is over."""
    last = states[-1]
    stands = [standing(state) for state in states if state.entry.kind in ("started", "turn")]
    result = last.begun_game.result()
    coins = stands[-1] if result is None else dict(result.coins)
    own, others = coins[OWN_SEAT], [coins[seat] for seat in coins if seat != OWN_SEAT]
    rank = 1 + sum(other > own for other in others)
    line = [each[OWN_SEAT] for each in stands[:-1]] + [own]
    return DayOutcome(why_not(states), own, max(others), rank, line, marks_of([*stands[:-1], coins]))


def why_not(states: Sequence[Table]) -> str:
    """Why a game has no place among the others: given up, played by another, or finished when the day was over."""
    last = states[-1]
    turns = [state.entry.parts for state in states if state.entry.kind == "turn"]
    player = last.seat(OWN_SEAT).level or last.seat(OWN_SEAT).kind
    if not last.is_revealed or any(turn["by"] != player for turn in turns if turn["seat"] == OWN_SEAT):
        return GIVEN_UP
    assert last.day is not None
    ended = next(state.entry.at for state in reversed(states) if state.entry.kind == "turn")
    return LATE if last.day.is_over(ended) else IN_TIME


def standing(state: Table) -> dict[str, int]:
    """What everybody would have if the game had ended then; nothing of it is hidden any more."""
    view: View = state.begun_game.view()
    open_view = replace(view, coins=dict(view.counted))
    return {seat: open_view.standing(seat) for seat in view.seats}


def marks_of(stands: Sequence[Mapping[str, int]]) -> str:
    """Who was ahead at a few moments of a game, evenly spread over it, the last being its end."""
    last = len(stands) - 1
    return "".join(mark_of(stands[last * number // MARKS]) for number in range(1, MARKS + 1))


def mark_of(coins: Mapping[str, int]) -> str:
    """Whether the own seat is ahead of the best other, level with it, or behind."""
    lead = coins[OWN_SEAT] - max(value for seat, value in coins.items() if seat != OWN_SEAT)
    return AHEAD if lead > 0 else BEHIND if lead < 0 else LEVEL
