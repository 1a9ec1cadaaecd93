"""Weighing a decision: the best moves, and what the played one has lost, as far as the seat could know."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from rheinlaender.review.bench import legal_numbers
from rheinlaender.review.judge import Judge
from rheinlaender.review.shares import exact

FINALISTS = 8
"""So many moves, and the played one, are weighed; the others are not among the best at a glance."""

RIGHT = 0.005
"""A move that is worth so little less than the best is right too."""


@dataclass(frozen=True)
class Weighed:
    """Moves that were weighed, the best first, with the share of each and the error of its distance from the best.

    A forced move was not weighed: it has no share, and has lost nothing.
    """

    moves: tuple[int, ...]
    shares: tuple[float, ...]
    errors: tuple[float, ...]
    played: int
    is_added: bool = False
    """Whether the played move is not among the best at a glance, and was weighed because it was played."""

    @property
    def is_forced(self) -> bool:
        """Whether there was no other move."""
        return not self.shares

    @property
    def best(self) -> int:
        """The best move: the played one if no other is better."""
        return self.moves[0]

    @property
    def right(self) -> tuple[int, ...]:
        """The moves that are as good as the best: whoever reviews expects any of them alike, whatever was played."""
        if self.is_forced:
            return self.moves
        looked_at = [
            (move, share)
            for move, share in zip(self.moves, self.shares, strict=True)
            if not (self.is_added and move == self.played)
        ]
        return tuple(move for move, share in looked_at if share >= looked_at[0][1] - RIGHT)

    @property
    def loss(self) -> float:
        """The share of victory that the played move gave away."""
        return 0.0 if self.is_forced else self.shares[0] - self.shares[self.moves.index(self.played)]

    @property
    def error(self) -> float:
        """The standard error of the loss."""
        return 0.0 if self.is_forced else self.errors[self.moves.index(self.played)]


def weigh_decision(judge: Judge, seen: Any, played: int) -> Weighed:
    """Weigh a decision in a position that looks like the true one to the seat to move."""
    moves = legal_numbers(judge.board, seen)
    if len(moves) == 1:
        return Weighed((played,), (), (), played)
    finalists = _finalists(judge, seen, moves, played)
    found = judge.weigh(seen, finalists)
    shares = [exact(float(share)) for share in found.mean(axis=0)]
    order = sorted(range(len(finalists)), key=lambda place: (-shares[place], finalists[place] != played, place))
    return Weighed(
        tuple(finalists[place] for place in order),
        tuple(shares[place] for place in order),
        tuple(error_of(found[:, order[0]] - found[:, place]) for place in order),
        played,
        is_added=len(finalists) > FINALISTS,
    )


def _finalists(judge: Judge, seen: Any, moves: list[int], played: int) -> list[int]:
    """The moves that look best, and the played one."""
    if len(moves) <= FINALISTS:
        return moves
    order = np.argsort(-judge.glance(seen, moves), kind="stable")[:FINALISTS]
    chosen = [moves[place] for place in order]
    return chosen if played in chosen else [*chosen, played]


def error_of(differences: Any) -> float:
    """The standard error of a mean of differences in the same worlds; one world alone says nothing about it."""
    worlds = len(differences)
    return float(differences.std(ddof=1) / np.sqrt(worlds)) if worlds > 1 else 0.0
