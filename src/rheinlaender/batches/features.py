"""What a learner sees: observations as numbers. `docs/reference/observation.md` is exact.

An observation is what one seat may know, told from that seat: seats are counted clockwise from it, so that 0 is the
seat itself. The compact form is one row of bytes; the float form, planes over the fields and a row of facts, is worked
out of the compact form alone.

Several lanes can write one row together: then each takes every so many-th entry, so that neighbouring bytes are written
at once. On the CPU, and where a GPU gives each game one thread, there is a single lane.
"""

from typing import Any

from rheinlaender.rules.arrays import FIELDS, IS_RIVER, REGION_FIELD, SITE_FIELD
from rheinlaender.rules.compile import rule
from rheinlaender.rules.options import YES
from rheinlaender.rules.position import (
    CARDS,
    CASTLE,
    FREE,
    LANDMARKS,
    MOST_DUCHIES,
    MOST_SEATS,
    NOBODY,
    OVER,
    SITES,
    Position,
)
from rheinlaender.rules.primitives import count, lane, lanes, lowest, only, wait_for_lanes, wide
from rheinlaender.rules.sets import without_first
from rheinlaender.rules.worth import worth_to_duke

# Values of the compact form. A seat is shown as SEEN_SEAT + its distance from the observing seat.
SEEN_FREE, SEEN_BASTION, SEEN_SEAT = range(3)
UNRULED = 1
SEEN_LANDMARK = 1
SEEN_GARRISON = SEEN_LANDMARK + LANDMARKS
IN_HAND, IN_DISCARD = 1, 2

# The compact form after its two bytes for each field: duchies, sites, cards, seats, the table, the options.
DUCHY_BYTES = 2 + MOST_SEATS
SEAT_BYTES = 7
TABLE_BYTES = 11
OPTION_BYTES = 7
DUCHIES_LENGTH = (MOST_DUCHIES + 1) * DUCHY_BYTES
COMPACT_REST = DUCHIES_LENGTH + SITES + CARDS + MOST_SEATS * SEAT_BYTES + TABLE_BYTES + OPTION_BYTES

# Places in a seat's bytes and in the table's bytes.
SUPPLY, BASTIONS_LEFT, BISHOPS, HAND_SIZE, COINS_KNOWN, COINS_LOW, COINS_HIGH = range(SEAT_BYTES)
(
    TABLE_SEATS,
    TABLE_TO_MOVE,
    TABLE_FIRST,
    TABLE_ARCHBISHOP,
    TABLE_PHASE,
    TABLE_TURN_LOW,
    TABLE_TURN_HIGH,
    TABLE_IDLE_TURNS,
    TABLE_ENDING,
    TABLE_DECK,
    TABLE_DISCARD,
) = range(TABLE_BYTES)

# Planes of the float form.
(
    PLANE_FREE,
    PLANE_BASTION,
    PLANE_KNIGHT,
    PLANE_UNRULED,
    PLANE_DUKE,
    PLANE_WORTH,
    PLANE_KNIGHTS,
    PLANE_LANDMARK,
    PLANE_GARRISON,
    PLANE_RIVER,
    PLANE_HAND,
    PLANE_DISCARD,
) = (0, 1, 2, 7, 8, 13, 14, 19, 24, 29, 30, 31)
PLANES = 32

# Facts of the float form.
FACT_HAND = 0
FACT_DISCARD = FACT_HAND + CARDS
FACT_SEATS = FACT_DISCARD + CARDS
SEAT_FACTS = 10
FACT_TABLE = FACT_SEATS + MOST_SEATS * SEAT_FACTS
TABLE_FACTS = 12
FACT_OPTIONS = FACT_TABLE + TABLE_FACTS
FACTS = FACT_OPTIONS + OPTION_BYTES


@rule
def seen_from(position: Position, seat: int, observer: int) -> int:
    """How far a seat sits from the observing seat, clockwise."""
    distance = seat - observer
    return distance + position.seats if distance < 0 else distance


@rule
def seen_seat(position: Position, seat: int, observer: int, nobody: int) -> int:
    """A seat as the observing seat sees it; the given value stands for nobody."""
    return nobody if seat == NOBODY else SEEN_SEAT + seen_from(position, seat, observer)


