"""Measure the four levels for the scale of accuracy: `python -m tools.accuracy_marks` writes review/marks.json.

The levels play at one table, in every order of seats; each search has a number of simulations, so that the games are
the same everywhere. Every game is reviewed. The curve is such that the Squire is at 40.
"""

import argparse
import json
import math
import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import rheinlaender.review.accuracy
from rheinlaender.bots.match import MatchPlan, play_game
from rheinlaender.cli.terminal import progress
from rheinlaender.cli.workers import work_in_processes
from rheinlaender.notation.record import read_record
from rheinlaender.review.accuracy import given_away
from rheinlaender.review.judge import PLAYOUTS, PlayoutJudge
from rheinlaender.review.review import review_game
from rheinlaender.review.weighing import Weighed

MARKS = Path(rheinlaender.review.accuracy.__file__).parent / "marks.json"
PLAYERS = {"squire": "squire", "knight": "knight", "duke": "foresight:30", "archbishop": "foresight:6000"}
"""Who stands for each level: as many simulations as it has time for on a busy core."""
SQUIRE = 40.0


def measure(plan: MatchPlan, judge: PlayoutJudge, number: int) -> dict[str, float]:
    """The part that each level gave away in one game."""
    played = play_game(plan, number, keep=True)
    record = read_record(played.record)
    review = review_game(record.game, judge)
    by_seat: dict[str, list[Weighed]] = {}
    for step in review.steps:
        if step.weighed is not None:
            by_seat.setdefault(review.seats[step.seat].seat, []).append(step.weighed)
    names = {player: level for level, player in PLAYERS.items()}
    return {names[record.headers[f"Player{seat.upper()}"]]: given_away(found) for seat, found in by_seat.items()}


def measured(games: int, judge: PlayoutJudge, processes: int) -> Iterator[dict[str, float]]:
    """All games as they are done."""
    plan = MatchPlan(tuple(PLAYERS.values()), games, seed=1)
    games_done = work_in_processes(partial(measure, plan, judge), plan.numbers, processes)
    yield from progress(games_done, len(plan.numbers), "Measuring")


def fitted(found: list[dict[str, float]]) -> dict[str, Any]:
    """The curve and the marks."""
    curve = -math.log(SQUIRE / 100) / fmean(game["squire"] for game in found)
    levels = {}
    for level in PLAYERS:
        parts = [game[level] for game in found]
        error = stdev(parts) / math.sqrt(len(parts))
        levels[level] = {
            "player": PLAYERS[level],
            "given_away": round(fmean(parts), 5),
            "error": round(error, 5),
            "accuracy": round(100 * math.exp(-curve * fmean(parts)), 1),
        }
    return {"curve": round(curve, 3), "levels": levels}


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--playouts", type=int, default=PLAYOUTS)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    judge = PlayoutJudge(arguments.playouts)
    found = list(measured(arguments.games, judge, arguments.processes))
    command = f"python -m tools.accuracy_marks --games {arguments.games} --playouts {arguments.playouts}"
    source = {"command": command, "judge": judge.weighing}
    MARKS.write_text(json.dumps({**source, **fitted(found)}, indent=2) + "\n", encoding="utf-8")
    print(MARKS.read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()
