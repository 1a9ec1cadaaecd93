"""Many games at once on the CPU: arrays in, arrays out, over several threads without the interpreter's lock."""

from collections.abc import Iterable
from itertools import pairwise
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rheinlaender.batches.actions import MARGIN, SHARE, WAYS
from rheinlaender.batches.crew import Crew
from rheinlaender.batches.errors import (
    GameFinished,
    IllegalAction,
    NotSetUp,
    WrongArray,
    WrongFirstSeat,
    WrongNumberOfGames,
    WrongNumberOfThreads,
    WrongReward,
)
from rheinlaender.batches.features import COMPACT_REST, FACTS, PLANES
from rheinlaender.batches.kernels import (
    FINISHED,
    STEP_FINISHED,
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
    step_one,
)
from rheinlaender.board import Board, rhine
from rheinlaender.rules.compile import compiled
from rheinlaender.rules.given import GivenOptions, apply_options, given_options, given_seats, given_seed
from rheinlaender.rules.options import YES
from rheinlaender.rules.position import MOST_SEATS, NOBODY, OVER, POSITION, Position

PARTS_OF_THREAD = 4
FEW_STEPS, FEW_PLAYOUTS = 256, 8
"""The fewest games of a part: fewer are done before another thread is awake."""
REWARDS = {"share": SHARE, "margin": MARGIN}

Array = NDArray[Any]


def number_of_actions(board: Board | None = None) -> int:
    """The number of actions: every field and no field, by five cards and a bastion."""
    return (len((board or rhine()).fields) + 1) * WAYS


def length_of_observation(board: Board | None = None) -> int:
    """The number of bytes of an observation in compact form."""
    return 2 * len((board or rhine()).fields) + COMPACT_REST


def template_of(options: GivenOptions = None) -> Array:
    """One record that holds nothing but the options."""
    template = Position()
    apply_options(template, given_options(options))
    return template.array


def array_of(name: str, given: object, shape: tuple[int, ...], kind: type) -> Array:
    """The array itself, if it has the shape, the type and the order in memory that a kernel writes into."""
    if (
        not isinstance(given, np.ndarray)
        or given.shape != shape
        or given.dtype != kind
        or not given.flags.c_contiguous
        or not given.flags.writeable
    ):
        raise WrongArray(name=name, shape=shape, type=np.dtype(kind).name, found=_words_of(given))
    return given


def _words_of(given: object) -> str:
    """Shape and type of what was given instead."""
    if isinstance(given, np.ndarray):
        order = "" if given.flags.c_contiguous else ", not contiguous"
        return f"{given.shape} {given.dtype.name}{order}"
    return type(given).__name__


def whole_numbers(name: str, given: object, games: int) -> Array:
    """One whole number for each game, from anything that is a row of whole numbers."""
    numbers = np.asarray(given)
    if numbers.shape != (games,) or numbers.dtype.kind not in "iu":
        raise WrongArray(name=name, shape=(games,), type="int", found=_words_of(numbers))
    return numbers


def seeds_of(given: object, games: int) -> Array:
    """One seed for each game; a single number gives the games that and the following ones."""
    if isinstance(given, np.ndarray) and given.dtype == np.uint64 and given.shape == (games,):
        return given.astype(np.uint64)
    if not isinstance(given, Iterable):
        first = given_seed(given)
        given_seed(first + games - 1)
        return np.arange(games, dtype=np.uint64) + np.uint64(first)
    numbers = [given_seed(number) for number in given]
    if len(numbers) != games:
        raise WrongArray(name="seeds", shape=(games,), type="uint64", found=str((len(numbers),)))
    return np.array(numbers, np.uint64)


def firsts_of(given: object, games: int, seats: int) -> Array:
    """The first seat of each game; a single number stands for all."""
    firsts = whole_numbers("firsts", np.broadcast_to(np.asarray(given), (games,)), games)
    if firsts.min() < 0 or firsts.max() >= seats:
        wrong = firsts[(firsts < 0) | (firsts >= seats)][0]
        raise WrongFirstSeat(seat=int(wrong), seats=seats)
    return firsts.astype(np.int8)


