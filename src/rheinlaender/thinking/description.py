"""A position in numbers that a network takes: a row for each seat in each duchy, and a row for each seat.

Rows are written from what one seat, the observer, knows: its own hand, and the unseen cards as a whole. Numbers are
scaled to about one. A seat in a duchy is described beside its strongest rival there.
"""

from typing import Any

from rheinlaender.rules.compile import rule
from rheinlaender.rules.options import ROUND
from rheinlaender.rules.position import BASTIONS, CASTLE, CHURCH, KNIGHT_PHASE, NOBODY, Position
from rheinlaender.rules.primitives import count, lowest, without_lowest
from rheinlaender.rules.setup import knights_per_seat
from rheinlaender.rules.worth import final_coins
from rheinlaender.thinking.reach import duchies_in_use
from rheinlaender.thinking.value import time_left

MARGINS = 8
"""Majorities from three or more behind to four or more ahead."""
(
    IN_DUCHY_RULES,
    IN_DUCHY_NOBODY_RULES,
    IN_DUCHY_LANDMARKS_RULED,
    IN_DUCHY_LANDMARKS_NOT_RULED,
    IN_DUCHY_CASTLES,
    IN_DUCHY_CHURCH_RULED,
    IN_DUCHY_CHURCH_NOT_RULED,
    IN_DUCHY_KNIGHTS,
    IN_DUCHY_MARGIN,
) = range(9)
(
    IN_DUCHY_SEATS_PRESENT,
    IN_DUCHY_OPENNESS,
    IN_DUCHY_REINFORCEMENTS,
    IN_DUCHY_RIVAL_REINFORCEMENTS,
    IN_DUCHY_CARDS,
    IN_DUCHY_RIVAL_CARDS,
    IN_DUCHY_OTHERS_CARDS,
    IN_DUCHY_MERGERS,
    IN_DUCHY_GAIN,
    IN_DUCHY_TIME,
    IN_DUCHY_RULES_IN_TIME,
    IN_DUCHY_WAITS,
    IN_DUCHY_RIVAL_WAITS,
    IN_DUCHY_IS_ARCHBISHOP,
    IN_DUCHY_OTHER_IS_ARCHBISHOP,
    IN_DUCHY_THREE_SEATS,
    IN_DUCHY_FIVE_SEATS,
    IN_DUCHY_RIVAL_RULES,
    IN_DUCHY_TAKES,
    IN_DUCHY_LOSES_SOON,
    IN_DUCHY_LOSES,
    IN_DUCHY_RIVAL_TAKES,
    DUCHY_NUMBERS,
) = range(IN_DUCHY_MARGIN + MARGINS, IN_DUCHY_MARGIN + MARGINS + 23)
"""Places in the row of a seat in a duchy: margins are 8 numbers of which one is 1; last, how many there are."""
(
    OF_SEAT_COINS,
    OF_SEAT_ACCOUNT,
    OF_SEAT_ACCOUNT_BEFORE_BEST,
    OF_SEAT_ACCOUNT_BEFORE_MEAN,
    OF_SEAT_SEATS_AHEAD,
    OF_SEAT_SUPPLY,
    OF_SEAT_SUPPLY_BEYOND_LEAST,
    OF_SEAT_BASTIONS,
    OF_SEAT_BISHOPS,
    OF_SEAT_BISHOPS_BEFORE_BEST,
    OF_SEAT_IS_ARCHBISHOP,
    OF_SEAT_LONE_KNIGHTS,
    OF_SEAT_ROOM,
    OF_SEAT_TIME,
    OF_SEAT_WAITS,
    OF_SEAT_OBSERVES,
    OF_SEAT_SETTLING_CARDS,
    OF_SEAT_LANDMARK_CARDS,
    OF_SEAT_DUCHY_CARDS,
    OF_SEAT_THREE_SEATS,
    OF_SEAT_FIVE_SEATS,
    OF_SEAT_WHOLE_ROUNDS,
    OF_SEAT_ARCHBISHOP_BONUS,
    OF_SEAT_BEST_GAIN,
    OF_SEAT_ALL_GAINS,
    OF_SEAT_BEST_GAIN_OF_OTHERS,
    OF_SEAT_ALWAYS,
    SEAT_NUMBERS,
) = range(28)
"""Places in the row of a seat; last, how many there are."""
LEAST_MARGIN = -3


