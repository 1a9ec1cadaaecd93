"""What is known after some games: 95 % intervals over deals that are honest near the edges and after few deals."""

import math
from collections.abc import Sequence
from statistics import fmean, stdev

NORMAL = 1.96
STUDENT = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228)
"""Student's t for 1 to 10 degrees of freedom; an expansion around the normal quantile serves beyond."""
DOUBT = 6
"""So many deals whose games are all alike are thought of before the first is played."""

Interval = tuple[float, float]


def share_interval(deals: Sequence[Sequence[float]]) -> Interval:
    """Where a share of victories lies, by Wilson; it never is one point, not even at 0 % and at 100 %."""
    games = [share for deal in deals for share in deal]
    if not games:
        return 0.0, 1.0
    return wilson(fmean(games), _independent(deals), len(deals))


def wilson(share: float, counted: float, deals: int) -> Interval:
    """Wilson's interval of a share that so many independent games have given, in so many deals."""
    width = _student(max(3, deals - 1))
    spread = width * math.sqrt(share * (1 - share) / counted + (width / (2 * counted)) ** 2)
    middle, scale = share + width**2 / (2 * counted), 1 + width**2 / counted
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


def _independent(deals: Sequence[Sequence[float]]) -> float:
    """How many independent games tell as much: never less than one a deal, never more than were played.

    The games of one deal are not independent. How much they are alike is measured, beginning with the doubt that they
    are all alike; where every game ended alike nothing can be measured, and deals are counted.
    """
    means = [fmean(deal) for deal in deals]
    share = fmean(means)
    return independent(share, sum((mean - share) ** 2 for mean in means), len(deals), sum(map(len, deals)))


def independent(share: float, squares: float, deals: int, games: int) -> float:
    """How many independent games a share of victories counts for whose deals differ from it by squares in sum."""
    most = share * (1 - share)
    if most == 0.0:
        return deals
    counted = deals * most * (deals - 1 + DOUBT) / (squares + DOUBT * most)
    return min(max(counted, deals), games)


def mean_interval(deals: Sequence[Sequence[float]]) -> Interval | None:
    """Where a mean lies, by Student; one deal alone says nothing about that."""
    if len(deals) < 2:
        return None
    means = [fmean(deal) for deal in deals]
    middle = fmean(value for deal in deals for value in deal)
    error = _student(len(means) - 1) * stdev(means) / math.sqrt(len(means))
    return middle - error, middle + error


def _student(freedom: int) -> float:
    """The 97.5 % quantile of Student's distribution."""
    if freedom <= len(STUDENT):
        return STUDENT[freedom - 1]
    cube, fifth = NORMAL**3, NORMAL**5
    return NORMAL + (cube + NORMAL) / (4 * freedom) + (5 * fifth + 16 * cube + 3 * NORMAL) / (96 * freedom**2)
