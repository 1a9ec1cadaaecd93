"""Many tables stepped at once: arrays by table in, arrays by table out, over `batches.cpu.Batch`.

This is the vector form of the PettingZoo environment: at every step the seat to move at each table acts. Nothing but
NumPy is needed.
"""

from typing import Any

import numpy as np

from rheinlaender.batches.cpu import REWARDS, Array, Batch, firsts_of, seeds_of
from rheinlaender.batches.errors import IllegalAction, NotSetUp
from rheinlaender.batches.kernels import ACCEPTED, check_games, reward_games, step_games
from rheinlaender.batches.others import play_others_games
from rheinlaender.rules.given import GivenOptions
from rheinlaender.rules.options import NO
from rheinlaender.rules.position import OVER

WAITING = 3
Observations = dict[str, Array]


class Tables:
    """Many tables, where the seat to move at each of them acts at every step.

    A table whose game ends is set up again at once, unless `restart` is false; `rewards` and `terminations` still tell
    of the end. With `copy` false the arrays are written anew by every step, which is quicker.
    """

    def __init__(
        self,
        tables: int,
        seats: int = 4,
        options: GivenOptions = None,
        reward: str = "share",
        *,
        threads: int = 1,
        restart: bool = True,
        copy: bool = True,
    ) -> None:
        self.batch = Batch(tables, seats, options, reward=reward, threads=threads, restart=restart)
        self.tables, self.seats, self.copy = tables, seats, copy
        self.actions = self.batch.actions
        self._random = np.random.default_rng()

    @property
    def seats_to_move(self) -> Array:
        """The seat to move at each table."""
        return self._own(self.batch.seats_to_move)

    def reset(self, seed: int | None = None, first: object = 0) -> tuple[Observations, dict[str, Any]]:
        """Set up all tables; with a seed they are the games of this seed and the following ones."""
        if seed is not None:
            self._random = np.random.default_rng(int(seeds_of([seed], 1)[0]))
        seeds = seed if seed is not None else self._random.integers(2**64, size=self.tables, dtype=np.uint64)
        self.batch.reset(seeds, first)
        return self.observe(), {"seat": self.seats_to_move}

    def observe(self) -> Observations:
        """What the seat to move at each table may know, and its legal actions."""
        masks, rows = self.batch.see()
        return {"observation": self._own(rows), "action_mask": self._own(masks).view(np.int8)}

    def step(self, actions: object) -> tuple[Observations, Array, Array, Array, dict[str, Any]]:
        """One decision at each table: observations, the rewards of all seats, terminations, truncations, infos."""
        rewards, ended = self.batch.step(actions)
        truncations = np.zeros(self.tables, np.bool_)
        shown = self._own(rewards[:, : self.seats]), self._own(ended).view(np.bool_), truncations
        return self.observe(), *shown, {"seat": self.seats_to_move}

    def _own(self, array: Array) -> Array:
        return array.copy() if self.copy else array


class WaitingBatch(Batch):
    """A batch in which some games may wait while the others are stepped."""

    def step_some(self, actions: Array, chosen: Array) -> None:
        """One decision in each chosen game that is not over; nothing is done if one of the actions is illegal."""
        if not self._is_set_up:
            raise NotSetUp()
        self._actions[:] = self._acceptable(actions)
        self._run(self.engine.of(check_games), self.positions, self._actions, self._refused)
        acting = chosen & (self.positions["phase"] != OVER)
        wrong = np.flatnonzero(acting & (self._refused != ACCEPTED))
        if wrong.size:
            raise IllegalAction(game=int(wrong[0]), action=int(self._actions[wrong[0]]))
        self._refused[~acting] = WAITING
        arrays = self.positions, self._actions, self._refused, self.seeds, self.rewards, self.ended
        self._run(self.engine.of(step_games), *arrays, REWARDS[self.reward], NO)

    def play_others(self, owns: Array, randoms: Array) -> None:
        """Let the other seats act at random until the own one is to move or the game is over, in every game."""
        self._run(self.engine.of(play_others_games), self.positions, owns, randoms)
        self._run(self.engine.of(reward_games), self.positions, self.rewards, REWARDS[self.reward])

    def set_up_some(self, seeds: Array, firsts: object, chosen: Array) -> None:
        """Set up the chosen games."""
        if chosen.any():
            self.reset(seeds, firsts_of(firsts, self.games, self.seats), None if chosen.all() else chosen)
