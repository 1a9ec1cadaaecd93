"""A small PPO on PyTorch that learns by playing against itself, and then meets random players.

    python examples/ppo_selfplay.py

It needs PyTorch (`pip install torch`) and a few minutes on two CPU cores. All seats are played by the same network. A
decision is worth what its seat gets at the end of the game, the margin of coins; nothing is discounted, so that no
values are carried from one step to the next.
"""

import argparse
import time
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn

from rheinlaender.batches.actions import WAYS
from rheinlaender.batches.arguments import Array
from rheinlaender.batches.cpu import Batch
from rheinlaender.batches.features import FACTS, PLANES
from rheinlaender.batches.kernels import draw_games


class Network(nn.Module):  # type: ignore[misc]
    """Every field by itself and with what the whole board is like: a score for each action, and a value."""

    def __init__(self, width: int = 64) -> None:
        super().__init__()
        self.field = nn.Sequential(nn.Linear(PLANES, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.whole = nn.Sequential(nn.Linear(width + FACTS, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.act = nn.Sequential(nn.Linear(2 * width, width), nn.ReLU(), nn.Linear(width, WAYS))
        self.value = nn.Linear(width, 1)

    def forward(self, planes: Tensor, facts: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """The logarithms of the probabilities of all actions, and the value."""
        fields = self.field(planes)
        whole = self.whole(torch.cat([fields.mean(1), facts], 1))
        none = torch.zeros_like(fields[:, :1])
        rows = torch.cat([fields, none], 1)
        rows = torch.cat([rows, whole[:, None].expand(-1, rows.shape[1], -1)], 2)
        scores = self.act(rows).flatten(1).masked_fill(~masks, -1e9)
        return scores.log_softmax(1), self.value(whole).squeeze(1)


@dataclass
class Decisions:
    """Decisions of finished games: what was seen, could be done and was done, how likely it was, what it brought."""

    rows: Array
    masks: Array
    actions: Array
    log_chances: Array
    returns: Array


class Learner:
    """The network with the games that it plays."""

    def __init__(self, seats: int = 4, games: int = 64, seed: int = 0, rate: float = 1e-3) -> None:
        torch.manual_seed(seed)
        self.network = Network()
        self.optimizer = torch.optim.Adam(self.network.parameters(), rate)
        self.random = np.random.default_rng(seed)
        self.seats, self.games = seats, games

    def tensors(self, batch: Batch, rows: Array) -> tuple[Tensor, Tensor]:
        """The float form of compact observations."""
        planes = np.empty((len(rows), batch.fields, PLANES), np.float32)
        facts = np.empty((len(rows), FACTS), np.float32)
        batch.engine.of(draw_games)(rows, planes, facts, 0, len(rows))
        return torch.from_numpy(planes), torch.from_numpy(facts)

    def choose(self, batch: Batch, rows: Array, masks: Array) -> tuple[Array, Array]:
        """An action for each row by the network's probabilities, and the logarithm of its probability."""
        with torch.no_grad():
            chances, _ = self.network(*self.tensors(batch, rows), torch.from_numpy(masks).bool())
            actions = torch.multinomial(chances.exp(), 1)
        return actions[:, 0].numpy(), chances.gather(1, actions)[:, 0].numpy()

    def play(self) -> Decisions:
        """Play games to their ends with the network in all seats."""
        batch = Batch(self.games, self.seats, reward="margin", restart=True)
        batch.reset(self.random.integers(2**64, size=self.games, dtype=np.uint64))
        first = np.ones(self.games, np.bool_)
        steps, ends = [], np.zeros((self.games, self.seats), np.float32)
        while first.any():
            masks, rows = (array.copy() for array in batch.see())
            seats = batch.seats_to_move.copy()
            actions, log_chances = self.choose(batch, rows, masks)
            steps.append(
                (rows[first], masks[first], actions[first], log_chances[first], np.flatnonzero(first), seats[first])
            )
            rewards, ended = batch.step(actions)
            over = first & (ended == 1)
            ends[over] = rewards[over, : self.seats]
            first &= ~over
        rows, masks, actions, log_chances, games, seats = (np.concatenate(part) for part in zip(*steps, strict=True))
        return Decisions(rows, masks, actions, log_chances, ends[games, seats])

    def learn(self, decisions: Decisions, epochs: int = 2, size: int = 512, clip: float = 0.2) -> None:
        """PPO: raise the chances of what brought more than expected, but not too far at once."""
        batch = Batch(1, self.seats)
        for _ in range(epochs):
            order = self.random.permutation(len(decisions.actions))
            for part in np.array_split(order, max(1, len(order) // size)):
                self._improve(batch, decisions, part, clip)

    def _improve(self, batch: Batch, decisions: Decisions, part: Array, clip: float) -> None:
        masks = torch.from_numpy(decisions.masks[part]).bool()
        chances, values = self.network(*self.tensors(batch, decisions.rows[part]), masks)
        chosen = chances.gather(1, torch.from_numpy(decisions.actions[part])[:, None])[:, 0]
        returns = torch.from_numpy(decisions.returns[part])
        advantage = returns - values.detach()
        advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-6)
        ratio = (chosen - torch.from_numpy(decisions.log_chances[part])).exp()
        gain = torch.minimum(ratio * advantage, ratio.clamp(1 - clip, 1 + clip) * advantage).mean()
        entropy = -(chances.exp() * chances.clamp(min=-30)).sum(1).mean()
        loss = -gain + 0.5 * (returns - values).square().mean() - 0.005 * entropy
        self.optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
        self.optimizer.step()


def share_against_random(learner: Learner, games: int = 400, seed: int = 1) -> tuple[float, float]:
    """The network's share of the victories in all seats in turn against random players, and its 95 % error."""
    batch = Batch(games, learner.seats, restart=True)
    batch.reset(seed * 1_000_000)
    own = np.arange(games) % learner.seats
    randoms = np.arange(games, dtype=np.uint64) + np.uint64(seed)
    shares = np.zeros(games)
    running = np.ones(games, np.bool_)
    while running.any():
        masks, rows = batch.see()
        actions = batch.random_actions(randoms)
        mine = np.flatnonzero((batch.seats_to_move == own) & running)
        if mine.size:
            actions[mine] = learner.choose(batch, rows[mine], masks[mine])[0]
        rewards, ended = batch.step(actions)
        over = running & (ended == 1)
        shares[over] = rewards[over, own[over]]
        running &= ~over
    return float(shares.mean()), float(1.96 * shares.std() / games**0.5)


def main(iterations: int = 60, games: int = 64, seats: int = 4, measured_games: int = 1000, seed: int = 0) -> float:
    """Learn, and print from time to time how much the network wins against random players; the last share."""
    torch.set_num_threads(2)
    learner = Learner(seats, games, seed)
    start = time.perf_counter()
    share, error = share_against_random(learner, measured_games)
    print(
        f"before learning: {share:.3f} ± {error:.3f} of the victories (a random player among {seats}: {1 / seats:.3f})"
    )
    for iteration in range(1, iterations + 1):
        learner.learn(learner.play())
        if iteration % 10 == 0 or iteration == iterations:
            share, error = share_against_random(learner, measured_games)
            seconds = time.perf_counter() - start
            print(
                f"after {iteration * games} games, {seconds:.0f} s: {share:.3f} ± {error:.3f} against random",
                flush=True,
            )
    return share


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--iterations", type=int, default=60)
    parser.add_argument("--games", type=int, default=64, help="games in each iteration")
    parser.add_argument("--seats", type=int, default=4)
    arguments = parser.parse_args()
    main(arguments.iterations, arguments.games, arguments.seats)
