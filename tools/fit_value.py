"""Fit the factors of the value (src/rheinlaender/thinking/value.py) to the final accounts of many games.

    python tools/fit_value.py --seats 4 --by greedy --games 1500
    python tools/fit_value.py --seats 5 --by search:120 --games 1200

Games are played by a computer player with some random moves mixed in, so that many kinds of positions occur. Factors
minimise the squared error of the predicted final coins; the errors that remain are written beside them. The factors of
other numbers of seats stay as they are in src/rheinlaender/bots/value.json.
"""

import argparse
import json
import os
import random
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import chain, pairwise
from pathlib import Path
from typing import Any

import numpy as np

from rheinlaender.bots import make_bot
from rheinlaender.game.game import Game
from rheinlaender.rules.compile import compiled
from rheinlaender.thinking.evaluation import SCRATCH
from rheinlaender.thinking.value import COUNTED_TERMS, TERMS, TIMES, describe, time_left

FILE = Path(__file__).parents[1] / "src" / "rheinlaender" / "bots" / "value.json"
NOISE = 0.04
EVERY = 3
RIDGE = 3.0
FIRST_SEED = 5_000_000

Row = tuple[Any, Any, Any]
"""The terms of every seat in a position, the coins that were still to come, and the time left."""


def main() -> None:
    """Play, fit, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seats", type=int, choices=(3, 4, 5), required=True)
    parser.add_argument("--by", default="search:120", help="who plays (default search:120)")
    parser.add_argument("--games", type=int, default=1200)
    arguments = parser.parse_args()
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        played = pool.map(partial(play_game, arguments.seats, arguments.by), range(arguments.games))
        rows = list(chain.from_iterable(progress(played, arguments.games)))
    factors, errors = fit(*(np.concatenate(column) for column in zip(*rows, strict=True)))
    print(f"{len(rows)} positions; standard error by time left, least first: {errors}")
    write(arguments.seats, factors.round(4).tolist(), errors, f"{arguments.games} games of {arguments.by}")


def progress(played: Iterable[list[Row]], games: int) -> Iterable[list[Row]]:
    """The rows of every game, with a bar in the terminal."""
    from rich.progress import track

    return track(played, "Playing", total=games)


def play_game(seats: int, by: str, number: int) -> list[Row]:
    """Play a game; a row for every third position or so."""
    engine, chance = compiled(), random.Random(number)
    game, bot = Game.new(seats, seed=FIRST_SEED + number), make_bot(by, number, threads=1, wait=True)
    terms, scratch = np.zeros((5, COUNTED_TERMS)), np.zeros(1, SCRATCH)[0]
    kept: list[Row] = []
    while not game.is_over:
        legal, view = game.legal_moves(), game.view(game.to_move)
        if view.phase == "knight" and chance.random() < 1 / EVERY:
            position = game.position.record
            engine.of(describe)(position, terms, scratch)
            time = np.full(seats, engine.of(time_left)(position))
            kept.append((terms[:seats].copy(), np.array(position["coins"][:seats]), time))
        game.play(chance.choice(legal) if chance.random() < NOISE else bot.choose(view, legal))
    result = game.result()
    assert result is not None
    final = np.array(list(result.coins.values()))
    return [(described, final - paid, time) for described, paid, time in kept]


def fit(rows: Any, coins: Any, times: Any) -> tuple[Any, list[float]]:
    """Factors by term and power of the time left, and the standard error for early, middle and late positions."""
    columns = np.concatenate([rows * (times**power)[:, None] for power in range(TIMES)], axis=1)
    square = columns.T @ columns + RIDGE * np.eye(columns.shape[1])
    solution = np.linalg.solve(square, columns.T @ coins)
    error = coins - columns @ solution
    edges = (0.0, 0.15, 0.35, 0.6, 0.85, 1.01)
    errors = [float(np.std(error[(times >= low) & (times < high)]).round(2)) for low, high in pairwise(edges)]
    return solution.reshape(TIMES, -1).T, errors


def write(seats: int, factors: Any, errors: list[float], fitted_to: str) -> None:
    """Put the factors for a number of seats into the file."""
    document = json.loads(FILE.read_text(encoding="utf-8"))
    assert document["terms"] == list(TERMS)
    for name, value in (("factors", factors), ("errors", errors), ("fitted_to", fitted_to)):
        document[name][seats - 3] = value
    FILE.write_text(json.dumps(document) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
