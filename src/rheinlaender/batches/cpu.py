"""Many games at once on the CPU: arrays in, arrays out, over several threads without the interpreter's lock."""

from itertools import pairwise
from typing import Any

import numpy as np

from rheinlaender.batches.arguments import (
    REWARDS,
    Array,
    given_actions,
    given_array,
    given_choice,
    given_games,
    given_reward,
    given_seats_of_games,
    given_seeds,
    given_threads,
    length_of_observation,
    number_of_actions,
    template_of,
)
from rheinlaender.batches.compiling import show_compiling
from rheinlaender.batches.contract import first_refusal
from rheinlaender.batches.crew import Crew
from rheinlaender.batches.errors import NotSetUp
from rheinlaender.batches.features import FACTS, PLANES
from rheinlaender.batches.kernels import (
    begin_games,
    check_games,
    choose_actions,
    draw_games,
    mask_games,
    observe_games,
    play_out_games,
    reward_games,
    see_games,
    set_up_games,
    step_games,
)
from rheinlaender.batches.others import play_others_games
from rheinlaender.board import Board, rhine
from rheinlaender.rules.compile import compiled
from rheinlaender.rules.given import GivenOptions, given_seats
from rheinlaender.rules.options import NO, YES
from rheinlaender.rules.position import MOST_SEATS, NOBODY, OVER, POSITION

ALIGNMENT = 64
"""In bytes; JAX copies what begins elsewhere."""
PARTS_OF_THREAD = 4
FEW_STEPS, FEW_PLAYOUTS = 256, 8
"""The fewest games of a part: fewer are done before another thread is awake."""


