"""A glance at a move: what a knight on a field would change, in a row of facts, without making the move.

A score of the row, linear in its facts and in the time left, is what the quick policy plays by: it is the model of
every seat where many turns have to be played out. Its factors were fitted to the choices of a search.
"""

from typing import Any

import numpy as np

from rheinlaender.rules.arrays import (
    IS_RIVER,
    NEIGHBOUR,
    NEIGHBOUR_SET,
    NEIGHBOURS,
    SITE_AT,
    SITE_SET,
    WORDS,
)
from rheinlaender.rules.compile import rule
from rheinlaender.rules.duchies import duchies_beside, is_lone_knight, seat_with_most
from rheinlaender.rules.dukes import duchy_whose_duke_stays
from rheinlaender.rules.position import CASTLE, CHURCH, MOST_DUCHIES, MOST_SEATS, NO_DUCHY, NOBODY, Position
from rheinlaender.rules.primitives import EMPTY, count, lowest, only, without_lowest
from rheinlaender.rules.sets import bit_of, word_of
from rheinlaender.rules.worth import DUKE_WORTH, DUKE_WORTH_AT_END, worth_of_landmarks, worth_of_sites
from rheinlaender.thinking.evaluation import measure_openness
from rheinlaender.thinking.value import time_left

STANDINGS = 8
"""How a seat stands in a duchy: as its duke by 0, 1, 2, 3 or more knights, or not, behind by 0, 1, 2, 3 or more."""
RULED_STANDINGS = 4
(FACT_OWN_GAIN, FACT_GAIN_OF_OTHERS, FACT_GAIN_OF_BEST, FACT_STANDING) = range(4)
FACT_LANDMARKS = FACT_STANDING + STANDINGS
FACT_OPENNESS = FACT_LANDMARKS + STANDINGS
FACT_STANDING_OF_OTHERS = FACT_OPENNESS + RULED_STANDINGS
FACT_LANDMARKS_OF_OTHERS = FACT_STANDING_OF_OTHERS + STANDINGS
(
    FACT_GARRISON,
    FACT_GARRISON_OF_OTHER,
    FACT_BISHOP,
    FACT_BISHOP_OF_OTHER,
    FACT_LONE,
    FACT_LONE_LANDMARKS,
    FACT_LONE_ROOM,
    FACT_ROOM,
    FACT_OWN_BESIDE,
    FACT_OTHERS_BESIDE,
    FACT_CONTESTED,
    FACT_ALONE,
    FACT_RIVER,
    FACT_PROMISE,
    FACT_CONVERTS,
    FACT_MERGES,
    FACT_ENDS_AHEAD,
    FACT_ENDS_BEHIND,
    FACTS,
) = range(FACT_LANDMARKS_OF_OTHERS + STANDINGS, FACT_LANDMARKS_OF_OTHERS + STANDINGS + 19)
TIMES = 2
MOST_GLANCED = 16
"""The most moves that a glance can list."""

GLANCE = np.dtype([("factors", np.float32, (TIMES, FACTS))], align=True)
GLANCING = np.dtype(
    [
        ("factors", np.float32, (FACTS,)),  # those of the present time
        ("row", np.float32, (FACTS,)),
        ("openness", np.int16, (MOST_DUCHIES,)),
        ("joined", np.int16, (MOST_SEATS,)),  # knights of what a new knight joins, by seat
        ("knights", np.int16, (MOST_SEATS,)),  # ... of one old duchy
        ("gain", np.int16, (MOST_SEATS,)),
        ("account", np.int16, (MOST_SEATS,)),
        ("moves", np.int64, (MOST_GLANCED,)),  # those of the highest scores so far, the best first
        ("scores", np.float64, (MOST_GLANCED,)),
        ("wanted", np.int64),  # how many of them are kept
        ("listed", np.int64),  # how many there are
        ("is_last", np.int8),  # whether the seat to move may place its last knight
    ],
    align=True,
)


@rule
def begin_glancing(position: Position, glance: Any, glancing: Any) -> None:
    """Prepare what all moves of a turn share."""
    measure_openness(position, glancing)
    time = time_left(position)
    for fact in range(FACTS):
        glancing.factors[fact] = glance.factors[0, fact] + time * glance.factors[1, fact]
    glancing.is_last = 0
    if position.supply[position.seat] <= 2:
        glancing.is_last = 1
        take_accounts(position, glancing)


@rule
def take_accounts(position: Position, glancing: Any) -> None:
    """What each seat would have if the game ended now."""
    for seat in range(position.seats):
        glancing.account[seat] = position.coins[seat]
    if position.archbishop != NOBODY:
        glancing.account[position.archbishop] += position.archbishop_bonus
    for duchy in range(MOST_DUCHIES):
        if position.spare_duchies & only(duchy) == 0 and position.duke[duchy] != NOBODY:
            glancing.account[position.duke[duchy]] += DUKE_WORTH_AT_END + worth_of_landmarks(position, duchy)


