"""Options and presets are those of section 9, as values, as words and in the position."""

from typing import Any

import pytest

from rheinlaender.game.errors import UnknownOption, UnknownPreset, WrongOptions, WrongOptionValue
from rheinlaender.game.game import Game
from rheinlaender.game.options import (
    Options,
    all_presets,
    all_values,
    options_of,
    read_options,
    write_options,
    write_value,
)
from rheinlaender.i18n import Refusal
from rheinlaender.rules.given import GivenOptions, given_options
from rheinlaender.rules.options import DEFAULTS, PRESETS, VALUES
from tests.setting import game_of

TABLE = """
end                      | turn      | turn      | round     | turn
reinforcement_neighbours | fields    | land      | fields    | fields
reinforce_on_river       | no        | no        | no        | yes
merger                   | any_duchy | any_duchy | any_duchy | with_duke
archbishop_bonus         | 5         | 5         | 5         | 0
bastion_opens_river      | yes       | yes       | yes       | yes
coins                    | hidden    | hidden    | hidden    | hidden
"""
ROWS = [[cell.strip() for cell in row.split("|")] for row in TABLE.strip().splitlines()]
ALL = [(name, value) for name, values in VALUES.items() for value in values]


@pytest.mark.parametrize("column", range(4))
def test_presets(column: int) -> None:
    """Each edition plays with the values that the table of section 9 gives it."""
    preset = ("parker", "dutch", "hungarian", "short")[column]
    values = Options.preset(preset).values
    assert {name: write_value(value) for name, value in values.items()} == {row[0]: row[1 + column] for row in ROWS}
    assert write_options(Options.preset(preset)) == preset


def test_parker_is_the_default() -> None:
    """`parker` is the default everywhere."""
    assert Options() == Options.preset("parker") == Game.new().options == game_of("rh1").options
    assert Options().values == DEFAULTS and next(iter(PRESETS)) == "parker"


@pytest.mark.parametrize(("name", "value"), ALL)
def test_every_value(name: str, value: object) -> None:
    """Every option in every value is read, written and kept by a position, over every preset."""
    for preset in PRESETS:
        options = Options.preset(preset, **{name: value})
        assert read_options(write_options(options)) == options
        assert read_options(f"{preset},{name}:{write_value(value)}") == options
        game = Game.new(3, options)
        assert game.options == options_of(game.position) == options


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("belgian", UnknownPreset),
        ("", UnknownPreset),
        ("parker,speed:fast", UnknownOption),
        ("parker,", UnknownOption),
        ("parker,end:never", WrongOptionValue),
        ("parker,end", WrongOptionValue),
        ("parker,archbishop_bonus:6", WrongOptionValue),
        ("parker,reinforce_on_river:True", WrongOptionValue),
    ],
)
def test_unknown_words(text: str, refusal: type[Refusal]) -> None:
    """An unknown preset, option or value is refused by name, with those that there are. Sections 9, 9.8."""
    with pytest.raises(refusal) as caught:
        read_options(text)
    assert caught.value.section == ("9.8" if refusal is UnknownPreset else "9") and str(caught.value)


@pytest.mark.parametrize("values", [{"end": "never"}, {"reinforce_on_river": 1}, {"archbishop_bonus": False}])
def test_wrong_values(values: dict[str, object]) -> None:
    """A value is refused that only looks like one: 1 is not yes, no is not 0."""
    with pytest.raises(WrongOptionValue):
        Options.of(values)


def test_unknown_option() -> None:
    """An option that there is not is refused, also among the changes of a preset."""
    with pytest.raises(UnknownOption):
        Options.of({"speed": "fast"})
    with pytest.raises(UnknownOption):
        Options.preset("dutch", speed="fast")
    with pytest.raises(UnknownPreset):
        Options.preset("belgian")


@pytest.mark.parametrize("given", [None, "parker", Options(), {}, {"end": "turn"}])
def test_given_in_any_form(given: GivenOptions) -> None:
    """Options are given as themselves, as a preset in words, as values by name, or left out."""
    assert given_options(given) == Options()


@pytest.mark.parametrize("given", [5, ["dutch"], object()])
def test_what_no_options_are(given: Any) -> None:
    """Anything else is refused, never taken for the default."""
    with pytest.raises(WrongOptions):
        given_options(given)


def test_words_of_several_changes() -> None:
    """What differs from the default preset is written in the order of the rules."""
    options = Options(end="round", coins="open", reinforce_on_river=True)
    assert write_options(options) == "parker,end:round,reinforce_on_river:yes,coins:open"


def test_table_in_words() -> None:
    """The options with their values, and what every preset says, are the table of section 9 in words."""
    rows = [[cell.strip() for cell in line.split("|")] for line in TABLE.strip().splitlines()]
    assert all_presets() == {preset: {row[0]: row[number] for row in rows} for number, preset in enumerate(PRESETS, 1)}
    assert {name: values[0] for name, values in all_values().items()} == {row[0]: row[1] for row in rows}
    assert all(set(row[1:]) <= set(all_values()[row[0]]) for row in rows)
