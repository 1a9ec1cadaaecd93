"""Intervals of matches: honest near the edges, and after few deals."""

import random
from statistics import fmean

import pytest

from rheinlaender.bots.confidence import mean_interval, share_interval


@pytest.mark.parametrize("deals", [1, 5, 10, 100])
def test_never_one_point(deals: int) -> None:
    """Who has won or lost every game may yet lose or win the next; more deals say more."""
    lost, won = share_interval([[0.0] * 4] * deals), share_interval([[1.0] * 4] * deals)
    assert (lost[0], won[1]) == pytest.approx((0.0, 1.0))
    assert lost[1] == pytest.approx(1 - won[0]) and lost[1] > 3 / (4 * deals)
    assert share_interval([[1.0] * 4] * (deals + 1))[0] > won[0]


@pytest.mark.parametrize("strength", [0.02, 0.25, 0.5, 0.9, 0.99])
def test_covers_the_truth(strength: float) -> None:
    """Of many matches of twelve deals, about 95 % of the intervals hold the true share, near the edges too."""
    rng = random.Random(7)
    matches = [[[float(rng.random() < strength) for _ in range(4)] for _ in range(12)] for _ in range(1000)]
    held = [low <= strength <= high for low, high in map(share_interval, matches)]
    assert fmean(held) >= 0.93


def test_games_of_one_deal_are_not_independent() -> None:
    """Where a deal decides all of its games, only deals are counted."""
    alike = share_interval([[1.0] * 4, [0.0] * 4] * 10)
    apart = share_interval(
        [[1.0, 0.0, 1.0, 0.0], [0.0, 0.0, 1.0, 1.0]] * 9 + [[1.0, 1.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]]
    )
    assert alike[1] - alike[0] > 1.5 * (apart[1] - apart[0])


def test_means_after_few_deals() -> None:
    """One deal has no interval; two deals have a wide one; many have nearly the normal one."""
    assert mean_interval([[1.0, 2.0]]) is None
    assert mean_interval([[1.0], [3.0]]) == pytest.approx((2 - 12.706, 2 + 12.706))
    low, high = mean_interval([[1.0], [3.0]] * 200) or (0.0, 0.0)
    assert high - low == pytest.approx(2 * 1.966 * 1.00125 / 20, rel=0.001)


def test_nothing_played() -> None:
    """Before the first game everything is possible."""
    assert share_interval([]) == (0.0, 1.0) and mean_interval([]) is None
