"""Searches on the GPU beside the CPU, in one run: the same trees, then simulations a second. Prints lines of JSON.

Run it on a machine with an NVIDIA GPU, numba and numba-cuda:

    PYTHONUNBUFFERED=1 python benchmarks/gpu_search.py [POSITIONS [SIMULATIONS [NAME ...]]]

For 3, 4 and 5 seats, positions of games of the quick policy are searched by `search` and by `foresight`: some on one
core, more on all cores, POSITIONS (16384) on the GPU, SIMULATIONS (128) each, one after the other, three times, and the
median counts. Trees of the same seeds are compared: how many have the same visits in every move, how many choose the
same move. If fewer than 8 of 10 do, the exit status is 1. NAMES are "search" and "foresight".
"""

import os
import statistics
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

if not __package__:
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.home import come_home

come_home("numba")

import numpy as np

from benchmarks.gpu_report import tell
from rheinlaender.batches.arguments import template_of
from rheinlaender.batches.errors import NoCuda
from rheinlaender.batches.kernels import set_up_games
from rheinlaender.bots.foresight import shipped_glance
from rheinlaender.bots.weights import FORESIGHT_SETTINGS, foresight_record
from rheinlaender.rules.compile import compiled
from rheinlaender.rules.position import KNIGHT_PHASE, OVER, POSITION
from rheinlaender.rules.turn import finish_turn
from rheinlaender.thinking.foresight import play_quickly
from rheinlaender.thinking.glance import GLANCING
from rheinlaender.thinking.search import TASK
from rheinlaender.training.searches import NODES_A_SIMULATION, Searches, tree_of

CORES = os.cpu_count() or 1
ON_ONE_CORE, ON_EACH_CORE, COMPARED = 8, 8, 96
TIMES = 3
LONGEST = 55
ENOUGH_ALIKE = 0.8


def positions_of(seats: int, number: int) -> Any:
    """Positions after up to 55 turns of the quick policy, which repeat where many are asked for."""
    games = min(number, 1024)
    positions, engine = np.zeros(games, POSITION), compiled()
    seeds, ones = np.arange(games, dtype=np.uint64), np.ones(games, np.uint8)
    template = template_of(None)
    engine.of(set_up_games)(positions, template, seeds, np.zeros(games, np.int8), ones, seats, 0, games)
    task, glancing = np.zeros(1, TASK), np.zeros(1, GLANCING)
    settings, glance = foresight_record(FORESIGHT_SETTINGS), shipped_glance()
    for game in range(games):
        task["random"] = np.uint64(game)
        place = positions[game : game + 1]
        engine.of(play_quickly)(place[0], 1 + game % LONGEST, task[0], settings, glance, glancing[0])
        if place[0]["phase"] != OVER:
            engine.of(finish_turn)(place[0], None)
    going = positions[positions["phase"] == KNIGHT_PHASE]
    return np.resize(going, number)


def compare(name: str, seats: int, simulations: int) -> float:
    """How many of some positions choose the same move on the GPU and on the CPU; also tells how many visits are."""
    positions = positions_of(seats, COMPARED)
    found = Searches(name, positions, np.arange(COMPARED, dtype=np.uint64), simulations).run()
    chosen = found.chosen()
    same_visits = same_moves = 0
    for number, position in enumerate(positions):
        children = tree_of(name, position, number, simulations).children()
        there = found.moves[number] >= 0
        visits = dict(zip(found.moves[number][there].tolist(), found.visits[number][there].tolist(), strict=True))
        same_visits += visits == {move: tried for move, (tried, _) in children.items()}
        seat = int(position["seat"])
        same_moves += int(chosen[number]) == max(
            children, key=lambda move: (children[move][0], children[move][1][seat])
        )
    tell("same", search=name, seats=seats, positions=COMPARED, same_visits=same_visits, same_moves=same_moves)
    return same_moves / COMPARED


def rate_of(simulations: int, work: Callable[[], None]) -> float:
    """Simulations a second."""
    began = time.perf_counter()
    work()
    return simulations / (time.perf_counter() - began)


def measure(name: str, seats: int, positions: int, simulations: int) -> None:
    """Simulations a second on one core, on all cores and on the GPU, in turn."""
    many = positions_of(seats, positions)
    searches = Searches(name, many, np.arange(positions, dtype=np.uint64), simulations)
    searches.run()
    everywhere = ON_EACH_CORE * CORES

    def grow(number: int) -> None:
        tree_of(name, many[number], number, simulations)

    def on_all_cores() -> None:
        with ThreadPoolExecutor(CORES) as pool:
            list(pool.map(grow, range(everywhere)))

    def on_one_core() -> None:
        for number in range(ON_ONE_CORE):
            grow(number)

    rates = dict[str, list[float]]()
    for _ in range(TIMES):
        for place, number, work in (
            ("one_core", ON_ONE_CORE, on_one_core),
            ("all_cores", everywhere, on_all_cores),
            ("gpu", positions, searches.run),
        ):
            rates.setdefault(place, []).append(rate_of(number * simulations, work))  # type: ignore[arg-type]
    medians = {f"{place}_a_second": round(statistics.median(found)) for place, found in rates.items()}
    tell("rate", search=name, seats=seats, cores=CORES, positions=positions, simulations=simulations, **medians)


def main(given: list[str]) -> int:
    """Compare and measure; the exit status."""
    positions, simulations = [int(number) for number in [*given[:2], *("16384", "128")[len(given[:2]) :]]]
    alike = 1.0
    try:
        for name in given[2:] or NODES_A_SIMULATION:
            for seats in (4, 3, 5):
                alike = min(alike, compare(name, seats, simulations))
                measure(name, seats, positions, simulations)
    except NoCuda as refusal:
        raise SystemExit(str(refusal)) from None
    return 0 if alike >= ENOUGH_ALIKE else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
