"""The PettingZoo environment: PettingZoo's own conformance suites, the engine's observations, refusals."""

from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: pip install 'rheinlaender[rl]'")

from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, seed_test

from rheinlaender.batches.cpu import Batch
from rheinlaender.batches.errors import (
    GameFinished,
    IllegalAction,
    NotSetUp,
    SeedOutOfRange,
    UnknownOption,
    UnknownPreset,
    WrongFirstSeat,
    WrongReward,
    WrongSeats,
)
from rheinlaender.envs.pettingzoo import rheinlaender_v0
from rheinlaender.game.game import Game

SEATS = (3, 4, 5)
ABOUT_DICTIONARIES = (
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
    "ignore:Action mask numpy array is all zeros",
)
"""PettingZoo warns of its own convention, a dictionary with a mask, unless the environment is one of its own."""

quiet = [pytest.mark.filterwarnings(warning) for warning in ABOUT_DICTIONARIES]


def legal(mask: Any) -> int:
    """The last legal action."""
    return int(np.flatnonzero(mask)[-1])


def play(env: Any, random: Any) -> None:
    """Play a game to its end by random actions."""
    for agent in env.agent_iter():
        observation, _, over, cut, _ = env.last()
        env.step(None if over or cut else int(random.choice(np.flatnonzero(observation["action_mask"]))))
        assert agent in env.possible_agents


@quiet[0]
@quiet[1]
@quiet[2]
@pytest.mark.parametrize("form", ["compact", "float"])
@pytest.mark.parametrize("seats", SEATS)
def test_api(seats: int, form: str) -> None:
    """PettingZoo's api_test passes, unmodified."""
    api_test(rheinlaender_v0.env(seats=seats, form=form), num_cycles=200)


@pytest.mark.parametrize("seats", SEATS)
def test_seed(seats: int) -> None:
    """PettingZoo's seed_test passes, unmodified: the seed decides everything."""
    seed_test(partial(rheinlaender_v0.env, seats=seats))


@pytest.mark.parametrize("seats", SEATS)
def test_max_cycles(seats: int) -> None:
    """PettingZoo's max_cycles_test passes, unmodified; it acts without looking at the mask."""
    settings = {"seats": seats, "illegal": "random"}
    module = SimpleNamespace(
        env=partial(rheinlaender_v0.env, **settings), parallel_env=partial(rheinlaender_v0.parallel_env, **settings)
    )
    max_cycles_test(module)


@pytest.mark.parametrize("seats", SEATS)
def test_parallel(seats: int) -> None:
    """PettingZoo's parallel_api_test and parallel_seed_test pass, unmodified."""
    parallel_api_test(rheinlaender_v0.parallel_env(seats=seats))
    parallel_seed_test(partial(rheinlaender_v0.parallel_env, seats=seats, illegal="random"))


@pytest.mark.parametrize("seats", SEATS)
def test_observations_are_the_batch_s(seats: int) -> None:
    """Every observation and mask is that of a batch with the same seed, for all seats, to the end of the game."""
    env, batch = rheinlaender_v0.env(seats=seats, options="dutch"), Batch(1, seats, "dutch")
    env.reset(seed=11)
    batch.reset([11])
    random = np.random.default_rng(1)
    while not any(env.terminations.values()):
        seat = int(batch.seats_to_move[0])
        assert env.agent_selection == f"player_{seat}"
        masks, rows = batch.see()
        seen = env.observe(env.agent_selection)
        assert (seen["observation"] == rows[0]).all() and (seen["action_mask"] == masks[0]).all()
        assert env.infos[env.agent_selection]["action_mask"] is seen["action_mask"]
        other = (seat + 1) % seats
        unseen = env.observe(f"player_{other}")
        assert (unseen["observation"] == batch.observe(other)[0]).all() and not unseen["action_mask"].any()
        action = int(random.choice(np.flatnonzero(masks[0])))
        env.step(action)
        rewards, _ = batch.step([action])
    assert [env.rewards[f"player_{seat}"] for seat in range(seats)] == rewards[0, :seats].tolist()


def test_float_form_is_the_batch_s() -> None:
    """The float form is the batch's planes and then its facts."""
    env, batch = rheinlaender_v0.env(form="float"), Batch(1)
    env.reset(seed=5)
    batch.reset([5])
    planes, facts = batch.observe_planes()
    seen = env.observe("player_0")["observation"]
    assert (seen == np.concatenate([planes[0].ravel(), facts[0]])).all()


def test_seed_is_the_game_of_this_seed() -> None:
    """A seed gives the game that it gives everywhere."""
    env = rheinlaender_v0.env(render_mode="ansi")
    env.reset(seed=77)
    assert env.game.view(0) == Game.new(4, seed=77).view("a")


def test_rewards_are_shares_that_sum_up_to_one() -> None:
    """At the end the seats share one victory, and every agent hears of its own part."""
    env = rheinlaender_v0.env(seats=5)
    env.reset(seed=2)
    heard = dict.fromkeys(env.agents, 0.0)
    random = np.random.default_rng(2)
    for agent in env.agent_iter():
        observation, reward, over, _, _ = env.last()
        heard[agent] += reward
        env.step(None if over else int(random.choice(np.flatnonzero(observation["action_mask"]))))
    assert sum(heard.values()) == pytest.approx(1.0)
    assert not env.agents


