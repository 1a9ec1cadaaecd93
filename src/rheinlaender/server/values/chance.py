"""Chance at a table: everything comes from the secret seed of its log and what the seats have given.

How is described in docs/reference/verified-deals.md; nothing that is shown before the end tells what is not.
"""

import hashlib
from collections.abc import Iterable, Sequence

from rheinlaender.game.dealing import lay_cards
from rheinlaender.game.fair import dealt, drawn_anew, key_of
from rheinlaender.game.game import Game
from rheinlaender.game.view import discard_of, hand_of
from rheinlaender.server.values.seat import Seat

Seed = str | int
"""A secret of a table, in hexadecimal digits; the logs of older tables have a number of 64 bits."""
SEED_BYTES = 32
SHUFFLE_CARD = 0


def chance(seed: Seed, purpose: str) -> int:
    """A word of 64 bits for one purpose that decides nothing hidden, from the seed of the table."""
    return int.from_bytes(hashlib.sha256(f"{seed} {purpose}".encode()).digest()[:8], "big")


def seed_bytes(seed: Seed) -> bytes:
    """The seed as it is used; one of an older table is its text."""
    text = str(seed)
    return bytes.fromhex(text) if len(text) == 2 * SEED_BYTES else text.encode()


def key_at(table: str, seats: Sequence[Seat], seed: Seed) -> bytes:
    """The key by which these seats are dealt their cards at a table."""
    return key_of(seed_bytes(seed), table, [seat.string for seat in seats])


def deal(game: Game, key: bytes, shown: str = "") -> None:
    """Deal all cards that nobody has seen: hands as large as they are, and the rest with the shuffle card as the deck.

    The hands of the seats that are shown stay, and so does the discard; in a new game there is neither.
    """
    seats = [number for number, letter in enumerate(game.seats) if letter not in shown]
    hands = [hand_of(game.position, number) for number in seats]
    unseen = _numbered([*game.deck, *(card for hand in hands for card in hand)])
    new, deck = dealt(unseen, [len(hand) for hand in hands], key)
    lay_cards(game.position, dict(zip(seats, new, strict=True)), deck, discard_of(game.position))


def draw_anew(game: Game, cards: Iterable[int], key: bytes) -> tuple[int, list[int]]:
    """The card that is drawn after the next shuffle of a game, of these cards, and the deck that is left."""
    shuffles = sum(turn.draw is not None and turn.draw.was_shuffled for turn in game.turns)
    return drawn_anew(_numbered(cards), key, shuffles + 1)


def _numbered(cards: Iterable[int]) -> list[int]:
    return [card for card in cards if card != SHUFFLE_CARD]
