"""The bench: where the compiled play-outs of a judge work."""

import hashlib
import threading
from functools import cache
from typing import Any

import numpy as np

from rheinlaender.board import Board
from rheinlaender.bots.network import SHIPPED, read_network
from rheinlaender.bots.weights import GREEDY_WEIGHTS, weights_record
from rheinlaender.rules.compile import Engine, compiled, word
from rheinlaender.rules.legal import count_moves, nth_move
from rheinlaender.rules.position import MOST_SEATS, POSITION
from rheinlaender.rules.setup import set_up
from rheinlaender.thinking.chances import ASKED, LIKED, PLACES, WALKING, play_and_judge, see_chances, weigh_moves
from rheinlaender.thinking.evaluation import SCRATCH
from rheinlaender.thinking.network import JUDGING


@cache
def shipped() -> Any:
    """The network that comes with the package; a broken one is refused."""
    return read_network(SHIPPED)[0]


def random_words(label: str, number: int) -> Any:
    """Random words by a label, at least one."""
    digest = hashlib.shake_256(label.encode()).digest(8 * max(1, number))
    return np.frombuffer(digest, "<u8").astype(np.uint64)


def legal_numbers(board: Board, place: Any) -> list[int]:
    """The numbers of all legal moves of a position."""
    engine = compiled(board)
    return [int(engine.of(nth_move)(place[0], number)) for number in range(engine.of(count_moves)(place[0]))]


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
        self.kept: dict[tuple[str, bytes], int] = {}
        """Moves that were found before, by what decides which one is found."""
        self.judges = (shipped(), weights, scratch, np.zeros(1, JUDGING)[0], np.zeros(1, LIKED)[0])

    def dealt(self, place: Any, seed: int) -> Any:
        """A new game of as many seats and with the same options as that of a position."""
        new = place.copy()
        self.engine.of(set_up)(new[0], int(place["seats"][0]), 0, word(seed))
        return new

    def chances(self, place: Any, words: Any, turns: int) -> Any:
        """All seats' chances in a position, a row for each word."""
        found = np.zeros((len(words), MOST_SEATS))
        self.positions[ASKED] = place[0]
        self.engine.of(see_chances)(self.positions, words, turns, *self.judges, found)
        return found

    def play_on(self, place: Any, turns: int) -> Any:
        """All seats' chances after some turns of good moves with the deck as it lies."""
        found = np.zeros(MOST_SEATS)
        self.positions[WALKING] = place[0]
        self.engine.of(play_and_judge)(self.positions, turns, *self.judges, found)
        return found

    def weigh(self, place: Any, moves: list[int], words: Any, turns: int) -> Any:
        """The mover's chances after some moves (columns), a row for each word."""
        found = np.zeros((len(words), len(moves), MOST_SEATS))
        self.positions[ASKED] = place[0]
        self.engine.of(weigh_moves)(self.positions, np.array(moves, np.int64), words, turns, *self.judges, found)
        return found[:, :, int(place["seat"][0])]
