"""What batches are given, read and checked in one place: numbers of games, seeds, seats, actions, arrays."""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rheinlaender.batches.actions import MARGIN, SHARE, WAYS
from rheinlaender.batches.errors import (
    WrongArray,
    WrongFirstSeat,
    WrongNumberOfGames,
    WrongNumberOfThreads,
    WrongReward,
)
from rheinlaender.batches.features import COMPACT_REST
from rheinlaender.board import Board, rhine
from rheinlaender.rules.given import GivenOptions, apply_options, given_options, given_seed, whole_number
from rheinlaender.rules.position import Position

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


def given_games(given: object) -> int:
    """The number of games, if a batch can have so many."""
    games = whole_number(given)
    if games is None or games < 1:
        raise WrongNumberOfGames(games=given)
    return games


def given_threads(given: object) -> int:
    """The number of threads, if a batch can run on so many."""
    threads = whole_number(given)
    if threads is None or threads < 1:
        raise WrongNumberOfThreads(threads=given)
    return threads


def given_reward(given: object) -> str:
    """The name of a reward, if there is such a reward."""
    if not isinstance(given, str) or given not in REWARDS:
        raise WrongReward(reward=given, rewards=", ".join(REWARDS))
    return given


def given_array(name: str, given: object, shape: tuple[int, ...], kind: type) -> Array:
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


def given_numbers(name: str, given: object, games: int) -> Array:
    """One whole number for each game, from anything that is a row of whole numbers."""
    try:
        numbers = np.asarray(given)
    except ValueError:
        raise WrongArray(name=name, shape=(games,), type="int", found=_words_of(given)) from None
    if numbers.shape != (games,) or numbers.dtype.kind not in "iu":
        raise WrongArray(name=name, shape=(games,), type="int", found=_words_of(numbers))
    return numbers


def given_actions(given: object, games: int, actions: int) -> Array:
    """One action for each game; a number that does not fit into 32 bits becomes -1, which is no action either."""
    numbers = given_numbers("actions", given, games)
    if numbers.dtype != np.int32:
        numbers = np.where((numbers < 0) | (numbers >= actions), -1, numbers)
    return numbers


def given_seeds(given: object, games: int) -> Array:
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


def given_seats_of_games(name: str, given: object, games: int, seats: int, lowest: int = 0) -> Array:
    """A seat for each game; a single number stands for all. The lowest may be NOBODY."""
    one = whole_number(given)
    numbers = given_numbers(name, given if one is None else [one] * games, games)
    wrong = (numbers < lowest) | (numbers >= seats)
    if wrong.any():
        raise WrongFirstSeat(seat=int(numbers[wrong][0]), seats=seats)
    return numbers.astype(np.int8)


def given_choice(given: object, games: int) -> Array:
    """Which games are chosen, as ones and zeros, from true or false for each."""
    chosen = np.asarray(given)
    if chosen.shape != (games,) or chosen.dtype != np.bool_:
        raise WrongArray(name="chosen", shape=(games,), type="bool", found=_words_of(chosen))
    return chosen.astype(np.uint8)
