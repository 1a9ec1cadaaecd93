"""Many games stepped at once: arrays by game in, arrays by game out, over `batches.cpu.Batch`.

This is the vector form of the PettingZoo environment: at every step the seat to move in each game acts. Nothing but
NumPy is needed.
"""

from typing import Any

import numpy as np

from rheinlaender.batches.arguments import Array
from rheinlaender.batches.cpu import Batch
from rheinlaender.rules.given import GivenOptions, given_seed

Observations = dict[str, Array]


class VectorGames:
    """Many games, where the seat to move in each of them acts at every step.

    A game that ends is set up again at once, unless `restart` is false; `rewards` and `terminations` still tell
    of the end. With `copy` false the arrays are written anew by every step, which is quicker.
    """

    def __init__(
        self,
        games: int,
        seats: int = 4,
        options: GivenOptions = None,
        reward: str = "share",
        *,
        threads: int = 1,
        restart: bool = True,
        copy: bool = True,
    ) -> None:
        self.batch = Batch(games, seats, options, reward=reward, threads=threads, restart=restart)
        self.games, self.seats, self.copy = games, self.batch.seats, copy
        self.actions = self.batch.actions
        self._random = np.random.default_rng()

    @property
    def seats_to_move(self) -> Array:
        """The seat to move in each game."""
        return self._own(self.batch.seats_to_move)

    def reset(self, seed: int | None = None, first: object = 0) -> tuple[Observations, dict[str, Any]]:
        """Set up all games; with a seed they are the games of this seed and the following ones."""
        if seed is not None:
            self._random = np.random.default_rng(given_seed(seed))
        seeds = seed if seed is not None else self._random.integers(2**64, size=self.games, dtype=np.uint64)
        self.batch.reset(seeds, first)
        return self.observe(), {"seat": self.seats_to_move}

    def observe(self) -> Observations:
        """What the seat to move in each game may know, and its legal actions."""
        masks, rows = self.batch.see()
        return {"observation": self._own(rows), "action_mask": self._own(masks).view(np.int8)}

    def step(self, actions: object) -> tuple[Observations, Array, Array, Array, dict[str, Any]]:
        """One decision in each game: observations, the rewards of all seats, terminations, truncations, infos."""
        rewards, ended = self.batch.step(actions)
        truncations = np.zeros(self.games, np.bool_)
        shown = self._own(rewards[:, : self.seats]), self._own(ended).view(np.bool_), truncations
        return self.observe(), *shown, {"seat": self.seats_to_move}

    def _own(self, array: Array) -> Array:
        return array.copy() if self.copy else array
