"""The supplies as a clock."""

from pathlib import Path

import pytest

from rheinlaender.game.clock import turns_left
from rheinlaender.notation.record import read_record
from tests.setting import game_of, random_game

GAMES = Path(__file__).parents[1] / "games"
FEW = "rh1 seats=3 {}to={} knights=a:{} dukes=L1:a hands=a:20/b:30/c:40"
BANK = ",".join(f"L{number}" for number in range(1, 25))


def test_the_smallest_supply_is_the_clock() -> None:
    """A seat with one knight left ends the game in its next turn; a full supply lasts as long as games do."""
    view = game_of(FEW.format("", "b", BANK)).view()
    assert view.supply == {"a": 1, "b": 25, "c": 25}
    assert turns_left(view) == 3
    assert turns_left(game_of("rh1 seats=3 hands=a:1/b:2/c:3").view()) == 64


def test_turns_that_are_left_when_the_end_is_certain() -> None:
    """None after the end; the turn that is played, or all up to the one before the first seat. Sections 6.1, 9.1."""
    assert turns_left(random_game(3).view()) == 0
    for preset, left in (("parker", 1), ("hungarian", 3)):
        game = game_of(FEW.format(f"options={preset} ", "a", BANK))
        game.play("20R")
        assert game.view().is_ending
        assert turns_left(game.view()) == left
    game.play(".")
    assert turns_left(game.view()) == 2


@pytest.mark.parametrize("name", ["3-parker-uniform", "4-parker-cluster", "5-short-cluster", "4-hungarian-cluster"])
def test_it_tells_how_long_real_games_last(name: str) -> None:
    """In recorded games it is wrong by less than four turns on average, and by less than a round at the end."""
    game = read_record((GAMES / f"{name}.rhg").read_text(encoding="utf-8")).game
    end, wrong = game.position.turn, []
    while game.turns:
        game.undo()
        if game.view().phase == "knight":
            wrong.append(abs(turns_left(game.view()) - (end - game.position.turn)))
    assert sum(wrong) / len(wrong) < 4
    assert max(wrong[:4]) < len(game.seats)
