"""Over many games of the reference policy luck and decisions cancel."""

from dataclasses import replace

import numpy as np
import pytest

from rheinlaender.review.judge import PlayoutJudge
from tests.review.games import IS_LONG
from tools.luck_variance import Sums, covariance_of, expected_sums_of, ratio_of, spread_of, sums_of

GAMES, EXPECTED_GAMES = 36, 200
JUDGE = PlayoutJudge(playouts=4)


@pytest.mark.skipif(not IS_LONG, reason="many games of the reference policy: make review-test")
def test_luck_and_decisions_cancel() -> None:
    """The means of luck and of decisions are 0 within three standard errors; how results vary without luck is told."""
    games = [sums_of(JUDGE, number) for number in range(GAMES)]
    for name in ("luck", "decisions"):
        means = np.array([np.mean(getattr(game, name)[:-1]) for game in games])
        error = means.std(ddof=1) / np.sqrt(GAMES)
        print(f"{name}: mean {means.mean():.4f}, standard error {error:.4f}")
        assert abs(means.mean()) <= 3 * error
    print(f"variance of results without luck: {ratio_of(games):.2f} of that with it")


@pytest.mark.skipif(not IS_LONG, reason="many games as the judge expects them: make review-test")
def test_luck_explains_games_that_go_as_expected() -> None:
    """Where everybody plays as the play-outs expect, results without their luck vary less; luck is 0 on average."""
    found = [expected_sums_of(JUDGE, number) for number in range(EXPECTED_GAMES)]
    games = [replace(game, luck=(game.luck + game.luck_again) / 2) for game in found]
    means = np.array([np.mean(game.luck[:-1]) for game in games])
    low, high = spread_of(games, ratio_of)
    agreed = covariance_of(found, "luck", "luck_again")
    print(f"luck: mean {means.mean():.4f}, standard error {means.std(ddof=1) / np.sqrt(EXPECTED_GAMES):.4f}")
    print(f"variance of results without luck: {ratio_of(games):.2f} of that with it ({low:.2f} to {high:.2f})")
    print(
        f"luck on which play-outs agree: {agreed:.4f}; with results: {covariance_of(games, 'luck', 'beyond_even'):.4f}"
    )
    assert abs(means.mean()) <= 3 * means.std(ddof=1) / np.sqrt(EXPECTED_GAMES)
    assert ratio_of(games) < 1.0


def test_a_game_that_goes_as_expected() -> None:
    """Its luck is nothing for all seats together, by any random numbers, and they are not the same."""
    found = expected_sums_of(PlayoutJudge(playouts=1), 0)
    assert len(found.results) == 3 and found.results.sum() == 1.0
    assert found.luck.sum() == found.luck_again.sum() == 0.0
    assert np.abs(found.luck).max() > 0.0 and (found.luck != found.luck_again).any()


def test_luck_that_explains_everything_leaves_nothing() -> None:
    """Where luck is the result nothing varies without it, and where there is none everything does."""
    result = np.array([1.0, 0.0, 0.0])
    explained = [
        Sums(np.roll(result, turn) - 1 / 3, 0 * result, 0 * result, np.roll(result, turn), 0 * result)
        for turn in range(3)
    ]
    blind = [Sums(0 * result, 0 * result, 0 * result, game.results, 0 * result) for game in explained]
    assert ratio_of(explained) == pytest.approx(0.0) and ratio_of(blind) == pytest.approx(1.0)
    assert spread_of(blind, ratio_of) == pytest.approx((1.0, 1.0))
