"""PettingZoo: the game as an AEC environment, `rheinlaender_v0.env()`, and as a parallel one.

`from rheinlaender.envs.pettingzoo import rheinlaender_v0` is what PettingZoo's users expect. The agents are `player_0`
and so on, which are the seats a and so on. An observation is a dictionary of the observation proper and the mask of
the legal actions, which is also in the agent's info. Many games at once are in `envs/vector.py`.
"""

import sys
from typing import Any, ClassVar, NamedTuple

import numpy as np

from rheinlaender.i18n.extras import missing

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
except ImportError as error:
    raise missing("The PettingZoo environment", "pettingzoo and gymnasium", "rl") from error

from rheinlaender.batches.arguments import Array, given_reward
from rheinlaender.batches.errors import GameFinished, NotSetUp
from rheinlaender.envs.rendering import RENDER_MODES, check_render_mode, rendered
from rheinlaender.envs.spaces import box_of, observation_space_of, seeded
from rheinlaender.envs.stepped import ILLEGAL, Look, SteppedGame, one_of
from rheinlaender.rules.given import GivenOptions
from rheinlaender.rules.position import NOBODY

rheinlaender_v0 = sys.modules[__name__]

Observation = dict[str, Any]
OF_A_GAME = {"agent_selection", "rewards", "terminations", "truncations", "infos"}
"""What PettingZoo's environments have once a game is set up."""


class EnvironmentSettings(NamedTuple):
    """How an environment is made."""

    seats: int = 4
    options: GivenOptions = None
    reward: str = "share"
    form: str = "compact"
    render_mode: str | None = None
    illegal: str = "error"
    max_cycles: int | None = None


def env(**settings: Any) -> "RheinlaenderAECEnv":
    """One table, where the agents act in turn.

    `seats` is 3, 4 or 5; `options` as `Game.new` takes them, a preset's name for one; `reward` "share" or "margin";
    `form` "compact" or "float"; `render_mode` None, "human", "ansi", "svg" or "rgb_array"; `illegal` says what an
    illegal action does: it is refused by an "error", or a "random" one is done in its place; `max_cycles` cuts the game
    off when every agent has made so many decisions.
    """
    return RheinlaenderAECEnv(EnvironmentSettings(**settings))


raw_env = env


def parallel_env(**settings: Any) -> "RheinlaenderParallelEnv":
    """One table, where all agents give an action at every step and that of the agent to move is done.

    The settings are those of `env`; `max_cycles` cuts the game off after so many steps.
    """
    return RheinlaenderParallelEnv(EnvironmentSettings(**settings))


def check_cycles(cycles: int | None) -> int | None:
    """The number of cycles after which a game is cut off, if it can be one."""
    if cycles is not None and (type(cycles) is not int or cycles < 1):
        raise ValueError(f"max_cycles must be a whole number, 1 or more, or None, not {cycles!r}.")
    return cycles


