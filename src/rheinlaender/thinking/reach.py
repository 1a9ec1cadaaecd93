"""The reach of a position: what a knight on each free field would change, and how likely each seat can place one there.

What a seat knows of the cards is kept apart: its own hand is known, every other hand is any part of the unseen cards.
A field that a seat alone neighbours can be reinforced by it with any card.
"""

from typing import Any

from rheinlaender.rules.arrays import FIELD_CARD, IS_RIVER, NEIGHBOUR, NEIGHBOURS, REGION_FIELD, SITE_SET, WORDS
from rheinlaender.rules.cards import discarded_cards
from rheinlaender.rules.compile import rule
from rheinlaender.rules.duchies import duchies_beside, is_lone_knight
from rheinlaender.rules.legal import can_settle, is_river_open
from rheinlaender.rules.position import CARDS, MOST_DUCHIES, NOBODY, Position
from rheinlaender.rules.primitives import count, lowest, only, without_lowest
from rheinlaender.rules.sets import bit_of, field_of_bit, word_of
from rheinlaender.rules.worth import DUKE_WORTH_AT_END, worth_of_landmarks, worth_of_sites


@rule
def look_around(position: Position, observer: int, scratch: Any) -> None:
    """Write what every seat could change with one knight, as far as the observer knows the cards."""
    clear_reach(position, scratch)
    hand = position.hand[observer]
    unseen = (only(CARDS + 1) - only(1)) & ~hand & ~discarded_cards(position)
    scratch.unseen = count(unseen)
    weigh_hands(position, scratch)
    look_at_hand(position, hand, scratch)
    for word in range(WORDS):
        around = position.beside[0, word]
        for seat in range(1, position.seats):
            around |= position.beside[seat, word]
        around &= position.free[word]
        while around != 0:
            look_at_field(position, field_of_bit(word, lowest(around)), observer, hand, unseen, scratch)
            around = without_lowest(around)


@rule
def duchies_in_use(position: Position) -> int:
    """The set of all duchies that there are."""
    return (only(MOST_DUCHIES) - only(0)) & ~position.spare_duchies


@rule
def clear_reach(position: Position, scratch: Any) -> None:
    """Nothing has been looked at."""
    duchies = duchies_in_use(position)
    while duchies != 0:
        duchy = lowest(duchies)
        scratch.openness[duchy] = 0
        scratch.own_cards[duchy] = 0
        scratch.unseen_cards[duchy] = 0
        scratch.mergers[duchy] = 0
        scratch.gain[duchy] = 0
        scratch.worth[duchy] = worth_of_landmarks(position, duchy)
        for seat in range(position.seats):
            scratch.reinforcements[duchy, seat] = 0
            scratch.takes_not[duchy, seat] = 1.0
            scratch.keeps[duchy, seat] = 1.0
        duchies = without_lowest(duchies)
    for seat in range(position.seats):
        scratch.room[seat] = 0
        scratch.best_gain[seat] = 0.0
        scratch.all_gains[seat] = 0.0


@rule
def weigh_hands(position: Position, scratch: Any) -> None:
    """Write how likely each hand holds one of none, one or two cards that are unseen."""
    for seat in range(position.seats):
        size = count(position.hand[seat])
        for cards in range(3):
            scratch.chance[cards, seat] = min(1.0, cards * size / max(1, scratch.unseen))


@rule
def look_at_hand(position: Position, hand: int, scratch: Any) -> None:
    """Count what the observer's cards can settle: anything, a landmark, a field beside a duchy."""
    scratch.settling_cards = 0
    scratch.landmark_cards = 0
    scratch.duchy_cards = 0
    while hand != 0:
        card = lowest(hand)
        settles = 0
        reaches_landmark = 0
        reaches_duchy = 0
        for bank in range(3):
            if can_settle(position, card, bank):
                field = REGION_FIELD[card, bank]
                settles = 1
                if SITE_SET[field] != 0:
                    reaches_landmark = 1
                if duchies_beside(position, field) != 0:
                    reaches_duchy = 1
        scratch.settling_cards += settles
        scratch.landmark_cards += reaches_landmark
        scratch.duchy_cards += reaches_duchy
        hand = without_lowest(hand)


