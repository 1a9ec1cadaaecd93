"""MaskablePPO of sb3-contrib: one seat learns against random players, then it plays a match as a computer player.

    pip install sb3-contrib
    python examples/sb3_maskable_ppo.py --steps 20000
    rheinlaender match examples.sb3_maskable_ppo:trained random random random --games 400

The environment is Gymnasium's; MaskablePPO asks it for the legal actions (`action_masks`). The reward is the margin of
coins at the end, which tells more than victory alone. The network is written to `maskable_ppo.zip`.
"""

import argparse
from functools import cache
from pathlib import Path
from typing import Any

import gymnasium
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

from rheinlaender import MatchPlan, play_match
from rheinlaender.batches.arguments import Array
from rheinlaender.envs.gymnasium import RheinlaenderEnv
from rheinlaender.envs.policy_bot import PolicyBot

FILE = Path("maskable_ppo.zip")


class Seen(gymnasium.ObservationWrapper[Any, Any, Any]):
    """What the seat sees, without the mask: the policy gets that from `action_masks`."""

    def __init__(self, env: RheinlaenderEnv) -> None:
        super().__init__(env)
        self.observation_space = env.observation_space["observation"]

    def observation(self, observation: dict[str, Any]) -> Any:
        """The observation proper."""
        return observation["observation"]

    def action_masks(self) -> Array:
        """Which actions are legal."""
        masks: Array = self.env.unwrapped.action_masks()  # type: ignore[attr-defined]
        return masks


def make_env(seats: int = 4, opponents: str = "random") -> Seen:
    """One seat against computer players."""
    return Seen(RheinlaenderEnv(seats, reward="margin", opponents=opponents, form="float"))


def learn(steps: int, seats: int = 4, opponents: str = "random", seed: int = 0, **settings: Any) -> MaskablePPO:
    """Learn for so many decisions."""
    envs = make_vec_env(make_env, n_envs=8, seed=seed, env_kwargs={"seats": seats, "opponents": opponents})
    usual = {"n_steps": 256, "batch_size": 256, "n_epochs": 4, "gamma": 1.0, "gae_lambda": 0.95, "ent_coef": 0.01}
    model = MaskablePPO("MlpPolicy", envs, seed=seed, device="cpu", **{**usual, **settings})
    model.learn(steps)
    return model


def player(model: MaskablePPO) -> PolicyBot:
    """A trained network as a computer player."""

    def policy(observation: Array, mask: Array) -> int:
        action, _ = model.predict(observation, action_masks=mask.astype(bool), deterministic=True)
        return int(action)

    return PolicyBot("maskable ppo", policy, form="float")


@cache
def _loaded(file: Path) -> MaskablePPO:
    return MaskablePPO.load(file, device="cpu")


def trained(_seed: int) -> PolicyBot:
    """The network in `maskable_ppo.zip`, for `rheinlaender match examples.sb3_maskable_ppo:trained ...`."""
    return player(_loaded(FILE))


def share(games: int, seats: int = 4, opponent: str = "random") -> float:
    """The written network's share of the victories against others, in duplicate deals."""
    players = ("examples.sb3_maskable_ppo:trained", *[opponent] * (seats - 1))
    played = play_match(MatchPlan(players, games))
    return sum(game.shares[0] for game in played) / len(played)


def main(steps: int = 20_000, seats: int = 4, games: int = 100, **settings: Any) -> float:
    """Learn, write the network, and measure it."""
    model = learn(steps, seats, **settings)
    model.save(FILE)
    won = share(games, seats)
    print(f"MaskablePPO after {model.num_timesteps} decisions: {won:.0%} of {games} games against random players")
    return won


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=20_000)
    parser.add_argument("--games", type=int, default=100)
    arguments = parser.parse_args()
    main(arguments.steps, games=arguments.games)