@rule
def observe(position: Position, observer: int, row: Any) -> None:
    """Write everything that a seat may know, in compact form. Section 7."""
    observe_pieces(position, observer, row)
    observe_duchies(position, observer, row)
    start = 2 * FIELDS + DUCHIES_LENGTH
    observe_sites(position, observer, row, start)
    observe_cards(position, observer, row, start + SITES)
    start += SITES + CARDS
    for seat in range(lane(), MOST_SEATS, lanes()):
        observe_seat(position, seat, observer, row, start)
    start += MOST_SEATS * SEAT_BYTES
    observe_table(position, observer, row, start)
    observe_options(position, row, start + TABLE_BYTES)


@rule
def observe_pieces(position: Position, observer: int, row: Any) -> None:
    """What stands on each field, and the number of its duchy, counted from 1."""
    seats = wide(position.seats)
    for field in range(lane(), FIELDS, lanes()):
        piece = wide(position.piece[field])
        distance = piece - observer
        if distance < 0:
            distance += seats
        row[field] = SEEN_SEAT + distance if piece >= 0 else FREE - piece
    for field in range(lane(), FIELDS, lanes()):
        row[FIELDS + field] = position.duchy[field] + 1


@rule
def observe_duchies(position: Position, observer: int, row: Any) -> None:
    """For each duchy its duke, its worth and the knights of each seat; the first place is for no duchy."""
    start = 2 * FIELDS
    for place in range(lane(), DUCHIES_LENGTH, lanes()):
        row[start + place] = 0
    wait_for_lanes()
    duchies = without_first((only(MOST_DUCHIES) - only(0)) & ~position.spare_duchies, lane())
    while duchies != 0:
        duchy = lowest(duchies)
        place = start + (duchy + 1) * DUCHY_BYTES
        row[place] = seen_seat(position, position.duke[duchy], observer, UNRULED)
        row[place + 1] = worth_to_duke(position, duchy)
        for seat in range(position.seats):
            row[place + 2 + seen_from(position, seat, observer)] = position.duchy_knights[duchy, seat]
        duchies = without_first(duchies, lanes())


@rule
def observe_sites(position: Position, observer: int, row: Any, start: int) -> None:
    """The landmark on each site, and the garrison of a castle that has one."""
    for site in range(lane(), SITES, lanes()):
        row[start + site] = seen_landmark(position, site, observer)


@rule
def seen_landmark(position: Position, site: int, observer: int) -> int:
    """The landmark on a site, or the garrison that mans the castle there."""
    if position.garrison[site] != NOBODY:
        return SEEN_GARRISON + seen_from(position, position.garrison[site], observer)
    landmark = SEEN_LANDMARK
    for kind in range(1, LANDMARKS):
        if position.landmark[kind] & only(site) != 0:
            landmark = SEEN_LANDMARK + kind
    return landmark


@rule
def observe_cards(position: Position, observer: int, row: Any, start: int) -> None:
    """Where each card is: in the own hand, in the discard and how deep, or out of sight."""
    for place in range(lane(), CARDS, lanes()):
        row[start + place] = 0
    wait_for_lanes()
    hand = without_first(position.hand[observer], lane())
    while hand != 0:
        row[start + lowest(hand) - 1] = IN_HAND
        hand = without_first(hand, lanes())
    oldest = CARDS + 1 - position.discard
    for number in range(lane(), position.discard, lanes()):
        row[start + position.pile[oldest + number] - 1] = IN_DISCARD + number


@rule
def observe_seat(position: Position, seat: int, observer: int, row: Any, start: int) -> None:
    """What a seat has; its coins only if the observing seat may know them. Section 7.3."""
    if seat >= position.seats:
        for number in range(SEAT_BYTES):
            row[start + seat * SEAT_BYTES + number] = 0
        return
    place = start + seen_from(position, seat, observer) * SEAT_BYTES
    is_known = seat == observer or position.open_coins == YES or position.phase == OVER
    coins = wide(position.coins[seat]) if is_known else 0
    row[place + SUPPLY] = position.supply[seat]
    row[place + BASTIONS_LEFT] = position.bastions[seat]
    row[place + BISHOPS] = position.bishops[seat]
    row[place + HAND_SIZE] = count(position.hand[seat])
    row[place + COINS_KNOWN] = 1 if is_known else 0
    row[place + COINS_LOW] = coins & 0xFF
    row[place + COINS_HIGH] = coins >> 8


