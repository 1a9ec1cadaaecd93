"""Over many games of the reference policy luck and decisions cancel."""

import numpy as np
import pytest

from rheinlaender.review.judge import PlayoutJudge
from rheinlaender.review.review import result_of
from tests.review.games import IS_LONG
from tools.luck_variance import (
    Sample,
    Sums,
    alternatives,
    left_of,
    ratio_of,
    reference_game,
    sample_of,
    spread_of,
    sums_of,
)

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


@pytest.mark.skipif(not IS_LONG, reason="many games of the reference policy: make review-test")
def test_luck_cancels_beside_other_cards() -> None:
    """Luck near the end, by play-outs that begin with weighed moves, is nothing on average; how it goes is told."""
    games = [sample_of(PlayoutJudge(playouts=16), 2, number) for number in range(GAMES)]
    means = np.array([np.mean(game.luck[:-1]) for game in games])
    low, high = spread_of(games, left_of)
    print(f"luck: mean {means.mean():.4f}, standard error {means.std(ddof=1) / np.sqrt(GAMES):.4f}")
    print(f"variance of results without luck: {left_of(games):.2f} of that with it ({low:.2f} to {high:.2f})")
    assert abs(means.mean()) <= 3 * means.std(ddof=1) / np.sqrt(GAMES)


def test_a_game_of_the_reference() -> None:
    """All that chance did is looked at beside something else, and gives all seats together nothing."""
    judge = PlayoutJudge(playouts=1)
    game = reference_game(judge, 0)
    events = list(alternatives(game, judge, 2, np.random.default_rng(0)))
    shuffles = sum(turn.draw.was_shuffled for turn in game.turns if turn.draw is not None)
    assert len(events) == 1 + len(game.turns) + shuffles and shuffles > 0
    for after, others in events:
        assert after.sum() == 1.0 and (others.sum(axis=1) == 1.0).all() and 1 <= len(others) <= 2
    found = sample_of(judge, 2, 0)
    assert found.results.tolist() == list(result_of(game)) and found.luck.sum() == pytest.approx(0.0, abs=1e-9)
    assert found.variance > 0.0


def test_samples_that_explain_everything() -> None:
    """Luck that is the result leaves nothing, none leaves all, and what does not go with results adds to them."""
    results = [np.roll([1.0, 0.0, 0.0], turn) for turn in range(3)]
    variance = float(np.concatenate([one - 1 / 3 for one in results]).var())

    def left(part: float, covariance: float) -> float:
        return left_of([Sample(part * variance, covariance * variance, one, one) for one in results])

    assert left(1.0, 1.0) == pytest.approx(0.0) and left(0.0, 0.0) == pytest.approx(1.0)
    assert left(0.5, 0.0) == pytest.approx(1.5) and left(0.25, 0.25) == pytest.approx(0.75)


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
