"""The evaluation: what each seat's position is worth in coins, by hand-made and explained terms.

It looks at public things only. A duchy counts what its duke will get at the end (5 and the landmarks), less the risk of
losing it; the risk depends on his majority, on how many free fields lie open around the duchy, and on the time left.
"""

from typing import Any

import numpy as np

from rheinlaender.rules.arrays import LAND, NEIGHBOUR, NEIGHBOURS, WORDS
from rheinlaender.rules.compile import rule
from rheinlaender.rules.position import MOST_DUCHIES, MOST_SEATS, NO_DUCHY, NOBODY, Position
from rheinlaender.rules.primitives import count, lowest, only, without_lowest
from rheinlaender.rules.sets import field_of_bit
from rheinlaender.rules.worth import DUKE_WORTH, DUKE_WORTH_AT_END, worth_at_end

MOST_TERMS = 32
LEAST = -1e18  # less than any score

SCRATCH = np.dtype(
    [
        ("score", np.float64, (MOST_SEATS,)),
        ("openness", np.int16, (MOST_DUCHIES,)),
        ("terms", np.float64, (MOST_SEATS, MOST_TERMS)),
    ],
    align=True,
)

WEIGHTS = np.dtype(
    [
        ("risk_tied", np.float64),  # chance that a duke without a majority loses his duchy, all fields open
        ("risk_one", np.float64),  # ... with a majority of one
        ("risk_two", np.float64),
        ("risk_three", np.float64),
        ("risk_more", np.float64),
        ("open_half", np.float64),  # number of open fields around a duchy at which half of that risk is real
        ("time_half", np.float64),  # knights left with the seat that has fewest at which half of that risk is real
        ("challenger", np.float64),  # share of the duchy that the strongest challenger counts, times the risk
        ("tied_share", np.float64),  # share of a duchy without a duke that each of its leaders counts
        ("archbishop", np.float64),  # worth of being archbishop beyond the bonus at the end
        ("bishop", np.float64),  # worth of each bishop
        ("room", np.float64),  # worth of a free field that only this seat can reinforce
        ("supply", np.float64),  # worth of a knight in supply
        ("bastion", np.float64),  # worth of a bastion that is not yet placed
        ("rival", np.float64),  # how much the best other seat's score counts against one's own
        ("card", np.float64),  # worth of what a card promises by settling
    ],
    align=True,
)


@rule
def evaluate(position: Position, weights: Any, scratch: Any) -> None:
    """Write every seat's score into the scratch space."""
    least = position.supply[0]
    for seat in range(position.seats):
        scratch.score[seat] = seat_score(position, seat, weights)
        least = min(least, position.supply[seat])
    time = least / (least + weights.time_half)
    measure_openness(position, scratch)
    for duchy in range(MOST_DUCHIES):
        if position.spare_duchies & only(duchy) == 0:
            add_duchy(position, duchy, time, weights, scratch)


@rule
def seat_score(position: Position, seat: int, weights: Any) -> float:
    """What a seat has apart from its duchies."""
    score: float = (
        position.coins[seat]
        + weights.bishop * position.bishops[seat]
        + weights.room * room_of(position, seat)
        + weights.supply * position.supply[seat]
        + weights.bastion * position.bastions[seat]
    )
    if position.archbishop == seat:
        score += weights.archbishop + position.archbishop_bonus
    return score


@rule
def room_of(position: Position, seat: int) -> int:
    """The number of free land fields that neighbour this seat's knights and nobody else's."""
    room = 0
    for word in range(WORDS):
        fields = position.free[word] & position.beside[seat, word] & LAND[word]
        for other in range(position.seats):
            if other != seat:
                fields &= ~position.beside[other, word]
        room += count(fields)
    return room


@rule
def measure_openness(position: Position, scratch: Any) -> None:
    """Count the free fields around each duchy."""
    for duchy in range(MOST_DUCHIES):
        scratch.openness[duchy] = 0
    for word in range(WORDS):
        around = position.beside[0, word]
        for seat in range(1, position.seats):
            around |= position.beside[seat, word]
        around &= position.free[word] & LAND[word]
        while around != 0:
            field = field_of_bit(word, lowest(around))
            for number in range(NEIGHBOURS[field]):
                duchy = position.duchy[NEIGHBOUR[field, number]]
                if duchy != NO_DUCHY:
                    scratch.openness[duchy] += 1
            around = without_lowest(around)


@rule
def add_duchy(position: Position, duchy: int, time: float, weights: Any, scratch: Any) -> None:
    """Count a duchy for its duke and for whoever may take it."""
    worth = worth_at_end(position, duchy)
    duke = position.duke[duchy]
    most = most_knights_beside(position, duchy, duke)
    if duke == NOBODY:
        add_challengers(position, duchy, duke, most, weights.tied_share * worth, scratch)
        return
    openness = scratch.openness[duchy]
    risk = (
        risk_of(position.duchy_knights[duchy, duke] - most, weights) * time * openness / (openness + weights.open_half)
    )
    scratch.score[duke] += worth - risk * (DUKE_WORTH_AT_END - DUKE_WORTH)
    if most > 0:
        shared = weights.challenger * risk * worth / count_challengers(position, duchy, duke, most)
        add_challengers(position, duchy, duke, most, shared, scratch)


@rule
def most_knights_beside(position: Position, duchy: int, duke: int) -> int:
    """The most knights that a seat other than the duke has in the duchy."""
    most = 0
    for seat in range(position.seats):
        if seat != duke:
            most = max(most, position.duchy_knights[duchy, seat])
    return most


@rule
def count_challengers(position: Position, duchy: int, duke: int, knights: int) -> int:
    """How many seats other than the duke have this many knights in the duchy."""
    challengers = 0
    for seat in range(position.seats):
        if seat != duke and position.duchy_knights[duchy, seat] == knights:
            challengers += 1
    return challengers


@rule
def add_challengers(position: Position, duchy: int, duke: int, knights: int, worth: float, scratch: Any) -> None:
    """Count something for every seat other than the duke with this many knights in the duchy."""
    for seat in range(position.seats):
        if seat != duke and position.duchy_knights[duchy, seat] == knights:
            scratch.score[seat] += worth


@rule
def risk_of(majority: int, weights: Any) -> float:
    """The chance of losing a duchy by the size of the majority, with all fields open."""
    if majority <= 0:
        return weights.risk_tied  # type: ignore[no-any-return]
    if majority == 1:
        return weights.risk_one  # type: ignore[no-any-return]
    if majority == 2:
        return weights.risk_two  # type: ignore[no-any-return]
    return weights.risk_three if majority == 3 else weights.risk_more  # type: ignore[no-any-return]


@rule
def advantage_of(position: Position, seat: int, weights: Any, scratch: Any) -> float:
    """A seat's score against the best of the others, after `evaluate`."""
    best = LEAST
    for other in range(position.seats):
        if other != seat:
            best = max(best, scratch.score[other])
    return scratch.score[seat] - weights.rival * best  # type: ignore[no-any-return]
