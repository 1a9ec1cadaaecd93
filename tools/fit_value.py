"""Fit the factors of the value (src/rheinlaender/kernels/value.py) to the final accounts of many greedy games.

    python tools/fit_value.py --games 6000 --out src/rheinlaender/bots/value.json

Games are played by the greedy evaluation with some random moves mixed in, so that many kinds of positions occur. The
factors minimise the squared error of the predicted final coins; the errors that remain give the temperatures.
"""

import argparse
import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from rheinlaender.bots.weights import GREEDY_WEIGHTS, weights_record
from rheinlaender.game.options import Options, apply_options
from rheinlaender.kernels.evaluation import SCRATCH
from rheinlaender.kernels.value import COUNTED_TERMS, TERMS, TIMES
from rheinlaender.rules.compile import compiled
from rheinlaender.rules.position import DRAW_PHASE, OVER, POSITION, Position

NOISE = 0.12
EVERY = 3
RIDGE = 3.0


def main() -> None:
    """Play, fit, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=6000)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    factors, temperatures = [], []
    for seats in (3, 4, 5):
        rows, coins, times = play_games(seats, arguments.games)
        fitted, errors = fit(rows, coins, times)
        factors.append(fitted.round(4).tolist())
        temperatures.append(errors)
        print(seats, "seats:", len(rows), "rows; error by time left", errors)
    document = {"terms": list(TERMS), "factors": factors, "errors": temperatures}
    arguments.out.write_text(json.dumps(document) + "\n", encoding="utf-8")


def play_games(seats: int, games: int) -> tuple[Any, Any, Any]:
    """Terms, coins still to come, and time left, of many positions of many games."""
    engine, random = compiled(), np.random.default_rng(seats)
    start = Position()
    apply_options(start, Options())
    positions, trial = np.zeros(1, POSITION), np.zeros(1, POSITION)
    positions[0] = start.record
    position, weights, scratch = positions[0], weights_record(GREEDY_WEIGHTS), np.zeros(1, SCRATCH)[0]
    terms = np.zeros((5, COUNTED_TERMS))
    rows, coins, times = [], [], []
    for game in range(games):
        engine.set_up(position, np.int64(seats), np.int64(0), np.uint64(game))
        kept = []
        while position["phase"] != OVER:
            if position["phase"] == DRAW_PHASE:
                engine.finish_turn(position, None)
                if random.random() < 1 / EVERY:
                    engine.describe(position, terms, scratch)
                    kept.append((terms[:seats].copy(), position["coins"][:seats].copy(), engine.time_left(position)))
                continue
            if random.random() < NOISE:
                move = engine.random_move(position, np.uint64(random.integers(2**63)))
            else:
                move = engine.greedy_move(position, trial, weights, scratch)
            engine.play(position, np.int64(move), None)
        final = np.array([engine.final_coins(position, np.int64(seat)) for seat in range(seats)])
        for described, paid, time in kept:
            rows.append(described)
            coins.append(final - paid)
            times.append(np.full(seats, time))
    return np.concatenate(rows), np.concatenate(coins), np.concatenate(times)


def fit(rows: Any, coins: Any, times: Any) -> tuple[Any, list[float]]:
    """Factors by term and power of the time left, and the standard error for early, middle and late positions."""
    columns = np.concatenate([rows * (times**power)[:, None] for power in range(TIMES)], axis=1)
    square = columns.T @ columns + RIDGE * np.eye(columns.shape[1])
    solution = np.linalg.solve(square, columns.T @ coins)
    error = coins - columns @ solution
    edges = (0.0, 0.15, 0.35, 0.6, 0.85, 1.01)
    errors = [float(np.std(error[(times >= low) & (times < high)]).round(2)) for low, high in pairwise(edges)]
    return solution.reshape(TIMES, -1).T, errors


if __name__ == "__main__":
    main()
