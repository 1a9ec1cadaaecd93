"""Set-up: seats, knights, bastions, landmarks, hands and the first seat. Section 1."""

import numpy as np
import pytest

from rheinlaender.game.errors import SeedOutOfRange, UnknownSeat, WrongSeats
from rheinlaender.game.game import Game
from rheinlaender.game.invariants import broken_facts
from rheinlaender.game.possible import cards_problem
from rheinlaender.game.view import deck_of, hand_of
from tests.setting import SEATS


@pytest.mark.parametrize(("seats", "knights"), [(3, 25), (4, 20), (5, 17)])
def test_knights_and_bastions(seats: int, knights: int) -> None:
    """Three, four or five seats with 25, 20 or 17 knights and three bastions each."""
    view = Game.new(seats).view()
    assert view.seats == "abcde"[:seats]
    assert set(view.supply.values()) == {knights} and set(view.bastions_left.values()) == {3}
    assert set(view.bishops.values()) == {0} and view.archbishop is None
    assert not view.knights and not view.garrisons and not view.bastions and not view.duchies


@pytest.mark.parametrize("seats", [0, 2, 6, -3, 3.0, "3", None, True])
def test_other_numbers_of_seats(seats: object) -> None:
    """The game is for 3, 4 or 5 seats."""
    with pytest.raises(WrongSeats) as refusal:
        Game.new(seats)  # type: ignore[arg-type]
    assert refusal.value.section == "1.1"


def test_numbers_of_other_kinds() -> None:
    """Seats and seed may be any kind of whole number."""
    game = Game.new(np.int8(5), seed=np.uint64(7))  # type: ignore[arg-type]
    assert game.seats == "abcde" and game.deck == Game.new(5, seed=7).deck


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "1", True])
def test_seeds(seed: object) -> None:
    """A seed is a whole number of 64 bits."""
    with pytest.raises(SeedOutOfRange):
        Game.new(seed=seed)  # type: ignore[arg-type]
    Game.new(seed=2**64 - 1)


@pytest.mark.parametrize("seats", SEATS)
def test_landmarks(seats: int) -> None:
    """Seven castles, seven churches and four cities each worth 2, 3 and 4 lie on the 26 sites."""
    for seed in range(20):
        landmarks = list(Game.new(seats, seed=seed).view().landmarks.values())
        numbers = {kind: landmarks.count(kind) for kind in landmarks}
        assert numbers == {"castle": 7, "church": 7, "city2": 4, "city3": 4, "city4": 4}


@pytest.mark.parametrize("seats", SEATS)
def test_hands(seats: int) -> None:
    """Each seat gets five cards, the shuffle card is never dealt and lies in the deck, and every card is somewhere."""
    depths = set()
    for seed in range(150):
        game = Game.new(seats, seed=seed)
        hands = [hand_of(game.position, seat) for seat in range(seats)]
        assert [len(hand) for hand in hands] == [5] * seats and all(0 not in hand for hand in hands)
        assert cards_problem(game.position) is None and broken_facts(game.board, game.position) == []
        depths.add(deck_of(game.position).index(0))
    assert len(depths) > 20 and game.position.deck == 55 - 5 * seats


def test_first_seat() -> None:
    """The first seat is the one that was chosen; play goes clockwise from there."""
    game = Game.new(3, first="c")
    seats = []
    for _ in range(4):
        seats.append(game.to_move)
        game.play(game.legal_moves()[0])
        game.play(".")
    assert seats == ["c", "a", "b", "c"]
    with pytest.raises(UnknownSeat):
        Game.new(3, first="d")
    with pytest.raises(UnknownSeat):
        Game.new(3, first="")


def test_dealt_shuffle_card() -> None:
    """A shuffle card that is dealt goes back into the deck, which is shuffled again, and another card is dealt."""
    tops = [deck_of(Game.new(5, seed=seed).position) for seed in range(400)]
    assert all(len(deck) == 30 and deck.count(0) == 1 for deck in tops)
    assert any(deck[0] == 0 for deck in tops)
