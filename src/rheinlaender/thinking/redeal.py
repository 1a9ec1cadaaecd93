"""What a seat cannot see, other hands and the order of the deck: dealt again, all worlds alike, or put in order."""

from rheinlaender.rules.cards import bring_to_top, shuffle_deck, swap_cards, take_top
from rheinlaender.rules.chance import random_below
from rheinlaender.rules.compile import rule
from rheinlaender.rules.position import CARDS, SHUFFLE_CARD, Position
from rheinlaender.rules.primitives import EMPTY, count, lowest, only, without_lowest


@rule
def redeal(position: Position, seat: int) -> None:
    """Deal all unseen cards again: to every other hand as many as it has, the rest is the deck. Section 7.2.

    The shuffle card is always in the deck, at any place of it alike.
    """
    gather_unseen(position, seat)
    shuffle_deck(position)
    deal_unseen(position, seat)
    swap_cards(position, position.deck - 1, random_below(position, position.deck))


@rule
def hide(position: Position) -> None:
    """Put what the seat to move cannot see in order, so that positions that look alike to it are the same.

    The other hands hold the lowest unseen cards, the deck the others, the shuffle card on top; no chance is left.
    """
    gather_unseen(position, position.seat)
    sort_deck(position)
    deal_unseen(position, position.seat)
    for place in range(position.deck, CARDS + 1 - position.discard):
        position.pile[place] = SHUFFLE_CARD
    position.rng = EMPTY


@rule
def gather_unseen(position: Position, seat: int) -> None:
    """Lay all that a seat cannot see on the deck, without the shuffle card."""
    bring_to_top(position, SHUFFLE_CARD)
    take_top(position)
    for other in range(position.seats):
        if other != seat:
            put_hand_on_deck(position, other)


@rule
def deal_unseen(position: Position, seat: int) -> None:
    """Deal the other hands from the deck as it lies, and lay the shuffle card on top."""
    for other in range(position.seats):
        if other != seat:
            take_hand_from_deck(position, other)
    position.pile[position.deck] = SHUFFLE_CARD
    position.deck += 1


@rule
def sort_deck(position: Position) -> None:
    """Bring the deck into the order of its cards, so that nothing depends on the order in which it lay."""
    for last in range(1, position.deck):
        place = last
        while place > 0 and position.pile[place - 1] > position.pile[place]:
            swap_cards(position, place - 1, place)
            place -= 1


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
