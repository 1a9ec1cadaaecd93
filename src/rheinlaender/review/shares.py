"""Shares of victory whose sums are exact: whole numbers of a unit so small that nobody sees it.

Numbers that are multiples of 2**-40 are added and subtracted without rounding, in any order. So the lines of a ledger
add up to the result to the last bit, and what an event gives to all seats together is nothing at all.
"""

from typing import Any

import numpy as np

UNITS = 2.0**40
Shares = tuple[float, ...]


def exact(share: float) -> float:
    """A share as a whole number of units."""
    return float(np.round(share * UNITS) / UNITS)


def exact_shares(shares: Any) -> Shares:
    """The shares of all seats as whole numbers of units that are one together; the first takes what rounding leaves."""
    units = np.round(np.asarray(shares, np.float64) * UNITS)
    units[0] += UNITS - units.sum()
    return tuple(float(unit) for unit in units / UNITS)


def even_shares(seats: int) -> Shares:
    """The same share for every seat."""
    return exact_shares([1 / seats] * seats)


def less(shares: Shares, others: Shares) -> Shares:
    """The differences of shares, seat by seat."""
    return tuple(one - other for one, other in zip(shares, others, strict=True))


def turned(shares: Shares, seats: int) -> Shares:
    """The shares with everybody so many seats further on."""
    return tuple(shares[(place - seats) % len(shares)] for place in range(len(shares)))
