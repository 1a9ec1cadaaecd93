"""Laying cards out: those that are known where they lie, the others in order."""

from collections.abc import Mapping, MutableMapping, Sequence

from rheinlaender.board.board import SITES
from rheinlaender.game.view import LANDMARK_NAMES
from rheinlaender.rules.position import CARDS, SHUFFLE_CARD, Position


def deal_unseen(
    hands: MutableMapping[int, Sequence[int]], sizes: Mapping[int, int], discard: Sequence[int]
) -> list[int]:
    """Give hands of these sizes the lowest of the cards that lie nowhere else, seat by seat; the deck is the rest.

    The deck is from top to bottom, with the shuffle card last.
    """
    known = {*discard, *(card for hand in hands.values() for card in hand)}
    unseen = [card for card in range(1, CARDS + 1) if card not in known]
    for seat, size in sorted(sizes.items()):
        hands[seat], unseen = unseen[:size], unseen[size:]
    return [*unseen, SHUFFLE_CARD]


def lay_landmarks(position: Position, landmarks: Mapping[str, str]) -> None:
    """Put a landmark on each of these sites."""
    for kind, name in enumerate(LANDMARK_NAMES):
        position.landmark[kind] = sum(1 << SITES.index(site) for site, found in landmarks.items() if found == name)


def lay_cards(
    position: Position, hands: Mapping[int, Sequence[int]], deck: Sequence[int], discard: Sequence[int]
) -> None:
    """Put every card where it lies: hands by seat, the deck from top to bottom, the discard from its oldest card."""
    for seat, cards in hands.items():
        position.hand[seat] = sum(1 << card for card in cards)
    lay_deck(position, deck)
    for place, card in enumerate(discard):
        position.pile[CARDS - place] = card
    position.discard = len(discard)


def lay_deck(position: Position, deck: Sequence[int]) -> None:
    """Put the deck in an order, from top to bottom."""
    for place, card in enumerate(reversed(deck)):
        position.pile[place] = card
    position.deck = len(deck)
