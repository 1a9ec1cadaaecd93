"""PettingZoo: a random loop, a loop with a masked policy, and many games at once.

python examples/pettingzoo_loop.py
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from rheinlaender.batches.arguments import Array
from rheinlaender.envs.pettingzoo import rheinlaender_v0
from rheinlaender.envs.vector import VectorGames


def play(env: Any, choose: Callable[[str, dict[str, Array]], int], games: int) -> dict[str, float]:
    """A policy chooses for every agent; each agent's victories."""
    victories = dict.fromkeys(env.possible_agents, 0.0)
    for seed in range(games):
        env.reset(seed=seed)
        for agent in env.agent_iter():
            observation, reward, is_over, is_cut, _ = env.last()
            victories[agent] += reward
            env.step(None if is_over or is_cut else choose(agent, observation))
    return victories


def play_random(games: int = 3, seats: int = 4) -> dict[str, float]:
    """Random legal actions for every agent."""
    env = rheinlaender_v0.env(seats=seats)
    return play(env, lambda agent, seen: int(env.action_space(agent).sample(seen["action_mask"])), games)


class LinearPolicy:
    """A policy without learning: scores by a random matrix, and minus infinity where the mask forbids."""

    def __init__(self, length: int, actions: int, seed: int = 0) -> None:
        self.matrix = np.random.default_rng(seed).normal(size=(length, actions)).astype(np.float32)

    def __call__(self, observations: Array, masks: Array) -> Array:
        """The best legal action for each row."""
        scores = observations.astype(np.float32) @ self.matrix
        chosen: Array = np.where(masks == 1, scores, -np.inf).argmax(-1)
        return chosen


def play_policy(games: int = 3, seats: int = 4) -> dict[str, float]:
    """A masked policy for every agent."""
    env = rheinlaender_v0.env(seats=seats)
    length = env.observation_space("player_0")["observation"].shape[0]
    policy = LinearPolicy(length, int(env.action_space("player_0").n))
    return play(env, lambda _, seen: int(policy(seen["observation"], seen["action_mask"])), games)


def play_many(games: int = 64, steps: int = 200, seats: int = 4) -> Array:
    """A masked policy in many games at once, which start again when a game ends; each seat's victories."""
    env = VectorGames(games, seats)
    seen, _ = env.reset(seed=0)
    policy = LinearPolicy(seen["observation"].shape[1], env.actions)
    victories = np.zeros(seats)
    for _ in range(steps):
        seen, rewards, is_over, _, _ = env.step(policy(seen["observation"], seen["action_mask"]))
        victories += rewards[is_over].sum(0)
    return victories


if __name__ == "__main__":
    print("random:", play_random())
    print("policy:", play_policy())
    print("many games:", play_many().round(2))
