"""TorchRL: the environment as its own, a masked policy, a collector and its PPO loss.

    pip install torchrl
    python examples/torchrl_ppo.py

`GymWrapper` takes Gymnasium's environment as it is; the mask of its observations goes into `MaskedCategorical`. The
reward is the margin of coins at the end of a game against random players.
"""

import argparse
from typing import Any

import torch
from tensordict.nn import TensorDictModule
from torch import Tensor, nn
from torchrl.collectors import Collector
from torchrl.envs import GymWrapper
from torchrl.envs.utils import ExplorationType, set_exploration_type
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

from rheinlaender.envs.gymnasium import RheinlaenderEnv

SHAPES = RheinlaenderEnv(form="float").observation_space
LENGTH, ACTIONS = (int(SHAPES[name].shape[0]) for name in ("observation", "action_mask"))
EPOCHS, PARTS = 3, 4


def make_env(seats: int = 4, reward: str = "margin") -> GymWrapper:
    """One seat against random players, as an environment of TorchRL."""
    return GymWrapper(RheinlaenderEnv(seats, reward=reward, form="float"), categorical_action_encoding=True)


class Scores(nn.Module):  # type: ignore[misc]
    """From an observation to a score for each action; the mask becomes one of true and false."""

    def __init__(self, width: int = 128) -> None:
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(LENGTH, width), nn.Tanh(), nn.Linear(width, ACTIONS))

    def forward(self, observation: Tensor, action_mask: Tensor) -> tuple[Tensor, Tensor]:
        """The scores and the mask."""
        return self.layers(observation), action_mask.bool()


def make_actor() -> ProbabilisticActor:
    """A policy that gives chances to legal actions alone."""
    scores = TensorDictModule(Scores(), in_keys=["observation", "action_mask"], out_keys=["logits", "mask"])
    return ProbabilisticActor(
        scores,
        in_keys=["logits", "mask"],
        out_keys=["action"],
        distribution_class=MaskedCategorical,
        return_log_prob=True,
    )


def make_critic(width: int = 128) -> ValueOperator:
    """What an observation is worth."""
    layers = nn.Sequential(nn.Linear(LENGTH, width), nn.Tanh(), nn.Linear(width, 1))
    return ValueOperator(layers, in_keys=["observation"])


def learn(iterations: int, frames: int = 1024, seats: int = 4, seed: int = 0) -> ProbabilisticActor:
    """PPO: collect decisions, find advantages, improve."""
    torch.manual_seed(seed)
    actor, critic = make_actor(), make_critic()
    advantage = GAE(gamma=1.0, lmbda=0.95, value_network=critic)
    loss = ClipPPOLoss(actor, critic, entropy_coeff=0.01)
    optimizer = torch.optim.Adam(loss.parameters(), 3e-4)
    collector = Collector(
        make_env(seats),
        actor,
        frames_per_batch=frames,
        total_frames=frames * iterations,
        auto_register_policy_transforms=False,
    )
    for number, played in enumerate(collector, 1):
        for _ in range(EPOCHS):
            with torch.no_grad():
                advantage(played)
            for part in torch.randperm(frames).chunk(PARTS):
                _improve(loss, optimizer, played[part])
        rewards = played["next", "reward"][played["next", "done"]]
        print(f"{number:3}  {number * frames:7,} decisions, a margin of {rewards.mean():+.2f} in {len(rewards)} games")
    collector.shutdown()
    return actor


def _improve(loss: Any, optimizer: Any, part: Any) -> None:
    found = loss(part)
    optimizer.zero_grad()
    (found["loss_objective"] + found["loss_critic"] + found["loss_entropy"]).backward()
    nn.utils.clip_grad_norm_(loss.parameters(), 0.5)
    optimizer.step()


@torch.no_grad()
def share_against_random(actor: ProbabilisticActor, games: int, seats: int = 4) -> float:
    """The share of victories of the policy's likeliest actions."""
    env = make_env(seats, reward="share")
    with set_exploration_type(ExplorationType.DETERMINISTIC):
        played = [env.rollout(400, actor)["next", "reward"].sum() for _ in range(games)]
    return float(torch.stack(played).mean())


def main(iterations: int = 20, frames: int = 1024, games: int = 100, seats: int = 4) -> float:
    """Learn and measure."""
    share = share_against_random(learn(iterations, frames, seats), games, seats)
    print(f"{share:.0%} of {games} games against random players ({1 / seats:.0%} is par)")
    return share


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--iterations", type=int, default=20)
    main(parser.parse_args().iterations)
