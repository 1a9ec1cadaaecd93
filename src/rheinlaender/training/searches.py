"""Searches of many positions at once on an NVIDIA GPU: a thread for each, with a tree of its own.

The trees are those of the players `search` and `foresight`: the same simulations with the same seeds, judged by the
same weights. Values are computed in another order of rounding, so that now and then another move is tried next.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from rheinlaender.batches.cuda_games import cuda_or_refuse
from rheinlaender.board import Board
from rheinlaender.bots.foresight import shipped_glance
from rheinlaender.bots.network import PLAYERS, shipped_network
from rheinlaender.bots.weights import (
    FORESIGHT_SETTINGS,
    GREEDY_WEIGHTS,
    foresight_record,
    search_settings,
    settings_record,
    value_factors,
    weights_record,
)
from rheinlaender.rules.chance import following, mixed
from rheinlaender.rules.compile import compiled_for_cuda, kernel, numba_cuda
from rheinlaender.rules.position import MOST_SEATS, POSITION
from rheinlaender.rules.primitives import thread, threads
from rheinlaender.thinking.evaluation import SCRATCH
from rheinlaender.thinking.foresight import FORESIGHT, foresee
from rheinlaender.thinking.glance import GLANCE, GLANCING
from rheinlaender.thinking.network import JUDGING, NETWORK
from rheinlaender.thinking.search import MOST_LISTED, NO_NODE, NODE, ROOT, SETTINGS, TASK, clear_tree, simulate
from rheinlaender.training.cuda import take_place

LEAST_SEATS = 3
NO_MOVE = -1
STEP = 64
"""Simulations of one launch: whoever interrupts waits for no more."""
THREADS = 64
NODES_A_SIMULATION = {"search": 2, "foresight": 0}


@dataclass(frozen=True)
class Children:
    """What was found about the moves of each position, in rows of `MOST_LISTED`: a row ends where a move is NO_MOVE."""

    moves: Any
    visits: Any
    values: Any
    """The mean value for the seat to move; 0 of moves that were not tried."""

    def chosen(self) -> Any:
        """The most tried move of each position, of equals the one of the highest value."""
        most = self.visits == self.visits.max(1, keepdims=True)
        best = np.where(most & (self.moves != NO_MOVE), self.values, -np.inf).argmax(1)
        return self.moves[np.arange(len(best)), best]


@kernel
def clear_trees(trees: Any, tasks: Any, start: int, stop: int) -> None:
    """Begin every tree."""
    for number in range(start + thread(), stop, threads()):
        clear_tree(trees[number], tasks[number])


@kernel
def write_children(positions: Any, trees: Any, moves: Any, visits: Any, values: Any, start: int, stop: int) -> None:
    """Write what was found about the moves of every tree's root."""
    for number in range(start + thread(), stop, threads()):
        nodes = trees[number]
        place = 0
        child = nodes[ROOT].first_child
        while child != NO_NODE:
            moves[number, place] = nodes[child].move
            visits[number, place] = nodes[child].visits
            values[number, place] = nodes[child].total[positions[number].seat] / max(1, nodes[child].visits)
            place += 1
            child = nodes[child].next_sibling
        for spare in range(place, MOST_LISTED):
            moves[number, spare] = NO_MOVE
            visits[number, spare] = 0
            values[number, spare] = 0.0


@cache
def search_kernel(board: Board | None = None, arrays: str = "device", registers: int | None = None) -> Any:
    """A kernel that simulates: kernel(positions, trees, tasks, settings, weights, factors, simulations)."""
    cuda, engine = numba_cuda(), compiled_for_cuda(board, arrays)
    grow, take = engine.of(simulate), engine.of(take_place)

    @cuda.jit(max_registers=registers)
    def search_positions(  # type: ignore[no-untyped-def]
        positions, trees, tasks, settings, weights, factors, simulations
    ):
        places = cuda.local.array(3, POSITION)
        scratch = cuda.local.array(1, SCRATCH)
        for number in range(cuda.grid(1), len(positions), cuda.gridsize(1)):
            take(places, positions[number])
            own = settings[places[0].seats - LEAST_SEATS]
            grow(places, trees[number], tasks[number], own, weights[0], factors, scratch[0], simulations)

    return search_positions