@rule
def glance_at_field(position: Position, field: int, glancing: Any) -> None:
    """Write the row of a knight that the seat to move places on a free field; the card is not in it."""
    row = glancing.row
    for fact in range(FACTS):
        row[fact] = 0.0
    duchies = duchies_beside(position, field)
    look_at_neighbours(position, field, duchies, glancing)
    if duchies == EMPTY and glancing.joined[position.seat] == 0 and row[FACT_OTHERS_BESIDE] == 0.0:
        row[FACT_LONE] = 1.0
        row[FACT_LONE_LANDMARKS] = worth_of_sites(position, SITE_SET[field])
        row[FACT_LONE_ROOM] = row[FACT_ROOM]
        if SITE_SET[field] & position.landmark[CASTLE] == 0:
            if glancing.is_last != 0:
                tell_ending(position, 1, glancing)
            return
    glancing.joined[position.seat] += 1
    spent = 1 + man_castle_by_glance(position, field, duchies, glancing)
    sites = sites_joined(position, field, duchies)
    decide_by_glance(position, duchies, sites, glancing)
    if glancing.is_last != 0:
        tell_ending(position, spent, glancing)


@rule
def look_at_neighbours(position: Position, field: int, duchies: int, glancing: Any) -> None:
    """Count the knights that a knight on a field would join, and the room around it."""
    row = glancing.row
    seat = position.seat
    for other in range(position.seats):
        glancing.joined[other] = 0
        glancing.gain[other] = 0
    rest = duchies
    while rest != 0:
        for other in range(position.seats):
            glancing.joined[other] += position.duchy_knights[lowest(rest), other]
        rest = without_lowest(rest)
    for number in range(NEIGHBOURS[field]):
        neighbour = NEIGHBOUR[field, number]
        piece = position.piece[neighbour]
        if piece >= 0:
            if piece == seat:
                row[FACT_OWN_BESIDE] += 1.0
            else:
                row[FACT_OTHERS_BESIDE] += 1.0
            if position.duchy[neighbour] == NO_DUCHY:
                glancing.joined[piece] += 1
    tell_whose_field(position, field, row)
    row[FACT_ROOM] = room_beside(position, field)
    row[FACT_RIVER] = IS_RIVER[field]


@rule
def tell_whose_field(position: Position, field: int, row: Any) -> None:
    """Say whether another seat's knights neighbour a field, or those of the seat to move alone."""
    word = word_of(field)
    bit = bit_of(field)
    for other in range(position.seats):
        if other != position.seat and position.beside[other, word] & bit != 0:
            row[FACT_CONTESTED] = 1.0
            return
    if position.beside[position.seat, word] & bit != 0:
        row[FACT_ALONE] = 1.0


@rule
def room_beside(position: Position, field: int) -> int:
    """How many fields next to a field are free."""
    room = 0
    for word in range(WORDS):
        room += count(NEIGHBOUR_SET[field, word] & position.free[word])
    return room


@rule
def man_castle_by_glance(position: Position, field: int, duchies: int, glancing: Any) -> int:
    """Count the garrison that a new castle gets; 1 if the seat to move spends a knight for it."""
    if SITE_SET[field] & position.landmark[CASTLE] == 0 or position.garrison[SITE_AT[field]] != NOBODY:
        return 0
    duke = NOBODY
    rest = duchies
    while rest != 0:
        if position.duke[lowest(rest)] != NOBODY:
            duke = position.duke[lowest(rest)]
        rest = without_lowest(rest)
    manning = position.seat if duke == NOBODY else duke
    if position.supply[manning] == 0:
        return 0
    glancing.joined[manning] += 1
    if manning == position.seat:
        glancing.row[FACT_GARRISON] = 1.0
        return 1
    glancing.row[FACT_GARRISON_OF_OTHER] = 1.0
    return 0


@rule
def sites_joined(position: Position, field: int, duchies: int) -> int:
    """The sites that everything touches which a knight on a field joins."""
    sites = SITE_SET[field]
    rest = duchies
    while rest != 0:
        sites |= position.duchy_sites[lowest(rest)]
        rest = without_lowest(rest)
    for number in range(NEIGHBOURS[field]):
        neighbour = NEIGHBOUR[field, number]
        if is_lone_knight(position, neighbour):
            sites |= SITE_SET[neighbour]
    return sites


