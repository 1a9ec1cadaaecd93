"""Who may know what. Sections 7, 7.1, 7.2, 7.3."""

from dataclasses import fields

import pytest

from rheinlaender.game.chance import Draw
from rheinlaender.game.errors import UnknownSeat
from rheinlaender.game.game import Game
from rheinlaender.game.view import View
from rheinlaender.notation.position import write_view
from tests.setting import ARCHBISHOP, game_of, random_game

COINS = "rh1 seats=3 {}knights=a:L1,L2 dukes=L1:a coins=4,7,0 hands=a:20/b:30/c:40"


def test_public_facts() -> None:
    """Public: board, landmarks, discard, numbers of cards, supplies, bastions, dukes, bishops, the archbishop."""
    game = game_of(ARCHBISHOP)
    game.play("12xL")
    game.play("@L1")
    for seat in (None, "a", "b", "c"):
        view = game.view(seat)
        assert view.seat == seat and view.to_move == "b" and view.phase == "knight" and view.turn == 1
        assert view.knights == {"L12": "a", "R12": "b", "L20": "b", "L50": "a", "L51": "a"}
        assert view.landmarks == {"Y": "church"} and view.bastions == ("L1",) and view.garrisons == {}
        assert view.discard == (12,) and view.hand_sizes == {"a": 5, "b": 1, "c": 1} and view.deck_size == 47
        assert view.supply == {"a": 22, "b": 23, "c": 25} and view.bastions_left == {"a": 2, "b": 3, "c": 3}
        assert view.bishops == {"a": 1, "b": 0, "c": 0} and view.archbishop == "a"
        (duchy,) = view.duchies
        assert (duchy.name, duchy.fields, duchy.sites, duchy.garrisons) == ("L50", ("L50", "L51"), ("Y",), ())
        assert (duchy.duke, duchy.leader, duchy.knights, duchy.worth) == ("a", "a", {"a": 2}, 2)
        assert duchy.has_bishop and view.first == "a" and not view.is_ending and view.idle_turns == 0
        assert view.ruled_by("a") == (duchy,) and view.worth_for("a") == duchy.worth
        assert view.ruled_by("b") == () and view.worth_for("b") == 0


def test_standing_is_the_final_account_of_what_is_known() -> None:
    """After the end it is the final account; before, coins that are face down count nothing. Section 6.3."""
    assert [game_of(COINS.format("")).view("a").standing(seat) for seat in "abc"] == [9, 0, 0]
    assert [game_of(COINS.format("")).view("b").standing(seat) for seat in "abc"] == [5, 7, 0]
    game = random_game(3)
    result = game.result()
    assert result is not None
    assert {seat: game.view().standing(seat) for seat in game.seats} == result.coins


def test_hands_are_secret() -> None:
    """A seat sees its own hand, a watcher none, and nobody another hand or the order of the deck."""
    game = game_of(ARCHBISHOP)
    assert game.view("a").hand == (12, 13, 20, 23, 50) and game.view("b").hand == (30,)
    assert game.view().hand == ()
    assert {part.name for part in fields(View)} & {"hands", "deck", "pile", "rng", "position"} == set()
    with pytest.raises(UnknownSeat):
        game.view("d")


def test_hidden_coins() -> None:
    """Coin totals are face down: each seat sees its own, a watcher none."""
    game = game_of(COINS.format(""))
    assert game.view("a").coins == {"a": 4, "b": None, "c": None}
    assert game.view().coins == {"a": None, "b": None, "c": None}
    assert "coins=4,?,?" in write_view(game.view("a"))


def test_open_coins() -> None:
    """By option everybody sees every total."""
    game = game_of(COINS.format("options=parker,coins:open "))
    assert game.view("c").coins == game.view().coins == {"a": 4, "b": 7, "c": 0}


def test_coins_are_open_at_the_end() -> None:
    """When the game is over the coins are turned up."""
    game = random_game(3, seed=2)
    assert None not in game.view().coins.values() and game.view().phase == "over"


def test_a_duchy_without_duke_or_garrison() -> None:
    """A duchy may have no duke; it is then worth its landmarks alone. A garrison counts as a knight."""
    view = game_of("rh1 seats=3 landmarks=......2................... knights=a:L11/b:L12").view()
    assert [(duchy.duke, duchy.leader, duchy.worth) for duchy in view.duchies] == [(None, None, 2)]
    castle = "rh1 seats=3 landmarks=......C................... knights=a:L11 garrisons=G:a dukes=L11:a"
    (duchy,) = game_of(castle).view().duchies
    assert (duchy.knights, duchy.garrisons, duchy.worth) == ({"a": 2}, ("G",), 2)


def play_turn(game: Game, move: str, draw: Draw) -> None:
    """A knight, no bastion and a known draw."""
    game.play(move)
    game.play(".", draw)


def test_cards_that_came_back_are_remembered() -> None:
    """The discard that a new deck takes in is remembered with the number of finished turns, by everybody alike."""
    game = game_of("rh1 seats=3 turn=6 knights=a:L1 hands=a:10,11/b:30/c:40 discard=1,2")
    play_turn(game, "10L", Draw(20))
    assert game.view("a").reshuffled == {}
    play_turn(game, "30L", Draw(31, was_shuffled=True))
    assert game.view("a").reshuffled == game.view().reshuffled == dict.fromkeys((1, 2, 10, 30), 8)
    play_turn(game, "40L", Draw(10))
    play_turn(game, "11L", Draw(1))
    play_turn(game, "31L", Draw(32))
    play_turn(game, "10R", Draw(12, was_shuffled=True))
    assert game.view("b").reshuffled == {1: 8, 2: 8, 30: 8, 40: 12, 11: 12, 31: 12, 10: 12}
    assert game.copy().view("b").reshuffled == game.view("b").reshuffled
    game.undo()
    assert game.view("b").reshuffled == dict.fromkeys((1, 2, 10, 30), 8)


def test_a_game_that_begins_with_a_bastion_remembers() -> None:
    """A first turn without a card forgets nothing, and what came back before its first position is known if told."""
    game = game_of("rh1 seats=3 turn=6 phase=bastion knights=a:L1 hands=a:10/b:30/c:40 discard=1,2")
    game = Game(game.position, game.engine, reshuffled={2: 3, 50: 3})
    assert game.view("a").reshuffled == {2: 3, 50: 3}
    game.play(".", Draw(20, was_shuffled=True))
    assert game.view("a").reshuffled == {1: 7, 2: 7, 50: 3}