@rule
def observe_table(position: Position, observer: int, row: Any, start: int) -> None:
    """Whose turn it is, how far the game has come, how many cards lie where."""
    turn = wide(position.turn)
    row[start + TABLE_SEATS] = position.seats
    row[start + TABLE_TO_MOVE] = seen_from(position, position.seat, observer)
    row[start + TABLE_FIRST] = seen_from(position, position.first, observer)
    row[start + TABLE_ARCHBISHOP] = seen_seat(position, position.archbishop, observer, 0)
    row[start + TABLE_PHASE] = position.phase
    row[start + TABLE_TURN_LOW] = turn & 0xFF
    row[start + TABLE_TURN_HIGH] = turn >> 8
    row[start + TABLE_IDLE_TURNS] = position.idle_turns
    row[start + TABLE_ENDING] = position.ending
    row[start + TABLE_DECK] = position.deck
    row[start + TABLE_DISCARD] = position.discard


@rule
def observe_options(position: Position, row: Any, start: int) -> None:
    """The options, in the order of the rules. Section 9."""
    row[start] = position.end
    row[start + 1] = position.reinforcement_neighbours
    row[start + 2] = position.reinforce_on_river
    row[start + 3] = position.merger
    row[start + 4] = position.archbishop_bonus
    row[start + 5] = position.bastion_opens_river
    row[start + 6] = position.open_coins


@rule
def draw_planes(row: Any, planes: Any) -> None:
    """Write the planes of the float form out of the compact form."""
    for first in range(0, FIELDS, lanes()):
        for field in range(first, min(first + lanes(), FIELDS)):
            for plane in range(lane(), PLANES, lanes()):
                planes[field, plane] = 0.0
        wait_for_lanes()
        for field in range(first + lane(), min(first + lanes(), FIELDS), lanes()):
            draw_piece(row, planes, field)
            draw_duchy(row, planes, field)
            planes[field, PLANE_RIVER] = IS_RIVER[field]
    wait_for_lanes()
    draw_sites(row, planes)
    draw_cards(row, planes)


@rule
def draw_piece(row: Any, planes: Any, field: int) -> None:
    """What stands on the field."""
    piece = wide(row[field])
    if piece == SEEN_FREE:
        planes[field, PLANE_FREE] = 1.0
    elif piece == SEEN_BASTION:
        planes[field, PLANE_BASTION] = 1.0
    else:
        planes[field, PLANE_KNIGHT + piece - SEEN_SEAT] = 1.0


@rule
def draw_duchy(row: Any, planes: Any, field: int) -> None:
    """Who rules the field's duchy, what it is worth and how many knights each seat has in it."""
    duchy = wide(row[FIELDS + field])
    if duchy == 0:
        return
    place = 2 * FIELDS + duchy * DUCHY_BYTES
    duke = wide(row[place])
    if duke == UNRULED:
        planes[field, PLANE_UNRULED] = 1.0
    else:
        planes[field, PLANE_DUKE + duke - SEEN_SEAT] = 1.0
    planes[field, PLANE_WORTH] = row[place + 1] / 16.0
    for seat in range(MOST_SEATS):
        planes[field, PLANE_KNIGHTS + seat] = row[place + 2 + seat] / 16.0


@rule
def draw_sites(row: Any, planes: Any) -> None:
    """The landmark and the garrison, on both fields of each site."""
    start = 2 * FIELDS + DUCHIES_LENGTH
    for site in range(lane(), SITES, lanes()):
        seen = wide(row[start + site])
        kind = CASTLE if seen >= SEEN_GARRISON else seen - SEEN_LANDMARK
        for number in range(2):
            field = SITE_FIELD[site, number]
            planes[field, PLANE_LANDMARK + kind] = 1.0
            if seen >= SEEN_GARRISON:
                planes[field, PLANE_GARRISON + seen - SEEN_GARRISON] = 1.0


