"""Moves in notation and in numbers."""

import pytest

from rheinlaender import ChangeCard, Convert, Move, NoBastion, PlaceBastion, Reinforce, Settle, read_move
from rheinlaender.board import rhine
from rheinlaender.game.errors import BadNotation, UnknownField
from rheinlaender.game.game import Game
from rheinlaender.game.move import move_of_number, number_of_move
from tests.setting import game_of

MOVES: dict[str, Move] = {
    "17L": Settle(17, "L"),
    "1W": Settle(1, "W"),
    "54R": Settle(54, "R"),
    "40>R9": Reinforce(40, "R9"),
    "9>W54": Reinforce(9, "W54"),
    "12xL": Convert(12, "L"),
    "14-": ChangeCard(14),
    "@L13": PlaceBastion("L13"),
    ".": NoBastion(),
}


@pytest.mark.parametrize("text", MOVES)
def test_forms(text: str) -> None:
    """Settle, reinforce, convert, change, bastion and none each have one form, read and written."""
    assert read_move(text) == MOVES[text]
    assert str(MOVES[text]) == text
    assert move_of_number(rhine(), number_of_move(rhine(), MOVES[text])) == MOVES[text]


def test_kinds_and_targets() -> None:
    """A move knows its kind in a word, its card and the field it goes to, whose name is the canonical one."""
    known = {text: (move.kind, move.card, move.target(rhine())) for text, move in MOVES.items()}
    assert known == {
        "17L": ("settle", 17, "L17"),
        "1W": ("settle", 1, "W1"),
        "54R": ("settle", 54, "R54"),
        "40>R9": ("reinforce", 40, "R9"),
        "9>W54": ("reinforce", 9, "W54"),
        "12xL": ("convert", 12, "L12"),
        "14-": ("change", 14, None),
        "@L13": ("bastion", None, "L13"),
        ".": ("none", None, None),
    }
    for alias, name in rhine().aliases.items():
        card, bank = int(alias[1:]), alias[0]
        for move in (Settle(card, bank), Convert(card, bank), Reinforce(1, alias), PlaceBastion(alias)):
            assert move.target(rhine()) == name


NO_MOVES = ["", " ", "17", "17l", "L17", "017L", "0L", "55L", "17LL", "17L ", "40>9R", "40>L55", "40>", "x12", "12x"]
NO_MOVES += ["12XL", "14--", "-", "@", "@13L", "@W0", "..", "17L.", "17\u00b2L", "\u0661L", "None", "17L\n"]


@pytest.mark.parametrize("text", NO_MOVES)
def test_unknown_moves(text: str) -> None:
    """A text that is no move is refused: where, what was found, what was expected."""
    with pytest.raises(BadNotation) as refusal:
        read_move(text)
    assert refusal.value.arguments["found"] == text
    assert "17L" in str(refusal.value.arguments["expected"])


@pytest.mark.parametrize("move", [None, 5, Settle(99, "L"), Settle(17, "X"), Reinforce(300, "L5"), PlaceBastion("A")])
def test_impossible_values(move: object) -> None:
    """What is no move is refused as such, even if it has the type of one."""
    game = Game.new()
    with pytest.raises(BadNotation):
        game.play(move)  # type: ignore[arg-type]
    assert game.turns == []


def test_numbers_need_known_fields() -> None:
    """A move on a field or region that the board has not is refused."""
    with pytest.raises(UnknownField):
        number_of_move(rhine(), Settle(55, "L"))
    with pytest.raises(UnknownField):
        number_of_move(rhine(), PlaceBastion("L55"))


def test_island_fields_have_two_cards() -> None:
    """Settling or converting an island field is written under the card's own region: 44L and 38R are one field."""
    board = rhine()
    assert number_of_move(board, Settle(44, "L")) & 0xFF == number_of_move(board, Settle(38, "R")) & 0xFF
    for text in ("44L", "38R", "44xL", "38xR"):
        assert str(move_of_number(board, number_of_move(board, read_move(text)))) == text


def test_fields_have_one_canonical_name() -> None:
    """A reinforcement or bastion named by an alias is entered under the canonical name of its field."""
    game = game_of("rh1 seats=3 knights=a:R37 hands=a:9/b:2")
    game.play("9>L44")
    game.play("@L45")
    assert [str(game.turns[0].card_move), str(game.turns[0].bastion)] == ["9>R38", "@R39"]
