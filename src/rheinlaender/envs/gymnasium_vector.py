"""Gymnasium's vector form: one seat in each of many games, over `batches.cpu.Batch`."""

from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from rheinlaender.batches.arguments import Array, given_numbers, given_seeds
from rheinlaender.batches.cpu import Batch
from rheinlaender.batches.errors import NotSetUp
from rheinlaender.envs.gymnasium import RANDOM, check_own_seat
from rheinlaender.envs.spaces import observation_space_of, seeded
from rheinlaender.envs.vector import Observations
from rheinlaender.rules.given import GivenOptions
from rheinlaender.rules.position import OVER

Policy = Callable[[Array, Array], Array]
"""From compact observations and masks, one row for each game, to actions."""


class RheinlaenderVectorEnv(VectorEnv[Observations, Array, Array]):
    """One seat in each of many games against a policy for all other seats.

    `opponents` is "random" or a policy, which is asked for all games at once with observations and masks of the seats
    to move; its answers count where another seat is to move. A game that has ended is set up again at the next
    step, whose action there means nothing (Gymnasium's mode `NEXT_STEP`). The seat is `seat`, or random in each game.
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1,
        seats: int = 4,
        options: GivenOptions = None,
        reward: str = "share",
        opponents: str | Policy = RANDOM,
        seat: int | None = None,
        threads: int = 1,
        copy: bool = True,
    ) -> None:
        if opponents != RANDOM and not callable(opponents):
            raise ValueError(
                f"The opponents of a vector environment are 'random' or a function from observations and masks to "
                f"actions, not {opponents!r}; RheinlaenderEnv takes computer players by name."
            )
        self.batch = Batch(num_envs, seats, options, reward=reward, threads=threads)
        self.fixed_seat = check_own_seat(seat, seats)
        self.policy = None if isinstance(opponents, str) else opponents
        self.num_envs, self.copy = num_envs, copy
        self.single_observation_space = observation_space_of("compact", self.batch.fields, self.batch.actions)
        self.single_action_space = spaces.Discrete(self.batch.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.own_seats = np.zeros(num_envs, np.int8)
        self._randoms = np.zeros(num_envs, np.uint64)
        self._done = np.zeros(num_envs, np.bool_)
        self._is_set_up = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Set up all games and let the others play up to the own turns; with a seed the games of the seeds from it."""
        seeds = None if seed is None else given_seeds(seed, self.num_envs)
        self._np_random = seeded(self._np_random, seed)
        self._randoms[:] = self._words()
        self._set_up(np.ones(self.num_envs, np.bool_), self._words() if seeds is None else seeds)
        self._play_others()
        self._is_set_up = True
        return self._seen()

    def _words(self) -> Array:
        """A random word for each game."""
        return self.np_random.integers(2**64, size=self.num_envs, dtype=np.uint64)

    def _set_up(self, chosen: Array, seeds: Array) -> None:
        """Set up the chosen games and sit down at them."""
        drawn = self.np_random.integers(self.batch.seats, size=self.num_envs, dtype=np.int8)
        own = drawn if self.fixed_seat is None else np.full(self.num_envs, self.fixed_seat, np.int8)
        self.own_seats[chosen] = own[chosen]
        self.batch.reset(seeds, 0, chosen)
        self._done[chosen] = False

    def step(self, actions: Array) -> tuple[Observations, Array, Array, Array, dict[str, Any]]:
        """One decision of the own seat in each game, then the others up to its next one."""
        if not self._is_set_up:
            raise NotSetUp()
        over = self._done.copy()
        self.batch.step(actions, ~over)
        if over.any():
            self._set_up(over, self._words())
        self._play_others()
        self._done = self.batch.positions["phase"] == OVER
        rewards = self.batch.rewards[np.arange(self.num_envs), self.own_seats].astype(np.float64)
        rewards[~self._done] = 0.0
        observations, infos = self._seen()
        return observations, rewards, self._done.copy(), np.zeros(self.num_envs, np.bool_), infos

    def _play_others(self) -> None:
        """Let the others act until the own seat is to move in every game or its game is over."""
        batch = self.batch
        if self.policy is None:
            batch.play_others(self.own_seats, self._randoms)
            return
        while True:
            others = (batch.positions["seat"] != self.own_seats) & (batch.positions["phase"] != OVER)
            if not others.any():
                return
            masks, observations = batch.see()
            answers = self.policy(observations, masks)
            batch.step(given_numbers("the opponents' actions", answers, self.num_envs), others)

    def _seen(self) -> tuple[Observations, dict[str, Any]]:
        masks, rows = self.batch.see(self.own_seats)
        if self.copy:
            masks, rows = masks.copy(), rows.copy()
        seen = {"observation": rows, "action_mask": masks.view(np.int8)}
        return seen, {"seat": self.own_seats.copy()}
