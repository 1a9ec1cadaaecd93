"""Attempts: a card and a field become the move that is meant, and its refusal says what is wrong."""

import pytest

from rheinlaender.game.attempt import attempted_move
from rheinlaender.game.errors import IllegalMove, UnknownField
from rheinlaender.notation.position import game_at

ARCHBISHOP = "rh1 seats=3 landmarks=........................+. knights=a:L30,L50,L51/b:R31 dukes=L50:a hands=a:31,44"
LEGAL = {(31, "L31"): "31L", (44, "L31"): "44>L31", (31, "R31"): "31xR", (44, "R38"): "44L", (44, "L44"): "44L"}
ILLEGAL = {
    (31, "W31"): ("31W", "river_not_open"),
    (44, "R31"): ("44>R31", "field_occupied"),
    (44, "R20"): ("44>R20", "no_knight_beside"),
    (20, "L20"): ("20L", "card_not_in_hand"),
}


@pytest.mark.parametrize("tried", LEGAL)
def test_legal_attempts(tried: tuple[int, str]) -> None:
    """Sections 2.1.1, 2.1.2, 2.1.3 and 2.1.4: a card settles, reinforces or converts, as the field allows."""
    game = game_at(ARCHBISHOP)
    move = attempted_move(game, *tried)
    assert str(move) == LEGAL[tried]
    game.check(move)


@pytest.mark.parametrize("tried", ILLEGAL)
def test_illegal_attempts(tried: tuple[int, str]) -> None:
    """What no rule allows is settling in the card's own region, and reinforcing anywhere else."""
    game = game_at(ARCHBISHOP)
    move = attempted_move(game, *tried)
    assert str(move) == ILLEGAL[tried][0]
    with pytest.raises(IllegalMove) as refusal:
        game.check(move)
    assert refusal.value.code == ILLEGAL[tried][1]


def test_a_field_without_a_card_is_a_bastion() -> None:
    """Section 2.2: a bastion is built on a field; before the knight it is refused."""
    game = game_at(ARCHBISHOP)
    assert str(attempted_move(game, None, "L44")) == "@R38"
    with pytest.raises(IllegalMove) as refusal:
        game.check(attempted_move(game, None, "L31"))
    assert refusal.value.code == "knight_first"


@pytest.mark.parametrize("card", [31, None])
def test_unknown_field(card: int | None) -> None:
    """A field that there is not is refused."""
    with pytest.raises(UnknownField):
        attempted_move(game_at(ARCHBISHOP), card, "L55")
