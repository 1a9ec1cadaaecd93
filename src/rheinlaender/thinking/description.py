"""A position in numbers that a network takes: a row for each seat in each duchy, and a row for each seat.

Rows are written from what one seat, the observer, knows: its own hand, and the unseen cards as a whole. Numbers are
scaled to about one. A seat in a duchy is described beside its strongest rival there.
"""

from typing import Any

from rheinlaender.rules.compile import rule
from rheinlaender.rules.options import ROUND
from rheinlaender.rules.position import BASTIONS, CASTLE, CHURCH, KNIGHT_PHASE, MOST_DUCHIES, NOBODY, Position
from rheinlaender.rules.primitives import count, only
from rheinlaender.rules.setup import knights_per_seat
from rheinlaender.rules.worth import final_coins
from rheinlaender.thinking.value import time_left

MARGINS = 8
"""Majorities from three or more behind to four or more ahead."""
ROW_IN_DUCHY = (
    "rules",
    "nobody_rules",
    "landmarks_ruled",
    "landmarks_not_ruled",
    "castles",
    "church_ruled",
    "church_not_ruled",
    "knights",
    *(f"margin_{number}" for number in range(MARGINS)),
    "seats_present",
    "openness",
    "reinforcements",
    "rival_reinforcements",
    "cards",
    "rival_cards",
    "others_cards",
    "mergers",
    "gain",
    "time",
    "rules_in_time",
    "waits",
    "rival_waits",
    "is_archbishop",
    "other_is_archbishop",
    "three_seats",
    "five_seats",
    "rival_rules",
    "takes",
    "loses_soon",
    "loses",
    "rival_takes",
)
ROW_OF_SEAT = (
    "coins",
    "account",
    "account_before_best",
    "account_before_mean",
    "seats_ahead",
    "supply",
    "supply_beyond_least",
    "bastions",
    "bishops",
    "bishops_before_best",
    "is_archbishop",
    "lone_knights",
    "room",
    "time",
    "waits",
    "observes",
    "settling_cards",
    "landmark_cards",
    "duchy_cards",
    "three_seats",
    "five_seats",
    "whole_rounds",
    "archbishop_bonus",
    "best_gain",
    "all_gains",
    "best_gain_of_others",
    "always",
)
DUCHY_NUMBERS, SEAT_NUMBERS = len(ROW_IN_DUCHY), len(ROW_OF_SEAT)
FIRST_MARGIN = ROW_IN_DUCHY.index("margin_0")
AFTER_MARGINS = FIRST_MARGIN + MARGINS
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
    for duchy in range(MOST_DUCHIES):
        if position.spare_duchies & only(duchy) == 0:
            for seat in range(position.seats):
                scratch.lone_knights[seat] -= position.duchy_knights[duchy, seat]


@rule
def turns_until(position: Position, seat: int) -> int:
    """How many other seats move before this one; a turn whose knight is placed counts as over."""
    began = 0 if position.phase == KNIGHT_PHASE else 1
    return (seat - position.seat - began + position.seats) % position.seats


@rule
def rival_of(position: Position, duchy: int, seat: int) -> int:
    """The other seat with most knights in a duchy; of equals the duke, else the one that moves first."""
    rival = NOBODY
    began = 0 if position.phase == KNIGHT_PHASE else 1
    for step in range(position.seats):
        other = (position.seat + began + step) % position.seats
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
    row[0] = rules
    row[1] = 1.0 if duke == NOBODY else 0.0
    row[2] = rules * landmarks
    row[3] = (1.0 - rules) * landmarks
    row[4] = count(position.duchy_sites[duchy] & position.landmark[CASTLE]) * 0.5
    row[5] = rules * church
    row[6] = (1.0 - rules) * church
    row[7] = position.duchy_knights[duchy, seat] * 0.16
    row[AFTER_MARGINS + 10] = rules * scratch.time
    row[AFTER_MARGINS + 13] = 1.0 if position.archbishop == seat else 0.0
    row[AFTER_MARGINS + 14] = 1.0 if position.archbishop != seat and position.archbishop != NOBODY else 0.0
    row[AFTER_MARGINS + 15] = 1.0 if position.seats == 3 else 0.0
    row[AFTER_MARGINS + 16] = 1.0 if position.seats == 5 else 0.0
    row[AFTER_MARGINS + 17] = 1.0 if duke == rival else 0.0