class Batch:
    """Many games that are stepped together on the CPU; what its methods do is said in `batches.contract.ManyGames`."""

    def __init__(
        self,
        games: int,
        seats: int = 4,
        options: GivenOptions = None,
        *,
        board: Board | None = None,
        reward: str = "share",
        restart: bool = False,
        strict: bool = True,
        threads: int = 1,
    ) -> None:
        self.games = games = given_games(games)
        self.seats, self.reward = given_seats(seats), given_reward(reward)
        self.threads, self.restart, self.strict = given_threads(threads), restart, strict
        self.template = template_of(options)
        show_compiling()
        self.engine = compiled(board or rhine())
        self.fields = len(self.engine.board.fields)
        self.actions = number_of_actions(board)
        self.positions = np.zeros(games, POSITION)
        self.positions["phase"] = OVER
        self.seeds = np.zeros(games, np.uint64)
        self.masks = _aligned((games, self.actions), np.uint8)
        self.observations = _aligned((games, length_of_observation(board)), np.uint8)
        self.rewards = _aligned((games, MOST_SEATS), np.float32)
        self.ended = np.zeros(games, np.uint8)
        self.refused = np.zeros(games, np.uint8)
        self._actions = np.zeros(games, np.int32)
        self._to_move = np.full(games, NOBODY, np.int8)
        self._all = np.ones(games, np.uint8)
        self._is_set_up = False
        self._crew = Crew(self.threads)
        self._parts = _parts(games, self.threads, FEW_STEPS)
        self._playout_parts = _parts(games, self.threads, FEW_PLAYOUTS)

    def _run(self, kernel: Any, *arguments: Any) -> None:
        """Run a kernel over all games, spread over the threads."""
        self._crew.run(kernel, arguments, self._parts)

    def reset(self, seeds: object, firsts: object = 0, chosen: object = None) -> None:
        """Set up all games, or the chosen ones."""
        words = given_seeds(seeds, self.games)
        first_seats = given_seats_of_games("firsts", firsts, self.games, self.seats)
        which = self._chosen(chosen)
        if not self._is_set_up and not which.all():
            raise NotSetUp()
        self._run(self.engine.of(begin_games), self.seeds, words, self.rewards, self.ended, which)
        self._run(
            self.engine.of(set_up_games), self.positions, self.template, self.seeds, first_seats, which, self.seats
        )
        self._is_set_up = True

    def _chosen(self, given: object) -> Array:
        return self._all if given is None else given_choice(given, self.games)

    @property
    def seats_to_move(self) -> Array:
        """The seat to move in each game (a view of the positions)."""
        seats: Array = self.positions["seat"]
        return seats

    def legal_mask(self, out: Array | None = None) -> Array:
        """For each game a 1 at each legal action."""
        masks = self.masks if out is None else given_array("out", out, self.masks.shape, np.uint8)
        self._run(self.engine.of(mask_games), self.positions, masks)
        return masks

    def observe(self, observers: object = None, out: Array | None = None) -> Array:
        """What a seat of each game may know, in compact form."""
        rows = self.observations if out is None else given_array("out", out, self.observations.shape, np.uint8)
        self._run(self.engine.of(observe_games), self.positions, self._observers(observers), rows)
        return rows

    def see(self, observers: object = None) -> tuple[Array, Array]:
        """Masks and compact observations in one go, which is quicker than one after the other."""
        observing = self._observers(observers)
        self._run(self.engine.of(see_games), self.positions, observing, self.masks, self.observations)
        return self.masks, self.observations

    def observe_planes(
        self, observers: object = None, planes: Array | None = None, facts: Array | None = None
    ) -> tuple[Array, Array]:
        """What a seat of each game may know, in float form."""
        pair = (
            _floats("planes", planes, (self.games, self.fields, PLANES)),
            _floats("facts", facts, (self.games, FACTS)),
        )
        self._run(self.engine.of(draw_games), self.observe(observers), *pair)
        return pair

    def _observers(self, observers: object) -> Array:
        if observers is None:
            return self._to_move
        return given_seats_of_games("observers", observers, self.games, self.seats, NOBODY)

    def step(self, actions: object, chosen: object = None) -> tuple[Array, Array]:
        """Do one decision in every game, or in the chosen ones; the rewards and which games ended."""
        self._actions[:] = given_actions(actions, self.games, self.actions)
        self._run(self.engine.of(check_games), self.positions, self._actions, self._chosen(chosen), self.refused)
        if self.strict:
            self.check()
        self._run(
            self.engine.of(step_games),
            self.positions,
            self._actions,
            self.refused,
            self.seeds,
            self.rewards,
            self.ended,
            REWARDS[self.reward],
            YES if self.restart else NO,
        )
        return self.rewards, self.ended

    def check(self) -> None:
        """Raise the first refusal of the last step, if there is one."""
        refusal = first_refusal(self.refused, self._actions, self._is_set_up)
        if refusal is not None:
            raise refusal

    def play_others(self, owns: object, randoms: Array) -> None:
        """Let the other seats act at random until the own one is to move or the game is over, in every game."""
        given_array("randoms", randoms, (self.games,), np.uint64)
        seats = given_seats_of_games("owns", owns, self.games, self.seats)
        self._run(self.engine.of(play_others_games), self.positions, seats, randoms)
        self._tell()

    def _tell(self) -> None:
        """Write the rewards and the ends of all games."""
        self._run(self.engine.of(reward_games), self.positions, self.rewards, self.ended, REWARDS[self.reward])

    def random_actions(self, randoms: Array, out: Array | None = None) -> Array:
        """A random legal action for each game that is not over."""
        given_array("randoms", randoms, (self.games,), np.uint64)
        actions = np.zeros(self.games, np.int32) if out is None else given_array("out", out, (self.games,), np.int32)
        self._run(self.engine.of(choose_actions), self.positions, randoms, actions)
        return actions

    def random_playouts(self, randoms: Array) -> Array:
        """Play every game to its end with random moves; the rewards."""
        given_array("randoms", randoms, (self.games,), np.uint64)
        self._crew.run(self.engine.of(play_out_games), (self.positions, randoms), self._playout_parts)
        self._tell()
        return self.rewards

    def copy(self) -> "Batch":
        """An independent copy with the same games."""
        twin = Batch(
            self.games,
            self.seats,
            board=self.engine.board,
            reward=self.reward,
            restart=self.restart,
            strict=self.strict,
            threads=self.threads,
        )
        twin.template = self.template.copy()
        for name in ("positions", "seeds", "rewards", "ended", "refused", "_actions"):
            getattr(twin, name)[:] = getattr(self, name)
        twin._is_set_up = self._is_set_up
        return twin


def _floats(name: str, given: Array | None, shape: tuple[int, ...]) -> Array:
    return np.zeros(shape, np.float32) if given is None else given_array(name, given, shape, np.float32)


def _parts(games: int, threads: int, few: int) -> list[tuple[int, int]]:
    """The games in some parts for each thread, but not in parts of few games."""
    parts = 1 if threads == 1 else max(1, min(threads * PARTS_OF_THREAD, games // few))
    edges = [games * number // parts for number in range(parts + 1)]
    return list(pairwise(edges))


def _aligned(shape: tuple[int, int], kind: type[np.generic]) -> Array:
    """Zeros at an address from which JAX takes them without a copy."""
    size = shape[0] * shape[1] * np.dtype(kind).itemsize
    room = np.zeros(size + ALIGNMENT, np.uint8)
    first = -room.ctypes.data % ALIGNMENT
    return room[first : first + size].view(kind).reshape(shape)