@rule
def draw_cards(row: Any, planes: Any) -> None:
    """On the fields of each region, whether a card of theirs is in the own hand, and whether one is in the discard."""
    start = 2 * FIELDS + DUCHIES_LENGTH + SITES
    for card in range(1 + lane(), CARDS + 1, lanes()):
        seen = wide(row[start + card - 1])
        if seen != 0:
            for bank in range(3):
                planes[REGION_FIELD[card, bank], PLANE_HAND if seen == IN_HAND else PLANE_DISCARD] = 1.0


@rule
def draw_facts(row: Any, facts: Any) -> None:
    """Write the facts of the float form out of the compact form."""
    for fact in range(lane(), FACTS, lanes()):
        facts[fact] = 0.0
    wait_for_lanes()
    start = 2 * FIELDS + DUCHIES_LENGTH + SITES
    draw_card_facts(row, facts, start)
    start += CARDS
    table = start + MOST_SEATS * SEAT_BYTES
    for seat in range(lane(), row[table + TABLE_SEATS], lanes()):
        draw_seat_facts(row, facts, start + seat * SEAT_BYTES, FACT_SEATS + seat * SEAT_FACTS)
    draw_table_facts(row, facts, table)
    for option in range(lane(), OPTION_BYTES, lanes()):
        facts[FACT_OPTIONS + option] = 1.0 if row[table + TABLE_BYTES + option] != 0 else 0.0


@rule
def draw_card_facts(row: Any, facts: Any, start: int) -> None:
    """Each card: whether it is in the own hand; how deep it lies in the discard."""
    for card in range(lane(), CARDS, lanes()):
        seen = wide(row[start + card])
        if seen == IN_HAND:
            facts[FACT_HAND + card] = 1.0
        elif seen >= IN_DISCARD:
            facts[FACT_DISCARD + card] = (seen - IN_DISCARD + 1) / 64.0


@rule
def draw_seat_facts(row: Any, facts: Any, place: int, fact: int) -> None:
    """What a seat at the table has."""
    facts[fact] = 1.0
    facts[fact + 1] = row[place + SUPPLY] / 16.0
    facts[fact + 2] = row[place + BASTIONS_LEFT] / 4.0
    facts[fact + 3] = row[place + BISHOPS] / 4.0
    facts[fact + 4] = row[place + HAND_SIZE] / 4.0
    facts[fact + 5] = row[place + COINS_KNOWN]
    facts[fact + 6] = (row[place + COINS_LOW] + 256 * row[place + COINS_HIGH]) / 64.0


@rule
def draw_table_facts(row: Any, facts: Any, table: int) -> None:
    """Whose turn it is, how far the game has come, how many cards lie where."""
    facts[FACT_SEATS + row[table + TABLE_TO_MOVE] * SEAT_FACTS + 7] = 1.0
    facts[FACT_SEATS + row[table + TABLE_FIRST] * SEAT_FACTS + 8] = 1.0
    if row[table + TABLE_ARCHBISHOP] != 0:
        facts[FACT_SEATS + (row[table + TABLE_ARCHBISHOP] - SEEN_SEAT) * SEAT_FACTS + 9] = 1.0
    facts[FACT_TABLE + row[table + TABLE_SEATS] - 3] = 1.0
    facts[FACT_TABLE + 3 + row[table + TABLE_PHASE]] = 1.0
    facts[FACT_TABLE + 7] = (row[table + TABLE_TURN_LOW] + 256 * row[table + TABLE_TURN_HIGH]) / 64.0
    facts[FACT_TABLE + 8] = row[table + TABLE_IDLE_TURNS] / 4.0
    facts[FACT_TABLE + 9] = row[table + TABLE_ENDING]
    facts[FACT_TABLE + 10] = row[table + TABLE_DECK] / 64.0
    facts[FACT_TABLE + 11] = row[table + TABLE_DISCARD] / 64.0
