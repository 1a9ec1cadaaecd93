"""Later rulings leave older games as they were."""

import pytest

from rheinlaender.game import rulings
from rheinlaender.game.options import Options, read_options
from rheinlaender.game.rulings import RULES, options_under
from rheinlaender.notation.position import game_at

TEXTS = ("parker", "dutch", "hungarian", "short", "parker,end:round,archbishop_bonus:0")


@pytest.mark.parametrize("text", TEXTS)
def test_today_a_text_means_what_it_says(text: str) -> None:
    """By the rules of today options are read as everywhere."""
    assert options_under(RULES, text) == read_options(text)


def test_a_later_ruling_leaves_older_games_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a text does not name was as it was then, by the oldest change since; what it names stays named."""
    later = {2: {"merger": "with_duke"}, 3: {"merger": "any_duchy", "archbishop_bonus": 0}}
    monkeypatch.setattr(rulings, "BEFORE", later)
    assert options_under(1, "parker") == Options(merger="with_duke", archbishop_bonus=0)
    assert options_under(2, "parker") == Options(merger="any_duchy", archbishop_bonus=0)
    assert options_under(3, "parker") == Options()
    assert options_under(1, "parker,merger:any_duchy,archbishop_bonus:5") == Options()
    assert options_under(1, "short") == read_options("short")


def test_an_older_position_keeps_its_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line that names no options is read by the rules of its time."""
    monkeypatch.setattr(rulings, "BEFORE", {2: {"end": "round"}})
    assert game_at("rh1 seats=3", rules=1).options == Options(end="round")
    assert game_at("rh1 seats=3", rules=2).options == Options()
    assert game_at("rh1 seats=3 options=dutch", rules=1).options == Options(
        end="round", reinforcement_neighbours="land"
    )
