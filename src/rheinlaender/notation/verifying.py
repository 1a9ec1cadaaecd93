"""Checking a record: whether its cards came from the seed that was shown before the deal, and from nothing else."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rheinlaender.game.errors import NotVerifiable
from rheinlaender.game.fair import (
    DEAL,
    FIRST,
    LANDMARKS,
    VERSION,
    commitment_of,
    dealt,
    drawn_anew,
    first_seat,
    key_of,
    shuffled,
)
from rheinlaender.game.game import Game
from rheinlaender.game.view import LANDMARK_NAMES, deck_of, hand_of, landmarks_of
from rheinlaender.notation.record import DEALT_ANEW, Record
from rheinlaender.rules.position import CARDS, SHUFFLE_CARD

COMMITMENT = "commitment"


@dataclass(frozen=True)
class Check:
    """One thing that was checked, by its label, and whether it is right."""

    name: str
    is_right: bool


def verify_record(record: Record) -> list[Check]:
    """All that a record lets check: the commitment, who began, landmarks, deal and every draw up to each shuffle."""
    headers = record.headers
    seed = _seed_of(record)
    strings = [headers.get(f"String{letter.upper()}", "") for letter in record.game.seats]
    key = key_of(seed, headers["Table"], strings)
    first = Game(record.game.first_position.copy(), record.game.engine)
    checks = [Check(COMMITMENT, commitment_of(seed) == headers["Commitment"])]
    if "Unseen" not in headers:
        checks += _checks_of_board(first, headers, key)
    if headers.get("Unseen", DEALT_ANEW) == DEALT_ANEW:
        checks.append(Check(DEAL, _is_dealt(first, headers.get("Shown", ""), key)))
    return [*checks, *_checks_of_draws(record.game, key)]


def _seed_of(record: Record) -> bytes:
    """The seed that was revealed, if the record is one that can be checked."""
    if record.headers.get("Deal") != VERSION:
        raise NotVerifiable(header="Deal")
    for header in ("Table", "Commitment", "ServerSeed"):
        if not record.headers.get(header):
            raise NotVerifiable(header=header)
    if record.seat is not None:
        raise NotVerifiable(header=f"hands, of which only seat {record.seat} is shown")
    try:
        return bytes.fromhex(record.headers["ServerSeed"])
    except ValueError:
        raise NotVerifiable(header="ServerSeed") from None


def _checks_of_board(game: Game, headers: Mapping[str, str], key: bytes) -> Iterator[Check]:
    """Who begins, where chance decided that, and the landmarks."""
    if headers.get("First") == "chance":
        yield Check(FIRST, game.seats[first_seat(len(game.seats), key)] == game.view().first)
    found = landmarks_of(game.position)
    tiles = sorted(found.values(), key=LANDMARK_NAMES.index)
    yield Check(LANDMARKS, dict(zip(sorted(found), shuffled(tiles, key, LANDMARKS), strict=True)) == found)


def _is_dealt(game: Game, shown: str, key: bytes) -> bool:
    """Whether the cards that nobody had seen lie as the key deals them."""
    seats = [number for number, letter in enumerate(game.seats) if letter not in shown]
    hands = [list(hand_of(game.position, number)) for number in seats]
    unseen = [card for card in [*deck_of(game.position), *(card for hand in hands for card in hand)] if card]
    return dealt(unseen, [len(hand) for hand in hands], key) == (hands, list(deck_of(game.position)))


def _checks_of_draws(game: Game, key: bytes) -> Iterator[Check]:
    """The draws from each deck, the first one and that after each shuffle, as they follow from the one before."""
    position = game.first_position
    hands = [set(hand_of(position, number)) for number in range(len(game.seats))]
    deck, name, is_right, shuffles = list(deck_of(position)), "draws", True, 0
    for turn in game.turns:
        hand = hands[game.seats.index(turn.seat)]
        if turn.card_move is not None:
            hand.discard(turn.card_move.card)
        if turn.draw is None or turn.draw.card is None:
            break
        card = deck.pop(0) if deck else SHUFFLE_CARD
        is_right = is_right and (card == SHUFFLE_CARD) == turn.draw.was_shuffled
        if turn.draw.was_shuffled:
            yield Check(name, is_right)
            shuffles, is_right = shuffles + 1, True
            name = f"shuffle/{shuffles}"
            card, deck = drawn_anew(_not_in_hands(hands), key, shuffles)
        is_right = is_right and card == turn.draw.card
        hand.add(turn.draw.card)
    yield Check(name, is_right)


def _not_in_hands(hands: list[set[int]]) -> list[int]:
    return [card for card in range(1, CARDS + 1) if not any(card in hand for hand in hands)]