@rule
def decide_by_glance(position: Position, duchies: int, sites: int, glancing: Any) -> None:
    """Write who would rule what is joined, and what that changes for everybody."""
    row = glancing.row
    seat = position.seat
    leader = seat_with_most(glancing.joined, position.seats)
    staying = duchy_whose_duke_stays(position, duchies, leader)
    ruler = leader
    if staying != NO_DUCHY:
        ruler = position.duke[staying]
    worth = worth_of_sites(position, sites)
    has_church = 1.0 if sites & position.landmark[CHURCH] != 0 else 0.0
    openness = row[FACT_ROOM] - 1.0
    if count(duchies) > 1:
        row[FACT_MERGES] = 1.0
    rest = duchies
    while rest != 0:
        duchy = lowest(rest)
        openness += glancing.openness[duchy]
        leave_duchy(position, duchy, staying, glancing)
        rest = without_lowest(rest)
    if ruler != NOBODY:
        glancing.gain[ruler] += DUKE_WORTH_AT_END + worth
        row[FACT_BISHOP if ruler == seat else FACT_BISHOP_OF_OTHER] += has_church
    add_standings(position, glancing.joined, ruler, worth, max(openness, 0.0), 1.0, row)
    best = -100
    for other in range(position.seats):
        if other != seat:
            row[FACT_GAIN_OF_OTHERS] += glancing.gain[other] * 0.2
            best = max(best, glancing.gain[other])
    row[FACT_OWN_GAIN] = glancing.gain[seat] * 0.2
    row[FACT_GAIN_OF_BEST] = best * 0.2


@rule
def leave_duchy(position: Position, duchy: int, staying: int, glancing: Any) -> None:
    """Take away what an old duchy meant, and pay its duke if he goes."""
    row = glancing.row
    duke = position.duke[duchy]
    worth = worth_of_landmarks(position, duchy)
    if duke != NOBODY:
        glancing.gain[duke] -= DUKE_WORTH_AT_END + worth
        if duchy != staying:
            glancing.gain[duke] += DUKE_WORTH + worth
        if position.duchy_sites[duchy] & position.landmark[CHURCH] != 0:
            row[FACT_BISHOP if duke == position.seat else FACT_BISHOP_OF_OTHER] -= 1.0
    for seat in range(position.seats):
        glancing.knights[seat] = position.duchy_knights[duchy, seat]
    add_standings(position, glancing.knights, duke, worth, glancing.openness[duchy], -1.0, row)


@rule
def add_standings(
    position: Position, knights: Any, duke: int, worth: int, openness: float, sign: float, row: Any
) -> None:
    """Add how every seat stands among some knights, or take it away."""
    most = 0
    second = 0
    for seat in range(position.seats):
        if knights[seat] > most:
            second = most
            most = knights[seat]
        elif knights[seat] > second:
            second = knights[seat]
    for seat in range(position.seats):
        own = knights[seat]
        if own == 0 and seat != duke:
            continue
        if seat == duke:
            place = min(max(own - (second if own == most else most), 0), RULED_STANDINGS - 1)
        else:
            place = RULED_STANDINGS + min(most - own, RULED_STANDINGS - 1)
        if seat == position.seat:
            row[FACT_STANDING + place] += sign
            row[FACT_LANDMARKS + place] += sign * worth * 0.2
            if place < RULED_STANDINGS:
                row[FACT_OPENNESS + place] += sign * openness / (openness + 3.0)
        else:
            row[FACT_STANDING_OF_OTHERS + place] += sign
            row[FACT_LANDMARKS_OF_OTHERS + place] += sign * worth * 0.2


@rule
def tell_ending(position: Position, spent: int, glancing: Any) -> None:
    """Say whether the last knight would be placed, and whether the seat would be ahead then."""
    seat = position.seat
    if spent < position.supply[seat]:
        return
    own = glancing.account[seat] + glancing.gain[seat]
    best = -100
    for other in range(position.seats):
        if other != seat:
            best = max(best, glancing.account[other] + glancing.gain[other])
    glancing.row[FACT_ENDS_AHEAD if own > best else FACT_ENDS_BEHIND] = 1.0


@rule
def glance_at_conversion(position: Position, field: int, glancing: Any) -> None:
    """Write the row of a conversion of the knight on a field."""
    row = glancing.row
    for fact in range(FACTS):
        row[fact] = 0.0
    row[FACT_CONVERTS] = 1.0
    duchy = position.duchy[field]
    for other in range(position.seats):
        glancing.gain[other] = 0
        glancing.joined[other] = 0
    if duchy != NO_DUCHY:
        for other in range(position.seats):
            glancing.joined[other] = position.duchy_knights[duchy, other]
        glancing.joined[position.piece[field]] -= 1
        glancing.joined[position.seat] += 1
        decide_by_glance(position, only(duchy), position.duchy_sites[duchy], glancing)
    if glancing.is_last != 0:
        tell_ending(position, 1, glancing)


@rule
def score_of_row(glancing: Any) -> float:
    """The score of the row that was written last."""
    score = glancing.row[0] * glancing.factors[0]
    for fact in range(1, FACTS):
        score += glancing.row[fact] * glancing.factors[fact]
    return score  # type: ignore[no-any-return]
