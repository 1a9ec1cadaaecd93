"""Gymnasium: one seat against computer players, in one game and in many.

python examples/gymnasium_loop.py
"""

import gymnasium
import numpy as np

from rheinlaender.batches.arguments import Array
from rheinlaender.envs.gymnasium import NAME  # importing it registers Rheinlaender-v0


def play_random(games: int = 20, opponents: str = "random") -> float:
    """Random legal actions against computer players; the mean reward."""
    env = gymnasium.make(NAME, opponents=opponents)
    rewards = []
    for seed in range(games):
        observation, _ = env.reset(seed=seed)
        is_over = False
        while not is_over:
            action = int(env.action_space.sample(observation["action_mask"]))
            observation, reward, is_over, _, _ = env.step(action)
        rewards.append(float(reward))
    return float(np.mean(rewards))


def up_the_river(observations: Array, masks: Array) -> Array:
    """A masked policy by hand: the legal action on the field with the lowest number, but no bastion."""
    assert len(observations) == len(masks)
    ways = np.arange(masks.shape[-1]) % 6
    chosen: Array = np.where(ways == 5, 0.5 * masks, masks).argmax(-1)
    return chosen


def play_policy(games: int = 20, opponents: str = "random") -> float:
    """A masked policy against computer players; the mean reward."""
    env = gymnasium.make(NAME, opponents=opponents)
    rewards = []
    for seed in range(games):
        observation, _ = env.reset(seed=seed)
        is_over = False
        while not is_over:
            action = int(up_the_river(observation["observation"][None], observation["action_mask"][None])[0])
            observation, reward, is_over, _, _ = env.step(action)
        rewards.append(float(reward))
    return float(np.mean(rewards))


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
    print("random against random:", play_random())
    print("policy against random:", play_policy())
    print("policy against random, many games:", round(play_vector(), 3))
    print("random against knight:", play_random(3, "knight"))
