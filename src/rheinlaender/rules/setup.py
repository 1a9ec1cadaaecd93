"""Set-up: an empty board, landmarks and cards by chance."""

from rheinlaender.rules.arrays import FIELDS, WORDS
from rheinlaender.rules.cards import draw_card, shuffle_deck, swap_cards
from rheinlaender.rules.chance import random_below
from rheinlaender.rules.compile import rule
from rheinlaender.rules.position import (
    BASTIONS,
    CARDS,
    CASTLE,
    CHURCH,
    CITY_2,
    CITY_3,
    CITY_4,
    FREE,
    HAND,
    LANDMARKS,
    MOST_DUCHIES,
    MOST_SEATS,
    NO_DUCHY,
    NOBODY,
    SITES,
    Position,
)
from rheinlaender.rules.primitives import EMPTY, only
from rheinlaender.rules.sets import add_field
from rheinlaender.rules.turn import start_turn

CASTLES = 7
CHURCHES = 7
CITIES_OF_EACH_KIND = 4


@rule
def knights_per_seat(seats: int) -> int:
    """25, 20 or 17 knights for each of 3, 4 or 5 seats. Section 1.1."""
    if seats == 3:
        return 25
    return 20 if seats == 4 else 17


@rule
def set_up(position: Position, seats: int, first: int, seed: int) -> None:
    """Set up a new game, which the given seat begins; the options are in the position. Sections 1, 1.5."""
    position.rng = seed
    clear_board(position, seats)
    place_landmarks(position)
    position.first = first
    position.seat = first
    deal_cards(position)
    start_turn(position)


@rule
def clear_board(position: Position, seats: int) -> None:
    """An empty board, full supplies, no cards anywhere. Section 1."""
    for field in range(FIELDS):
        position.piece[field] = FREE
        position.duchy[field] = NO_DUCHY
    for word in range(WORDS):
        position.free[word] = EMPTY
        for seat in range(MOST_SEATS):
            position.beside[seat, word] = EMPTY
    for field in range(FIELDS):
        add_field(position.free, field)
    for duchy in range(MOST_DUCHIES):
        position.duke[duchy] = NOBODY
        position.duchy_sites[duchy] = EMPTY
    position.spare_duchies = only(MOST_DUCHIES) - only(0)
    for site in range(SITES):
        position.garrison[site] = NOBODY
    clear_seats(position, seats)


@rule
def clear_seats(position: Position, seats: int) -> None:
    """What each seat has at the beginning. Section 1.1."""
    position.seats = seats
    for seat in range(MOST_SEATS):
        position.supply[seat] = knights_per_seat(seats) if seat < seats else 0
        position.bastions[seat] = BASTIONS if seat < seats else 0
        position.coins[seat] = 0
        position.bishops[seat] = 0
        position.hand[seat] = EMPTY
    position.archbishop = NOBODY
    position.turn = 0
    position.idle_turns = 0
    position.ending = 0
    position.deck = 0
    position.discard = 0


@rule
def landmark_of_tile(tile: int) -> int:
    """The kind of each of the 26 landmarks: 7 castles, 7 churches, four cities each of 2, 3 and 4. Section 1.3."""
    if tile < CASTLES:
        return CASTLE
    if tile < CASTLES + CHURCHES:
        return CHURCH
    city = (tile - CASTLES - CHURCHES) // CITIES_OF_EACH_KIND
    if city == 0:
        return CITY_2
    return CITY_3 if city == 1 else CITY_4


@rule
def place_landmarks(position: Position) -> None:
    """Shuffle the 26 landmarks onto the 26 sites; the deck's place serves to shuffle them. Section 1.3."""
    for kind in range(LANDMARKS):
        position.landmark[kind] = EMPTY
    for site in range(SITES):
        position.pile[site] = site
    for last in range(SITES - 1, -1, -1):
        swap_cards(position, last, random_below(position, last + 1))
        position.landmark[landmark_of_tile(last)] |= only(position.pile[last])


@rule
def deal_cards(position: Position) -> None:
    """Five cards for each seat; a shuffle card that is dealt goes back and the deck is shuffled again. Section 1.4.

    Drawing does just that: at this time the discard is empty.
    """
    for card in range(CARDS + 1):
        position.pile[card] = card
    position.deck = CARDS + 1
    shuffle_deck(position)
    for _ in range(HAND):
        for _ in range(position.seats):
            draw_card(position, None)
            position.seat = (position.seat + 1) % position.seats
