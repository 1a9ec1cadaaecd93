"""Gymnasium: one seat of the game against computer players, as the environment `Rheinlaender-v0`.

Importing this module registers it: `gymnasium.make("rheinlaender.envs.gymnasium:Rheinlaender-v0")` does both.
"""

from collections.abc import Sequence
from typing import Any

from rheinlaender.i18n.extras import missing

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as error:
    raise missing("The Gymnasium environment", "gymnasium", "rl") from error

from rheinlaender.batches.arguments import Array, given_reward
from rheinlaender.batches.errors import GameFinished, IllegalAction, NotSetUp, WrongFirstSeat
from rheinlaender.bots import Bot, make_bot
from rheinlaender.envs.rendering import RENDER_MODES, check_render_mode, rendered
from rheinlaender.envs.spaces import observation_space_of
from rheinlaender.envs.stepped import ILLEGAL, Look, SteppedGame, number_of, one_of
from rheinlaender.rules.given import GivenOptions, given_seed
from rheinlaender.rules.position import NOBODY

NAME = "Rheinlaender-v0"
RANDOM = "random"
MOST_BOT_SEED = 2**31

Observation = dict[str, Any]


class RheinlaenderEnv(gymnasium.Env[Observation, int]):
    """One seat against computer players. The reward comes at the end of the game, for the own seat.

    `opponents` is a name of a computer player for all other seats, or one name or `Bot` for each, clockwise from the
    own seat; `random` is by far the quickest. `seat` is the own seat, or None for a random one in each game. `illegal`
    says what an illegal action does: a "random" one is done in its place, which the info tells as `illegal_action`, or
    it is refused by an "error". The other settings are those of `rheinlaender.envs.pettingzoo.env`.
    """

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        seats: int = 4,
        options: GivenOptions = None,
        reward: str = "share",
        opponents: str | Sequence[str | Bot] = RANDOM,
        seat: int | None = None,
        form: str = "compact",
        render_mode: str | None = None,
        illegal: str = "random",
    ) -> None:
        self.game = SteppedGame(seats, options, form)
        self.reward = given_reward(reward)
        self.opponents = check_opponents(opponents, seats)
        self.fixed_seat = check_own_seat(seat, seats)
        self.render_mode = check_render_mode(render_mode)
        self.is_forgiving = one_of("treatment of illegal actions", illegal, ILLEGAL) == "random"
        self.observation_space: Any = observation_space_of(form, self.game.fields, self.game.actions)
        self.action_space: Any = spaces.Discrete(self.game.actions)
        self.seat = NOBODY
        self._players: dict[int, Bot] = {}
        self._is_random: tuple[bool, ...] = ()
        self._are_all_random = False
        self._to_move = NOBODY

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Set up a game and let the others play up to the own turn; with a seed it is the game of this seed."""
        if seed is not None:
            seed = given_seed(seed)
        super().reset(seed=seed)
        self._to_move = self.game.set_up(self.np_random, seed, (options or {}).get("first", 0))
        self.seat = int(self.np_random.integers(self.game.seats)) if self.fixed_seat is None else self.fixed_seat
        self._seat_players()
        self._play_others()
        self._show()
        return self._seen(self.game.look(self.seat))

    def _seat_players(self) -> None:
        """Let the computer players sit down, clockwise from the own seat; the game itself plays for random ones."""
        seated = {(self.seat + distance) % self.game.seats: player for distance, player in enumerate(self.opponents, 1)}
        self._is_random = tuple(seated.get(seat) == RANDOM for seat in range(self.game.seats))
        self._are_all_random = not any(player != RANDOM for player in self.opponents)
        self._players = {seat: self._bot(player) for seat, player in seated.items() if player != RANDOM}

    def _bot(self, player: str | Bot) -> Bot:
        if isinstance(player, Bot):
            return player
        return make_bot(player, int(self.np_random.integers(MOST_BOT_SEED)), wait=True, threads=1)

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Do one decision of the own seat, then let the others play up to its next one, or to the end."""
        if self._to_move == NOBODY:
            raise GameFinished(game=0) if self.seat != NOBODY else NotSetUp()
        look, was_illegal = self._act(action)
        is_over = self._to_move == NOBODY
        reward = self.game.shares(self.reward)[self.seat] if is_over else 0.0
        observation, info = self._seen(look)
        if was_illegal:
            info["illegal_action"] = True
        self._show()
        return observation, reward, is_over, False, info

    def _act(self, action: int) -> tuple[Look, bool]:
        """Do an action, or a random one in its place if it is illegal and that is wished; whether it was."""
        try:
            return self._step_past_others(action), False
        except IllegalAction:
            if not self.is_forgiving:
                raise
            return self._step_past_others(self.game.random_action()), True

    def _step_past_others(self, action: int) -> Look:
        """Do an action and let the others play up to the next own one; what the own seat sees then."""
        if self._are_all_random:
            self._to_move, look = self.game.step_past_others(action, self.seat)
            return look
        self._to_move = self.game.step(number_of(action))
        self._play_others()
        return self.game.look(self.seat)

    def _play_others(self) -> None:
        """Let the others act until the own seat is to move or the game is over."""
        seat = self.game.play_random(self._to_move, self._is_random)
        while seat not in (self.seat, NOBODY):
            seat = self.game.step(self._asked(self._players[seat], seat))
            seat = self.game.play_random(seat, self._is_random)
        self._to_move = seat

    def _asked(self, bot: Bot, seat: int) -> int:
        return self.game.action_of(bot.choose(self.game.view(seat), self.game.legal_moves()))

    def _seen(self, look: Look) -> tuple[Observation, dict[str, Any]]:
        observation, mask = look
        return {"observation": observation, "action_mask": mask}, {"seat": self.seat, "action_mask": mask}

    def action_masks(self) -> Array:
        """Which actions are legal, as sb3-contrib's MaskablePPO asks for it."""
        if self.seat == NOBODY:
            raise NotSetUp()
        return self.game.look(self.seat)[1].astype(bool)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """The table as the own seat sees it; for a human it is printed, here and at every step."""
        if self.seat == NOBODY:
            raise NotSetUp()
        return None if self.render_mode is None else rendered(self.game.view(self.seat), self.render_mode)


def check_own_seat(seat: int | None, seats: int) -> int | None:
    """The own seat, if the game has it."""
    if seat is not None and (type(seat) is not int or not 0 <= seat < seats):
        raise WrongFirstSeat(seat=seat, seats=seats)
    return seat


def check_opponents(opponents: str | Sequence[str | Bot], seats: int) -> list[str | Bot]:
    """One computer player for each of the other seats; an unknown name is refused now and not in the first game."""
    players: list[str | Bot] = [opponents] * (seats - 1) if isinstance(opponents, str) else list(opponents)
    if len(players) != seats - 1:
        raise ValueError(f"A game for {seats} needs {seats - 1} opponents, not {len(players)}.")
    for player in players:
        if isinstance(player, str):
            make_bot(player)
        elif not isinstance(player, Bot):
            raise TypeError(f"An opponent is a name or a Bot with `name` and `choose`, not {player!r}.")
    return players


def register_envs() -> None:
    """Register the environment with Gymnasium, unless that has been done."""
    if NAME not in gymnasium.registry:
        gymnasium.register(
            NAME,
            entry_point="rheinlaender.envs.gymnasium:RheinlaenderEnv",
            vector_entry_point="rheinlaender.envs.gymnasium_vector:RheinlaenderVectorEnv",
        )


register_envs()
