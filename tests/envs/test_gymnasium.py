"""The Gymnasium environments: Gymnasium's own checker, the engine's observations, opponents, refusals."""

from itertools import product
from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium", reason="Gymnasium is not installed: pip install 'rheinlaender[rl]'")

import gymnasium
from gymnasium.utils.env_checker import check_env

from rheinlaender.batches.arguments import length_of_observation
from rheinlaender.batches.cpu import Batch
from rheinlaender.batches.errors import (
    GameFinished,
    IllegalAction,
    NotSetUp,
    SeedOutOfRange,
    UnknownPreset,
    WrongArray,
    WrongFirstSeat,
    WrongReward,
    WrongSeats,
)
from rheinlaender.bots.bot import UnknownBot
from rheinlaender.envs.gymnasium import RheinlaenderEnv, register_envs
from rheinlaender.envs.gymnasium_vector import RheinlaenderVectorEnv
from rheinlaender.envs.stepped import SteppedGame
from tests.long import LONG_TEST, others_long

SEATS = (3, 4, 5)
NAME = "Rheinlaender-v0"


def play(env: Any, seed: int) -> tuple[float, int]:
    """Play a game at random: the reward and the number of steps."""
    random = np.random.default_rng(seed)
    observation, _ = env.reset(seed=seed)
    steps, over, reward = 0, False, 0.0
    while not over:
        assert reward == 0.0
        action = int(random.choice(np.flatnonzero(observation["action_mask"])))
        observation, reward, over, cut, _ = env.step(action)
        assert not cut
        steps += 1
    return reward, steps


@pytest.mark.parametrize(
    ("seats", "opponents"),
    others_long(product(SEATS, ("random", "knight")), [(3, "knight"), (5, "random")], LONG_TEST),
)
def test_checker(seats: int, opponents: str) -> None:
    """Gymnasium's check_env passes, unmodified and without a warning; it acts without looking at the mask."""
    pytest.importorskip("resvg_py", reason="check_env draws in every mode: pip install 'rheinlaender[render]'")
    pytest.importorskip("PIL", reason="check_env draws in every mode: pip install 'rheinlaender[render]'")
    check_env(gymnasium.make(NAME, seats=seats, opponents=opponents).unwrapped)


def test_registered_once() -> None:
    """Importing the module registers the environment; registering again does nothing."""
    register_envs()
    env = gymnasium.make("rheinlaender.envs.gymnasium:Rheinlaender-v0", seats=3)
    assert isinstance(env.unwrapped, RheinlaenderEnv)


class FirstMove:
    """A computer player that makes the first legal move, and tells who was asked."""

    name = "first move"

    def __init__(self) -> None:
        self.asked: list[str] = []

    def choose(self, view: Any, legal_moves: Any, deadline: float | None = None) -> Any:
        self.asked.append(view.seat)
        return legal_moves[0]


