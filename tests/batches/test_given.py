"""Options, seats and seeds are read in one place: whoever sets up games takes the same things and refuses the same."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from rheinlaender.batches.cpu import Batch
from rheinlaender.batches.cuda import DeviceBatch
from rheinlaender.batches.cuda_games import RandomGames
from rheinlaender.batches.errors import NoCuda
from rheinlaender.batches.single import Single
from rheinlaender.envs.gymnasium import RheinlaenderEnv
from rheinlaender.envs.gymnasium_vector import RheinlaenderVectorEnv
from rheinlaender.envs.pettingzoo import env, parallel_env
from rheinlaender.envs.unrolled import UnrolledGame
from rheinlaender.envs.vector import VectorGames
from rheinlaender.game.game import Game
from rheinlaender.game.options import Options, options_of, write_options
from rheinlaender.i18n import Refusal
from rheinlaender.rules.options import PRESETS, VALUES
from rheinlaender.rules.position import Position

Seated = Callable[[Any, Any], Any]
"""From seats and options to the record that holds the options."""


def record_of_game(seats: Any, options: Any) -> Any:
    """The record of a single game in words."""
    return Game.new(seats, options).position.record


def record_of_device(seats: Any, options: Any) -> Any:
    """The record that a GPU is given; without a GPU it is that of a batch, once the GPU has been asked for."""
    for maker in (lambda: RandomGames(seats, options), lambda: DeviceBatch(2, seats, options)):
        try:
            record = maker().template.copy_to_host()[0]
        except NoCuda:
            record = Batch(2, seats, options).template[0]
    return record


MAKERS: dict[str, Seated] = {
    "Game": record_of_game,
    "Batch": lambda seats, options: Batch(2, seats, options).template[0],
    "Single": lambda seats, options: Single(seats, options).position,
    "GPU": record_of_device,
    "VectorGames": lambda seats, options: VectorGames(2, seats, options).batch.template[0],
    "PettingZoo": lambda seats, options: env(seats=seats, options=options).game.template[0],
    "PettingZoo, parallel": lambda seats, options: parallel_env(seats=seats, options=options).game.template[0],
    "Gymnasium": lambda seats, options: RheinlaenderEnv(seats, options).game.template[0],
    "Gymnasium, vector": lambda seats, options: RheinlaenderVectorEnv(2, seats, options).batch.template[0],
    "OpenSpiel": lambda seats, options: UnrolledGame(seats, options).positions[0],
}


def outcome(maker: Seated, seats: Any, options: Any) -> Options | tuple[str, str]:
    """The options that a game is played with, or the code and the words of the refusal."""
    try:
        return options_of(Position(maker(seats, options)))
    except Refusal as refusal:
        return refusal.code, refusal.words()


WRONG_OPTIONS: list[tuple[Any, str]] = [
    (5, "wrong_options"),
    (["dutch"], "wrong_options"),
    (object(), "wrong_options"),
    (b"dutch", "wrong_options"),
    (True, "wrong_options"),
    (np.array(["dutch"]), "wrong_options"),
    ({"dutch"}, "wrong_options"),
    (Options, "wrong_options"),
    ("swiss", "unknown_preset"),
    ("", "unknown_preset"),
    ("parker,", "unknown_option"),
    ("parker,dice:2", "unknown_option"),
    ("parker,end:never", "wrong_option_value"),
    ({"dice": 2}, "unknown_option"),
    ({5: "turn"}, "unknown_option"),
    ({None: None}, "unknown_option"),
    ({"end": ["turn"]}, "wrong_option_value"),
    ({"end": "never"}, "wrong_option_value"),
    ({"end": None}, "wrong_option_value"),
    ({"reinforce_on_river": 1}, "wrong_option_value"),
    ({"archbishop_bonus": False}, "wrong_option_value"),
    ({"archbishop_bonus": 5.0}, "wrong_option_value"),
    ({"archbishop_bonus": np.zeros(3)}, "wrong_option_value"),
]


@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize(("options", "code"), WRONG_OPTIONS, ids=lambda part: str(part).partition(" at 0x")[0][:30])
def test_wrong_options_are_refused_by_all(name: str, options: Any, code: str) -> None:
    """What is no options is refused everywhere, by the same code and the same words."""
    found = outcome(MAKERS[name], 4, options)
    assert isinstance(found, tuple) and found[0] == code and found == outcome(record_of_game, 4, options)


@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize(
    "options",
    [None, "short", "parker,end:round", {}, {"end": "round", "coins": "open"}, Options(merger="with_duke")],
    ids=str,
)
def test_options_are_taken_by_all(name: str, options: Any) -> None:
    """A value, a text and names with values are the same options everywhere; without any it is the default preset."""
    expected = outcome(record_of_game, 4, options)
    assert isinstance(expected, Options) and outcome(MAKERS[name], 4, options) == expected


@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize("seats", [0, 2, 6, -3, 3.0, "4", None, True, np.bool_(True), np.float64(4), 2**70, [4]])
def test_wrong_seats_are_refused_by_all(name: str, seats: Any) -> None:
    """A game is for 3, 4 or 5 seats, everywhere."""
    found = outcome(MAKERS[name], seats, None)
    assert isinstance(found, tuple) and found[0] == "wrong_seats" and found == outcome(record_of_game, seats, None)


@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize("seats", [3, np.int64(4), np.uint8(5)])
def test_seats_are_taken_by_all(name: str, seats: Any) -> None:
    """Seats may be any kind of whole number, everywhere."""
    assert outcome(MAKERS[name], seats, "dutch") == Options.preset("dutch")


ANYTHING = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-1, 6),
    st.floats(allow_nan=False),
    st.text(max_size=4),
    st.sampled_from([value for values in VALUES.values() for value in values]),
    st.lists(st.sampled_from(["turn", "dutch"]), max_size=2),
)
NAMES = st.one_of(st.sampled_from(list(VALUES)), st.text(max_size=4))
TEXTS = st.builds(
    lambda preset, changes: ",".join([preset, *(f"{name}:{value}" for name, value in changes)]),
    st.one_of(st.sampled_from(list(PRESETS)), st.text(max_size=4)),
    st.lists(st.tuples(NAMES, st.one_of(st.sampled_from(["turn", "round", "yes", "no", "0"]), ANYTHING)), max_size=2),
)


@given(st.one_of(ANYTHING, TEXTS, st.dictionaries(NAMES, ANYTHING, max_size=3)))
@settings(max_examples=400, deadline=None)
def test_game_and_batch_read_alike(options: Any) -> None:
    """Whatever is given as options, a game and a batch take it for the same, or refuse it in the same words."""
    found = outcome(MAKERS["Batch"], 4, options)
    assert found == outcome(record_of_game, 4, options)
    if isinstance(found, Options):
        assert outcome(MAKERS["Batch"], 4, write_options(found)) == outcome(MAKERS["Batch"], 4, found.values) == found


SEEDS = st.one_of(
    st.integers(-2, 2**64 + 1),
    st.sampled_from([0, 2**63, 2**64 - 1, 2**64, -1, True, np.bool_(False), None, "7", 1.0, Fraction(2), 10**40]),
    st.integers(0, 2**64 - 1).map(np.uint64),
    st.integers(-5, 5).map(np.int8),
    st.floats(allow_nan=False),
)


@given(SEEDS)
@settings(max_examples=300, deadline=None)
def test_game_and_batch_read_seeds_alike(seed: Any) -> None:
    """Whatever is given as a seed, a game and a batch set up the same game, or refuse it in the same words."""
    batch = Batch(1)

    def of_game() -> list[int]:
        return list(Game.new(seed=seed).position.pile)

    def of_batch() -> list[int]:
        batch.reset([seed])
        pile: list[int] = batch.positions["pile"][0].tolist()
        return pile

    assert answer(of_game) == answer(of_batch)


def answer(function: Callable[[], list[int]]) -> list[int] | tuple[str, str]:
    """What a function answers, or the code and the words of its refusal."""
    try:
        return function()
    except Refusal as refusal:
        return refusal.code, refusal.words()
