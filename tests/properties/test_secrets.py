"""Secrets: what a seat may not know makes no difference to anything that it is shown."""

from random import Random

from hypothesis import given, strategies as st

from rheinlaender.game.game import Game
from rheinlaender.game.legality import why_illegal
from rheinlaender.game.view import hand_of
from rheinlaender.i18n import Refusal
from rheinlaender.notation.position import write_view
from rheinlaender.notation.record import write_record
from rheinlaender.rules.position import Position
from tests.properties.strategies import Course, bounded, courses
from tests.properties.test_moves import CONCEIVABLE


def redealt(position: Position, viewer: int, random: Random) -> Position:
    """Another position that differs only in what the viewer may not know: other hands, the deck, coming chance."""
    other = position.copy()
    hidden = [seat for seat in range(position.seats) if seat != viewer]
    cards = [card for card in position.pile[: position.deck] if card]
    cards += [card for seat in hidden for card in hand_of(position, seat)]
    random.shuffle(cards)
    for seat in hidden:
        size = len(hand_of(position, seat))
        other.hand[seat] = sum(1 << card for card in cards[:size])
        del cards[:size]
    deck = [*cards, 0]
    random.shuffle(deck)
    for place, card in enumerate(deck):
        other.pile[place] = card
    other.rng = random.getrandbits(64)
    if not position.open_coins and position.phase != 3:
        for seat in hidden:
            other.coins[seat] += random.randrange(5)
    return other


@bounded(60)
@given(courses(), st.integers(0, 5), st.integers(0, 2**32))
def test_views_show_no_secrets(course: Course, viewer: int, seed: int) -> None:
    """Positions that differ only in hidden cards and coins give the same view, in values and in text."""
    game = course.middle()
    seat = viewer if viewer < course.seats else -1
    letter = game.seats[seat] if seat >= 0 else None
    other = Game(redealt(game.position, seat, Random(seed)), game.engine)
    assert other.view(letter) == game.view(letter)
    assert write_view(other.view(letter)) == write_view(game.view(letter))
    assert write_record(Game(other.position), seat=letter or "-") == write_record(
        Game(game.position), seat=letter or "-"
    )


@bounded(25)
@given(courses(), st.integers(0, 2**32))
def test_consequences_and_refusals_show_no_secrets(course: Course, seed: int) -> None:
    """What the seat to move is told of its moves, legal and illegal, does not depend on hidden cards."""
    game = course.middle()
    if game.is_over:
        return
    other = Game(redealt(game.position, game.position.seat, Random(seed)), game.engine)
    assert other.legal_moves() == game.legal_moves()
    for move in game.legal_moves():
        assert other.consequences(move) == game.consequences(move)
    for move in CONCEIVABLE[:: 1 + seed % 11]:
        assert told(other, move) == told(game, move)


def told(game: Game, move: object) -> tuple[str, str] | None:
    """The refusal of a move, as it is told."""
    refusal: Refusal | None = why_illegal(game.engine, game.position, move)  # type: ignore[arg-type]
    return None if refusal is None else (refusal.code, refusal.words())


@bounded(25)
@given(courses())
def test_views_hold_no_other_hand(course: Course) -> None:
    """No part of a view but its own hand and the discard is a card."""
    game = course.middle()
    for number, seat in enumerate(game.seats):
        view = game.view(seat)
        assert view.hand == hand_of(game.position, number)
        text = write_view(view)
        hands = text.split(" hands=")[1].split(" ")[0]
        for part in hands.split("/"):
            assert part.startswith(f"{seat}:") or part[1:3] == ":?"
        assert f" deck=?{game.position.deck}" in text
