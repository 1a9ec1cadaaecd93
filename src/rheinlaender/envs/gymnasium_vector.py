"""Gymnasium's vector form: one seat in each of many games, over `batches.cpu.Batch`."""

from collections.abc import Callable
from typing import Any

import numpy as np

from rheinlaender.i18n.extras import missing

try:
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise missing("The Gymnasium environment", "gymnasium", "rl") from error

from rheinlaender.batches.arguments import Array, given_actions, given_numbers, given_seats_of_games, given_seeds
from rheinlaender.batches.cpu import Batch
from rheinlaender.batches.errors import NotSetUp
from rheinlaender.batches.kernels import ILLEGAL as REFUSED_AS_ILLEGAL
from rheinlaender.envs.gymnasium import RANDOM, check_own_seat
from rheinlaender.envs.rendering import RENDER_MODES, check_render_mode, rendered
from rheinlaender.envs.spaces import observation_space_of, seeded
from rheinlaender.envs.stepped import FORMS, ILLEGAL, one_of, view_of_record
from rheinlaender.envs.vector import Observations
from rheinlaender.rules.given import GivenOptions
from rheinlaender.rules.position import OVER

Policy = Callable[[Array, Array], Array]
"""From observations and masks, one row for each game, to actions."""


class RheinlaenderVectorEnv(VectorEnv[Observations, Array, Array]):
    """One seat in each of many games against a policy for all other seats.

    `opponents` is "random" or a policy, which is asked for all games at once with observations and masks of the seats
    to move; its answers count where another seat is to move. A game that has ended is set up again at the next step,
    whose action there means nothing (Gymnasium's mode `NEXT_STEP`). The other settings are those of `RheinlaenderEnv`.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "render_modes": RENDER_MODES,
        "render_fps": 1,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        seats: int = 4,
        options: GivenOptions = None,
        reward: str = "share",
        opponents: str | Policy = RANDOM,
        seat: int | None = None,
        form: str = "compact",
        render_mode: str | None = None,
        illegal: str = "random",
        *,
        threads: int = 1,
        copy: bool = True,
    ) -> None:
        self.policy = check_policy(opponents)
        self.batch = Batch(num_envs, seats, options, reward=reward, threads=threads)
        self.fixed_seat = check_own_seat(seat, self.batch.seats)
        self.form = one_of("form of observation", form, FORMS)
        self.render_mode = check_render_mode(render_mode)
        self.is_forgiving = one_of("treatment of illegal actions", illegal, ILLEGAL) == "random"
        self.num_envs, self.copy = num_envs, copy
        self.single_observation_space = observation_space_of(form, self.batch.fields, self.batch.actions)
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
        """Set up all games and let the others play up to the own turns; with a seed the games of the seeds from it.

        `options` may name the first seat, of all games or of each: {"first": 2}.
        """
        seeds = None if seed is None else given_seeds(seed, self.num_envs)
        firsts = given_seats_of_games("first", (options or {}).get("first", 0), self.num_envs, self.batch.seats)
        self._np_random = seeded(self._np_random, seed)
        self._randoms[:] = self._words()
        self._set_up(np.ones(self.num_envs, np.bool_), self._words() if seeds is None else seeds, firsts)
        self._play_others()
        self._is_set_up = True
        self._show()
        return self._seen()

    def _words(self) -> Array:
        """A random word for each game."""
        return self.np_random.integers(2**64, size=self.num_envs, dtype=np.uint64)

    def _set_up(self, chosen: Array, seeds: Array, firsts: object = 0) -> None:
        """Set up the chosen games and sit down at them."""
        drawn = self.np_random.integers(self.batch.seats, size=self.num_envs, dtype=np.int8)
        own = drawn if self.fixed_seat is None else np.full(self.num_envs, self.fixed_seat, np.int8)
        self.own_seats[chosen] = own[chosen]
        self.batch.reset(seeds, firsts, chosen)
        self._done[chosen] = False

    def step(self, actions: Array) -> tuple[Observations, Array, Array, Array, dict[str, Any]]:
        """One decision of the own seat in each game, then the others up to its next one."""
        if not self._is_set_up:
            raise NotSetUp()
        over = self._done.copy()
        were_illegal = self._act(actions, ~over)
        if over.any():
            self._set_up(over, self._words())
        self._play_others()
        self._done = self.batch.positions["phase"] == OVER
        rewards = self.batch.rewards[np.arange(self.num_envs), self.own_seats].astype(np.float64)
        rewards[~self._done] = 0.0
        observations, infos = self._seen()
        if were_illegal.any():
            infos |= {"illegal_action": were_illegal, "_illegal_action": were_illegal}
        self._show()
        return observations, rewards, self._done.copy(), np.zeros(self.num_envs, np.bool_), infos

    def _act(self, actions: Array, acting: Array) -> Array:
        """Do the own actions; where they are illegal, random ones if that is wished. Which were illegal."""
        numbers = given_actions(actions, self.num_envs, self.batch.actions)
        self.batch.strict = not self.is_forgiving
        self.batch.step(numbers, acting)
        self.batch.strict = True
        were_illegal: Array = self.batch.refused == REFUSED_AS_ILLEGAL
        if were_illegal.any():
            randoms = self._randoms.copy()
            self.batch.step(self.batch.random_actions(randoms), were_illegal)
            self._randoms[were_illegal] = randoms[were_illegal]
        return were_illegal

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
            answers = self.policy(*self._look(None))
            batch.step(given_numbers("the opponents' actions", answers, self.num_envs), others)

    def _look(self, observers: object) -> tuple[Array, Array]:
        """Observations, in the form of the environment, and masks."""
        masks, rows = self.batch.see(observers)
        if self.form == "compact":
            return rows, masks
        planes, facts = self.batch.observe_planes(observers)
        return np.concatenate([planes.reshape(self.num_envs, -1), facts], axis=1), masks

    def _seen(self) -> tuple[Observations, dict[str, Any]]:
        rows, masks = self._look(self.own_seats)
        if self.copy:
            masks, rows = masks.copy(), rows.copy()
        seen = {"observation": rows, "action_mask": masks.view(np.int8)}
        return seen, {"seat": self.own_seats.copy(), "action_mask": seen["action_mask"]}

    def action_masks(self) -> Array:
        """Which actions are legal in each game."""
        if not self._is_set_up:
            raise NotSetUp()
        return self.batch.legal_mask().astype(bool)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> tuple[Any, ...] | None:
        """Each game as the own seat sees it; for a human they are printed, here and at every step."""
        if not self._is_set_up:
            raise NotSetUp()
        if self.render_mode is None:
            return None
        board, positions = self.batch.engine.board, self.batch.positions
        views = [view_of_record(board, positions[number], int(seat)) for number, seat in enumerate(self.own_seats)]
        pictures = tuple(rendered(view, self.render_mode) for view in views)
        return None if self.render_mode == "human" else pictures


def check_policy(opponents: str | Policy) -> Policy | None:
    """The policy of the opponents, or None for random ones."""
    if opponents == RANDOM:
        return None
    if isinstance(opponents, str) or not callable(opponents):
        raise ValueError(
            f"The opponents of a vector environment are 'random' or a function from observations and masks to "
            f"actions, not {opponents!r}; RheinlaenderEnv takes computer players by name."
        )
    return opponents
