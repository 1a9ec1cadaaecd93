"""The judge: what a position is worth to each seat, fixed before the game is looked at.

Whoever has the three methods of `Judge` can judge a review. Ours plays a round out and asks the network. Positions come
as arrays of one record, in which the seat that began is seat 0: so it does not matter who sits where.
"""

import hashlib
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Protocol

import numpy as np

from rheinlaender.board import Board, rhine
from rheinlaender.bots.network import SHIPPED, read_network
from rheinlaender.bots.weights import GREEDY_WEIGHTS, weights_record
from rheinlaender.review.shares import Shares, exact_shares
from rheinlaender.rules.compile import Engine, compiled, word
from rheinlaender.rules.position import MOST_SEATS, POSITION
from rheinlaender.rules.setup import set_up
from rheinlaender.thinking.chances import ASKED, LIKED, PLACES, see_chances, weigh_moves
from rheinlaender.thinking.evaluation import SCRATCH
from rheinlaender.thinking.network import JUDGING

VERSION = 2
PLAYOUTS = 64
"""Worlds in which each of the moves that are compared is played out, if nobody says otherwise."""
PART = 64
"""So many play-outs are made without a break in which somebody can stop them."""
WORLDS_AT_A_GLANCE, WORLDS_OF_CHANCES = 16, 4
"""A glance at all moves has one world in so many; chances in a known position have one play-out in so many."""


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
        digest = hashlib.sha256(shipped().tobytes()).hexdigest()[:8]
        return f"playouts {VERSION}, network {digest}, {self.playouts} playouts, seed {self.seed}"

    def chances(self, place: Any) -> Shares:
        """The mean over the same play-outs for every position."""
        bench = bench_of(self.board)
        seats = int(place["seats"][0])
        words = self._words("chances", self.playouts // WORLDS_OF_CHANCES)
        self._breathe()
        return exact_shares(bench.chances(place, words, seats).mean(axis=0)[:seats])

    def start(self, place: Any) -> Shares:
        """The mean over deals; the options are those of the position."""
        bench, seats = bench_of(self.board), int(place["seats"][0])
        total = np.zeros(seats)
        seeds = self._words("deals", self.playouts)
        for seed in seeds:
            dealt = place.copy()
            bench.engine.of(set_up)(dealt[0], seats, 0, word(int(seed)))
            total += self.chances(dealt)
        return exact_shares(total / len(seeds))

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
        digest = hashlib.shake_256(f"{self.seed} {label}".encode()).digest(8 * max(1, number))
        return np.frombuffer(digest, "<u8").astype(np.uint64)


def _when(place: Any) -> str:
    """Which decision of the game it is."""
    return f"{place['turn'][0]} {place['phase'][0]}"


@cache
def shipped() -> Any:
    """The network that comes with the package; a broken one is refused."""
    return read_network(SHIPPED)[0]


_own = threading.local()


def bench_of(board: Board) -> "Bench":
    """The one workspace of this thread for a board."""
    benches: dict[Board, Bench] = _own.__dict__.setdefault("benches", {})
    if board not in benches:
        benches[board] = Bench(compiled(board))
    return benches[board]


class Bench:
    """Where compiled play-outs work: their places, weights and scratch space. It serves one thread."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.positions = np.zeros(PLACES, POSITION)
        weights, scratch = weights_record(GREEDY_WEIGHTS), np.zeros(1, SCRATCH)[0]
        self.judges = (shipped(), weights, scratch, np.zeros(1, JUDGING)[0], np.zeros(1, LIKED)[0])

    def chances(self, place: Any, words: Any, turns: int) -> Any:
        """All seats' chances in a position, a row for each word."""
        found = np.zeros((len(words), MOST_SEATS))
        self.positions[ASKED] = place[0]
        self.engine.of(see_chances)(self.positions, words, turns, *self.judges, found)
        return found

    def weigh(self, place: Any, moves: list[int], words: Any, turns: int) -> Any:
        """The mover's chances after some moves (columns), a row for each word."""
        found = np.zeros((len(words), len(moves), MOST_SEATS))
        self.positions[ASKED] = place[0]
        self.engine.of(weigh_moves)(self.positions, np.array(moves, np.int64), words, turns, *self.judges, found)
        return found[:, :, int(place["seat"][0])]
