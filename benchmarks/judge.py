"""The judge on one core: microseconds of a judgement and of its parts, in positions of games that the network played.

    python benchmarks/judge.py [--json] [--games 40] [--runs 15]

Every number is the best of several runs over all positions, in processor time, with 3, 4 and 5 seats; the parts take
turns. `shares` is a digest of all that was found: a judge that answers the same to the bit has the same. Last, what the
player `net` needs for a decision, from what it sees to its move, on average over some games.
"""

import argparse
import hashlib
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

if not __package__:
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.home import come_home

come_home("numba")

import numpy as np

from benchmarks.judge_rules import judge_all, keep_positions, look_all, sum_all
from rheinlaender.batches.arguments import template_of
from rheinlaender.bots.net import NetBot
from rheinlaender.bots.network import PLAYERS, shipped_network
from rheinlaender.game.game import Game
from rheinlaender.rules.compile import compiled, word
from rheinlaender.rules.position import MOST_SEATS, POSITION
from rheinlaender.thinking.network import JUDGING

MOST_KEPT = 400


def positions_of(seats: int, games: int) -> Any:
    """All positions of some games of network players."""
    places, kept = np.zeros(2, POSITION), np.zeros(MOST_KEPT, POSITION)
    play, judging = compiled().of(keep_positions), np.zeros(1, JUDGING)[0]
    found = []
    for seed in range(games):
        places[0] = template_of("parker")[0]
        count = play(places, kept, seats, word(seed), shipped_network(PLAYERS), judging)
        found.append(kept[:count].copy())
    return np.concatenate(found)


def microseconds(parts: dict[str, Callable[[], None]], count: int, runs: int) -> dict[str, float]:
    """The best run of each part, for one position."""
    best = dict.fromkeys(parts, float("inf"))
    for _ in range(runs):
        for name, part in parts.items():
            start = time.process_time()
            part()
            best[name] = min(best[name], (time.process_time() - start) / count * 1e6)
    return best


def measure(seats: int, games: int, runs: int) -> dict[str, Any]:
    """A judgement and its parts with so many seats."""
    positions, network, judging = positions_of(seats, games), shipped_network(PLAYERS), np.zeros(1, JUDGING)[0]
    found = np.zeros((len(positions), MOST_SEATS, 2), np.float32)
    engine = compiled()
    whole, looking, summing = engine.of(judge_all), engine.of(look_all), engine.of(sum_all)
    parts: dict[str, Callable[[], None]] = {
        "judge": lambda: whole(positions, network, judging, found),
        "look": lambda: looking(positions, judging),
        "look and duchies": lambda: summing(positions, network, judging),
    }
    for part in parts.values():
        part()
    best = microseconds(parts, len(positions), runs)
    return {
        "seats": seats,
        "positions": len(positions),
        "judge": round(best["judge"], 2),
        "look around": round(best["look"], 2),
        "duchies": round(best["look and duchies"] - best["look"], 2),
        "seats' layers": round(best["judge"] - best["look and duchies"], 2),
        "shares": hashlib.sha256(found.tobytes()).hexdigest()[:16],
    }


def milliseconds_of_net(games: int = 4) -> float:
    """How long a decision of `net` takes with four seats, in processor time; the first compiles and does not count."""
    bot, spent, decisions = NetBot(wait=True), 0.0, 0
    for seed in range(games):
        game = Game.new(4, seed=seed)
        while not game.is_over:
            view, legal = game.view(game.to_move), game.legal_moves()
            start = time.process_time()
            move = bot.choose(view, legal)
            spent += (time.process_time() - start) * (decisions > 0)
            decisions += 1
            game.play(move)
    return round(1000 * spent / (decisions - 1), 2)


def main() -> None:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--runs", type=int, default=15)
    arguments = parser.parse_args()
    for seats in (3, 4, 5):
        found = measure(seats, arguments.games, arguments.runs)
        print(json.dumps(found) if arguments.json else line_of(found), flush=True)
    net = milliseconds_of_net()
    print(json.dumps({"net": net}) if arguments.json else f"net: {net} ms a decision", flush=True)


def line_of(found: dict[str, Any]) -> str:
    """What was found, to be read."""
    parts = ", ".join(f"{name} {found[name]}" for name in ("look around", "duchies", "seats' layers"))
    head = f"{found['seats']} seats: {found['judge']} µs a judgement ({parts})"
    return f"{head}; {found['positions']} positions, {found['shares']}"


if __name__ == "__main__":
    main()
