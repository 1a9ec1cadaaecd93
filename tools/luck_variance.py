"""How much of a result is luck: `python -m tools.luck_variance` plays and reviews games of the reference policy.

Every seat plays one of the right moves, by chance. Over many games luck and decisions then cancel, and results
without their luck vary less than results do: by how much less says how well the judge knows what is luck. Luck is
judged twice, by different random numbers: what both agree on is no error of the play-outs.

With `--cards` the luck of each draw is taken beside so many cards that could have come instead, not beside all, and
nothing else is judged, which is much quicker: the variance of luck is half the mean square of the differences, its
covariance with results that of the differences. It fails unless results certainly vary less without their luck.
"""

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, TypeVar

import numpy as np

from rheinlaender.cli.terminal import progress
from rheinlaender.cli.workers import work_in_processes
from rheinlaender.game.game import Game
from rheinlaender.game.move import move_of_number, number_of_move
from rheinlaender.game.options import Options
from rheinlaender.review.bench import bench_of
from rheinlaender.review.judge import PlayoutJudge
from rheinlaender.review.ledger import happened, rounding
from rheinlaender.review.review import result_of, review_game
from rheinlaender.review.steps import (
    DECISION,
    DealQuestion,
    DecisionQuestion,
    DrawQuestion,
    after_top,
    questions_of,
    seen_from_first,
    shuffled,
)
from rheinlaender.review.weighing import weigh_decision
from rheinlaender.rules.position import SHUFFLE_CARD

SEATS = (3, 4, 5)
PRESETS = ("parker", "dutch", "hungarian", "short")
RESAMPLES = 2000
Told = TypeVar("Told")


@dataclass(frozen=True)
class Sums:
    """What one game came to, for all seats: luck of the deal and of draws, decisions, the judge's rounding, results."""

    luck: Any
    decisions: Any
    rounding: Any
    results: Any
    luck_again: Any
    """The luck by other random numbers."""

    @property
    def beyond_even(self) -> Any:
        """The results beyond even shares."""
        return self.results - 1 / len(self.results)


@dataclass(frozen=True)
class Sample:
    """What one game came to beside some cards that could have come instead, means over its seats."""

    variance: float
    covariance: float
    luck: Any
    results: Any


@dataclass(frozen=True)
class RememberingJudge(PlayoutJudge):
    """Weighs nothing twice: a game that it has played is reviewed in half the time."""

    kept: dict[tuple[bytes, int], Any] = field(default_factory=dict, compare=False, repr=False)

    def weigh(self, place: Any, moves: list[int]) -> Any:
        """What was found before, or play-outs of a whole round."""
        about = place.tobytes()
        new = [move for move in moves if (about, move) not in self.kept]
        if new:
            self.kept.update(
                {(about, move): found for move, found in zip(new, super().weigh(place, new).T, strict=True)}
            )
        return np.stack([self.kept[about, move] for move in moves], axis=1)


def new_game(number: int) -> Game:
    """A game that seat a begins; seats and presets take turns."""
    options = Options.preset(PRESETS[number % len(PRESETS)])
    return Game.new(SEATS[number % len(SEATS)], options, seed=number)


def reference_game(judge: PlayoutJudge, number: int) -> Game:
    """A game in which every seat plays one of the right moves, by chance."""
    game, chance = new_game(number), np.random.default_rng(number)
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
    remembering = RememberingJudge(judge.playouts, judge.seed, judge.board)
    game = reference_game(remembering, number)
    review = review_game(game, remembering)
    luck, decisions = (
        np.sum([happened(step) for step in review.steps if (step.kind == DECISION) == is_decision], axis=0)
        for is_decision in (False, True)
    )
    roundings = np.sum([rounding(step) for step in review.steps], axis=0)
    results = np.array([seat.result for seat in review.seats])
    return Sums(luck, decisions, roundings, results, luck_of(game, replace(judge, seed=judge.seed + 1)))


def sample_of(judge: PlayoutJudge, cards: int, number: int) -> Sample:
    """Play one game of the reference, and judge its luck beside some cards that could have come instead."""
    game = reference_game(judge, number)
    results, chance = np.array(result_of(game)), np.random.default_rng([number, cards])
    differences = [after - others for after, others in alternatives(game, judge, cards, chance)]
    return Sample(
        variance=sum(float((rows**2).mean()) / 2 for rows in differences),
        covariance=sum(float((rows * (results - 1 / len(results))).mean()) for rows in differences),
        luck=np.sum([rows.mean(axis=0) for rows in differences], axis=0),
        results=results,
    )


