"""Two judges and two beliefs. They share the worlds and the random numbers of all moves that are compared, no more.

`near` is the review's judge: everybody plays a good turn, then the network judges. `far` plays to the end of the game
by the quick policy and counts coins. `alike` deals the unseen cards anywhere alike; `plausible` deals them in
proportion to how well they explain what the others did last.
"""

import hashlib
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import numpy as np

from rheinlaender.board import rhine
from rheinlaender.bots.foresight import shipped_glance
from rheinlaender.bots.weights import FORESIGHT_SETTINGS, GREEDY_WEIGHTS, foresight_record, weights_record
from rheinlaender.game.move import number_of_move, read_move
from rheinlaender.review.bench import Bench, shipped
from rheinlaender.review.puzzles.place import Standpoint, Told
from rheinlaender.rules.compile import compiled
from rheinlaender.rules.position import MOST_SEATS, POSITION
from rheinlaender.thinking.belief import deal_alike, deal_plausibly
from rheinlaender.thinking.chances import ASKED, weigh_in_worlds
from rheinlaender.thinking.evaluation import SCRATCH
from rheinlaender.thinking.far import play_to_the_end
from rheinlaender.thinking.glance import GLANCING
from rheinlaender.thinking.policy import greedy_move, value_of_move
from rheinlaender.thinking.search import TASK

VERSION = 1
NEAR, FAR = "near", "far"
ALIKE, PLAUSIBLE = "alike", "plausible"
JUDGES, BELIEFS = (NEAR, FAR), (ALIKE, PLAUSIBLE)
PART = 64
"""So many worlds are dealt and judged at a time."""


def judges_name() -> str:
    """Who judges: everything besides the seed that decides what is found."""
    networks = hashlib.sha256(shipped().tobytes() + shipped_glance().tobytes()).hexdigest()[:8]
    return f"puzzles {VERSION}, weights {networks}"


@dataclass(frozen=True)
class Case:
    """A place as judges take it: its position as a record, and what the others did before it."""

    place: Any
    told: tuple[Told, ...]
    label: str

    @property
    def seat(self) -> int:
        """The seat to move."""
        return int(self.place["seat"][0])

    @cached_property
    def before(self) -> Any:
        """The positions in which the others decided."""
        records = np.zeros(len(self.told), POSITION)
        for number, told in enumerate(self.told):
            records[number] = told.game().position.record
        return records

    @cached_property
    def moves(self) -> Any:
        """What they decided."""
        return np.array([number_of_move(rhine(), read_move(told.move)) for told in self.told], np.int64)

    def random_words(self, purpose: str, begin: int, end: int) -> Any:
        """Random words for a purpose, from one number to another; nothing hidden has a part in them."""
        parts = [
            hashlib.sha256(f"{self.label} {purpose} {number}".encode()).digest()[:8] for number in range(begin, end)
        ]
        return np.frombuffer(b"".join(parts), "<u8").astype(np.uint64)


def ask(place: Standpoint, seed: object) -> Case:
    """What judges are asked about a place; chance depends on the seed and on the position."""
    return Case(place.game().position.array.copy(), place.told, f"{seed} {place.position}")


@cache
def workshop() -> "Workshop":
    """The one workshop of this process."""
    return Workshop()


class Workshop:
    """Where compiled judges work: their places, weights and scratch space."""

    def __init__(self) -> None:
        self.engine = compiled(rhine())
        self.bench = Bench(self.engine)
        self.walking, self.trials = np.zeros(1, POSITION), np.zeros(2, POSITION)
        self.task, self.glancing = np.zeros(1, TASK)[0], np.zeros(1, GLANCING)[0]
        self.settings = foresight_record(FORESIGHT_SETTINGS)
        self.tools = (np.zeros(1, POSITION), weights_record(GREEDY_WEIGHTS), np.zeros(1, SCRATCH)[0])

    def deal(self, asked: Case, belief: str, words: Any) -> Any:
        """Worlds that the seat to move may be in, one for each word."""
        worlds, seat = np.zeros(len(words), POSITION), asked.seat
        if belief == ALIKE:
            self.engine.of(deal_alike)(asked.place[0], seat, words, worlds)
        else:
            policy = (self.trials, shipped_glance(), self.glancing)
            told = (asked.before, asked.moves)
            self.engine.of(deal_plausibly)(asked.place[0], seat, words, *told, *policy, worlds)
        return worlds

    def weigh(self, asked: Case, judge: str, belief: str, moves: list[int], begin: int, end: int) -> Any:
        """The mover's share of victory after each move (columns) in the worlds of some numbers (rows)."""
        numbers = np.array(moves, np.int64)
        look = self._near if judge == NEAR else self._far
        rows = [np.zeros((0, len(moves)))]
        for start in range(begin, end, PART):
            words = asked.random_words(f"{judge} {belief}", start, min(end, start + PART))
            rows.append(look(asked, self.deal(asked, belief, words), numbers, words))
        return np.concatenate(rows)

    def _near(self, asked: Case, worlds: Any, moves: Any, _words: Any) -> Any:
        found = np.zeros((len(worlds), len(moves), MOST_SEATS))
        self.bench.positions[ASKED] = asked.place[0]
        judges = (int(asked.place["seats"][0]), *self.bench.judges)
        self.engine.of(weigh_in_worlds)(self.bench.positions, worlds, moves, *judges, found)
        return found[:, :, asked.seat]

    def _far(self, asked: Case, worlds: Any, moves: Any, words: Any) -> Any:
        found = np.zeros((len(worlds), len(moves)))
        tools = (self.walking, self.task, self.settings, shipped_glance(), self.glancing)
        self.engine.of(play_to_the_end)(worlds, words, moves, *tools, found)
        return found

    def glance(self, asked: Case, moves: list[int], worlds: int) -> Any:
        """About what each move is worth: the network without a play-out, in a few worlds."""
        return self.bench.weigh(asked.place, moves, asked.random_words("glance", 0, worlds), 0).mean(axis=0)

    def greedy(self, asked: Case) -> int:
        """The move that greedy makes."""
        return int(self.engine.of(greedy_move)(asked.place[0], *self.tools))

    def values(self, asked: Case, moves: list[int]) -> Any:
        """What greedy's evaluation thinks of moves, in coins."""
        value = self.engine.of(value_of_move)
        return np.array([value(asked.place[0], move, *self.tools) for move in moves])