@rule
def take_stock(position: Position, scratch: Any) -> None:
    """Write each seat's account if the game ended now, its lone knights, and the time left."""
    scratch.time = time_left(position)
    scratch.least_supply = position.supply[0]
    for seat in range(position.seats):
        scratch.account[seat] = final_coins(position, seat)
        scratch.lone_knights[seat] = knights_per_seat(position.seats) - position.supply[seat]
        scratch.least_supply = min(scratch.least_supply, position.supply[seat])
    duchies = duchies_in_use(position)
    while duchies != 0:
        for seat in range(position.seats):
            scratch.lone_knights[seat] -= position.duchy_knights[lowest(duchies), seat]
        duchies = without_lowest(duchies)


@rule
def turns_until(position: Position, seat: int) -> int:
    """How many other seats move before this one; a turn whose knight is placed counts as over."""
    began = 0 if position.phase == KNIGHT_PHASE else 1
    turns = seat - position.seat - began + position.seats
    return turns - position.seats if turns >= position.seats else turns


@rule
def rival_of(position: Position, duchy: int, seat: int) -> int:
    """The other seat with most knights in a duchy; of equals the duke, else the one that moves first."""
    rival = NOBODY
    began = 0 if position.phase == KNIGHT_PHASE else 1
    for step in range(position.seats):
        other = position.seat + began + step
        if other >= position.seats:
            other -= position.seats
        if other != seat and (rival == NOBODY or is_stronger(position, duchy, other, rival)):
            rival = other
    return rival


@rule
def is_stronger(position: Position, duchy: int, seat: int, other: int) -> bool:
    """Whether a seat has more knights in a duchy than another, or as many and the duke."""
    more = position.duchy_knights[duchy, seat] - position.duchy_knights[duchy, other]
    return more > 0 or (more == 0 and position.duke[duchy] == seat)


@rule
def cards_for(position: Position, duchy: int, seat: int, observer: int, scratch: Any) -> float:
    """How many cards a seat holds with which it can settle beside a duchy: counted or, if unseen, expected."""
    if seat == observer:
        own: float = scratch.own_cards[duchy] * 1.0
        return own
    expected: float = scratch.unseen_cards[duchy] * count(position.hand[seat]) / max(1, scratch.unseen)
    return expected


@rule
def saturated(number: float, half: float) -> float:
    """A number from 0 up to 1 that is a half at `half`."""
    return number / (number + half)


@rule
def describe_in_duchy(position: Position, duchy: int, seat: int, observer: int, row: Any, scratch: Any) -> None:
    """Write the row of a seat in a duchy."""
    rival = rival_of(position, duchy, seat)
    describe_rule(position, duchy, seat, rival, row, scratch)
    describe_margin(position, duchy, seat, rival, row)
    describe_reach(position, duchy, seat, rival, observer, row, scratch)