@rule
def look_at_field(position: Position, field: int, observer: int, hand: int, unseen: int, scratch: Any) -> None:
    """Look at what a knight on a free field beside other knights would change."""
    alone = seat_alone_beside(position, field)
    if IS_RIVER[field] != 0:
        alone = NOBODY
        if not is_river_open(position, FIELD_CARD[field, 0]):
            return
    if alone != NOBODY:
        scratch.room[alone] += 1
    cards = only(FIELD_CARD[field, 0]) | only(FIELD_CARD[field, 1])
    own = count(cards & hand)
    others = count(cards & unseen)
    duchies = duchies_beside(position, field)
    note_field(position, field, duchies, alone, own, others, scratch)
    join_around(position, field, duchies, scratch)
    find_leader(position, scratch)
    for seat in range(position.seats):
        chance = 1.0
        if seat != alone:
            chance = (1.0 if own > 0 else 0.0) if seat == observer else scratch.chance[others, seat]
        if chance > 0.0:
            look_at_placing(position, seat, duchies, chance, scratch)


@rule
def note_field(position: Position, field: int, duchies: int, alone: int, own: int, others: int, scratch: Any) -> None:
    """Count a free field for every duchy that a knight on it would join."""
    is_merger = 1 if count(duchies) > 1 else 0
    scratch.field_worth = worth_of_sites(position, SITE_SET[field])
    while duchies != 0:
        duchy = lowest(duchies)
        scratch.openness[duchy] += 1
        scratch.own_cards[duchy] += own
        scratch.unseen_cards[duchy] += others
        scratch.mergers[duchy] += is_merger
        if SITE_SET[field] & position.duchy_sites[duchy] == 0:
            scratch.gain[duchy] += scratch.field_worth
        if alone != NOBODY:
            scratch.reinforcements[duchy, alone] += 1
        duchies = without_lowest(duchies)


@rule
def join_around(position: Position, field: int, duchies: int, scratch: Any) -> None:
    """Count the knights of each seat that a knight on the field would join, and what they are worth together."""
    worth = scratch.field_worth
    sites = SITE_SET[field]
    for seat in range(position.seats):
        scratch.joined[seat] = 0
    while duchies != 0:
        duchy = lowest(duchies)
        worth += scratch.worth[duchy]
        if sites & position.duchy_sites[duchy] != 0:
            worth -= scratch.field_worth
        for seat in range(position.seats):
            scratch.joined[seat] += position.duchy_knights[duchy, seat]
        duchies = without_lowest(duchies)
    for number in range(NEIGHBOURS[field]):
        neighbour = NEIGHBOUR[field, number]
        if is_lone_knight(position, neighbour):
            scratch.joined[position.piece[neighbour]] += 1
    scratch.joined_worth = worth


@rule
def look_at_placing(position: Position, seat: int, duchies: int, chance: float, scratch: Any) -> None:
    """Note what changes if a seat places a knight: which duchies it takes, which dukes go, what it gains."""
    leader = leader_with(seat, scratch)
    is_merger = count(duchies) > 1
    gained = 0.0
    if leader == seat:
        gained = DUKE_WORTH_AT_END + scratch.joined_worth
    while duchies != 0:
        duchy = lowest(duchies)
        duke = position.duke[duchy]
        if duke == seat:
            gained -= DUKE_WORTH_AT_END + scratch.worth[duchy]
        if leader == seat and duke != seat:
            scratch.takes_not[duchy, seat] *= 1.0 - chance
        if duke != NOBODY and duke != leader and duke != seat and (leader != NOBODY or is_merger):
            scratch.keeps[duchy, seat] *= 1.0 - chance
        duchies = without_lowest(duchies)
    gained *= chance
    scratch.all_gains[seat] += max(0.0, gained)
    scratch.best_gain[seat] = max(scratch.best_gain[seat], gained)


@rule
def find_leader(position: Position, scratch: Any) -> None:
    """Write who has most knights of what is joined, or NOBODY with a tie, and how many."""
    scratch.leader = NOBODY
    scratch.most = 0
    for seat in range(position.seats):
        knights = scratch.joined[seat]
        if knights > scratch.most:
            scratch.most = knights
            scratch.leader = seat
        elif knights == scratch.most:
            scratch.leader = NOBODY


@rule
def leader_with(placing: int, scratch: Any) -> int:
    """Who leads what is joined, with one more knight of a seat; with a tie NOBODY. Section 3.3."""
    knights = scratch.joined[placing] + 1
    if knights > scratch.most:
        return placing
    if knights == scratch.most:
        return NOBODY
    return scratch.leader  # type: ignore[no-any-return]


@rule
def seat_alone_beside(position: Position, field: int) -> int:
    """The only seat whose knights neighbour a field, or NOBODY."""
    alone = NOBODY
    for seat in range(position.seats):
        if position.beside[seat, word_of(field)] & bit_of(field) != 0:
            if alone != NOBODY:
                return NOBODY
            alone = seat
    return alone
