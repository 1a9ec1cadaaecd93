"""Gymnasium: one seat against computer players, in one game and in many.

python examples/gymnasium_loop.py
"""

from collections.abc import Callable

import gymnasium
import numpy as np

from rheinlaender.batches.arguments import Array
from rheinlaender.envs.gymnasium import NAME  # importing it registers Rheinlaender-v0

RANDOM = np.random.default_rng(0)

Choose = Callable[[Array, Array], Array]


def play(choose: Choose, games: int = 20, opponents: str = "random") -> float:
    """A masked policy against computer players; the mean reward."""
    env = gymnasium.make(NAME, opponents=opponents)
    rewards = []
    for seed in range(games):
        observation, _ = env.reset(seed=seed)
        is_over = False
        while not is_over:
            actions = choose(observation["observation"][None], observation["action_mask"][None])
            observation, reward, is_over, _, _ = env.step(int(actions[0]))
        rewards.append(float(reward))
    return float(np.mean(rewards))


def at_random(_: Array, masks: Array) -> Array:
    """Any legal action in each game."""
    return np.array([RANDOM.choice(np.flatnonzero(mask)) for mask in masks])


def up_the_river(observations: Array, masks: Array) -> Array:
    """A masked policy by hand: the legal action on the field with the lowest number, but no bastion."""
    assert len(observations) == len(masks)
    ways = np.arange(masks.shape[-1]) % 6
    chosen: Array = np.where(ways == 5, 0.5 * masks, masks).argmax(-1)
    return chosen


def play_vector(games: int = 128, steps: int = 100) -> float:
    """The same policy in many games against random opponents; the mean reward of the games that ended."""
    env = gymnasium.make_vec(NAME, num_envs=games)
    observations, _ = env.reset(seed=0)
    total, ended = 0.0, 0
    for _ in range(steps):
        actions = up_the_river(observations["observation"], observations["action_mask"])
        observations, rewards, is_over, _, _ = env.step(actions)
        total, ended = total + float(rewards.sum()), ended + int(is_over.sum())
    return total / ended


if __name__ == "__main__":
    print("random against random:", play(at_random))
    print("policy against random:", play(up_the_river))
    print("policy against random, many games:", round(play_vector(), 3))
    print("random against knight:", play(at_random, 3, "knight"))
