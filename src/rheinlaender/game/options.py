"""The options of a game as a value and in words, for those who do not see the rules."""

from rheinlaender.rules.given import (
    GivenOptions as GivenOptions,
    Options as Options,
    apply_options as apply_options,
    given_options as given_options,
    options_of as options_of,
    read_options as read_options,
    read_value as read_value,
    write_options as write_options,
    write_value as write_value,
)
from rheinlaender.rules.options import PRESETS, VALUES


def all_values() -> dict[str, list[str]]:
    """Every option with all its values, the default first. Section 9."""
    return {name: [write_value(value) for value in values] for name, values in VALUES.items()}


def all_presets() -> dict[str, dict[str, str]]:
    """What every preset says of every option. Section 9.8."""
    presets = {preset: Options.preset(preset).values for preset in PRESETS}
    return {preset: {name: write_value(value) for name, value in said.items()} for preset, said in presets.items()}
