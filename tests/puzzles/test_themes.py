"""Themes: what a move is about, by what it does."""

import pytest

from rheinlaender.game.move import read_move
from rheinlaender.notation.position import game_at
from rheinlaender.review.themes import QUIET, THEMES, themes_of

POSITIONS = {
    "rh1 seats=3 knights=a:L7 hands=a:8": ("8L", ("found",)),
    "rh1 seats=3 hands=a:8": ("8L", (QUIET,)),
    "rh1 seats=3 phase=bastion knights=a:L7": ("@L20", ("bastion",)),
}


@pytest.mark.parametrize("position", POSITIONS)
def test_a_move_has_its_themes(position: str) -> None:
    """By what happens under the rules."""
    move, expected = POSITIONS[position]
    game = game_at(position)
    assert themes_of(game.view(game.to_move), read_move(move)) == expected


def test_no_bastion_is_about_bastions_too() -> None:
    """Who builds none has decided about a bastion."""
    game = game_at("rh1 seats=3 phase=bastion knights=a:L7")
    assert themes_of(game.view("a"), read_move(".")) == ("bastion",)


def test_themes_have_an_order() -> None:
    """Each once."""
    assert len(set(THEMES)) == len(THEMES) == 9
