"""The value: what each seat will probably have in coins at the end, a sum of named terms with fitted factors.

The terms are public facts about a seat. Their factors depend on the number of seats and on the time left, and were
fitted to the final accounts of many games (`tools/fit_value.py`). The search judges by them where a play-out stops.
"""

from typing import Any

from rheinlaender.rules.compile import rule
from rheinlaender.rules.position import MOST_DUCHIES, NOBODY, Position
from rheinlaender.rules.primitives import only
from rheinlaender.rules.setup import knights_per_seat
from rheinlaender.rules.worth import worth_of_landmarks
from rheinlaender.thinking.evaluation import measure_openness, room_of

MAJORITIES = 4  # none, one, two, three or more
DEFICITS = 3  # none, one, two
TERMS = (
    "always",
    *(f"dukes_by_{majority}" for majority in range(MAJORITIES)),
    *(f"landmarks_by_{majority}" for majority in range(MAJORITIES)),
    *(f"openness_by_{majority}" for majority in range(MAJORITIES)),
    *(f"behind_by_{deficit}" for deficit in range(DEFICITS)),
    *(f"landmarks_behind_by_{deficit}" for deficit in range(DEFICITS)),
    "tied",
    "landmarks_tied",
    "room",
    "lone_knights",
    "supply",
    "bastions",
    "bishops",
    "archbishop",
)
COUNTED_TERMS = len(TERMS)
DUKES, LANDMARKS_RULED, OPENNESS = 1, 1 + MAJORITIES, 1 + 2 * MAJORITIES
BEHIND = 1 + 3 * MAJORITIES
LANDMARKS_BEHIND = BEHIND + DEFICITS
TIED = LANDMARKS_BEHIND + DEFICITS
ROOM = TIED + 2
HALF_OPEN = 3.0  # number of open fields around a duchy that count half
TIMES = 3  # a factor is a parabola over the time left


@rule
def describe(position: Position, terms: Any, scratch: Any) -> None:
    """Write the terms of every seat, a row each."""
    measure_openness(position, scratch)
    for seat in range(position.seats):
        for term in range(COUNTED_TERMS):
            terms[seat, term] = 0.0
        terms[seat, 0] = 1.0
        terms[seat, ROOM] = room_of(position, seat)
        terms[seat, ROOM + 1] = knights_per_seat(position.seats) - position.supply[seat]
        terms[seat, ROOM + 2] = position.supply[seat]
        terms[seat, ROOM + 3] = position.bastions[seat]
        terms[seat, ROOM + 4] = position.bishops[seat]
        terms[seat, ROOM + 5] = 1.0 if position.archbishop == seat else 0.0
    for duchy in range(MOST_DUCHIES):
        if position.spare_duchies & only(duchy) == 0:
            describe_duchy(position, duchy, terms, scratch)


@rule
def describe_duchy(position: Position, duchy: int, terms: Any, scratch: Any) -> None:
    """Add what a duchy means to every seat in it."""
    landmarks = worth_of_landmarks(position, duchy)
    duke = position.duke[duchy]
    most = 0
    second = 0
    for seat in range(position.seats):
        knights = position.duchy_knights[duchy, seat]
        terms[seat, ROOM + 1] -= knights
        if knights > most:
            second = most
            most = knights
        elif knights > second:
            second = knights
    for seat in range(position.seats):
        knights = position.duchy_knights[duchy, seat]
        if seat == duke:
            others = second if knights == most else most
            row = min(max(knights - others, 0), MAJORITIES - 1)
            terms[seat, DUKES + row] += 1.0
            terms[seat, LANDMARKS_RULED + row] += landmarks
            openness = scratch.openness[duchy]
            terms[seat, OPENNESS + row] += openness / (openness + HALF_OPEN)
        elif knights > 0 and duke != NOBODY:
            deficit = max(position.duchy_knights[duchy, duke], most) - knights
            if deficit < DEFICITS:
                terms[seat, BEHIND + deficit] += 1.0
                terms[seat, LANDMARKS_BEHIND + deficit] += landmarks
        elif knights == most:
            terms[seat, TIED] += 1.0
            terms[seat, TIED + 1] += landmarks


@rule
def time_left(position: Position) -> float:
    """The share of its knights that the seat with fewest in supply still has."""
    least = position.supply[0]
    for seat in range(1, position.seats):
        least = min(least, position.supply[seat])
    return least / knights_per_seat(position.seats)


@rule
def predict(position: Position, factors: Any, terms: Any, scratch: Any) -> None:
    """Write every seat's expected final coins into the scratch space."""
    describe(position, terms, scratch)
    time = time_left(position)
    for seat in range(position.seats):
        coins = 0.0 + position.coins[seat]
        for term in range(COUNTED_TERMS):
            if terms[seat, term] != 0.0:
                row = factors[position.seats - 3, term]
                coins += terms[seat, term] * (row[0] + time * (row[1] + time * row[2]))
        scratch.score[seat] = coins
