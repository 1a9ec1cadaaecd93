"""Chance that everybody can check afterwards: shuffles from a key that nobody could choose alone.

`docs/reference/verified-deals.md` gives the exact bytes and an example. Nothing here is an engine's chance.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from typing import TypeVar

from rheinlaender.rules.position import SHUFFLE_CARD

VERSION = "rhv1"
"""The version of all that is described there."""
FIRST, LANDMARKS, DEAL, DECK = "first", "landmarks", "deal", "deck"
WORD_BYTES = 4
WORDS = 1 << 8 * WORD_BYTES
Item = TypeVar("Item")


def commitment_of(seed: bytes) -> str:
    """What is shown before the deal: the digest of the secret seed, in hexadecimal digits."""
    return hashlib.sha256(seed).hexdigest()


def key_of(seed: bytes, table: str, strings: Sequence[str]) -> bytes:
    """The key of a game: the seed, and what the seats have given in their order, an empty string for none."""
    return hmac.digest(seed, "|".join([VERSION, table, *strings]).encode(), "sha256")


def words_of(key: bytes, label: str) -> Iterator[int]:
    """The words of 32 bits of a labelled stream: HMACs of the label with a counter, one after the other."""
    number = 0
    while True:
        block = hmac.digest(key, f"{label}:{number}".encode(), "sha256")
        for start in range(0, len(block), WORD_BYTES):
            yield int.from_bytes(block[start : start + WORD_BYTES], "big")
        number += 1


def below(words: Iterator[int], bound: int) -> int:
    """A number from 0 up to, not including, the bound, all alike: words that would favour some are passed over."""
    most = WORDS - WORDS % bound
    return next(word for word in words if word < most) % bound


def shuffled(items: Sequence[Item], key: bytes, label: str) -> list[Item]:
    """The items in an order by chance, all orders alike: from the last place down each changes with one up to it."""
    order, words = list(items), words_of(key, label)
    for last in range(len(order) - 1, 0, -1):
        chosen = below(words, last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return order


def first_seat(seats: int, key: bytes) -> int:
    """The number of the seat that begins, where chance decides."""
    return below(words_of(key, FIRST), seats)


def dealt(cards: Sequence[int], sizes: Sequence[int], key: bytes) -> tuple[list[list[int]], list[int]]:
    """Hands of these sizes from the cards that nobody has seen, and the deck with its shuffle card."""
    rest, hands = shuffled(sorted(cards), key, DEAL), list[list[int]]()
    for size in sizes:
        hands.append(sorted(rest[:size]))
        rest = rest[size:]
    return hands, shuffled([*rest, SHUFFLE_CARD], key, DECK)


def drawn_anew(cards: Sequence[int], key: bytes, number: int) -> tuple[int, list[int]]:
    """The card that is drawn after a shuffle of a number, the first being 1, and the deck that is left."""
    card, *rest = shuffled(sorted(cards), key, f"shuffle/{number}")
    return card, shuffled([*rest, SHUFFLE_CARD], key, f"shuffle/{number}/{DECK}")
