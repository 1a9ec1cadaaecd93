"""Statements as values: names, arguments by their names, what they are about."""

import pytest

from rheinlaender.board import rhine
from rheinlaender.game.errors import BadNotation
from rheinlaender.notation.statement import Moment, Statement, holds, read_statement
from tests.setting import game_of

PARTS = {
    "legal 38R 44L": {},
    "illegal 28W river_not_open": {"move": "28W", "code": "river_not_open"},
    "paid a 4": {"seat": "a", "coins": "4"},
    "duke L24 -": {"field": "L24", "seat": "-"},
    "worth L24 6": {"field": "L24", "coins": "6"},
    "knights L24 a:2,b:1": {"field": "L24", "knights": "a:2,b:1"},
    "garrison N b": {"site": "N", "seat": "b"},
    "supply b 23": {"seat": "b", "number": "23"},
    "coins a 4": {"seat": "a", "number": "4"},
    "bishops b 0": {"seat": "b", "number": "0"},
    "archbishop a": {"seat": "a"},
    "final b 10": {"seat": "b", "number": "10"},
    "winners ab": {"seat": "ab"},
}


@pytest.mark.parametrize("text", PARTS)
def test_forms(text: str) -> None:
    """Each statement has one form, read and written, and its arguments have names."""
    statement = read_statement(text)
    assert str(statement) == text
    assert statement.parts == PARTS[text]


@pytest.mark.parametrize("text", ["", "dance", "duke L1", "duke L1 a b", "illegal 1L", "winners", "play 1L"])
def test_what_is_no_statement(text: str) -> None:
    """A text with another name, or with too few or too many arguments, is refused; `play` states nothing."""
    with pytest.raises(BadNotation):
        read_statement(text)


def test_what_it_is_about() -> None:
    """A statement knows the seats and the fields that it is about; fields under their canonical names."""
    (alias, name), *_ = rhine().aliases.items()
    about = {text: read_statement(text) for text in (*PARTS, f"duke {alias} a")}
    assert {text: statement.seat for text, statement in about.items() if statement.seat} == {
        "paid a 4": "a",
        "garrison N b": "b",
        "supply b 23": "b",
        "coins a 4": "a",
        "bishops b 0": "b",
        "archbishop a": "a",
        "final b 10": "b",
        "winners ab": "ab",
        f"duke {alias} a": "a",
    }
    assert {text: statement.fields(rhine()) for text, statement in about.items() if statement.fields(rhine())} == {
        "legal 38R 44L": ("R38",),
        "illegal 28W river_not_open": ("W28",),
        "duke L24 -": ("L24",),
        "worth L24 6": ("L24",),
        "knights L24 a:2,b:1": ("L24",),
        f"duke {alias} a": (name,),
    }


def test_checking() -> None:
    """A statement holds of a game or does not."""
    moment = Moment(game_of("rh1 seats=3 knights=a:L30,L31 dukes=L30:a hands=a:1"))
    assert holds(read_statement("duke L31 a"), moment)
    assert not holds(Statement("duke", ("L31", "b")), moment)
