"""Cards: the hand, the discard, the deck and the shuffle card."""

from typing import Any

from rheinlaender.rules.chance import following, mixed, within
from rheinlaender.rules.compile import rule
from rheinlaender.rules.journal import CARD_DRAWN, CARD_PLAYED, DECK_SHUFFLED, write
from rheinlaender.rules.position import CARDS, SHUFFLE_CARD, Position
from rheinlaender.rules.primitives import EMPTY, only


@rule
def spend_card(position: Position, card: int, journal: Any) -> None:
    """Play a card from the hand, face up onto the discard. Section 2.1."""
    position.hand[position.seat] &= ~only(card)
    position.pile[CARDS - position.discard] = card
    position.discard += 1
    write(journal, CARD_PLAYED, position.seat, card, 0, 0)


@rule
def draw_card(position: Position, journal: Any) -> None:
    """Draw the top card; the shuffle card makes a new deck first. Section 2.3."""
    card = take_top(position)
    while card == SHUFFLE_CARD:
        make_new_deck(position)
        write(journal, DECK_SHUFFLED, position.seat, position.deck, 0, 0)
        card = take_top(position)
    position.hand[position.seat] |= only(card)
    write(journal, CARD_DRAWN, position.seat, card, 0, 0)


@rule
def take_top(position: Position) -> int:
    """Take the top card off the deck."""
    position.deck -= 1
    return position.pile[position.deck]


@rule
def make_new_deck(position: Position) -> None:
    """Shuffle deck, discard and shuffle card together into a new deck. Section 2.3."""
    gather_cards(position)
    shuffle_deck(position)


@rule
def gather_cards(position: Position) -> None:
    """Put discard and shuffle card under what is left of the deck. Section 2.3."""
    discard = position.discard
    oldest = CARDS + 1 - discard
    for number in range(discard):
        position.pile[position.deck + number] = position.pile[oldest + number]
    position.deck += discard
    position.discard = 0
    lay_shuffle_card(position)


@rule
def lay_shuffle_card(position: Position) -> None:
    """Lay the shuffle card on the deck. Section 2.3."""
    position.pile[position.deck] = SHUFFLE_CARD
    position.deck += 1


@rule
def shuffle_deck(position: Position) -> None:
    """Bring the deck into a random order."""
    random = position.rng
    for last in range(position.deck - 1, 0, -1):
        random = following(random)
        swap_cards(position, last, within(mixed(random), last + 1))
    position.rng = random


@rule
def swap_cards(position: Position, one: int, other: int) -> None:
    """Exchange two places of the deck."""
    card = position.pile[one]
    position.pile[one] = position.pile[other]
    position.pile[other] = card


@rule
def bring_to_top(position: Position, card: int) -> bool:
    """Bring a card of the deck to its top, where chance is already known; false if the deck does not hold it."""
    for place in range(position.deck):
        if position.pile[place] == card:
            swap_cards(position, place, position.deck - 1)
            return True
    return False


@rule
def discarded_cards(position: Position) -> int:
    """The set of the cards on the discard, which everybody may know. Section 7."""
    cards = EMPTY
    for place in range(CARDS + 1 - position.discard, CARDS + 1):
        cards |= only(position.pile[place])
    return cards
