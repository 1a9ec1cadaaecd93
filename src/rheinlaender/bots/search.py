"""The searching player: one tree for each core, any-time, deterministic for a seed and a number of simulations."""

import mmap
import os
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from rheinlaender.bots.bot import Candidate, WrongBotSetting
from rheinlaender.bots.greedy import GreedyBot
from rheinlaender.bots.seen import seed_for, seen_position
from rheinlaender.bots.weights import GREEDY_WEIGHTS, search_settings, settings_record, value_factors, weights_record
from rheinlaender.game.move import CardMove, Move, move_of_number, number_of_move
from rheinlaender.game.view import View
from rheinlaender.rules.compile import Engine, compiled, ready
from rheinlaender.rules.position import POSITION, Position
from rheinlaender.thinking.evaluation import SCRATCH
from rheinlaender.thinking.search import MOST_LISTED, NO_NODE, NODE, ROOT, TASK, clear_tree, find_child, simulate

STEP = 256
MOST_NODES = 400_000
ENOUGH_FOR_BASTION = 200
ANSWER_SECONDS = 0.02


class Tree:
    """One search tree with its own generator and workspace."""

    def __init__(
        self,
        engine: Engine,
        position: Position,
        seed: int,
        settings: Any,
        weights: Any,
        nodes: int = MOST_NODES,
    ) -> None:
        self.engine, self.is_stopped = engine, False
        self.positions = np.zeros(3, POSITION)
        self.positions[0] = position.record
        self.nodes = fresh_nodes(nodes)
        self.task = np.zeros(1, TASK)
        self.task["random"] = np.uint64(seed)
        self.scratch = np.zeros(1, SCRATCH)
        self.settings, self.weights, self.factors = settings, weights, value_factors()
        engine.of(clear_tree)(self.nodes, self.task[0])

    def run(self, simulations: int | None, deadline: float | None) -> int:
        """Simulate until the number, the deadline or the end of the memory is reached; how many were run."""
        done = 0
        while (simulations is None or done < simulations) and not self.is_full():
            step = STEP if simulations is None else min(STEP, simulations - done)
            self.simulate(step)
            done += step
            if self.is_stopped or (deadline is not None and time.monotonic() >= deadline):
                break
        return done

    def simulate(self, simulations: int) -> None:
        """Simulate so many times."""
        judges = (self.settings, self.weights, self.factors, self.scratch[0])
        self.engine.of(simulate)(self.positions, self.nodes, self.task[0], *judges, simulations)

    def is_full(self) -> bool:
        """Whether there is no room for more nodes."""
        return bool(self.task["nodes"][0] >= len(self.nodes) - MOST_LISTED)

    def children(self, node: int = ROOT) -> dict[int, tuple[int, Any]]:
        """Visits and value sums of a node's children by move number."""
        found = {}
        child = int(self.nodes[node]["first_child"])
        while child != NO_NODE:
            record = self.nodes[child]
            found[int(record["move"])] = (int(record["visits"]), record["total"].copy())
            child = int(record["next_sibling"])
        return found

    def child(self, move: int) -> int:
        """The node that a move leads to from the root."""
        return int(self.engine.of(find_child)(self.nodes, ROOT, move))


def fresh_nodes(number: int) -> Any:
    """Room for so many nodes, which the system gives as they are used and takes back when the tree is gone.

    From the heap of a thread it would not come back: a server where many think for a short time would hold it all.
    """
    return np.frombuffer(mmap.mmap(-1, number * NODE.itemsize), NODE)


