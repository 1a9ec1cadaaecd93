"""Searches of many positions: on an NVIDIA GPU at once, a thread for each with a tree of its own, or on the CPU.

The trees are those of the players `search` and `foresight`: the same simulations with the same seeds, judged by the
same weights. A GPU computes values in another order of rounding, so that now and then another move is tried next.
"""

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import numpy as np

from rheinlaender.batches.cuda_games import cuda_or_refuse
from rheinlaender.board import Board
from rheinlaender.bots.foresight import ForesightTree, shipped_glance
from rheinlaender.bots.network import PLAYERS, shipped_network
from rheinlaender.bots.search import Tree
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
from rheinlaender.rules.compile import compiled, compiled_for_cuda, kernel, numba_cuda, rule
from rheinlaender.rules.position import MOST_SEATS, POSITION, Position
from rheinlaender.rules.primitives import copy_into, thread, threads
from rheinlaender.thinking.evaluation import SCRATCH
from rheinlaender.thinking.foresight import FORESIGHT, foresee
from rheinlaender.thinking.glance import GLANCE, GLANCING
from rheinlaender.thinking.network import JUDGING, NETWORK
from rheinlaender.thinking.redeal import MEMORY
from rheinlaender.thinking.search import MOST_LISTED, NO_NODE, NODE, ROOT, SETTINGS, TASK, clear_tree, simulate
from rheinlaender.training.cuda import take_place

LEAST_SEATS = 3
NO_MOVE = -1
STEP = 64
"""Simulations of one launch: whoever interrupts waits for no more."""
THREADS = 64
MOST_APART = 4096
"""Up to so many trees have a block of threads each, so that none waits for others and the whole GPU has some."""
MOST_TREES = 32768
"""The most that are grown together."""
NODES_A_SIMULATION = {"search": 10, "foresight": 4}
"""Room for a simulation: it may add a move, and list eight bastions; foresight does so at a knight's second time."""


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


@rule
def most_tried(nodes: Any, seat: int) -> int:
    """The root's move that was tried most, of equals the one of the highest value for the seat, of these the first."""
    best = nodes[ROOT].first_child
    child = nodes[best].next_sibling
    while child != NO_NODE:
        more = nodes[child].visits - nodes[best].visits
        if more > 0 or (more == 0 and nodes[child].total[seat] > nodes[best].total[seat]):
            best = child
        child = nodes[child].next_sibling
    return nodes[best].move  # type: ignore[no-any-return]


@kernel
def take_decisions(positions: Any, games: Any, trying: Any, places: Any, tasks: Any, start: int, stop: int) -> None:
    """Take the positions of these games into places one after the other, with the random words of their decisions."""
    for number in range(start + thread(), stop, threads()):
        game = games[number]
        copy_into(places[number:], positions[game])
        task = tasks[number]
        task.random = trying[game].random
        task.base = mixed(following(trying[game].random))


@kernel
def write_decisions(places: Any, trees: Any, games: Any, trying: Any, start: int, stop: int) -> None:
    """Let these games try nothing but what their trees have tried most."""
    for number in range(start + thread(), stop, threads()):
        own = trying[games[number]]
        own.moves[0] = most_tried(trees[number], places[number].seat)
        own.listed = 1


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
        memory = cuda.local.array(1, MEMORY)
        memory[0].newest = 0
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
                memory[0],
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


def nodes_of(name: str, simulations: int) -> int:
    """The room that a tree needs for so many simulations."""
    return NODES_A_SIMULATION[name] * simulations + 4 * MOST_LISTED


def tree_of(name: str, position: Any, seed: int, simulations: int) -> Tree:
    """A tree of the player of this name, grown on the CPU."""
    record, weights, nodes = Position(position), weights_record(GREEDY_WEIGHTS), nodes_of(name, simulations)
    if name == "search":
        settings = settings_record(search_settings(record.seats))
        tree = Tree(compiled(), record, seed, settings, weights, nodes)
    else:
        tree = ForesightTree(compiled(), record, seed, foresight_record(FORESIGHT_SETTINGS), weights, nodes)
    tree.run(simulations, None)
    return tree


class Forest:
    """Trees on the GPU that are grown together. Cards that the seat to move cannot see may be any.

    Nothing is remembered: new decks that were made before are not known.
    """

    def __init__(self, name: str, simulations: int, most: int = MOST_TREES) -> None:
        self.cuda, self.engine = cuda_or_refuse(), compiled_for_cuda()
        self.kernel = search_kernel() if name == "search" else foresight_kernel()
        self.simulations, self.most, self.nodes = simulations, most, nodes_of(name, simulations)
        self.judges = [self.cuda.to_device(array) for array in judges_of(name)]

    @cached_property
    def trees(self) -> Any:
        """Room for the trees, which is not taken before it is needed."""
        return self.cuda.device_array((self.most, self.nodes), NODE)

    @cached_property
    def places(self) -> Any:
        """Room for the positions of games that a search has to decide."""
        return self.cuda.device_array(self.most, POSITION)

    @cached_property
    def tasks(self) -> Any:
        """Room for what their trees begin with."""
        return self.cuda.device_array(self.most, TASK)

    def launch(self, rule: Any, number: int, *arguments: Any) -> None:
        """Launch a kernel with a thread for each of so many trees."""
        threads = 1 if number <= MOST_APART else THREADS
        rule[-(-number // threads), threads](*arguments)

    def grow(self, positions: Any, tasks: Any) -> None:
        """Simulate in a tree for each of these positions."""
        number = len(positions)
        self.launch(self.engine.of(clear_trees), number, self.trees, tasks, 0, number)
        for done in range(0, self.simulations, STEP):
            step = min(STEP, self.simulations - done)
            self.launch(self.kernel, number, positions, self.trees, tasks, *self.judges, step)

    def decide(self, positions: Any, games: Any, trying: Any) -> None:
        """Decide in these games, of which there are no more than there is room for."""
        number, own = len(games), (games, trying)
        taken = (positions, *own, self.places, self.tasks)
        self.launch(self.engine.of(take_decisions), number, *taken, 0, number)
        self.grow(self.places[:number], self.tasks)
        self.launch(self.engine.of(write_decisions), number, self.places, self.trees, *own, 0, number)


class Searches:
    """Searches on the GPU, one of each of some positions."""

    def __init__(self, name: str, positions: Any, seeds: Any, simulations: int) -> None:
        self.forest = Forest(name, simulations, len(positions))
        self.positions = self.forest.cuda.to_device(positions)
        self.first_tasks = tasks_of(seeds)

    def run(self) -> Children:
        """Simulate so many times in every tree; what was found, which is the same whenever it is asked for."""
        forest, number = self.forest, len(self.positions)
        forest.grow(self.positions, forest.cuda.to_device(self.first_tasks))
        kinds = (np.int32, np.int32, np.float32)
        found = [forest.cuda.device_array((number, MOST_LISTED), kind) for kind in kinds]
        write = forest.engine.of(write_children)
        forest.launch(write, number, self.positions, forest.trees, *found, 0, number)
        return Children(*(array.copy_to_host() for array in found))


def tasks_of(seeds: Any) -> Any:
    """What the trees of these seeds begin with; see `bots.search` and `bots.foresight`."""
    tasks = np.zeros(len(seeds), TASK)
    tasks["random"] = seeds
    tasks["base"] = [mixed(following(int(seed))) for seed in seeds]
    return tasks
