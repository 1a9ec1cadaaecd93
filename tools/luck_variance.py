"""How much of a result is luck: `python -m tools.luck_variance` plays and reviews games of the reference policy.

Every seat plays one of the right moves, by chance. Over many games luck and decisions then cancel, and results
without their luck vary less than results do: by how much less says how well the judge knows what is luck.
"""

import argparse
import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from rheinlaender.cli.terminal import progress
from rheinlaender.cli.workers import work_in_processes
from rheinlaender.game.game import Game
from rheinlaender.game.move import move_of_number, number_of_move
from rheinlaender.game.options import Options
from rheinlaender.review.judge import PlayoutJudge
from rheinlaender.review.ledger import happened, rounding
from rheinlaender.review.review import review_game
from rheinlaender.review.steps import DECISION, seen_from_first
from rheinlaender.review.weighing import weigh_decision

SEATS = (3, 4, 5)
PRESETS = ("parker", "dutch", "hungarian", "short")
RESAMPLES = 2000


@dataclass(frozen=True)
class Sums:
    """What one game came to, for all seats: luck of the deal and of draws, decisions, the judge's rounding, results."""

    luck: Any
    decisions: Any
    rounding: Any
    results: Any

    @property
    def beyond_even(self) -> Any:
        """The results beyond even shares."""
        return self.results - 1 / len(self.results)


def reference_game(judge: PlayoutJudge, number: int) -> Game:
    """A game in which every seat plays one of the right moves, by chance."""
    game = Game.new(SEATS[number % len(SEATS)], Options.preset(PRESETS[number % len(PRESETS)]), seed=number)
    chance = np.random.default_rng(number)
    while not game.is_over:
        moves = game.legal_moves()
        if len(moves) == 1:
            game.play(moves[0])
            continue
        found = weigh_decision(judge, seen_from_first(game.view(game.to_move)), number_of_move(game.board, moves[0]))
        game.play(move_of_number(game.board, int(chance.choice(found.right))))
    return game


def sums_of(judge: PlayoutJudge, number: int) -> Sums:
    """Play and review one game."""
    review = review_game(reference_game(judge, number), judge)
    luck, decisions = (
        np.sum([happened(step) for step in review.steps if (step.kind == DECISION) == is_decision], axis=0)
        for is_decision in (False, True)
    )
    roundings = np.sum([rounding(step) for step in review.steps], axis=0)
    return Sums(luck, decisions, roundings, np.array([seat.result for seat in review.seats]))


def ratio_of(games: Sequence[Sums]) -> float:
    """The variance of results without their luck, as a part of that of results."""
    results = np.concatenate([game.beyond_even for game in games])
    without = np.concatenate([game.beyond_even - game.luck for game in games])
    return float(without.var() / results.var())


def spread_of(games: Sequence[Sums]) -> tuple[float, float]:
    """Between which ratios 95 % of samples of as many games lie."""
    chance = np.random.default_rng(0)
    drawn = (chance.integers(len(games), size=len(games)) for _ in range(RESAMPLES))
    low, high = np.percentile([ratio_of([games[place] for place in places]) for places in drawn], (2.5, 97.5))
    return float(low), float(high)


def main() -> None:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=24)
    parser.add_argument("--playouts", type=int, default=64)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    judge = PlayoutJudge(arguments.playouts)
    done = work_in_processes(partial(sums_of, judge), range(arguments.games), arguments.processes)
    games = list(progress(done, arguments.games, "Measuring"))
    low, high = spread_of(games)
    print(f"{judge.name}; {len(games)} games")
    print(f"variance of results without their luck: {ratio_of(games):.2f} of that with it ({low:.2f} to {high:.2f})")
    for name in ("luck", "decisions", "rounding", "beyond_even"):
        print(f"variance of {name}: {np.concatenate([getattr(game, name) for game in games]).var():.4f}")


if __name__ == "__main__":
    main()
