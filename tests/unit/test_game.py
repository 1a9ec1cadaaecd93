"""The game for people and servers: moves in, events out, undo, consequences, the final account."""

import pytest

from rheinlaender.game.chance import Draw
from rheinlaender.game.errors import NothingToUndo, WrongRecord
from rheinlaender.game.event import (
    BastionPlaced,
    BishopInstalled,
    CardChanged,
    CardDrawn,
    CardPlayed,
    DuchyFounded,
    DukeDeposed,
    DukeInstalled,
    Event,
    GameEnded,
    KnightConverted,
    KnightSettled,
)
from rheinlaender.game.game import Game, Line, Part
from rheinlaender.game.move import Settle
from tests.setting import ARCHBISHOP, FULL_REGIONS, clustered_game, content, game_of, random_game

DUCHIES = "rh1 seats=3 landmarks=...........4.+............ knights=a:L23,L24/b:L30 dukes=L23:a hands=a:25,40/b:31/c:50"


def kinds(events: list[Event]) -> list[type]:
    """What kinds of events these are."""
    return [type(event) for event in events]


def test_new_game() -> None:
    """A new game has its seats, options, board and first seat, and no history."""
    game = Game.new(3, seed=4, first="b")
    assert (game.seats, game.to_move, game.is_over, game.result()) == ("abc", "b", False, None)
    assert game.turns == [] and game.board.name == "Rhine"


def test_turn_in_two_decisions() -> None:
    """A turn is a knight and then perhaps a bastion; the draw and the next seat follow the last decision."""
    game = game_of(DUCHIES)
    events = game.play("40L")
    assert kinds(events) == [CardPlayed, KnightSettled] and game.to_move == "a"
    assert {str(move) for move in game.legal_moves()} >= {".", "@L1"}
    assert kinds(game.play("@L1")) == [BastionPlaced, CardDrawn]
    assert game.to_move == "b" and game.turns[0].draw == Draw(1)


def test_no_bastion_left_no_second_decision() -> None:
    """A seat without bastions is not asked for one: the draw follows the knight."""
    game = game_of("rh1 seats=3 bastions=L1,R1,L2 left=0,3,3 hands=a:23/b:30")
    assert kinds(game.play("23L")) == [CardPlayed, KnightSettled, CardDrawn]
    assert game.to_move == "b" and game.turns[0].bastion is None


def test_events_in_the_order_of_the_rules() -> None:
    """Events are told where the rules act: card, knight, duchy, duke, bishop."""
    game = game_of("rh1 seats=3 landmarks=+......................... knights=a:L2 hands=a:3/b:9")
    events = game.play(Settle(3, "L"))
    assert kinds(events)[:5] == [CardPlayed, KnightSettled, DuchyFounded, DukeInstalled, BishopInstalled]
    assert [event.words() for event in events][:2] == ["a plays card 3.", "a settles L3 with card 3."]
    assert events[0].arguments == {"seat": "a", "card": 3}


def test_change_of_a_card() -> None:
    """When nothing can be placed a card is changed, without a bastion; as many in a row as seats end the game."""
    game = game_of(FULL_REGIONS)
    assert [str(move) for move in game.legal_moves()] == ["1-"]
    assert kinds(game.play("1-")) == [CardPlayed, CardChanged, CardDrawn]
    game.play("2-")
    assert kinds(game.play("3-"))[-1] is GameEnded
    assert game.is_over and game.to_move is None and game.legal_moves() == []


def test_consequences() -> None:
    """Consequences tell what a move would do up to the draw, and change nothing."""
    game = game_of(DUCHIES)
    before = content(game)
    told = game.consequences("25L")
    assert content(game) == before
    assert CardDrawn not in kinds(list(told.events))
    assert told.duchy is not None and (told.duchy.fields, told.duchy.worth) == (("L23", "L24", "L25"), 6)
    assert told.duchies == (told.duchy,)
    lone = game.consequences("40L")
    assert lone.duchy is None and len(lone.duchies) == 1
    change = game_of(FULL_REGIONS).consequences("1-")
    assert change.duchy is None and kinds(list(change.events)) == [CardPlayed, CardChanged]


