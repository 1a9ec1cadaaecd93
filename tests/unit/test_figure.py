"""Figures: the statements of the rule book's blocks, true and false."""

import pytest

from rheinlaender.game.errors import BadNotation, CardNotInHand
from rheinlaender.notation.figure import check_figure
from tests.setting import board_with_exchanged_sites

TAKE_OVER = """
rh1 seats=3 landmarks=.............32........... turn=399 to=b knights=a:L24,L25/b:L26,L27 dukes=L24:a hands=b:28
"""

TRUE = """
legal 28L 28R
illegal 28W river_not_open
supply b 23
knights L24 a:2,b:2
play 28L .
paid a 4
paid b 0
coins a 4
duke L24 b
duke L1 -
worth L24 6
worth L1 -
knights L1 -
garrison N -
bishops b 0
archbishop -
final a 4
final b 10
winners b
"""

FALSE = {
    "legal 28L 28W": "28W is refused",
    "illegal 28L river_not_open": "legal",
    "illegal 28W field_occupied": "refused by river_not_open",
    "paid a 1": "is 0",
    "duke L24 b": "is a",
    "worth L24 9": "is 4",
    "knights L24 a:2": "is a:2,b:2",
    "garrison N a": "is -",
    "supply b 1": "is 23",
    "coins a 1": "is 0",
    "bishops a 1": "is 0",
    "archbishop a": "is -",
    "final a 4": "is -",
    "winners a": "is -",
}


def test_true_statements() -> None:
    """A figure whose statements hold has no failures."""
    assert check_figure(TAKE_OVER + TRUE) == []


@pytest.mark.parametrize("statement", FALSE)
def test_false_statements(statement: str) -> None:
    """A statement that does not hold is told with its line and with what holds instead."""
    (failure,) = check_figure(f"{TAKE_OVER}\n{statement}")
    assert failure.startswith(f"line 4: {statement}: ") and FALSE[statement] in failure


@pytest.mark.parametrize("text", ["", "\n  \n", "rh1\ndance", "rh1\nduke L1", "rh1\nwinners", "rh1\nillegal 1L", "rh2"])
def test_what_is_no_figure(text: str) -> None:
    """A text that is no position with statements is refused."""
    with pytest.raises(BadNotation):
        check_figure(text)


def test_illegal_play() -> None:
    """A figure whose move is illegal is refused by the rule."""
    with pytest.raises(CardNotInHand):
        check_figure("rh1 seats=3\nplay 54L")


def test_figure_on_another_board() -> None:
    """A figure can be worked through on another board."""
    castle = "rh1 seats=3 landmarks=....C..................... hands=a:10\nplay 10R .\ngarrison E a"
    assert check_figure(castle, board_with_exchanged_sites()) == []
    assert check_figure(castle) == ["line 3: garrison E a: is -"]
