"""RLlib with Ray: PPO with masked actions, one seat against random players.

    pip install 'ray[rllib]' torch
    python examples/rllib_ppo.py

RLlib's own module for masked actions wants its observations named `observations`, which one wrapper does. With
`--runners 4` four processes play.
"""

import argparse
from typing import Any

import gymnasium
import numpy as np
import ray
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

from rheinlaender.envs.gymnasium import RheinlaenderEnv

NAME = "rheinlaender"


class Renamed(gymnasium.ObservationWrapper[Any, Any, Any]):
    """The environment with the names and types that RLlib's module for masks takes."""

    def __init__(self, env: RheinlaenderEnv) -> None:
        super().__init__(env)
        mask = gymnasium.spaces.Box(0.0, 1.0, env.observation_space["action_mask"].shape, np.float32)
        self.observation_space = gymnasium.spaces.Dict(
            {"action_mask": mask, "observations": env.observation_space["observation"]}
        )

    def observation(self, observation: dict[str, Any]) -> dict[str, Any]:
        """The same under other names."""
        return {
            "action_mask": observation["action_mask"].astype(np.float32),
            "observations": observation["observation"],
        }


def make_env(settings: dict[str, Any]) -> Renamed:
    """One seat against random players."""
    return Renamed(RheinlaenderEnv(form="float", **settings))


def config_of(seats: int, runners: int, decisions: int) -> PPOConfig:
    """PPO with masked actions."""
    register_env(NAME, make_env)
    return (
        PPOConfig()
        .environment(NAME, env_config={"seats": seats, "reward": "margin"})
        .env_runners(num_env_runners=runners)
        .rl_module(
            rl_module_spec=RLModuleSpec(
                module_class=ActionMaskingTorchRLModule,
                model_config={"head_fcnet_hiddens": [128], "fcnet_hiddens": [128]},
            )
        )
        .training(train_batch_size_per_learner=decisions, minibatch_size=256, num_epochs=3, gamma=1.0, lr=3e-4)
    )


def main(iterations: int = 10, decisions: int = 1024, seats: int = 4, runners: int = 0) -> float:
    """Learn; the mean margin of coins of the last games."""
    ray.init(include_dashboard=False, log_to_driver=False, ignore_reinit_error=True)
    learner = config_of(seats, runners, decisions).build_algo()
    margin = 0.0
    for number in range(1, iterations + 1):
        margin = float(learner.train()["env_runners"]["episode_return_mean"])
        print(f"{number:3}  {number * decisions:7,} decisions, a margin of {margin:+.2f} against random players")
    learner.stop()
    ray.shutdown()
    return margin


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--iterations", type=int, default=10)
    parser.add_argument("--runners", type=int, default=0)
    arguments = parser.parse_args()
    main(arguments.iterations, runners=arguments.runners)