class _Seated:
    """What both forms share: a table with agents, spaces and a generator of seeds."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "rheinlaender_v0",
        "render_modes": RENDER_MODES,
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(self, settings: EnvironmentSettings) -> None:
        self.settings = settings
        self.game = SteppedGame(settings.seats, settings.options, settings.form)
        self.reward = given_reward(settings.reward)
        self.render_mode = check_render_mode(settings.render_mode)
        self.is_forgiving = one_of("treatment of illegal actions", settings.illegal, ILLEGAL) == "random"
        self.max_cycles = check_cycles(settings.max_cycles)
        self.possible_agents = [f"player_{seat}" for seat in range(settings.seats)]
        self.agents: list[str] = []
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._random: np.random.Generator | None = None
        self._shape = self.game.form, self.game.fields, self.game.actions
        self._space = {agent: observation_space_of(*self._shape) for agent in self.possible_agents}
        self._actions = {agent: spaces.Discrete(self.game.actions) for agent in self.possible_agents}
        self.state_space = box_of(self.game.form, self.game.fields, (self.game.seats,))
        self._no_action = np.zeros(self.game.actions, np.int8)

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of an agent's observations."""
        return self._space[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The space of an agent's actions."""
        return self._actions[agent]

    def _set_up(self, seed: int | None, options: dict[str, Any] | None) -> int:
        """Set up a game; the seat to move. With a seed it is the game that this seed is everywhere."""
        random = seeded(self._random, seed)
        seat = self.game.set_up(random, seed, (options or {}).get("first", 0))
        self._random = random
        self.agents = self.possible_agents[:]
        return seat

    def _do(self, action: Any) -> tuple[int, Look | None, bool]:
        """Do an action: the seat to move, its look, and whether another action was done as this one is illegal."""
        if self.is_forgiving:
            seat, was_illegal = self.game.step_forgiving(action)
            return seat, None if seat == NOBODY else self.game.look(seat), was_illegal
        return *self.game.step_and_look(action), False

    def _check_set_up(self) -> None:
        if self._random is None:
            raise NotSetUp()

    def _refuse_finished(self) -> None:
        raise GameFinished(game=0) if self._random is not None else NotSetUp()

    def _seen(self, seat: int, is_to_move: bool) -> Observation:
        """An agent's observation; the mask is empty unless the agent is to move."""
        observation, mask = self.game.look(seat)
        return {"observation": observation, "action_mask": mask if is_to_move else self._no_action.copy()}

    def state(self) -> Array:
        """The observations of all seats, one row each: everything but the order of the deck."""
        self._check_set_up()
        return np.stack([self.game.look(seat)[0] for seat in range(self.settings.seats)])

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """The table as the seat to move sees it; a finished game as a watcher does. It is printed for a human."""
        self._check_set_up()
        seat = NOBODY if self.game.is_over else self.game.seat_to_move
        return None if self.render_mode is None else rendered(self.game.view(seat), self.render_mode)

    def close(self) -> None:
        """Nothing is open."""


class RheinlaenderAECEnv(_Seated, AECEnv[str, Observation, int]):  # type: ignore[misc]
    """One table, where the agents act in turn (PettingZoo's AEC)."""

    def __getattr__(self, name: str) -> Any:
        """What only a game that is set up has is refused by name before; asked only for what is not there."""
        if name in OF_A_GAME:
            raise NotSetUp()
        raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Set up a game. `options` may name the first seat: {"first": 2}."""
        seat = self._set_up(seed, options)
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._decisions = [0] * self.settings.seats
        self._is_done = False
        self._select(seat, self.game.look(seat))
        self._show()

    def _select(self, seat: int, look: Look) -> None:
        """Let an agent be the one to move, with the mask in its info."""
        self.agent_selection = agent = self.possible_agents[seat]
        self._seat = seat
        self._observation, self._mask = look
        self.infos[agent] = {"action_mask": self._mask}

    def observe(self, agent: str) -> Observation:
        """What an agent may know now; its mask is empty unless it is to move."""
        self._check_set_up()
        if agent == self.agent_selection and not self._is_done:
            return {"observation": self._observation, "action_mask": self._mask}
        return self._seen(self._seat_of[agent], is_to_move=False)

    def step(self, action: int | None) -> None:
        """Do the action of the agent to move; once the game is over, None for each agent in turn."""
        if not self.agents:
            self._refuse_finished()
        if self._is_done:
            self._was_dead_step(action)
            return
        seat, look, was_illegal = self._do(action)
        agent = self.agent_selection
        self._cumulative_rewards[agent] = 0.0
        self.infos[agent] = {}
        if self.max_cycles is not None:
            self._decisions[self._seat] += 1
        if look is None:
            self._finish(self.terminations)
        elif self.max_cycles is not None and min(self._decisions) >= self.max_cycles:
            self._finish(self.truncations)
        else:
            self._select(seat, look)
        if was_illegal:
            self.infos[agent]["illegal_action"] = True
        self._show()

    def _finish(self, reason: dict[str, bool]) -> None:
        """Let every agent know that the game is over, and its reward."""
        self._is_done = True
        for agent, share in zip(self.agents, self.game.shares(self.reward), strict=True):
            reason[agent] = True
            self.rewards[agent] = share
            self._cumulative_rewards[agent] += share
        self.agent_selection = self.agents[0]


class RheinlaenderParallelEnv(_Seated, ParallelEnv[str, Observation, int]):  # type: ignore[misc]
    """One table, where all agents give an action at every step and that of the agent to move is done."""

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Set up a game. `options` may name the first seat: {"first": 2}."""
        self._seat = self._set_up(seed, options)
        self._steps = 0
        self._show()
        observations = self._observations()
        return observations, self._infos(observations)

    def _observations(self) -> dict[str, Observation]:
        to_move = NOBODY if self.game.is_over else self._seat
        return {agent: self._seen(seat, seat == to_move) for agent, seat in self._seat_of.items()}

    @staticmethod
    def _infos(observations: dict[str, Observation]) -> dict[str, dict[str, Any]]:
        return {agent: {"action_mask": seen["action_mask"]} for agent, seen in observations.items()}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Do the action of the agent to move; the actions of the others mean nothing."""
        if not self.agents:
            self._refuse_finished()
        agent = self.possible_agents[self._seat]
        seat, _, was_illegal = self._do(actions.get(agent))
        self._steps += 1
        is_over = seat == NOBODY
        is_cut = not is_over and self.max_cycles is not None and self._steps >= self.max_cycles
        self._seat = self._seat if is_over else seat
        observations = self._observations()
        infos = self._infos(observations)
        if was_illegal:
            infos[agent]["illegal_action"] = True
        rewards = dict(zip(self.agents, self.game.shares(self.reward), strict=True))
        terminations, truncations = dict.fromkeys(self.agents, is_over), dict.fromkeys(self.agents, is_cut)
        if is_over or is_cut:
            self.agents = []
        self._show()
        return observations, rewards, terminations, truncations, infos
