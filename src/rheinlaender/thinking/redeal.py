"""What a seat cannot see, other hands and the order of the deck: dealt again, all worlds alike, or put in order.

Whoever remembers which cards came back with a new deck knows more: such a card lies in no hand that has held its five
since before. Who drew when is known, because every turn ends with a draw; which of their cards they played is taken for
chance.
"""

from typing import Any

import numpy as np

from rheinlaender.rules.cards import bring_to_top, lay_shuffle_card, shuffle_deck, swap_cards, take_top
from rheinlaender.rules.chance import random_below
from rheinlaender.rules.compile import rule
from rheinlaender.rules.position import CARDS, HAND, MOST_SEATS, NOBODY, SHUFFLE_CARD, Position
from rheinlaender.rules.primitives import EMPTY, count, lowest, only, without_lowest

MEMORY = np.dtype(
    [
        ("newest", np.int64),  # how many turns were finished when the newest deck was made; 0 before there was one
        ("reshuffled", np.int16, (CARDS + 1,)),  # for each card, when it last came back with a new deck; 0 if never
        ("held", np.int16, (MOST_SEATS,)),  # how many cards each other hand is to have, while they are dealt
        ("dealt", np.int16, (MOST_SEATS,)),  # how many of them it has
        ("drawn", np.int16, (MOST_SEATS, HAND)),  # how many turns were finished when each was drawn, the oldest first
    ],
    align=True,
)
TRIES = 1_000
"""So often a card is looked for that a hand may hold; if there is none, somebody remembers wrongly."""


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
def redeal_remembering(position: Position, seat: int, memory: Any) -> None:
    """Deal all unseen cards again, but no card to a hand that cannot have drawn it since it came back.

    The cards that were drawn first are dealt first: whatever may lie there may lie in all later places, so that all
    deals that are possible are alike.
    """
    if memory.newest == 0:
        redeal(position, seat)
        return
    gather_unseen(position, seat)
    for other in range(position.seats):
        memory.held[other] = 0
        memory.dealt[other] = 0
        if other != seat:
            remember_draws(position, other, memory)
    oldest = oldest_place(position, memory)
    while oldest != NOBODY:
        deal_drawn(position, oldest, memory)
        oldest = oldest_place(position, memory)
    lay_shuffle_card(position)
    shuffle_deck(position)


@rule
def remember_draws(position: Position, seat: int, memory: Any) -> None:
    """When a hand may have drawn its cards: going back turn by turn, each draw is still there unless it was played."""
    held = count(position.hand[seat])
    left = held
    position.hand[seat] = EMPTY
    memory.held[seat] = held
    turn = position.turn - (position.seat + position.seats - seat) % position.seats
    while left > 0 and turn >= 0:
        if random_below(position, held) < left:
            left -= 1
            memory.drawn[seat, left] = turn + 1
        turn -= position.seats
    while left > 0:
        left -= 1
        memory.drawn[seat, left] = 0


@rule
def oldest_place(position: Position, memory: Any) -> int:
    """The hand whose next card was drawn first; NOBODY if all are dealt."""
    oldest = NOBODY
    for seat in range(position.seats):
        if memory.dealt[seat] < memory.held[seat] and (
            oldest == NOBODY or memory.drawn[seat, memory.dealt[seat]] < memory.drawn[oldest, memory.dealt[oldest]]
        ):
            oldest = seat
    return oldest


@rule
def deal_drawn(position: Position, seat: int, memory: Any) -> None:
    """Deal the next card of a hand: any of those that were in the deck when it was drawn."""
    drawn = memory.drawn[seat, memory.dealt[seat]]
    place = random_below(position, position.deck)
    for _ in range(TRIES):
        if memory.reshuffled[position.pile[place]] <= drawn:
            break
        place = random_below(position, position.deck)
    swap_cards(position, place, position.deck - 1)
    position.hand[seat] |= only(take_top(position))
    memory.dealt[seat] += 1


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
    lay_shuffle_card(position)


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