class Batch:
    """Many games that are stepped together.

    The arrays belong to the batch and are written anew by every call: copy what is to be kept. An action that is
    refused raises before any game has changed. With `restart`, a game that ends is set up again at once, by the next
    number of its own seed; `ended` and `rewards` still tell of the end.
    """

    def __init__(
        self,
        games: int,
        seats: int = 4,
        options: GivenOptions = None,
        *,
        board: Board | None = None,
        threads: int = 1,
        reward: str = "share",
        restart: bool = False,
    ) -> None:
        if type(games) is not int or games < 1:
            raise WrongNumberOfGames(games=games)
        if type(threads) is not int or threads < 1:
            raise WrongNumberOfThreads(threads=threads)
        if reward not in REWARDS:
            raise WrongReward(reward=reward, rewards=", ".join(REWARDS))
        self.engine = compiled(board or rhine())
        self.games, self.seats, self.reward = games, given_seats(seats), reward
        self.restart = YES if restart else 0
        self.template = template_of(options)
        self.fields = len(self.engine.board.fields)
        self.actions = number_of_actions(self.engine.board)
        self.positions = np.zeros(games, POSITION)
        self.positions["phase"] = OVER
        self.seeds = np.zeros(games, np.uint64)
        self.masks = np.zeros((games, self.actions), np.uint8)
        self.observations = np.zeros((games, length_of_observation(self.engine.board)), np.uint8)
        self.rewards = np.zeros((games, MOST_SEATS), np.float32)
        self.ended = np.zeros(games, np.uint8)
        self._refused = np.zeros(games, np.uint8)
        self._actions = np.zeros(games, np.int32)
        self._to_move = np.full(games, NOBODY, np.int8)
        self._all = np.ones(games, np.uint8)
        self._is_set_up = False
        self.threads = threads
        self._crew = Crew(threads)
        self._parts = _parts(games, threads, FEW_STEPS)
        self._playout_parts = _parts(games, threads, FEW_PLAYOUTS)

    def _run(self, kernel: Any, *arguments: Any) -> None:
        """Run a kernel over all games, spread over the threads."""
        self._crew.run(kernel, arguments, self._parts)

    def reset(self, seeds: object, firsts: object = 0, chosen: object = None) -> None:
        """Set up all games, or those chosen by an array of true and false; a game is decided by its seed.

        `seeds` and `firsts` are one number for each game, or one for all: then the games have the seeds that follow.
        """
        numbers = seeds_of(seeds, self.games)
        first_seats = firsts_of(firsts, self.games, self.seats)
        which = self._all if chosen is None else self._chosen(chosen)
        if not self._is_set_up and not which.all():
            raise NotSetUp()
        self.seeds[which != 0] = numbers[which != 0]
        self.rewards[which != 0] = 0
        self.ended[which != 0] = 0
        self._run(
            self.engine.of(set_up_games), self.positions, self.template, self.seeds, first_seats, which, self.seats
        )
        self._is_set_up = True

    def _chosen(self, given: object) -> Array:
        which = np.asarray(given)
        if which.shape != (self.games,) or which.dtype != np.bool_:
            raise WrongArray(name="chosen", shape=(self.games,), type="bool", found=_words_of(which))
        return which.astype(np.uint8)

    @property
    def seats_to_move(self) -> Array:
        """The seat to move in each game (a view of the positions)."""
        seats: Array = self.positions["seat"]
        return seats

    def legal_mask(self, out: Array | None = None) -> Array:
        """For each game a 1 at each legal action; where the game is over, all are 0."""
        masks = self.masks if out is None else array_of("out", out, self.masks.shape, np.uint8)
        self._run(self.engine.of(mask_games), self.positions, masks)
        return masks

    def observe(self, observers: object = None, out: Array | None = None) -> Array:
        """What a seat of each game may know, in compact form: the seat to move, or the seats that are given."""
        rows = self.observations if out is None else array_of("out", out, self.observations.shape, np.uint8)
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
        """What a seat of each game may know, in float form: planes over the fields, and facts."""
        shapes = (self.games, self.fields, PLANES), (self.games, FACTS)
        pair = (
            np.zeros(shapes[0], np.float32) if planes is None else array_of("planes", planes, shapes[0], np.float32),
            np.zeros(shapes[1], np.float32) if facts is None else array_of("facts", facts, shapes[1], np.float32),
        )
        self._run(self.engine.of(draw_games), self.observe(observers), *pair)
        return pair

    def _observers(self, observers: object) -> Array:
        if observers is None:
            return self._to_move
        return firsts_of(observers, self.games, self.seats)

    def step(self, actions: object) -> tuple[Array, Array]:
        """Do one decision in every game and, where a turn is complete, the draw; the rewards and which games ended."""
        self._actions[:] = self._acceptable(actions)
        self._run(self.engine.of(check_games), self.positions, self._actions, self._refused)
        if self._refused.any():
            self._refuse()
        self._run(
            self.engine.of(step_games),
            self.positions,
            self._actions,
            self._refused,
            self.seeds,
            self.rewards,
            self.ended,
            REWARDS[self.reward],
            self.restart,
        )
        return self.rewards, self.ended

    def _acceptable(self, actions: object) -> Array:
        numbers = whole_numbers("actions", actions, self.games)
        if numbers.dtype != np.int32:
            numbers = np.where((numbers < 0) | (numbers >= self.actions), -1, numbers)
        return numbers

    def _refuse(self) -> None:
        """Raise for the first game that does not accept its action."""
        game = int(np.flatnonzero(self._refused)[0])
        if self._refused[game] == FINISHED:
            raise (GameFinished(game=game) if self._is_set_up else NotSetUp())
        raise IllegalAction(game=game, action=int(self._actions[game]))

    def random_actions(self, randoms: Array, out: Array | None = None) -> Array:
        """A random legal action for each game that is not over; `randoms` (uint64) is each game's generator."""
        array_of("randoms", randoms, (self.games,), np.uint64)
        actions = np.zeros(self.games, np.int32) if out is None else array_of("out", out, (self.games,), np.int32)
        self._run(self.engine.of(choose_actions), self.positions, randoms, actions)
        return actions

    def random_playouts(self, randoms: Array) -> Array:
        """Play every game to its end with random moves; the rewards. `randoms` (uint64) is each game's generator."""
        array_of("randoms", randoms, (self.games,), np.uint64)
        self._crew.run(self.engine.of(play_out_games), (self.positions, randoms), self._playout_parts)
        self.ended[:] = self.positions["phase"] == OVER
        self._run(self.engine.of(reward_games), self.positions, self.rewards, REWARDS[self.reward])
        return self.rewards

    def copy(self) -> "Batch":
        """An independent copy with the same games."""
        twin = Batch(
            self.games,
            self.seats,
            board=self.engine.board,
            threads=self.threads,
            reward=self.reward,
            restart=bool(self.restart),
        )
        twin.template = self.template.copy()
        for name in ("positions", "seeds", "rewards", "ended"):
            getattr(twin, name)[:] = getattr(self, name)
        twin._is_set_up = self._is_set_up
        return twin


