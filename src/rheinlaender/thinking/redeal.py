"""Re-dealing what a seat cannot see: other hands and the order of the deck, all consistent worlds alike."""

from rheinlaender.rules.cards import bring_to_top, shuffle_deck, swap_cards, take_top
from rheinlaender.rules.chance import random_below
from rheinlaender.rules.compile import rule
from rheinlaender.rules.position import SHUFFLE_CARD, Position
from rheinlaender.rules.primitives import EMPTY, count, lowest, only, without_lowest


@rule
def redeal(position: Position, seat: int) -> None:
    """Deal all unseen cards again: to every other hand as many as it has, the rest is the deck. Section 7.2.

    The shuffle card is always in the deck, at any place of it alike.
    """
    bring_to_top(position, SHUFFLE_CARD)
    take_top(position)
    for other in range(position.seats):
        if other != seat:
            put_hand_on_deck(position, other)
    shuffle_deck(position)
    for other in range(position.seats):
        if other != seat:
            take_hand_from_deck(position, other)
    position.pile[position.deck] = SHUFFLE_CARD
    position.deck += 1
    swap_cards(position, position.deck - 1, random_below(position, position.deck))


@rule
def put_hand_on_deck(position: Position, seat: int) -> None:
    """Lay a hand on the deck; the hand remembers its size as the lowest cards."""
    hand = position.hand[seat]
    position.hand[seat] = only(count(hand)) - only(0)
    while hand != EMPTY:
        position.pile[position.deck] = lowest(hand)
        position.deck += 1
        hand = without_lowest(hand)


@rule
def take_hand_from_deck(position: Position, seat: int) -> None:
    """Take as many cards as the hand remembers."""
    size = count(position.hand[seat])
    position.hand[seat] = EMPTY
    for _ in range(size):
        position.hand[seat] |= only(take_top(position))