class RecordingGame(SteppedGame):
    """A game that remembers the actions."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats, "parker")
        self.done: list[int] = []

    def step(self, action: int) -> int:
        self.done.append(action)
        return super().step(action)


@pytest.mark.parametrize("seats", SEATS)
def test_observations_are_the_batch_s(seats: int) -> None:
    """What the own seat sees is what a batch with the same seed shows this seat after the same actions."""
    env, batch = RheinlaenderEnv(seats=seats, seat=seats - 1, opponents=[FirstMove()] * (seats - 1)), Batch(1, seats)
    env.game = game = RecordingGame(seats)
    observation, info = env.reset(seed=21)
    assert info["seat"] == seats - 1
    batch.reset([21])
    random, over = np.random.default_rng(3), False
    while not over:
        for action in game.done:
            batch.step([action])
        game.done.clear()
        masks, rows = batch.see(seats - 1)
        assert (observation["observation"] == rows[0]).all() and (observation["action_mask"] == masks[0]).all()
        assert (env.action_masks() == masks[0].astype(bool)).all()
        observation, reward, over, _, info = env.step(int(random.choice(np.flatnonzero(masks[0]))))
        assert (info["action_mask"] == observation["action_mask"]).all()
    for action in game.done:
        rewards, _ = batch.step([action])
    assert reward == rewards[0, seats - 1] and not observation["action_mask"].any()


def test_quick_opponents_are_random_players() -> None:
    """The steps of random opponents in one call are the same as one by one, in one game and in many."""
    quick, slow = (SteppedGame(4, "parker") for _ in range(2))
    seats = [game.set_up(np.random.default_rng(6), 6, 2) for game in (quick, slow)]
    random = np.random.default_rng(1)
    while seats[0] != -1:
        assert seats == [2, 2]
        (one, mask), (other, same) = quick.look(2), slow.look(2)
        assert (one == other).all() and (mask == same).all()
        action = int(random.choice(np.flatnonzero(mask)))
        seats[0], _ = quick.step_past_others(action, 2)
        seats[1] = slow.play_random(slow.step(action), (True, True, False, True))
    assert quick.positions.tobytes() == slow.positions.tobytes() and quick.is_over
    batch, owns, randoms = Batch(9, 3), np.arange(9, dtype=np.int8) % 3, np.arange(9, dtype=np.uint64)
    batch.reset(4)
    twin, twin_randoms = batch.copy(), randoms.copy()
    batch.play_others(owns, randoms)
    for game in np.flatnonzero(owns != 0):
        while twin.positions["seat"][game] != owns[game]:
            chosen = np.arange(9) == game
            twin.step(twin.random_actions(only := twin_randoms.copy()), chosen)
            twin_randoms[game] = only[game]
    assert batch.positions.tobytes() == twin.positions.tobytes() and (randoms == twin_randoms).all()


def test_first_position_is_the_game_of_this_seed() -> None:
    """In the first seat the first observation is the first one of the game with this seed."""
    env, batch = RheinlaenderEnv(seat=0), Batch(1)
    observation, _ = env.reset(seed=8)
    batch.reset([8])
    assert (observation["observation"] == batch.observe(0)[0]).all()


def test_random_play_wins_its_share() -> None:
    """Among random players one wins a quarter of the games, in random seats."""
    env = RheinlaenderEnv()
    share = np.mean([play(env, seed)[0] for seed in range(300)])
    assert 0.15 < share < 0.35


def test_opponents_are_the_bots_by_name() -> None:
    """The opponents are computer players by name or by themselves, clockwise from the own seat; a seed decides all."""
    bot = FirstMove()
    env = RheinlaenderEnv(seats=3, opponents=["random", bot], seat=1)
    env.reset(seed=4)
    assert set(bot.asked) == {"a"}
    both = [play(RheinlaenderEnv(seats=3, opponents=["squire", "random"]), 5) for _ in range(2)]
    assert both[0] == both[1]


def test_margin() -> None:
    """The reward may be the margin of coins."""
    reward, _ = play(RheinlaenderEnv(reward="margin"), 3)
    assert reward != 0.0 and abs(reward) < 3


@pytest.mark.parametrize(
    ("settings", "refusal"),
    [
        ({"seats": 2}, WrongSeats),
        ({"options": "chess"}, UnknownPreset),
        ({"reward": "coins"}, WrongReward),
        ({"opponents": "dragon"}, UnknownBot),
        ({"opponents": ["random"]}, ValueError),
        ({"opponents": ["random", "random", 3]}, TypeError),
        ({"seat": 4}, WrongFirstSeat),
        ({"seat": "a"}, WrongFirstSeat),
        ({"form": "pixels"}, ValueError),
        ({"render_mode": "window"}, ValueError),
        ({"illegal": "lose"}, ValueError),
    ],
)
def test_wrong_settings_are_refused(settings: dict[str, Any], refusal: type[Exception]) -> None:
    """A setting that there is not is refused when the environment is made."""
    with pytest.raises(refusal):
        RheinlaenderEnv(**settings)


def test_wrong_steps_are_refused() -> None:
    """Illegal actions, steps before a reset or after the end and wrong seeds are refused."""
    env = RheinlaenderEnv(illegal="error")
    for refused in (env.render, lambda: env.step(0), env.action_masks):
        with pytest.raises(NotSetUp):
            refused()
    env.reset(seed=1)
    before = env.game.positions.tobytes()
    wrong_actions: list[Any] = [-1, 954, 0.5, None, True, "17L"]
    for action in wrong_actions:
        with pytest.raises(IllegalAction):
            env.step(action)
    with pytest.raises(SeedOutOfRange):
        env.reset(seed=-1)
    assert env.game.positions.tobytes() == before
    play(env, 1)
    with pytest.raises(GameFinished):
        env.step(0)


def test_vector_is_made_by_gymnasium() -> None:
    """gymnasium.make_vec gives the vector environment over the batch, whose observations are in its space."""
    env = gymnasium.make_vec(NAME, num_envs=3, seats=5)
    assert isinstance(env, RheinlaenderVectorEnv)
    observations, infos = env.reset(seed=1)
    assert observations in env.observation_space
    actions = observations["action_mask"].argmax(1)
    assert actions in env.action_space
    observations, rewards, over, cut, _ = env.step(actions)
    assert observations in env.observation_space and infos["seat"].shape == (3,)
    assert rewards.shape == over.shape == cut.shape == (3,) and over.dtype == cut.dtype == np.bool_


@pytest.mark.parametrize("threads", [1, 2])
def test_vector_plays_its_share(threads: int) -> None:
    """Random play wins a quarter of the games; a game that has ended is set up at the next step, without a reward."""
    env = RheinlaenderVectorEnv(150, threads=threads)
    observations, _ = env.reset(seed=3)
    random, before = np.random.default_rng(0), np.zeros(150, np.bool_)
    total, games = 0.0, 0
    for _ in range(60):
        actions = (random.random(observations["action_mask"].shape) * observations["action_mask"]).argmax(1)
        observations, rewards, over, _, _ = env.step(actions)
        assert not over[before].any() and not rewards[~over].any()
        own = env.batch.positions["seat"] == env.own_seats
        assert (own | over).all() and (observations["action_mask"].any(1) != over).all()
        total, games, before = total + rewards.sum(), games + int(over.sum()), over
    assert games > 200 and 0.15 < total / games < 0.35


def test_vector_depends_on_the_seed_alone() -> None:
    """Two environments with one seed play the same, also with different numbers of threads."""
    played = []
    for threads in (1, 2):
        env = RheinlaenderVectorEnv(130, seats=3, threads=threads)
        observations, _ = env.reset(seed=5)
        for _ in range(30):
            observations, rewards, *_ = env.step(observations["action_mask"].argmax(1))
            played.append((threads, observations["observation"].copy(), rewards))
    for one, other in zip(played[:30], played[30:], strict=True):
        assert (one[1] == other[1]).all() and (one[2] == other[2]).all()


def test_vector_asks_a_policy() -> None:
    """The opponents may be a function of observations and masks; what it answers must be legal."""
    asked = []

    def lowest(observations: Any, masks: Any) -> Any:
        asked.append(observations.shape)
        return masks.argmax(1)

    env = RheinlaenderVectorEnv(2, opponents=lowest, seat=1)
    env.reset(seed=1)
    assert asked and set(asked) == {(2, length_of_observation())}
    wrong = RheinlaenderVectorEnv(2, opponents=lambda observations, masks: np.full(2, -1), seat=1)
    with pytest.raises(IllegalAction):
        wrong.reset(seed=1)


def test_vector_refuses() -> None:
    """Wrong shapes, types, seeds and opponents and steps before a reset are refused."""
    with pytest.raises(ValueError, match="RheinlaenderEnv takes computer players"):
        RheinlaenderVectorEnv(2, opponents="knight")
    env = RheinlaenderVectorEnv(2, illegal="error")
    for refused in (env.render, lambda: env.step(np.zeros(2, np.int64)), env.action_masks):
        with pytest.raises(NotSetUp):
            refused()
    env.reset(seed=1)
    wrong_actions: list[Any] = [np.zeros(3, np.int64), np.zeros(2), 5]
    for actions in wrong_actions:
        with pytest.raises(WrongArray):
            env.step(actions)
    with pytest.raises(IllegalAction):
        env.step(np.full(2, -1))
    with pytest.raises(SeedOutOfRange):
        env.reset(seed=-1)