def _parts(games: int, threads: int, few: int) -> list[tuple[int, int]]:
    """The games in some parts for each thread, but not in parts of few games."""
    parts = 1 if threads == 1 else max(1, min(threads * PARTS_OF_THREAD, games // few))
    edges = [games * number // parts for number in range(parts + 1)]
    return list(pairwise(edges))


class Single:
    """One game that is stepped by plain numbers, as fast as Python can call; `position` is its record."""

    def __init__(
        self, seats: int = 4, options: GivenOptions = None, seed: int = 0, first: int = 0, board: Board | None = None
    ) -> None:
        self.engine = compiled(board or rhine())
        self.seats = given_seats(seats)
        self.template = template_of(options)
        self.positions = np.zeros(1, POSITION)
        self.mask = np.zeros((1, number_of_actions(board)), np.uint8)
        self.observation = np.zeros((1, length_of_observation(board)), np.uint8)
        self._rewards = np.zeros((1, MOST_SEATS), np.float32)
        self._observers = np.zeros(1, np.int8)
        self._step = self.engine.of(step_one)
        self.reset(seed, first)

    @property
    def position(self) -> Any:
        """The record of the game."""
        return self.positions[0]

    def reset(self, seed: int, first: int = 0) -> int:
        """Set up the game anew; the seat to move."""
        seeds, firsts = seeds_of([seed], 1), firsts_of(first, 1, self.seats)
        chosen = np.ones(1, np.uint8)
        self.engine.of(set_up_games)(self.positions, self.template, seeds, firsts, chosen, self.seats, 0, 1)
        return int(firsts[0])

    def step(self, action: int) -> int:
        """Do one decision and, if the turn is complete, the draw: the seat to move, or -1 when the game is over."""
        try:
            seat: int = self._step(self.positions, action if type(action) is int else index(action))
        except (TypeError, OverflowError):
            raise IllegalAction(game=0, action=action) from None
        if seat < NOBODY:
            raise GameFinished(game=0) if seat == STEP_FINISHED else IllegalAction(game=0, action=action)
        return seat

    def legal_mask(self) -> Array:
        """A 1 at each legal action; the array is written anew by every call."""
        self.engine.of(mask_games)(self.positions, self.mask, 0, 1)
        row: Array = self.mask[0]
        return row

    def observe(self, seat: int = NOBODY) -> Array:
        """What a seat, or the seat to move, may know, in compact form; the array is written anew by every call."""
        self._observers[0] = seat if seat == NOBODY else firsts_of(seat, 1, self.seats)[0]
        self.engine.of(observe_games)(self.positions, self._observers, self.observation, 0, 1)
        row: Array = self.observation[0]
        return row

    def rewards(self, reward: str = "share") -> Array:
        """Each seat's reward at the end of the game; before the end all are 0."""
        self.engine.of(reward_games)(self.positions, self._rewards, REWARDS[reward], 0, 1)
        return self._rewards[0, : self.seats].copy()
