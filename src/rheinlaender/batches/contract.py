"""What every batch does, on whatever machine: the contract of `batches.cpu.Batch` and `batches.cuda.DeviceBatch`.

`tests/batches/test_contract.py` holds both to it.
"""

from typing import Any, Protocol, Self

import numpy as np

from rheinlaender.batches.arguments import Array
from rheinlaender.batches.errors import GameFinished, IllegalAction, NotSetUp
from rheinlaender.batches.kernels import FINISHED, WAITING
from rheinlaender.i18n import Refusal


class ManyGames(Protocol):
    """Many games that are stepped together.

    Arrays have a row for each game, lie where the games are played (NumPy's, or the device's), belong to the batch and
    are written anew by every call: copy what is to be kept. An array that is given to be written into (`out`, `planes`,
    `facts`, `randoms`) must lie there too and have the right shape and type; whatever else is given may also be
    NumPy's, or a list. With `restart`, a game that ends is set up again at once, by the next number of its own seed;
    `ended` and `rewards` still tell of the end.
    """

    games: int
    seats: int
    fields: int
    actions: int
    """The number of actions that there are."""
    reward: str
    restart: bool
    strict: bool
    """Whether a step in which any game refuses its action is refused as a whole; on a GPU every step then waits."""
    positions: Any
    """The records of the games."""
    seeds: Any
    """The seed of each game (uint64)."""
    masks: Any
    """What `legal_mask` writes unless another array is given (uint8)."""
    observations: Any
    """What `observe` writes unless another array is given (uint8)."""
    rewards: Any
    """The reward of each seat of each game (float32); before the end of a game all are 0."""
    ended: Any
    """1 for each game that ended in its last step (uint8)."""
    refused: Any
    """What the last step said to each game (uint8): ACCEPTED, WAITING, ILLEGAL or FINISHED of `batches.kernels`."""

    @property
    def seats_to_move(self) -> Any:
        """The seat to move in each game (int8)."""

    def reset(self, seeds: object, firsts: object = 0, chosen: object = None) -> None:
        """Set up all games, or those chosen by an array of true and false; a game is decided by its seed.

        `seeds` and `firsts` are one number for each game, or one for all: then the games have the seeds that follow.
        The first time all games must be set up.
        """

    def legal_mask(self, out: Any = None) -> Any:
        """For each game a 1 at each legal action; where the game is over, all are 0."""

    def observe(self, observers: object = None, out: Any = None) -> Any:
        """What a seat of each game may know, in compact form: the seat to move, or the seats that are given.

        An observer of -1 is the seat to move. Observers that lie on a device are trusted.
        """

    def see(self, observers: object = None) -> tuple[Any, Any]:
        """Masks and compact observations."""

    def observe_planes(self, observers: object = None, planes: Any = None, facts: Any = None) -> tuple[Any, Any]:
        """What a seat of each game may know, in float form: planes over the fields, and facts.

        Without arrays to write into new ones are made.
        """

    def step(self, actions: object, chosen: object = None) -> tuple[Any, Any]:
        """Do one decision in every game and, where a turn is complete, the draw: `rewards` and `ended`.

        Games that are not chosen, by an array of true and false, wait. A game that refuses its action, as it is illegal
        or the game is over, stays as it is, with its reward and its end; `refused` says so. If the batch is strict, all
        games stay as they are, and the refusal of the first is raised.
        """

    def check(self) -> None:
        """Raise the first refusal of the last step, if a game refused its action; on a GPU this waits for the step.

        The action that it names is read from the array that was given.
        """

    def play_others(self, owns: object, randoms: Any) -> None:
        """Let the other seats act at random until the own one is to move or the game is over, in every game."""

    def random_actions(self, randoms: Any, out: Any = None) -> Any:
        """A random legal action (int32) for each game that is not over; `randoms` (uint64) is each game's generator.

        Without an array to write into a new one is made; a game that is over has a 0 there.
        """

    def random_playouts(self, randoms: Any) -> Any:
        """Play every game to its end with random moves; the rewards. `randoms` (uint64) is each game's generator."""

    def copy(self) -> Self:
        """An independent copy with the same games."""


def first_refusal(refused: Array, actions: Array, is_set_up: bool) -> Refusal | None:
    """The refusal of the first game that did not accept its action, or None."""
    if refused.max() <= WAITING:
        return None
    game = int(np.flatnonzero(refused > WAITING)[0])
    if refused[game] == FINISHED:
        return GameFinished(game=game) if is_set_up else NotSetUp()
    return IllegalAction(game=game, action=int(actions[game]))