@rule
def describe_margin(position: Position, duchy: int, seat: int, rival: int, row: Any) -> None:
    """By how many knights the seat leads or trails, and how many seats are there."""
    margin = position.duchy_knights[duchy, seat] - position.duchy_knights[duchy, rival]
    place = min(max(margin - LEAST_MARGIN, 0), MARGINS - 1)
    for number in range(MARGINS):
        row[FIRST_MARGIN + number] = 1.0 if number == place else 0.0
    present = 0
    for other in range(position.seats):
        if position.duchy_knights[duchy, other] > 0:
            present += 1
    row[AFTER_MARGINS] = present * 0.3


@rule
def describe_reach(
    position: Position, duchy: int, seat: int, rival: int, observer: int, row: Any, scratch: Any
) -> None:
    """Who could add a knight, how, and how soon."""
    others = 0.0
    for other in range(position.seats):
        if other != seat:
            others += cards_for(position, duchy, other, observer, scratch)
    row[AFTER_MARGINS + 1] = saturated(scratch.openness[duchy], 3.0)
    row[AFTER_MARGINS + 2] = saturated(scratch.reinforcements[duchy, seat], 2.0)
    row[AFTER_MARGINS + 3] = saturated(scratch.reinforcements[duchy, rival], 2.0)
    row[AFTER_MARGINS + 4] = saturated(cards_for(position, duchy, seat, observer, scratch), 1.0)
    row[AFTER_MARGINS + 5] = saturated(cards_for(position, duchy, rival, observer, scratch), 1.0)
    row[AFTER_MARGINS + 6] = saturated(others, 1.0)
    row[AFTER_MARGINS + 7] = saturated(scratch.mergers[duchy], 2.0)
    row[AFTER_MARGINS + 8] = scratch.gain[duchy] * 0.15
    row[AFTER_MARGINS + 9] = scratch.time
    row[AFTER_MARGINS + 11] = turns_until(position, seat) * 0.25
    row[AFTER_MARGINS + 12] = turns_until(position, rival) * 0.25
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
    row[AFTER_MARGINS + 18] = 1.0 - scratch.takes_not[duchy, seat]
    row[AFTER_MARGINS + 19] = 1.0 - keeps_soon
    row[AFTER_MARGINS + 20] = 1.0 - keeps
    row[AFTER_MARGINS + 21] = 1.0 - scratch.takes_not[duchy, rival]


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
    row[0] = position.coins[seat] * 0.03
    row[1] = scratch.account[seat] * 0.03
    row[2] = (scratch.account[seat] - best) * 0.06
    row[3] = (scratch.account[seat] - total / (position.seats - 1)) * 0.06
    row[4] = ahead * 0.3
    row[5] = position.supply[seat] * 0.1
    row[6] = (position.supply[seat] - scratch.least_supply) * 0.1
    row[7] = position.bastions[seat] / BASTIONS
    row[8] = position.bishops[seat] * 0.4
    row[9] = (position.bishops[seat] - bishops) * 0.4
    row[10] = 1.0 if position.archbishop == seat else 0.0
    row[11] = scratch.lone_knights[seat] * 0.2
    row[12] = scratch.room[seat] * 0.1
    row[13] = scratch.time
    row[14] = turns_until(position, seat) * 0.25
    describe_cards(seat, observer, row, scratch)
    row[19] = 1.0 if position.seats == 3 else 0.0
    row[20] = 1.0 if position.seats == 5 else 0.0
    row[21] = 1.0 if position.end == ROUND else 0.0
    row[22] = position.archbishop_bonus * 0.2
    describe_gains(position, seat, row, scratch)


@rule
def describe_gains(position: Position, seat: int, row: Any, scratch: Any) -> None:
    """What the seat, and the others before it, can gain with a knight; the last number says that the seat exists."""
    others = 0.0
    for other in range(position.seats):
        if other != seat:
            others = max(others, scratch.best_gain[other])
    row[23] = scratch.best_gain[seat] * 0.08
    row[24] = scratch.all_gains[seat] * 0.02
    row[25] = others * 0.08
    row[26] = 1.0


@rule
def describe_cards(seat: int, observer: int, row: Any, scratch: Any) -> None:
    """What the observer's own cards can do."""
    observes = 1.0 if seat == observer else 0.0
    row[15] = observes
    row[16] = observes * scratch.settling_cards * 0.2
    row[17] = observes * scratch.landmark_cards * 0.2
    row[18] = observes * scratch.duchy_cards * 0.2