class SearchBot:
    """Information-set Monte Carlo tree search by time or by number of simulations.

    Until the engine is compiled it plays like `GreedyBot`, unless it is told to wait. The tree of the knight's decision
    is kept for the bastion that follows it.
    """

    name = "search"
    needs_engine = True

    def __init__(
        self,
        seed: int = 0,
        seconds: float | None = 1.0,
        simulations: int | None = None,
        threads: int | None = None,
        wait: bool = False,
        settings: Mapping[str, float] | None = None,
        enough: int | None = None,
    ) -> None:
        if simulations is None and (seconds is None or seconds <= 0):
            raise WrongBotSetting(setting="seconds", value=seconds)
        if simulations is not None and simulations < 1:
            raise WrongBotSetting(setting="simulations", value=simulations)
        self.seed, self.wait = seed, wait
        self.seconds = None if simulations is not None else seconds
        self.simulations, self.enough = simulations, enough
        """A number that it searches instead of a time, and one after which it has seen enough before its time is up."""
        self.threads = threads or os.cpu_count() or 1
        self.settings = settings
        self.weights = weights_record(GREEDY_WEIGHTS)
        self.found: list[Candidate] = []
        """What the last search found, the most tried move first."""
        self._trees: list[Tree] = []
        self._expected: tuple[int, str, Move] | None = None

    def choose(self, view: View, legal_moves: Sequence[Move], deadline: float | None = None) -> Move:
        """The move that was tried most."""
        self.found = []
        if len(legal_moves) == 1:
            return legal_moves[0]
        engine = compiled(view.board) if self.wait else ready(view.board)
        if engine.target != "cpu":
            return GreedyBot(self.seed).choose(view, legal_moves, deadline)
        self.found = self._kept_bastions(view) or self._search(engine, view, deadline)
        chosen = self.found[0].move
        self._expected = (view.turn, str(view.seat), chosen) if isinstance(chosen, CardMove) else None
        return chosen

    def analyse(self, view: View, deadline: float | None = None) -> list[Candidate]:
        """All moves of the position with what the search found, the most tried first."""
        return self._search(compiled(view.board), view, deadline)

    def stop(self) -> None:
        """Let a search that runs in another thread answer with what it has found so far."""
        for tree in self._trees:
            tree.is_stopped = True

    def _search(self, engine: Engine, view: View, deadline: float | None) -> list[Candidate]:
        position, seed = seen_position(view), seed_for(view, self.seed)
        until = self._until(deadline)
        most = self.simulations or self.enough
        share = None if most is None else -(-most // self.threads)
        seeds = [(seed + number) % 2**64 for number in range(self.threads)]
        self._trees = [self._tree(engine, view, position, own) for own in seeds]
        if self.threads == 1:
            self._trees[0].run(share, until)
        else:
            self._run_trees(share, until)
        return self._candidates(view, ROOT)

    def _tree(self, engine: Engine, view: View, position: Position, seed: int) -> Tree:
        """A tree that is to be grown."""
        settings = settings_record(self.settings or search_settings(position.seats))
        return Tree(engine, position, seed, settings, self.weights)

    def _run_trees(self, share: int | None, until: float | None) -> None:
        """All trees at once; whoever interrupts need not wait until they are grown."""
        with ThreadPoolExecutor(self.threads) as pool:
            try:
                list(pool.map(lambda tree: tree.run(share, until), self._trees))
            finally:
                for tree in self._trees:
                    tree.is_stopped = True

    def _until(self, deadline: float | None) -> float | None:
        """When to stop: by one's own time, and in time for the answer."""
        own = None if self.seconds is None else time.monotonic() + self.seconds
        limits = [
            limit for limit in (own, None if deadline is None else deadline - ANSWER_SECONDS) if limit is not None
        ]
        return min(limits, default=None)

    def _kept_bastions(self, view: View) -> list[Candidate]:
        """What the knight's search found about the bastion, if it tried enough."""
        if view.phase != "bastion" or self._expected is None or self._expected[:2] != (view.turn, view.seat):
            return []
        number = number_of_move(view.board, self._expected[2])
        nodes = [tree.child(number) for tree in self._trees]
        found = self._merged(
            [tree.children(node) for tree, node in zip(self._trees, nodes, strict=True) if node != NO_NODE], view
        )
        return found if sum(candidate.visits for candidate in found) >= ENOUGH_FOR_BASTION else []

    def _candidates(self, view: View, node: int) -> list[Candidate]:
        return self._merged([tree.children(node) for tree in self._trees], view)

    def _merged(self, trees: list[dict[int, tuple[int, Any]]], view: View) -> list[Candidate]:
        """The trees' findings together, the most tried move first."""
        seats, own = len(view.seats), view.seats.index(str(view.seat))
        visits: dict[int, int] = {}
        totals: dict[int, Any] = {}
        for tree in trees:
            for move, (tried, total) in tree.items():
                visits[move] = visits.get(move, 0) + tried
                totals[move] = totals.get(move, 0) + total
        candidates = []
        for move, tried in visits.items():
            shares = tuple(float(total) / max(1, tried) for total in totals[move][:seats])
            candidates.append(Candidate(move_of_number(view.board, move), shares[own], shares, tried))
        return sorted(candidates, key=lambda candidate: (-candidate.visits, -candidate.share, str(candidate.move)))
