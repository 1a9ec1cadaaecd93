"""Chance at a table: everything comes from the secret seed of its log, and nothing that is shown tells what is not.

The landmarks and whoever begins come from words of 64 bits, of which somebody who looks at them may find out what they
were. The cards do not: their order comes from the seed itself, which has 256 bits.
"""

import hashlib
import hmac
from collections.abc import Iterable, Sequence

from rheinlaender.game.dealing import lay_cards
from rheinlaender.game.game import Game
from rheinlaender.game.view import hand_of

Seed = str | int
"""A secret of a table, in hexadecimal digits; the logs of older tables have a number of 64 bits."""
SHUFFLE_CARD = 0


def chance(seed: Seed, purpose: str) -> int:
    """A word of 64 bits for one purpose, from the seed of the table."""
    return int.from_bytes(hashlib.sha256(f"{seed} {purpose}".encode()).digest()[:8], "big")


def shuffled(cards: Iterable[int], seed: Seed, purpose: str) -> list[int]:
    """Cards in an order for one purpose, which only the seed of the table tells."""
    key = str(seed).encode()
    return sorted(cards, key=lambda card: hmac.digest(key, f"{purpose}, card {card}".encode(), "sha256"))


def deal(game: Game, seed: Seed) -> None:
    """Deal the cards of a new game: hands as large as they are, and the rest with the shuffle card as the deck."""
    hands: dict[int, Sequence[int]] = {number: hand_of(game.position, number) for number in range(len(game.seats))}
    rest = shuffled(_numbered([*game.deck, *(card for hand in hands.values() for card in hand)]), seed, "hands")
    for number, hand in hands.items():
        hands[number], rest = rest[: len(hand)], rest[len(hand) :]
    lay_cards(game.position, hands, shuffled([*rest, SHUFFLE_CARD], seed, "deck"), [])


def draw_anew(cards: Iterable[int], seed: Seed, turn: int) -> tuple[int, list[int]]:
    """The card that is drawn after a shuffle of these, and the deck that is left: the shuffle card is not drawn."""
    card, *rest = shuffled(_numbered(cards), seed, f"draw of turn {turn}")
    return card, shuffled([*rest, SHUFFLE_CARD], seed, f"deck of turn {turn}")


def _numbered(cards: Iterable[int]) -> list[int]:
    return [card for card in cards if card != SHUFFLE_CARD]