@cache
def foresight_kernel(board: Board | None = None, arrays: str = "device", registers: int | None = None) -> Any:
    """A kernel that simulates: kernel(positions, trees, tasks, settings, weights, network, glance, simulations)."""
    cuda, engine = numba_cuda(), compiled_for_cuda(board, arrays)
    grow, take = engine.of(foresee), engine.of(take_place)

    @cuda.jit(max_registers=registers)
    def foresee_positions(  # type: ignore[no-untyped-def]
        positions, trees, tasks, settings, weights, network, glance, simulations
    ):
        places = cuda.local.array(3, POSITION)
        scratch = cuda.local.array(1, SCRATCH)
        judging = cuda.local.array(1, JUDGING)
        glancing = cuda.local.array(1, GLANCING)
        for number in range(cuda.grid(1), len(positions), cuda.gridsize(1)):
            take(places, positions[number])
            grow(
                places,
                trees[number],
                tasks[number],
                settings[0],
                weights[0],
                scratch[0],
                network[0],
                judging[0],
                glance[0],
                glancing[0],
                simulations,
            )

    return foresee_positions


def judges_of(name: str) -> tuple[Any, ...]:
    """What a search of this name judges by, as arrays: its settings, the evaluation's weights, and its own."""
    weights = np.array([weights_record(GREEDY_WEIGHTS)])
    if name == "search":
        by_seats = [settings_record(search_settings(seats)) for seats in range(LEAST_SEATS, MOST_SEATS + 1)]
        return np.array(by_seats, SETTINGS), weights, value_factors()
    network, glance = shipped_network(PLAYERS), shipped_glance()
    settings = np.array([foresight_record(FORESIGHT_SETTINGS)], FORESIGHT)
    return settings, weights, np.array([network], NETWORK), np.array([glance], GLANCE)


class Searches:
    """Trees on the GPU, one for each of some positions. Cards that the seat to move cannot see may be any."""

    def __init__(self, name: str, positions: Any, seeds: Any, simulations: int) -> None:
        self.cuda, self.engine, self.name = cuda_or_refuse(), compiled_for_cuda(), name
        self.kernel = search_kernel() if name == "search" else foresight_kernel()
        self.simulations, self.number = simulations, len(positions)
        nodes = NODES_A_SIMULATION[name] * simulations + 4 * MOST_LISTED
        self.positions = self.cuda.to_device(positions)
        self.trees = self.cuda.device_array((self.number, nodes), NODE)
        self.first_tasks = tasks_of(seeds)
        self.judges = [self.cuda.to_device(array) for array in judges_of(name)]

    def _launch(self, rule: Any, *arguments: Any) -> None:
        rule[-(-self.number // THREADS), THREADS](*arguments)

    def run(self) -> Children:
        """Simulate so many times in every tree; what was found, which is the same whenever it is asked for."""
        tasks = self.cuda.to_device(self.first_tasks)
        self._launch(self.engine.of(clear_trees), self.trees, tasks, 0, self.number)
        for done in range(0, self.simulations, STEP):
            step = min(STEP, self.simulations - done)
            self._launch(self.kernel, self.positions, self.trees, tasks, *self.judges, step)
        shape = (self.number, MOST_LISTED)
        found = [self.cuda.device_array(shape, kind) for kind in (np.int32, np.int32, np.float32)]
        self._launch(self.engine.of(write_children), self.positions, self.trees, *found, 0, self.number)
        return Children(*(array.copy_to_host() for array in found))


def tasks_of(seeds: Any) -> Any:
    """What the trees of these seeds begin with; see `bots.search` and `bots.foresight`."""
    tasks = np.zeros(len(seeds), TASK)
    tasks["random"] = seeds
    tasks["base"] = [mixed(following(int(seed))) for seed in seeds]
    return tasks
