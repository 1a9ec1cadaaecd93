"""Over many games of the reference policy luck and decisions cancel."""

import numpy as np
import pytest

from rheinlaender.review.judge import PlayoutJudge
from tests.review.games import IS_LONG
from tools.luck_variance import Sums, ratio_of, spread_of, sums_of

GAMES = 36
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


def test_luck_that_explains_everything_leaves_nothing() -> None:
    """Where luck is the result nothing varies without it, and where there is none everything does."""
    result = np.array([1.0, 0.0, 0.0])
    explained = [
        Sums(np.roll(result, turn) - 1 / 3, 0 * result, 0 * result, np.roll(result, turn)) for turn in range(3)
    ]
    blind = [Sums(0 * result, 0 * result, 0 * result, game.results) for game in explained]
    assert ratio_of(explained) == pytest.approx(0.0) and ratio_of(blind) == pytest.approx(1.0)
    assert spread_of(blind) == pytest.approx((1.0, 1.0))
