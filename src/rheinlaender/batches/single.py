"""One game that is stepped by plain numbers, compiled: the same game as in a batch."""

from operator import index
from typing import Any

import numpy as np

from rheinlaender.batches.arguments import (
    REWARDS,
    Array,
    given_reward,
    given_seats_of_games,
    given_seeds,
    length_of_observation,
    number_of_actions,
    template_of,
)
from rheinlaender.batches.compiling import show_compiling
from rheinlaender.batches.errors import GameFinished, IllegalAction
from rheinlaender.batches.kernels import STEP_FINISHED, mask_games, observe_games, reward_games, set_up_games, step_one
from rheinlaender.board import Board, rhine
from rheinlaender.rules.compile import compiled
from rheinlaender.rules.given import GivenOptions, given_seats
from rheinlaender.rules.position import MOST_SEATS, NOBODY, POSITION


class Single:
    """One game that is stepped by plain numbers, as fast as Python can call; `position` is its record."""

    def __init__(
        self, seats: int = 4, options: GivenOptions = None, seed: int = 0, first: int = 0, board: Board | None = None
    ) -> None:
        show_compiling()
        self.engine = compiled(board or rhine())
        self.seats = given_seats(seats)
        self.template = template_of(options)
        self.positions = np.zeros(1, POSITION)
        self.mask = np.zeros((1, number_of_actions(board)), np.uint8)
        self.observation = np.zeros((1, length_of_observation(board)), np.uint8)
        self._rewards = np.zeros((1, MOST_SEATS), np.float32)
        self._ended = np.zeros(1, np.uint8)
        self._observers = np.zeros(1, np.int8)
        self._find_functions()
        self.reset(seed, first)

    def _find_functions(self) -> None:
        """Keep at hand what is called most."""
        self._step = self.engine.of(step_one)

    def __getstate__(self) -> dict[str, Any]:
        """Everything but the engine's functions, for copies and for pickling."""
        return {name: value for name, value in vars(self).items() if not callable(value)}

    def __setstate__(self, parts: dict[str, Any]) -> None:
        """What was copied or pickled, with the engine's functions."""
        vars(self).update(parts)
        self._find_functions()

    @property
    def position(self) -> Any:
        """The record of the game."""
        return self.positions[0]

    def reset(self, seed: int, first: int = 0) -> int:
        """Set up the game anew; the seat to move."""
        seeds, firsts = given_seeds([seed], 1), given_seats_of_games("first", first, 1, self.seats)
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
        self._observers[:] = given_seats_of_games("observers", seat, 1, self.seats, NOBODY)
        self.engine.of(observe_games)(self.positions, self._observers, self.observation, 0, 1)
        row: Array = self.observation[0]
        return row

    def rewards(self, reward: str = "share") -> Array:
        """Each seat's reward at the end of the game; before the end all are 0."""
        kind = REWARDS[given_reward(reward)]
        self.engine.of(reward_games)(self.positions, self._rewards, self._ended, kind, 0, 1)
        return self._rewards[0, : self.seats].copy()
