"""The version of the rules: a game that was begun by older rulings is shown and finished by them.

A ruling by which a game may come out otherwise makes `RULES` greater. The older reading stays: as a value of an option,
which `BEFORE` names. So a later ruling never makes an older game impossible to read.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rheinlaender.rules.given import Options, read_options
from rheinlaender.rules.options import PRESETS

RULES = 1
"""The version of the rules that new games are played by."""
BEFORE: Mapping[int, Mapping[str, Any]] = {}
"""For each later version the options that came or changed with it, and what they were in games before it."""


def options_under(rules: int, text: str) -> Options:
    """The options that a text has meant when the rules had a version: what it does not name was as it was then."""
    then = {name: value for name, value in values_before(rules).items() if name not in named_options(text)}
    return replace(read_options(text), **then)


def values_before(rules: int) -> dict[str, Any]:
    """The options that have come or changed since a version of the rules, and what they were then."""
    newest_first = sorted((version for version in BEFORE if version > rules), reverse=True)
    return {name: value for version in newest_first for name, value in BEFORE[version].items()}


def named_options(text: str) -> set[str]:
    """The options of which a text says something, by its preset or by name."""
    preset, *changes = text.split(",")
    return {*PRESETS.get(preset, ()), *(change.partition(":")[0] for change in changes)}
