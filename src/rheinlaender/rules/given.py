"""What a game is given before it is set up: options, seats and seed, read here for single games and for batches.

Options are given as a value, as a text (`dutch`, `parker,end:round`), or as names with values; nothing else passes.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from operator import index
from typing import Any

import numpy as np

from rheinlaender.rules.options import DEFAULTS, PRESETS, RECORD_NAME, VALUES
from rheinlaender.rules.position import MOST_SEATS, Position
from rheinlaender.rules.refusals import (
    SeedOutOfRange,
    UnknownOption,
    UnknownPreset,
    WrongOptions,
    WrongOptionValue,
    WrongSeats,
)

FEWEST_SEATS = 3
MOST_SEED = 2**64 - 1


@dataclass(frozen=True)
class Options:
    """One value for each option. Section 9."""

    end: str = "turn"
    reinforcement_neighbours: str = "fields"
    reinforce_on_river: bool = False
    merger: str = "any_duchy"
    archbishop_bonus: int = 5
    bastion_opens_river: bool = True
    coins: str = "hidden"

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if not any(type(value) is type(known) and value == known for known in VALUES[name]):
                raise WrongOptionValue(option=name, value=value, values=", ".join(map(write_value, VALUES[name])))

    @classmethod
    def preset(cls, preset: str, **changes: Any) -> "Options":
        """The options of an edition, with changes. Section 9.8."""
        if not isinstance(preset, str) or preset not in PRESETS:
            raise UnknownPreset(preset=preset, presets=", ".join(PRESETS))
        return cls.of({**PRESETS[preset], **changes})

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> "Options":
        """The options with these values, the others at their defaults."""
        for name in values:
            _check_name(name)
        return cls(**values)

    @property
    def values(self) -> dict[str, Any]:
        """Every option with its value, in the order of the rules."""
        return {name: getattr(self, name) for name in VALUES}


GivenOptions = Options | str | Mapping[str, Any] | None
"""Options as they may be given; None stands for the default preset."""


def given_options(given: GivenOptions) -> Options:
    """The options that were given, in whatever form, if they are options."""
    if given is None:
        return Options()
    if isinstance(given, Options):
        return given
    if isinstance(given, str):
        return read_options(given)
    if isinstance(given, Mapping):
        return Options.of(given)
    raise WrongOptions(options=given)


def given_seats(given: object) -> int:
    """The number of seats that was given, if a game can have so many. Section 1.1."""
    seats = whole_number(given)
    if seats is None or not FEWEST_SEATS <= seats <= MOST_SEATS:
        raise WrongSeats(seats=given)
    return seats


def given_seed(given: object) -> int:
    """The seed that was given, if it is a number of 64 bits."""
    seed = whole_number(given)
    if seed is None or not 0 <= seed <= MOST_SEED:
        raise SeedOutOfRange(seed=given)
    return seed


def whole_number(given: Any) -> int | None:
    """A whole number of whatever kind, or None; true and false are none."""
    if isinstance(given, bool | np.bool_):
        return None
    try:
        return index(given)
    except TypeError:
        return None


def write_options(options: Options) -> str:
    """The preset that the options are, or the default preset with what differs: `parker,end:round`."""
    for preset in PRESETS:
        if Options.preset(preset) == options:
            return preset
    differing = {name: value for name, value in options.values.items() if value != DEFAULTS[name]}
    return ",".join(["parker", *(f"{name}:{write_value(value)}" for name, value in differing.items())])


def read_options(text: str) -> Options:
    """The options from a preset and what differs from it."""
    preset, *changes = text.split(",")
    values: dict[str, Any] = {}
    for change in changes:
        name, _, value = change.partition(":")
        values[name] = read_value(name, value)
    return Options.preset(preset, **values)


def write_value(value: Any) -> str:
    """An option's value as a word."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def read_value(name: str, text: str) -> Any:
    """The value of an option from its word."""
    _check_name(name)
    for value in VALUES[name]:
        if write_value(value) == text:
            return value
    raise WrongOptionValue(option=name, value=text, values=", ".join(map(write_value, VALUES[name])))


def _check_name(name: object) -> None:
    if not isinstance(name, str) or name not in VALUES:
        raise UnknownOption(option=name, options=", ".join(VALUES))


def apply_options(position: Position, options: Options) -> None:
    """Put the options into a position."""
    for name, value in options.values.items():
        setattr(position, RECORD_NAME[name], VALUES[name][value])


def options_of(position: Position) -> Options:
    """The options that a position is played with."""
    values = {}
    for name, numbers in VALUES.items():
        number = getattr(position, RECORD_NAME[name])
        values[name] = next(value for value, stands_for in numbers.items() if stands_for == number)
    return Options.of(values)