def test_returned_arrays_are_the_caller_s() -> None:
    """An observation that was returned is not changed by a later step."""
    env = rheinlaender_v0.env()
    env.reset(seed=3)
    first = env.observe("player_0")
    kept = first["observation"].copy()
    env.step(legal(first["action_mask"]))
    assert (first["observation"] == kept).all()
    assert not np.shares_memory(first["observation"], env.observe(env.agent_selection)["observation"])


@pytest.mark.parametrize("mode", ["ansi", "svg", "rgb_array"])
def test_render_modes(mode: str) -> None:
    """A table is drawn as text, as SVG or as pixels, as the seat to move sees it, and at the end as a watcher does."""
    if mode == "rgb_array":
        pytest.importorskip("resvg_py", reason="resvg_py is not installed: pip install 'rheinlaender[render]'")
        pytest.importorskip("PIL", reason="pillow is not installed: pip install 'rheinlaender[render]'")
    env = rheinlaender_v0.env(render_mode=mode)
    env.reset(seed=1)
    picture = env.render()
    if mode == "rgb_array":
        assert picture.dtype == np.uint8 and picture.ndim == 3 and picture.shape[2] == 3 and picture.std() > 10
    else:
        assert ("<svg" in picture) == (mode == "svg")
    if mode == "ansi":
        assert " ".join(str(card) for card in env.game.view(0).hand) in picture
        play(env, np.random.default_rng(1))
        assert "hand" not in env.render().lower().splitlines()[-1]
    env.close()


def test_no_render_mode_draws_nothing() -> None:
    """Without a render mode nothing is drawn."""
    env = rheinlaender_v0.env()
    env.reset(seed=1)
    assert env.render() is None


def test_state_is_all_observations() -> None:
    """The state for central learning is the observations of all seats."""
    env = rheinlaender_v0.env(seats=3)
    env.reset(seed=1)
    assert env.state().shape == (3, len(env.observe("player_0")["observation"]))


@pytest.mark.parametrize("action", [-1, 954, 10**20, 0.5, "17L", None, True, np.bool_(False), [1]])
def test_wrong_actions_are_refused(action: Any) -> None:
    """What is no legal action is refused, by a sentence, and nothing changes."""
    env = rheinlaender_v0.env()
    env.reset(seed=1)
    before = env.game.positions.tobytes()
    with pytest.raises(IllegalAction, match="legal_mask"):
        env.step(action)
    assert env.game.positions.tobytes() == before and env.agent_selection == "player_0"


def test_illegal_actions_may_be_replaced() -> None:
    """With illegal="random" a random legal action is done instead, which the agent's info tells."""
    env = rheinlaender_v0.env(illegal="random")
    env.reset(seed=1)
    env.step(-1)
    assert env.infos["player_0"]["illegal_action"] and env.game.position["phase"] != 0
    env.step(legal(env.observe("player_0")["action_mask"]))
    assert "illegal_action" not in env.infos["player_0"]


def test_finished_games_are_not_stepped() -> None:
    """An agent of a finished game takes None only; with no agents left a step is refused, as before a reset."""
    env = rheinlaender_v0.env()
    with pytest.raises(NotSetUp):
        env.step(0)
    with pytest.raises(NotSetUp):
        env.render()
    env.reset(seed=1)
    play(env, np.random.default_rng(1))
    with pytest.raises(GameFinished):
        env.step(0)
    parallel = rheinlaender_v0.parallel_env()
    with pytest.raises(NotSetUp):
        parallel.step({})
    parallel.reset(seed=1)
    with pytest.raises(IllegalAction):
        parallel.step({})


@pytest.mark.parametrize(
    ("settings", "refusal"),
    [
        ({"seats": 6}, WrongSeats),
        ({"seats": "4"}, WrongSeats),
        ({"options": "chess"}, UnknownPreset),
        ({"options": {"bishops": 3}}, UnknownOption),
        ({"reward": "coins"}, WrongReward),
        ({"render_mode": "window"}, ValueError),
        ({"illegal": "ignore"}, ValueError),
        ({"form": "pixels"}, ValueError),
        ({"max_cycles": 0}, ValueError),
        ({"players": 4}, TypeError),
    ],
)
def test_wrong_settings_are_refused(settings: dict[str, Any], refusal: type[Exception]) -> None:
    """A setting that there is not is refused when the environment is made."""
    for make in (rheinlaender_v0.env, rheinlaender_v0.raw_env, rheinlaender_v0.parallel_env):
        with pytest.raises(refusal):
            make(**settings)


@pytest.mark.parametrize("seed", [-1, 2**64, 0.5, "1", True])
def test_wrong_seeds_are_refused(seed: Any) -> None:
    """A seed is a whole number of 64 bits; after a refusal the game goes on."""
    env = rheinlaender_v0.env()
    env.reset(seed=1)
    before = env.game.positions.tobytes()
    with pytest.raises(SeedOutOfRange):
        env.reset(seed=seed)
    with pytest.raises(WrongFirstSeat):
        env.reset(seed=1, options={"first": 4})
    assert env.game.positions.tobytes() == before


def test_missing_rasteriser_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the packages for pixels the environment says what to install."""
    import sys

    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(ImportError, match=r'pip install "pillow.*" "resvg[-_]py'):
        rheinlaender_v0.env(render_mode="rgb_array")
