"""Many games on which networks play: on the CPU, or (`training/stages.py`) on a GPU. Both do the same, turn by turn."""

from typing import Any, Protocol

import numpy as np
import torch
from torch import Tensor

from rheinlaender.batches.arguments import template_of
from rheinlaender.batches.kernels import set_up_games
from rheinlaender.bots.foresight import shipped_glance
from rheinlaender.bots.weights import GREEDY_WEIGHTS, weights_record
from rheinlaender.rules.compile import compiled
from rheinlaender.rules.position import BASTION_PHASE, KNIGHT_PHASE, MOST_SEATS, OVER, POSITION
from rheinlaender.thinking.description import DUCHY_NUMBERS, SEAT_NUMBERS
from rheinlaender.thinking.evaluation import SCRATCH
from rheinlaender.thinking.glance import GLANCING
from rheinlaender.thinking.network import JUDGING, NETWORK
from rheinlaender.training.searches import most_tried, tree_of
from rheinlaender.training.self_play import (
    HABITS,
    SEARCH,
    TRYING,
    decide_games,
    describe_positions,
    judge_games,
    keep_turns,
)

MOST_ROWS = 40
"""The most rows of duchies that are kept of a position: in games of good players there are at most about 30."""
ROW = -(-DUCHY_NUMBERS // 8) * 8
"""The places of a row, of which the last are empty: matrix products of a GPU like multiples of eight."""
SEARCHER = "foresight", 32
"""The search that decides in the seats of a search until another is named, and its simulations."""
Table = tuple[int, str, int, int]
"""A number of seats and a preset, for the games from one number up to another."""


class Field(Protocol):
    """Games that are played turn by turn. What is kept of each turn is described when it is learned from."""

    device: str
    games: int
    found: Tensor
    results: Tensor
    ended: Tensor
    players: Tensor
    spent: dict[str, float] | None

    def set_up(self, tables: list[Table], seeds: Any) -> None:
        """Set all games up."""

    def use(self, networks: Any, habits: Any) -> None:
        """Let these networks play, the first of which judges, with these habits."""

    def search_by(self, name: str, simulations: int) -> None:
        """Let this search decide in the seats of a search, with so many simulations each time."""

    def play(self, turn: int) -> None:
        """Play a turn of each game and keep it under a number."""

    def describe(self, chosen: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """The rows of kept positions: those in duchies, whose they are, and those of the seats."""

    def is_over(self) -> bool:
        """Whether all games are over."""


def weights_of_greedy() -> Any:
    """The weights of the greedy player, as an array of one record."""
    return np.array([weights_record(GREEDY_WEIGHTS)])


def habits_of(**values: float) -> Any:
    """Habits of play as an array of one record."""
    habits = np.zeros(1, HABITS)
    for name, value in values.items():
        habits[name] = value
    return habits


class CpuField:
    """Games on one thread of the CPU."""

    device = "cpu"
    spent: dict[str, float] | None = None

    def __init__(self, games: int, turns: int) -> None:
        self.engine, self.games, self.turns = compiled(), games, turns
        self.positions = np.zeros(games, POSITION)
        self.kept = np.zeros((turns, games), POSITION)
        self.found, self.results = torch.zeros(turns, games, 2, 5), torch.zeros(turns, games, 2, 5)
        self.ended = torch.zeros(turns, games, dtype=torch.uint8)
        self.players = torch.zeros(games, MOST_SEATS, dtype=torch.int8)
        self.networks, self.habits = np.zeros(1, NETWORK), habits_of()
        self.randoms = np.zeros(games, np.uint64)
        self.weights = weights_of_greedy()
        self._trial, self._judging, self._scratch = np.zeros(1, POSITION), np.zeros(1, JUDGING), np.zeros(1, SCRATCH)
        self._glancing, self._trying = np.zeros(1, GLANCING), np.zeros(games, TRYING)
        self.search_by(*SEARCHER)

    def set_up(self, tables: list[Table], seeds: Any) -> None:
        """Set all games up."""
        chosen, firsts = np.ones(self.games, np.uint8), np.zeros(self.games, np.int8)
        for seats, preset, start, stop in tables:
            template = template_of(preset)
            self.engine.of(set_up_games)(self.positions, template, seeds, firsts, chosen, seats, start, stop)
        self.randoms[:] = seeds * np.uint64(0x9E3779B97F4A7C15)

    def use(self, networks: Any, habits: Any) -> None:
        """Let these networks play, the first of which judges, with these habits."""
        self.networks, self.habits = networks, habits

    def search_by(self, name: str, simulations: int) -> None:
        """Let this search decide in the seats of a search, with so many simulations each time."""
        self.searcher = name, simulations

    def play(self, turn: int) -> None:
        """Play a turn of each game and keep it under a number."""
        for phase in (KNIGHT_PHASE, BASTION_PHASE):
            self._judge(phase)
            self._search()
            self.engine.of(decide_games)(self.positions, self.habits[0], self._trying, 0, self.games)
        self._keep(turn)

    def _judge(self, phase: int) -> None:
        """List and judge what is tried in this phase of the turn."""
        self.engine.of(judge_games)(
            self.positions,
            phase,
            self.players.numpy(),
            self._trial,
            self.networks,
            self.weights[0],
            self.habits[0],
            shipped_glance(),
            self._glancing[0],
            self._trying,
            self._judging[0],
            self._scratch[0],
            self.randoms,
            0,
            self.games,
        )

    def _search(self) -> None:
        """Let the search decide where it has to; it then tries nothing else."""
        name, simulations = self.searcher
        for game in np.flatnonzero((self._trying["who"] == SEARCH) & (self._trying["listed"] > 1)):
            position, own = self.positions[game], self._trying[game]
            tree = tree_of(name, position, int(own["random"]), simulations)
            own["moves"][0], own["listed"] = self.engine.of(most_tried)(tree.nodes, int(position["seat"])), 1

    def _keep(self, turn: int) -> None:
        """Keep the turn of each game and draw."""
        self.engine.of(keep_turns)(
            self.positions,
            self.networks[0],
            self.habits[0],
            self._judging[0],
            self.kept[turn],
            self.found[turn].numpy(),
            self.results[turn].numpy(),
            self.ended[turn].numpy(),
            self.randoms,
            0,
            self.games,
        )

    def describe(self, chosen: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """The rows of kept positions."""
        rows = np.zeros((len(chosen), MOST_ROWS, ROW), np.float32)
        owners = np.zeros((len(chosen), MOST_ROWS), np.int8)
        seats = np.zeros((len(chosen), MOST_SEATS, SEAT_NUMBERS), np.float32)
        positions = self.kept.reshape(-1)[chosen.numpy()]
        self.engine.of(describe_positions)(positions, rows, owners, seats, self._judging[0], 0, len(chosen))
        return torch.from_numpy(rows), torch.from_numpy(owners), torch.from_numpy(seats)

    def is_over(self) -> bool:
        """Whether all games are over."""
        return bool((self.positions["phase"] == OVER).all())