@rule
def describe_rule(position: Position, duchy: int, seat: int, rival: int, row: Any, scratch: Any) -> None:
    """Who rules what."""
    duke = position.duke[duchy]
    rules = 1.0 if duke == seat else 0.0
    landmarks = scratch.worth[duchy] * 0.125
    church = 1.0 if position.duchy_sites[duchy] & position.landmark[CHURCH] != 0 else 0.0
    row[IN_DUCHY_RULES] = rules
    row[IN_DUCHY_NOBODY_RULES] = 1.0 if duke == NOBODY else 0.0
    row[IN_DUCHY_LANDMARKS_RULED] = rules * landmarks
    row[IN_DUCHY_LANDMARKS_NOT_RULED] = (1.0 - rules) * landmarks
    row[IN_DUCHY_CASTLES] = count(position.duchy_sites[duchy] & position.landmark[CASTLE]) * 0.5
    row[IN_DUCHY_CHURCH_RULED] = rules * church
    row[IN_DUCHY_CHURCH_NOT_RULED] = (1.0 - rules) * church
    row[IN_DUCHY_KNIGHTS] = position.duchy_knights[duchy, seat] * 0.16
    row[IN_DUCHY_RULES_IN_TIME] = rules * scratch.time
    row[IN_DUCHY_IS_ARCHBISHOP] = 1.0 if position.archbishop == seat else 0.0
    row[IN_DUCHY_OTHER_IS_ARCHBISHOP] = 1.0 if position.archbishop != seat and position.archbishop != NOBODY else 0.0
    row[IN_DUCHY_THREE_SEATS] = 1.0 if position.seats == 3 else 0.0
    row[IN_DUCHY_FIVE_SEATS] = 1.0 if position.seats == 5 else 0.0
    row[IN_DUCHY_RIVAL_RULES] = 1.0 if duke == rival else 0.0


@rule
def describe_margin(position: Position, duchy: int, seat: int, rival: int, row: Any) -> None:
    """By how many knights the seat leads or trails, and how many seats are there."""
    margin = position.duchy_knights[duchy, seat] - position.duchy_knights[duchy, rival]
    place = min(max(margin - LEAST_MARGIN, 0), MARGINS - 1)
    for number in range(MARGINS):
        row[IN_DUCHY_MARGIN + number] = 1.0 if number == place else 0.0
    present = 0
    for other in range(position.seats):
        if position.duchy_knights[duchy, other] > 0:
            present += 1
    row[IN_DUCHY_SEATS_PRESENT] = present * 0.3


@rule
def describe_reach(
    position: Position, duchy: int, seat: int, rival: int, observer: int, row: Any, scratch: Any
) -> None:
    """Who could add a knight, how, and how soon."""
    others = 0.0
    for other in range(position.seats):
        if other != seat:
            others += cards_for(position, duchy, other, observer, scratch)
    row[IN_DUCHY_OPENNESS] = saturated(scratch.openness[duchy], 3.0)
    row[IN_DUCHY_REINFORCEMENTS] = saturated(scratch.reinforcements[duchy, seat], 2.0)
    row[IN_DUCHY_RIVAL_REINFORCEMENTS] = saturated(scratch.reinforcements[duchy, rival], 2.0)
    row[IN_DUCHY_CARDS] = saturated(cards_for(position, duchy, seat, observer, scratch), 1.0)
    row[IN_DUCHY_RIVAL_CARDS] = saturated(cards_for(position, duchy, rival, observer, scratch), 1.0)
    row[IN_DUCHY_OTHERS_CARDS] = saturated(others, 1.0)
    row[IN_DUCHY_MERGERS] = saturated(scratch.mergers[duchy], 2.0)
    row[IN_DUCHY_GAIN] = scratch.gain[duchy] * 0.15
    row[IN_DUCHY_TIME] = scratch.time
    row[IN_DUCHY_WAITS] = turns_until(position, seat) * 0.25
    row[IN_DUCHY_RIVAL_WAITS] = turns_until(position, rival) * 0.25
    describe_threats(position, duchy, seat, rival, row, scratch)


@rule
def describe_threats(position: Position, duchy: int, seat: int, rival: int, row: Any, scratch: Any) -> None:
    """How likely the seat can take the duchy with a knight, and how likely it loses it, before it moves and at all."""
    keeps_soon = 1.0
    keeps = 1.0
    if position.duke[duchy] == seat:
        waits = turns_until(position, seat)
        for other in range(position.seats):
            if other != seat:
                keeps *= scratch.keeps[duchy, other]
                if turns_until(position, other) < waits:
                    keeps_soon *= scratch.keeps[duchy, other]
    row[IN_DUCHY_TAKES] = 1.0 - scratch.takes_not[duchy, seat]
    row[IN_DUCHY_LOSES_SOON] = 1.0 - keeps_soon
    row[IN_DUCHY_LOSES] = 1.0 - keeps
    row[IN_DUCHY_RIVAL_TAKES] = 1.0 - scratch.takes_not[duchy, rival]