def alternatives(game: Game, judge: PlayoutJudge, cards: int, chance: Any) -> Iterator[tuple[Any, Any]]:
    """The shares after each thing that happened by chance, and after some that could have happened instead, in rows."""
    for question in questions_of(game):
        if isinstance(question, DealQuestion):
            deals = [
                bench_of(judge.board).dealt(question.place, int(seed)) for seed in chance.integers(2**63, size=cards)
            ]
            yield np.array(judge.chances(question.place)), np.array([judge.chances(dealt) for dealt in deals])
        elif isinstance(question, DrawQuestion):
            place, card = question.place, question.card
            if question.was_shuffled:
                yield from beside_others(judge, place, SHUFFLE_CARD, cards_of(place), cards, chance)
                place = shuffled(judge, place)
                yield from beside_others(judge, place, card, cards_of(place) - {SHUFFLE_CARD}, cards, chance)
            else:
                yield from beside_others(judge, place, card, cards_of(place), cards, chance)


def cards_of(place: Any) -> set[int]:
    """The cards of the deck."""
    return {int(card) for card in place["pile"][0][: place["deck"][0]]}


def beside_others(
    judge: PlayoutJudge, place: Any, card: int, deck: set[int], cards: int, chance: Any
) -> Iterator[tuple[Any, Any]]:
    """The shares after a card, and after some others that could have come."""
    if len(deck) > 1:
        rest = sorted(deck - {card})
        others = chance.choice(rest, min(cards, len(rest)), replace=False)
        after, *instead = (judge.chances(after_top(judge, place, int(one))) for one in (card, *others))
        yield np.array(after), np.array(instead)


def luck_of(game: Game, judge: PlayoutJudge) -> Any:
    """The luck of all seats of a game that seat a began, by a judge who is asked for nothing else."""
    questions = [question for question in questions_of(game) if not isinstance(question, DecisionQuestion)]
    return np.sum([happened(step) for question in questions for step in question.answer(judge)], axis=0)


def covariance_of(games: Sequence[Sums], one: str, other: str) -> float:
    """The covariance of two sums over the seats of all games."""
    rows = [np.concatenate([getattr(game, name) for game in games]) for name in (one, other)]
    return float(np.cov(np.stack(rows))[0, 1])


def ratio_of(games: Sequence[Sums]) -> float:
    """The variance of results without their luck, as a part of that of results."""
    results = np.concatenate([game.beyond_even for game in games])
    without = np.concatenate([game.beyond_even - game.luck for game in games])
    return float(without.var() / results.var())


def left_of(games: Sequence[Sample]) -> float:
    """The variance of results without their luck, as a part of that of results, by samples."""
    results = np.concatenate([game.results - 1 / len(game.results) for game in games]).var()
    return float(1 + np.mean([game.variance - 2 * game.covariance for game in games]) / results)


def spread_of(games: Sequence[Told], ratio: Callable[[Sequence[Told]], float]) -> tuple[float, float]:
    """Between which ratios 95 % of samples of as many games lie."""
    chance = np.random.default_rng(0)
    resampled = (chance.integers(len(games), size=len(games)) for _ in range(RESAMPLES))
    low, high = np.percentile([ratio([games[place] for place in places]) for places in resampled], (2.5, 97.5))
    return float(low), float(high)


def tell_samples(games: Sequence[Sample]) -> float:
    """What samples of cards say; the most that may be left."""
    (low, high), means = spread_of(games, left_of), np.array([game.luck[:-1].mean() for game in games])
    print(f"variance of results without their luck: {left_of(games):.2f} of that with it ({low:.2f} to {high:.2f})")
    print(f"variance of luck: {np.mean([game.variance for game in games]):.4f}")
    print(f"covariance of luck with results: {np.mean([game.covariance for game in games]):.4f}")
    print(f"mean of luck: {means.mean():.4f}, standard error {means.std(ddof=1) / np.sqrt(len(games)):.4f}")
    return high


def tell_sums(games: Sequence[Sums]) -> None:
    """What all cards say."""
    low, high = spread_of(games, ratio_of)
    print(f"variance of results without their luck: {ratio_of(games):.2f} of that with it ({low:.2f} to {high:.2f})")
    for name in ("luck", "decisions", "rounding", "beyond_even"):
        print(f"variance of {name}: {covariance_of(games, name, name):.4f}")
    print(f"covariance of luck with itself by other random numbers: {covariance_of(games, 'luck', 'luck_again'):.4f}")
    print(f"covariance of luck with results: {covariance_of(games, 'luck', 'beyond_even'):.4f}")


def main() -> None:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=24)
    parser.add_argument("--playouts", type=int, default=64)
    parser.add_argument("--cards", type=int, default=0)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    judge = PlayoutJudge(arguments.playouts)

    def measured(measure: Callable[[int], Told]) -> list[Told]:
        done = work_in_processes(measure, range(arguments.games), arguments.processes)
        return list(progress(done, arguments.games, "Measuring"))

    print(f"{judge.name}; {arguments.games} games")
    if arguments.cards:
        sys.exit(0 if tell_samples(measured(partial(sample_of, judge, arguments.cards))) < 1 else 1)
    tell_sums(measured(partial(sums_of, judge)))


if __name__ == "__main__":
    main()
