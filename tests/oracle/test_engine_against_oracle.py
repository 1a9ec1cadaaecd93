"""The engine and the slow oracle, written apart from each other from the same rules, agree on every row."""

import json
import os
from collections.abc import Iterator
from itertools import islice, product
from random import Random

import pytest

from rheinlaender.game.options import Options
from rheinlaender.notation.trace import Row, check_trace, trace_game
from rheinlaender.rules.options import VALUES
from tests.long import LONG_TEST, others_long
from tests.oracle import play
from tests.oracle.oracle import SEATS as LETTERS, Referee, differences
from tests.setting import KINDS, PRESETS, SEATS, STYLES

LONG = bool(os.environ.get("RHEINLAENDER_LONG"))
GAMES = 60 if LONG else 1
OTHER_VALUES = [(name, value) for name, values in VALUES.items() for value in islice(values, 1, None)]
EVERYTHING_ELSE = dict(OTHER_VALUES)
CASES = [(*kind, style) for kind, style in product(KINDS, STYLES)]
SOME_CASES = [(seats, preset, STYLES[(seats + PRESETS.index(preset)) % 2]) for seats, preset in KINDS]
"""Every kind of games in one style, and every number of seats and every preset in both."""


def of_engine(seats: int, options: Options, seed: int, style: str) -> Iterator[Row]:
    """Traces of the engine, after a trip through JSON."""
    for number in range(GAMES):
        for row in trace_game(seats, options, seed, number, style):
            yield json.loads(json.dumps(row))


def of_oracle(seats: int, options: Options, seed: int, style: str) -> Iterator[Row]:
    """Traces of games that only the oracle conducts."""
    random = Random(seed)
    for number in range(GAMES):
        setup = play.set_up(number, LETTERS[:seats], options.values, random)
        yield setup
        referee = Referee(setup)
        while not referee.is_over:
            yield from play.play_turn(referee, style, random)
        yield referee.result()


def agree(seats: int, options: Options, seed: int, style: str) -> None:
    """Each checks the other's games: legal moves, duchies, dukes, worth, payments, the end and the final account."""
    assert list(differences(of_engine(seats, options, seed, style))) == []
    assert list(check_trace(of_oracle(seats, options, seed, style))) == []


@pytest.mark.parametrize(("seats", "preset", "style"), others_long(CASES, SOME_CASES, LONG_TEST))
def test_presets(seats: int, preset: str, style: str) -> None:
    """In every number of seats, every preset and either style the two referees agree, whoever conducts the game."""
    agree(seats, Options.preset(preset), 1, style)


@pytest.mark.parametrize(("name", "value"), OTHER_VALUES)
def test_single_options(name: str, value: object) -> None:
    """With each option alone at its other value the two referees agree."""
    agree(3 + OTHER_VALUES.index((name, value)) % 3, Options.of({name: value}), 2, "cluster")


@pytest.mark.parametrize("seats", others_long(SEATS, [5], LONG_TEST))
def test_all_options(seats: int) -> None:
    """With all options at their other values at once the two referees agree."""
    agree(seats, Options.of(EVERYTHING_ELSE), 3, "cluster")


def test_presets_are_the_same() -> None:
    """The oracle has read the same presets in section 9."""
    assert {preset: Options.preset(preset).values for preset in PRESETS} == play.PRESETS
