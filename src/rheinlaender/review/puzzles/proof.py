"""The proof that a place is a puzzle: one move, or several that are as good, beats all others, whoever judges.

For each judge and each belief, the best move must be worth at least `LEAST_MARGIN` more than every move that is not
right, and that must be at least `SURE` standard errors of the difference in the same worlds. How the game went on plays
no part. What is not decided by the first worlds is judged in more, up to the last step.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from rheinlaender.review.puzzles.judges import BELIEFS, FAR, JUDGES, NEAR, Case, Workshop
from rheinlaender.review.weighing import RIGHT, error_of

LEAST_MARGIN = 0.03
SURE = 4.0
HOPELESS = 2.0
"""A rival whose margin is so many errors below the least one is not judged in more worlds: the place is no puzzle."""
STEPS = {NEAR: (128, 256, 512), FAR: (256, 768, 1536, 3072)}
"""In how many worlds each judge looks, step by step."""


@dataclass(frozen=True)
class Margin:
    """By how much the best move beats its closest rival, for one judge and one belief."""

    judge: str
    belief: str
    worlds: int
    margin: float
    error: float


@dataclass(frozen=True)
class Proof:
    """The moves that are right, the best first, and the margins of all judges and beliefs."""

    right: tuple[int, ...]
    margins: tuple[Margin, ...]


def prove(workshop: Workshop, asked: Case, moves: Sequence[int]) -> Proof | None:
    """The proof for some moves, among which are all that may be best; None if there is none."""
    right = _right(workshop, asked, moves)
    margins = confirm(workshop, asked, right[0], [move for move in moves if move not in right])
    return None if margins is None else Proof(tuple(right), margins)


def confirm(workshop: Workshop, asked: Case, best: int, rivals: Sequence[int]) -> tuple[Margin, ...] | None:
    """The margins by which a move beats its rivals, for all judges and beliefs; None if it does not for one of them."""
    margins = []
    for judge in JUDGES:
        for belief in BELIEFS:
            margin = beats(workshop, asked, judge, belief, best, rivals) if rivals else None
            if margin is None:
                return None
            margins.append(margin)
    return tuple(margins)


def _right(workshop: Workshop, asked: Case, moves: Sequence[int]) -> list[int]:
    """The best move by the near judge, and those that are worth nearly as much, by the mean of both beliefs."""
    found = [workshop.weigh(asked, NEAR, belief, list(moves), 0, STEPS[NEAR][0]) for belief in BELIEFS]
    shares = np.concatenate(found).mean(axis=0)
    order = np.argsort(-shares, kind="stable")
    return [moves[place] for place in order if shares[place] >= shares[order[0]] - RIGHT]


def beats(workshop: Workshop, asked: Case, judge: str, belief: str, best: int, rivals: Sequence[int]) -> Margin | None:
    """The margin by which a move beats all rivals for one judge and one belief; None if it does not."""
    left, rows, worlds = list(rivals), np.zeros((0, len(rivals))), 0
    closest: list[Margin] = []
    for step in STEPS[judge]:
        found = workshop.weigh(asked, judge, belief, [best, *left], worlds, step)
        rows, worlds = np.concatenate([rows, found[:, :1] - found[:, 1:]]), step
        margins, errors = rows.mean(axis=0), _errors(rows)
        closest += _settled(judge, belief, worlds, margins, errors)
        if (margins + HOPELESS * errors < LEAST_MARGIN).any():
            return None
        open_ = [place for place in range(len(left)) if not is_clear(margins[place], errors[place])]
        if not open_:
            return min(closest, key=lambda one: one.margin)
        left, rows = [left[place] for place in open_], rows[:, open_]
    return None


def _settled(judge: str, belief: str, worlds: int, margins: Any, errors: Any) -> list[Margin]:
    """The margins that are clear by now."""
    pairs = [(float(margin), float(error)) for margin, error in zip(margins, errors, strict=True)]
    return [Margin(judge, belief, worlds, margin, error) for margin, error in pairs if is_clear(margin, error)]


def is_clear(margin: float, error: float) -> bool:
    """Whether a margin is large enough and beyond chance."""
    return margin >= LEAST_MARGIN and margin >= SURE * error


def _errors(rows: Any) -> Any:
    return np.array([error_of(rows[:, place]) for place in range(rows.shape[1])])