@rule
def describe_seat(position: Position, seat: int, observer: int, row: Any, scratch: Any) -> None:
    """Write the row of a seat."""
    best = -1.0
    total = 0.0
    ahead = 0
    bishops = 0
    for other in range(position.seats):
        if other != seat:
            best = max(best, scratch.account[other])
            total += scratch.account[other]
            bishops = max(bishops, position.bishops[other])
            if scratch.account[other] > scratch.account[seat]:
                ahead += 1
    row[OF_SEAT_COINS] = position.coins[seat] * 0.03
    row[OF_SEAT_ACCOUNT] = scratch.account[seat] * 0.03
    row[OF_SEAT_ACCOUNT_BEFORE_BEST] = (scratch.account[seat] - best) * 0.06
    row[OF_SEAT_ACCOUNT_BEFORE_MEAN] = (scratch.account[seat] - total / (position.seats - 1)) * 0.06
    row[OF_SEAT_SEATS_AHEAD] = ahead * 0.3
    row[OF_SEAT_SUPPLY] = position.supply[seat] * 0.1
    row[OF_SEAT_SUPPLY_BEYOND_LEAST] = (position.supply[seat] - scratch.least_supply) * 0.1
    row[OF_SEAT_BASTIONS] = position.bastions[seat] / BASTIONS
    row[OF_SEAT_BISHOPS] = position.bishops[seat] * 0.4
    row[OF_SEAT_BISHOPS_BEFORE_BEST] = (position.bishops[seat] - bishops) * 0.4
    row[OF_SEAT_IS_ARCHBISHOP] = 1.0 if position.archbishop == seat else 0.0
    row[OF_SEAT_LONE_KNIGHTS] = scratch.lone_knights[seat] * 0.2
    row[OF_SEAT_ROOM] = scratch.room[seat] * 0.1
    row[OF_SEAT_TIME] = scratch.time
    row[OF_SEAT_WAITS] = turns_until(position, seat) * 0.25
    describe_cards(seat, observer, row, scratch)
    row[OF_SEAT_THREE_SEATS] = 1.0 if position.seats == 3 else 0.0
    row[OF_SEAT_FIVE_SEATS] = 1.0 if position.seats == 5 else 0.0
    row[OF_SEAT_WHOLE_ROUNDS] = 1.0 if position.end == ROUND else 0.0
    row[OF_SEAT_ARCHBISHOP_BONUS] = position.archbishop_bonus * 0.2
    describe_gains(position, seat, row, scratch)


@rule
def describe_gains(position: Position, seat: int, row: Any, scratch: Any) -> None:
    """What the seat, and the others before it, can gain with a knight; the last number says that the seat exists."""
    others = 0.0
    for other in range(position.seats):
        if other != seat:
            others = max(others, scratch.best_gain[other])
    row[OF_SEAT_BEST_GAIN] = scratch.best_gain[seat] * 0.08
    row[OF_SEAT_ALL_GAINS] = scratch.all_gains[seat] * 0.02
    row[OF_SEAT_BEST_GAIN_OF_OTHERS] = others * 0.08
    row[OF_SEAT_ALWAYS] = 1.0


@rule
def describe_cards(seat: int, observer: int, row: Any, scratch: Any) -> None:
    """What the observer's own cards can do."""
    observes = 1.0 if seat == observer else 0.0
    row[OF_SEAT_OBSERVES] = observes
    row[OF_SEAT_SETTLING_CARDS] = observes * scratch.settling_cards * 0.2
    row[OF_SEAT_LANDMARK_CARDS] = observes * scratch.landmark_cards * 0.2
    row[OF_SEAT_DUCHY_CARDS] = observes * scratch.duchy_cards * 0.2
