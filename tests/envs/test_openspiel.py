"""The OpenSpiel game: OpenSpiel's own conformance suites, strings, tensors and resampling, refusals."""

import unittest
from random import Random
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'rheinlaender[openspiel]'")

import pyspiel

import rheinlaender.envs.openspiel
from rheinlaender.batches.cpu import Batch
from rheinlaender.batches.errors import IllegalAction, UnknownPreset, WrongSeats

SEATS = (3, 4, 5)
NAME = rheinlaender.envs.openspiel.NAME
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


def game_for(seats: int, preset: str = "parker") -> Any:
    """The game, loaded as everybody loads it."""
    return pyspiel.load_game(f"{NAME}(players={seats},preset={preset})")


def advance(state: Any, random: Random) -> None:
    """One random event, of chance or of a player."""
    if state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(random.choices(outcomes, chances)[0])
    else:
        state.apply_action(random.choice(state.legal_actions()))


def played(seats: int, seed: int, decisions: int = 10**6, preset: str = "parker") -> Any:
    """A game after so many random decisions of players, or at its end."""
    state, random = game_for(seats, preset).new_initial_state(), Random(seed)
    while not state.is_terminal():
        if not state.is_chance_node():
            if decisions == 0:
                break
            decisions -= 1
        advance(state, random)
    return state


