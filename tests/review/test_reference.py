"""Over many games of the reference policy luck and decisions cancel."""

from typing import Any

import numpy as np
import pytest

from rheinlaender.game.game import Game
from rheinlaender.game.move import move_of_number, number_of_move
from rheinlaender.game.options import Options
from rheinlaender.review.judge import PlayoutJudge
from rheinlaender.review.ledger import happened
from rheinlaender.review.review import review_game
from rheinlaender.review.steps import DECISION, seen_from_first
from rheinlaender.review.weighing import weigh_decision
from tests.review.games import IS_LONG
from tests.setting import PRESETS, SEATS

GAMES = 36
JUDGE = PlayoutJudge(playouts=4)


def reference_game(number: int) -> Game:
    """A game in which every seat plays one of the right moves, by chance."""
    game = Game.new(SEATS[number % 3], Options.preset(PRESETS[number % 4]), seed=number)
    chance = np.random.default_rng(number)
    while not game.is_over:
        moves = game.legal_moves()
        if len(moves) == 1:
            game.play(moves[0])
            continue
        found = weigh_decision(JUDGE, seen_from_first(game.view(game.to_move)), number_of_move(game.board, moves[0]))
        game.play(move_of_number(game.board, int(chance.choice(found.right))))
    return game


def sums_of(number: int) -> tuple[Any, Any, Any, float]:
    """For all seats of a game but the last: luck of the deal and of draws, decisions, results; the even share."""
    review = review_game(reference_game(number), JUDGE)
    parts = [
        np.sum([happened(step) for step in review.steps if (step.kind == DECISION) == of], axis=0) for of in (0, 1)
    ]
    results = np.array([seat.result for seat in review.seats])
    return parts[0][:-1], parts[1][:-1], results[:-1], 1 / len(results)


@pytest.mark.skipif(not IS_LONG, reason="many games of the reference policy: make review-test")
def test_luck_and_decisions_cancel() -> None:
    """The means of luck and of decisions are 0 within three standard errors; how results vary without luck is told."""
    games = [sums_of(number) for number in range(GAMES)]
    for part in (0, 1):
        means = np.array([np.mean(game[part]) for game in games])
        error = means.std(ddof=1) / np.sqrt(GAMES)
        print(f"{('luck', 'decisions')[part]}: mean {means.mean():.4f}, standard error {error:.4f}")
        assert abs(means.mean()) <= 3 * error
    results = np.concatenate([game[2] - game[3] for game in games])
    without = np.concatenate([game[2] - game[3] - game[0] for game in games])
    ratio = without.var() / results.var()
    print(f"variance of results without luck: {ratio:.2f} of that with it")
