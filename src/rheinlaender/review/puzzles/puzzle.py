"""A puzzle as a value and as JSON: a place, the moves with what each loses, and the proof."""

from dataclasses import asdict, dataclass
from typing import Any

from rheinlaender.review.puzzles.place import Standpoint, Told
from rheinlaender.review.puzzles.proof import Margin


@dataclass(frozen=True)
class Puzzle:
    """A position in which a seat is to find the best move.

    `losses` are the share of victory that each legal move gives away, by the near judge and unseen cards dealt alike;
    those of the right moves are none. `missed` are the computer players that did not find a right one.
    """

    id: str
    place: Standpoint
    time: str
    themes: tuple[str, ...]
    right: tuple[str, ...]
    second: str
    greedy: str
    losses: dict[str, float]
    share: float
    rating: int
    missed: tuple[str, ...]
    proof: tuple[Margin, ...]
    judges: str
    seed: int

    def loss(self, move: str) -> float:
        """What a legal move gives away."""
        return self.losses[move]


def write_puzzle(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle as JSON."""
    place = {"position": puzzle.place.position, "told": [asdict(told) for told in puzzle.place.told]}
    proof = [
        {**asdict(margin), "margin": round(margin.margin, 4), "error": round(margin.error, 4)}
        for margin in puzzle.proof
    ]
    parts = {name: value for name, value in vars(puzzle).items() if name not in ("place", "proof")}
    return {**parts, **place, "proof": proof}


def read_puzzle(parts: dict[str, Any]) -> Puzzle:
    """The puzzle that was written so."""
    told = tuple(Told(**one) for one in parts["told"])
    lists = {name: tuple(parts[name]) for name in ("themes", "right", "missed")}
    given = {name: value for name, value in parts.items() if name not in ("position", "told")}
    proof = tuple(Margin(**margin) for margin in parts["proof"])
    return Puzzle(**{**given, **lists, "proof": proof, "place": Standpoint(parts["position"], told)})
