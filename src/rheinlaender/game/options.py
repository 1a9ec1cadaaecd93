"""The options of a game as a value: a preset, changed where one likes."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rheinlaender.game.errors import UnknownOption, UnknownPreset, WrongOptionValue
from rheinlaender.rules.options import DEFAULTS, PRESETS, RECORD_NAME, VALUES
from rheinlaender.rules.position import Position


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
            if not any(value is known or (type(value) is type(known) and value == known) for known in VALUES[name]):
                raise WrongOptionValue(option=name, value=value, values=", ".join(map(write_value, VALUES[name])))

    @classmethod
    def preset(cls, preset: str, **changes: Any) -> "Options":
        """The options of an edition, with changes. Section 9.8."""
        if preset not in PRESETS:
            raise UnknownPreset(preset=preset, presets=", ".join(PRESETS))
        return cls.of({**PRESETS[preset], **changes})

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> "Options":
        """The options with these values, the others at their defaults."""
        for name in values:
            if name not in VALUES:
                raise UnknownOption(option=name, options=", ".join(VALUES))
        return cls(**values)

    @property
    def values(self) -> dict[str, Any]:
        """Every option with its value, in the order of the rules."""
        return {name: getattr(self, name) for name in VALUES}


def all_values() -> dict[str, list[str]]:
    """Every option with all its values, the default first. Section 9."""
    return {name: [write_value(value) for value in values] for name, values in VALUES.items()}


def all_presets() -> dict[str, dict[str, str]]:
    """What every preset says of every option. Section 9.8."""
    presets = {preset: Options.preset(preset).values for preset in PRESETS}
    return {preset: {name: write_value(value) for name, value in said.items()} for preset, said in presets.items()}


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
        if name not in VALUES:
            raise UnknownOption(option=name, options=", ".join(VALUES))
        values[name] = read_value(name, value)
    return Options.preset(preset, **values)


def write_value(value: Any) -> str:
    """An option's value as a word."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def read_value(name: str, text: str) -> Any:
    """The value of an option from its word."""
    for value in VALUES[name]:
        if write_value(value) == text:
            return value
    raise WrongOptionValue(option=name, value=text, values=", ".join(map(write_value, VALUES[name])))


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