@pytest.mark.parametrize("seats", SEATS)
def test_random_sim(seats: int) -> None:
    """OpenSpiel's random_sim_test passes, unmodified, with serialization."""
    pyspiel.random_sim_test(game_for(seats), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("seats", SEATS)
def test_api_conventions(seats: int) -> None:
    """OpenSpiel's own API tests for all its games pass for ours, unmodified."""
    from open_spiel.integration_tests import api_test

    case = type("ApiTest", (api_test.EnforceAPIOnPartialTreeBase,), {"game_name": NAME, "game": game_for(seats)})
    assert_passes(unittest.defaultTestLoader.loadTestsFromTestCase(case))


def test_simulation() -> None:
    """OpenSpiel's own simulations of all its Python games pass for ours: clones, serialization, pickles, returns."""
    from open_spiel.python.tests.games_sim_test import GamesSimTest

    names = [name for name in dir(GamesSimTest) if NAME in name]
    assert len(names) >= 1 + len(SEATS)
    assert_passes(unittest.TestSuite(GamesSimTest(name) for name in names))


def assert_passes(suite: unittest.TestSuite) -> None:
    """Run a suite of OpenSpiel's own tests."""
    result = unittest.TestResult()
    suite.run(result)
    assert result.testsRun and result.wasSuccessful(), [text for _, text in [*result.failures, *result.errors]]


@pytest.mark.parametrize("seats", SEATS)
def test_information_states_recall_everything_and_nothing_hidden(seats: int) -> None:
    """What a player has seen tells its decisions and draws apart, and is the same in a world that looks the same."""
    state, random = played(seats, 4, 40), Random(1)
    for player in range(seats):
        other = state.resample_from_infostate(player, random.random)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.information_state_tensor(player) == state.information_state_tensor(player)
        assert other.observation_string(player) == state.observation_string(player)
        assert other.observation_tensor(player) == state.observation_tensor(player)
        assert other.legal_actions() == state.legal_actions() or player != state.current_player()
        hidden = [rival for rival in range(seats) if rival != player]
        assert any(other.information_state_string(rival) != state.information_state_string(rival) for rival in hidden)


@pytest.mark.parametrize("seats", SEATS)
def test_information_states_tell_apart_what_was_seen(seats: int) -> None:
    """Along a game no two states of a player have the same string or the same tensor."""
    state, random = game_for(seats).new_initial_state(), Random(7)
    strings, tensors, states = set(), set(), 0
    while not state.is_terminal():
        if not state.is_chance_node():
            player = state.current_player()
            strings.add(state.information_state_string(player))
            tensors.add(tuple(state.information_state_tensor(player)))
            states += 1
        advance(state, random)
    assert len(strings) == len(tensors) == states


def test_action_strings_are_the_notation() -> None:
    """The string of an action is the move in our notation; chance is written in its own."""
    state = played(3, 2, 0)
    player = state.current_player()
    strings = [state.action_to_string(player, action) for action in state.legal_actions()]
    assert len(set(strings)) == len(strings) and all(string[-1] in "LWR" for string in strings)
    state.apply_action(state.legal_actions()[0])
    assert state.action_to_string(state.current_player(), state.legal_actions()[-1]) == "."
    state.apply_action(state.legal_actions()[-1])
    assert state.is_chance_node()
    texts = [state.action_to_string(outcome) for outcome, _ in state.chance_outcomes()]
    assert texts[-1] == "(*)" and all(text[0] == "(" and text[-1] == ")" for text in texts)


def test_returns_are_shares() -> None:
    """The returns are 0 before the end, and shares of one victory at the end."""
    assert played(4, 1, 20).returns() == [0.0] * 4
    for seed in range(6):
        assert sum(played(4, seed).returns()) == 1.0


@pytest.mark.parametrize("seats", SEATS)
def test_observations_are_the_batch_s(seats: int) -> None:
    """The observation tensor is the float form that a batch gives of the same position."""
    state, batch = played(seats, 3, 30), Batch(1, seats)
    batch.reset([0])
    batch.positions[:] = state.unrolled.positions
    for player in range(seats):
        planes, facts = batch.observe_planes(player)
        own = np.eye(seats, dtype=np.float32)[player]
        expected = np.concatenate([own, planes[0].ravel(), facts[0]])
        assert (np.array(state.observation_tensor(player), np.float32) == expected).all()


def test_resampling_is_even() -> None:
    """After the deal each unseen card comes to an opponent's hand equally often."""
    state, random = played(3, 5, 0), Random(3)
    own = set(state.unrolled.dealt[0::3])
    counts = dict.fromkeys(range(1, 55), 0)
    worlds = 400
    for _ in range(worlds):
        for card in state.resample_from_infostate(0, random.random).unrolled.dealt:
            counts[card] += 1
    assert all(counts[card] == worlds for card in own)
    expected = worlds * 10 / 49
    others = [counts[card] for card in counts if card not in own]
    assert sum((count - expected) ** 2 for count in others) / expected < 49 * 1.6


def test_resampling_after_a_shuffle_gives_possible_worlds() -> None:
    """After a shuffle no card is dealt to a hand that it cannot have come to, and every world can be replayed."""
    state, random = played(3, 9, 78), Random(2)
    assert any(turn.was_shuffled for turn in state.unrolled.turns)
    for _ in range(20):
        other = state.resample_from_infostate(1, random.random)
        assert other.information_state_string(1) == state.information_state_string(1)
        assert len(other.history()) == len(state.history())


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        (f"{NAME}(players=6)", WrongSeats),
        (f"{NAME}(players=2)", WrongSeats),
        (f"{NAME}(preset=chess)", UnknownPreset),
        (f"{NAME}(knights=3)", pyspiel.SpielError),
    ],
)
def test_wrong_parameters_are_refused(text: str, refusal: type[Exception]) -> None:
    """A number of players or a preset that there is not is refused by a sentence."""
    with pytest.raises(refusal):
        pyspiel.load_game(text)


def test_illegal_actions_are_refused() -> None:
    """An illegal action is refused and nothing changes."""
    state = played(4, 1, 3)
    before = str(state)
    illegal = next(action for action in range(954) if action not in state.legal_actions())
    with pytest.raises(IllegalAction):
        state.apply_action(illegal)
    assert str(state) == before
    with pytest.raises(ValueError, match="parameters of observations"):
        state.get_game().make_py_observer(None, {"colours": 3})
