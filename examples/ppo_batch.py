"""PPO in one file, in the manner of CleanRL, over the batch: on the CPU, or with everything on an NVIDIA GPU.

    python examples/ppo_batch.py                               # 256 games on the CPU
    python examples/ppo_batch.py --device cuda --games 8192    # games, network and learning on the GPU

It needs PyTorch, and for a GPU numba-cuda. All seats are played by one network; a game that ends begins anew. Each seat
of each game has a trajectory of its own: what it saw when it was to move, what it did, and what the game brought it.
"""

import argparse
import time
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from rheinlaender.batches.contract import ManyGames

CLIP, VALUE_WEIGHT, ENTROPY_WEIGHT, EPOCHS, PARTS = 0.2, 0.5, 0.01, 3, 4


def make_batch(device: str, games: int, seats: int, reward: str = "margin") -> ManyGames:
    """Games on the CPU or on the GPU; both keep the same contract."""
    if device == "cuda":
        from rheinlaender.batches.cuda import DeviceBatch

        return DeviceBatch(games, seats, reward=reward, restart=True, strict=False)
    from rheinlaender.batches.cpu import Batch

    return Batch(games, seats, reward=reward, restart=True, strict=False)


class Network(nn.Module):  # type: ignore[misc]
    """From the bytes of an observation to a score for each action, and a value."""

    def __init__(self, length: int, actions: int, width: int = 256) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(length, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.act, self.value = nn.Linear(width, actions), nn.Linear(width, 1)

    def forward(self, rows: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """The logarithms of the chances of all actions, and the value."""
        hidden = self.body(rows.float() / 16.0)
        scores = self.act(hidden).masked_fill(masks == 0, -1e9)
        return scores.log_softmax(1), self.value(hidden).squeeze(1)


class Decisions(NamedTuple):
    """What was decided, one row for each decision whose game has ended."""

    rows: Tensor
    masks: Tensor
    actions: Tensor
    log_chances: Tensor
    returns: Tensor


class Learner:
    """A network, the games that it plays, and PPO."""

    def __init__(self, device: str = "cpu", games: int = 256, seats: int = 4, seed: int = 0) -> None:
        torch.manual_seed(seed)
        self.device, self.seats = torch.device(device), seats
        self.batch = make_batch(device, games, seats)
        self.batch.reset(seed)
        masks, rows = self.see()
        self.network = Network(rows.shape[1], masks.shape[1]).to(self.device)
        self.optimizer = torch.optim.Adam(self.network.parameters(), 1e-3)

    def tensor(self, array: Any) -> Tensor:
        """An array of the batch as a tensor of the same memory: NumPy's on the CPU, the device's on a GPU."""
        return torch.as_tensor(array, device=self.device)

    def see(self) -> tuple[Tensor, Tensor]:
        """Masks and observations of the seats to move; the batch writes them anew at the next look."""
        masks, rows = self.batch.see()
        return self.tensor(masks), self.tensor(rows)

    @torch.no_grad()
    def play(self, steps: int) -> Decisions:
        """Let the network play all seats of all games for some steps; keep what belongs to games that ended."""
        kept: list[tuple[Tensor, ...]] = []
        ends: list[tuple[Tensor, Tensor]] = []
        for _ in range(steps):
            masks, rows = (seen.clone() for seen in self.see())
            seats = self.tensor(self.batch.seats_to_move).long().clone()
            chances, _ = self.network(rows, masks)
            actions = torch.multinomial(chances.exp(), 1)[:, 0]
            kept.append((rows, masks, actions, chances.gather(1, actions[:, None])[:, 0], seats))
            rewards, ended = self.batch.step(actions.int())
            ends.append((self.tensor(rewards).clone(), self.tensor(ended).bool().clone()))
        return self._with_returns(kept, ends)

    def _with_returns(self, kept: list[tuple[Tensor, ...]], ends: list[tuple[Tensor, Tensor]]) -> Decisions:
        """Give every decision what its seat got at the end of its game; those whose game goes on are left out."""
        result = torch.zeros_like(ends[0][0])
        known = torch.zeros_like(ends[0][1])
        parts = []
        for (rows, masks, actions, log_chances, seats), (rewards, ended) in zip(
            reversed(kept), reversed(ends), strict=True
        ):
            result = torch.where(ended[:, None], rewards, result)
            known = known | ended
            returns = result.gather(1, seats[:, None])[:, 0]
            parts.append([part[known] for part in (rows, masks, actions, log_chances, returns)])
        return Decisions(*(torch.cat(column) for column in zip(*parts, strict=True)))

    def learn(self, decisions: Decisions) -> float:
        """PPO: raise the chances of what brought more than expected, but not too far at once; the mean loss."""
        losses = list[float]()
        for _ in range(EPOCHS):
            parts = torch.randperm(len(decisions.actions), device=self.device).chunk(PARTS)
            losses += [self._improve(Decisions(*(column[part] for column in decisions))) for part in parts]
        return float(np.mean(losses))

    def _improve(self, part: Decisions) -> float:
        chances, values = self.network(part.rows, part.masks)
        chosen = chances.gather(1, part.actions[:, None])[:, 0]
        advantage = part.returns - values.detach()
        advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-6)
        ratio = (chosen - part.log_chances).exp()
        gain = torch.minimum(ratio * advantage, ratio.clamp(1 - CLIP, 1 + CLIP) * advantage).mean()
        entropy = -(chances.exp() * chances.clamp(min=-30)).sum(1).mean()
        loss = -gain + VALUE_WEIGHT * (part.returns - values).square().mean() - ENTROPY_WEIGHT * entropy
        self.optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), 0.5)
        self.optimizer.step()
        return float(loss.detach())

    @torch.no_grad()
    def share_against_random(self, games: int = 400) -> float:
        """The share of victories of the network, in all seats in turn, against random players."""
        batch = make_batch(self.device.type, games, self.seats, "share")
        batch.reset(10**6)
        own = torch.arange(games, device=self.device) % self.seats
        randoms = self._words(games)
        shares, running = (
            torch.zeros(games, device=self.device),
            torch.ones(games, dtype=torch.bool, device=self.device),
        )
        while bool(running.any()):
            masks, rows = (self.tensor(array) for array in batch.see())
            actions = self.tensor(batch.random_actions(randoms)).long()
            mine = self.tensor(batch.seats_to_move).long() == own
            actions = torch.where(mine, self.network(rows, masks)[0].argmax(1), actions)
            rewards, ended = batch.step(actions.int())
            over = running & self.tensor(ended).bool()
            shares = torch.where(over, self.tensor(rewards).gather(1, own[:, None])[:, 0], shares)
            running = running & ~over
        return float(shares.mean())

    def _words(self, games: int) -> Any:
        """A generator for each game, where the games are."""
        words = np.arange(1, games + 1, dtype=np.uint64)
        if self.device.type == "cpu":
            return words
        from numba import cuda

        return cuda.to_device(words)


def main(device: str = "cpu", games: int = 256, seats: int = 4, iterations: int = 30, steps: int = 160) -> float:
    """Play and learn in turn; the share of victories against random players at the end."""
    learner, start = Learner(device, games, seats), time.perf_counter()
    for number in range(1, iterations + 1):
        decisions = learner.play(steps)
        loss = learner.learn(decisions)
        if number % 5 == 0 or number == iterations:
            done = number * steps * games
            rate = done / (time.perf_counter() - start)
            print(f"{number:3}  {done:9,} decisions, {rate:,.0f} a second, loss {loss:.3f}")
    share = learner.share_against_random()
    print(f"{share:.0%} of 400 games against random players ({1 / seats:.0%} is par)")
    return share


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--device", choices=["cpu", "cuda"], default="cpu")
    parser.add_argument("--games", type=int, default=256)
    parser.add_argument("--iterations", type=int, default=30)
    arguments = parser.parse_args()
    main(arguments.device, arguments.games, iterations=arguments.iterations)