def test_conversion() -> None:
    """The archbishop's conversion returns the other knight to its supply."""
    game = game_of(ARCHBISHOP)
    events = game.play("12xL")
    assert KnightConverted("a", "L12", "b") in events
    assert game.view().supply == {"a": 22, "b": 23, "c": 25}


def test_undo() -> None:
    """Undo takes the last decision back, with the draw that followed it, byte for byte."""
    game = clustered_game(4, "short", 2)
    fresh = Game(game.first_position.copy(), game.engine)
    states = []
    for turn in game.turns:
        for move in turn.moves:
            states.append(content(fresh))
            fresh.play(move)
    assert content(fresh) == content(game)
    for state in reversed(states):
        game.undo()
        assert content(game) == state
    with pytest.raises(NothingToUndo):
        game.undo()


def test_impossible_draw_changes_nothing() -> None:
    """A draw of a card that is not in the deck is refused and the decision is taken back."""
    game = game_of(DUCHIES)
    game.play("40L")
    before = content(game)
    for card in (25, 31, 40):
        with pytest.raises(WrongRecord, match="the deck does not hold it"):
            game.play(".", Draw(card))
        assert content(game) == before
    game.play(".", Draw(33))
    assert game.view("a").hand == (25, 33)


def test_result() -> None:
    """Each duke counts 5 and his landmarks, the archbishop 5; what was paid before is added; most coins win."""
    text = (
        "rh1 seats=3 landmarks=................+.......2. phase=over "
        "knights=a:L33,L34/b:L50,L51 dukes=L33:a,L50:b coins=0,3,9"
    )
    game = game_of(text)
    result = game.result()
    assert result is not None
    assert result.coins == {"a": 11, "b": 10, "c": 9} and result.winners == ("a",)
    duchies = game.view().duchies
    church, city = (Part("duke", 5), Part("church", 1, "Q")), (Part("duke", 5), Part("city2", 2, "Y"))
    assert result.account["a"] == (Line("paid", 0), Line("duke", 6, duchies[0], church), Line("archbishop", 5))
    assert result.account["b"] == (Line("paid", 3), Line("duke", 7, duchies[1], city))
    assert result.account["c"] == (Line("paid", 9),)


def test_no_archbishop_bonus() -> None:
    """By option the archbishop counts nothing."""
    text = "rh1 seats=3 options=short landmarks=................+......... phase=over knights=a:L33,L34 dukes=L33:a"
    result = game_of(text).result()
    assert result is not None and result.coins["a"] == 6


def test_equal_coins_share_the_victory() -> None:
    """Equal coins share the victory."""
    result = game_of("rh1 seats=3 phase=over coins=4,1,4").result()
    assert result is not None and result.winners == ("a", "c")


@pytest.mark.parametrize("seed", range(6))
def test_account_adds_up(seed: int) -> None:
    """The lines of each seat's account are its coins, and the parts of a duke's line are the line."""
    game = clustered_game(3 + seed % 3, ("parker", "short")[seed % 2], seed)
    result = game.result()
    assert result is not None
    for seat, lines in result.account.items():
        assert sum(line.coins for line in lines) == result.coins[seat]
        for line in lines:
            assert line.kind != "duke" or sum(part.coins for part in line.parts) == line.coins


def test_payment_is_told() -> None:
    """A deposed duke is paid the old worth, and the event says who leads."""
    text = "rh1 seats=3 landmarks=.............32........... to=b knights=a:L24,L25/b:L26,L27 dukes=L24:a hands=b:28"
    events = game_of(text).play("28L")
    assert DukeDeposed("a", "L24", 4, "b") in events


def test_game_may_begin_anywhere() -> None:
    """A finished game plays on from any of its positions to an end."""
    game = random_game(5, seed=9)
    assert game.result() is not None and game.position.turn == len(game.turns)
