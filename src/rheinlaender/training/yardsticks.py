"""Yardsticks: how often a network wins against others, in duplicate deals, played at once."""

from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from rheinlaender.training.fields import Field, habits_of
from rheinlaender.training.self_play import SHARES

MOST_TURNS = 400


class Yardstick:
    """Games in which player 0 of a list meets the others, each deal once in every seating."""

    def __init__(self, field: Callable[[int, int], Field], games: int, seats: int, preset: str = "parker") -> None:
        self.field, self.seats = field(games // seats * seats, 1), seats
        self.preset = preset

    def measure(self, players: list[int], networks: Any, seed: int = 7_000_000, **habits: float) -> tuple[float, float]:
        """The share of victories of the first player and its standard error; players are as in `self_play`."""
        field, seats = self.field, self.seats
        numbers = np.arange(field.games)
        field.set_up([(seats, self.preset, 0, field.games)], (seed + numbers // seats).astype(np.uint64))
        seated = np.zeros((field.games, 5), np.int8)
        for player, who in enumerate(players):
            seated[numbers, (player + numbers) % seats] = who
        field.players.copy_(torch.from_numpy(seated))
        field.use(networks, habits_of(**habits))
        field.results.zero_()
        for turn in range(MOST_TURNS):
            field.play(0)
            if turn >= 40 and turn % 8 == 0 and field.is_over():
                break
        shares = field.results[0, :, SHARES].cpu().numpy()[numbers, numbers % seats]
        deals = shares.reshape(-1, seats).mean(1)
        return float(deals.mean()), float(deals.std(ddof=1) / len(deals) ** 0.5)
