"""The judge: what a position is worth to each seat, fixed before the game is looked at.

Whoever has the three methods of `Judge` can judge a review. Ours plays a round out and asks the network. Positions come
as arrays of one record, in which the seat that began is seat 0: so it does not matter who sits where.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from rheinlaender.board import Board, rhine
from rheinlaender.review.bench import bench_of, random_words, shipped
from rheinlaender.review.endgame import Endgame, is_near_the_end
from rheinlaender.review.shares import Shares, exact_shares

VERSION, WEIGHING = 3, 2
"""The judge's version, and that since which losses are the same: what known positions are worth has no part in them."""
PLAYOUTS = 64
"""Worlds in which each of the moves that are compared is played out, if nobody says otherwise."""
PART = 64
"""So many play-outs are made without a break in which somebody can stop them."""
WORLDS_AT_A_GLANCE, WORLDS_OF_CHANCES, WORLDS_NEAR_THE_END = 16, 4, 8
"""A glance at all moves has one world in so many; chances in a known position have one play-out in so many, and near
the end one that begins with weighed moves: who has fewer play-outs than that makes none of these."""


class Judge(Protocol):
    """Who judges: by a fixed rule, so that luck cannot be explained away afterwards. It can be pickled."""

    @property
    def name(self) -> str:
        """Who judged: name, version, and everything else that decides what is found."""
        ...

    @property
    def board(self) -> Board:
        """The board that is judged on."""
        ...

    def chances(self, place: Any) -> Shares:
        """Each seat's share of victory in a position whose hands are all known; the order of the deck is not."""
        ...

    def start(self, place: Any) -> Shares:
        """Each seat's share of victory before the landmarks and cards of a game like this one are dealt."""
        ...

    def glance(self, place: Any, moves: list[int]) -> Any:
        """About what each move is worth to the seat to move as far as it knows: which ones to weigh."""
        ...

    def weigh(self, place: Any, moves: list[int]) -> Any:
        """The mover's share of victory after each move (columns) in worlds that look alike to it (rows)."""
        ...


@dataclass(frozen=True)
class PlayoutJudge:
    """Deals the unseen cards anew, lets everybody play a good turn, and asks the network.

    Unseen cards may lie anywhere alike. All moves of a decision are tried in the same worlds with the same chance.
    `take_breath` is called again and again between play-outs; whatever it raises breaks off what is judged.
    """

    playouts: int = PLAYOUTS
    seed: int = 0
    board: Board = field(default_factory=rhine)
    take_breath: Callable[[], None] | None = field(default=None, compare=False, repr=False)

    @property
    def name(self) -> str:
        """Who judged."""
        return self._named(VERSION)

    @property
    def weighing(self) -> str:
        """Who weighed: all that decides which losses are found."""
        return self._named(WEIGHING)

    def _named(self, version: int) -> str:
        digest = hashlib.sha256(shipped().tobytes()).hexdigest()[:8]
        return f"playouts {version}, network {digest}, {self.playouts} playouts, seed {self.seed}"

    def chances(self, place: Any) -> Shares:
        """The mean over the same play-outs for every position; near the end they begin with weighed moves."""
        bench, seats = bench_of(self.board), int(place["seats"][0])
        playouts, weighed = self.playouts // WORLDS_OF_CHANCES, self.playouts // WORLDS_NEAR_THE_END
        if weighed > 0 and is_near_the_end(bench, place):
            found = Endgame(bench, self.board, self.seed, playouts, self._breathe).chances(place, weighed)
        else:
            self._breathe()
            found = bench.chances(place, self._words("chances", playouts), seats)
        return exact_shares(found.mean(axis=0)[:seats])

    def start(self, place: Any) -> Shares:
        """The mean over deals; the options are those of the position."""
        seeds = self._words("deals", self.playouts)
        deals = [bench_of(self.board).dealt(place, int(seed)) for seed in seeds]
        return exact_shares(np.mean([self.chances(dealt) for dealt in deals], axis=0))

    def glance(self, place: Any, moves: list[int]) -> Any:
        """The network without a play-out, in a few worlds."""
        words = self._words(f"glance {_when(place)}", self.playouts // WORLDS_AT_A_GLANCE)
        return bench_of(self.board).weigh(place, moves, words, 0).mean(axis=0)

    def weigh(self, place: Any, moves: list[int]) -> Any:
        """Play-outs of a whole round."""
        words, bench = self._words(f"weigh {_when(place)}", self.playouts), bench_of(self.board)
        found = []
        for begin in range(0, len(words), PART):
            self._breathe()
            found.append(bench.weigh(place, moves, words[begin : begin + PART], int(place["seats"][0])))
        return np.concatenate(found)

    def _breathe(self) -> None:
        if self.take_breath is not None:
            self.take_breath()

    def _words(self, label: str, number: int) -> Any:
        """Random words for a purpose; nothing that somebody could not know has a part in them."""
        return random_words(f"{self.seed} {label}", number)


def _when(place: Any) -> str:
    """Which decision of the game it is."""
    return f"{place['turn'][0]} {place['phase'][0]}"
