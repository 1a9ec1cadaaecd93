"""One game as the environments see it: steps by numbers, fresh arrays for every look, computer players on demand."""

from collections.abc import Sequence
from dataclasses import replace
from operator import index
from typing import Any

import numpy as np

from rheinlaender.batches.actions import action_of_move, move_of_action
from rheinlaender.batches.arguments import Array, length_of_observation, number_of_actions
from rheinlaender.batches.errors import GameFinished, IllegalAction
from rheinlaender.batches.features import FACTS, PLANES
from rheinlaender.batches.kernels import STEP_FINISHED, choose_actions, draw_games, see_games, set_up_games, step_one
from rheinlaender.batches.others import step_and_see, step_past_others
from rheinlaender.batches.single import Single
from rheinlaender.board import Board
from rheinlaender.game.move import Move, move_of_number, number_of_move
from rheinlaender.game.seat import LETTERS
from rheinlaender.game.view import View, view_of
from rheinlaender.rules.compile import interpreted
from rheinlaender.rules.given import GivenOptions
from rheinlaender.rules.legal import count_moves, nth_move
from rheinlaender.rules.position import NOBODY, OVER, Position

FORMS = ("compact", "float")
ILLEGAL = ("error", "random")
WORD = np.iinfo(np.uint64).max
MOST_ACTION = 2**31 - 1

Look = tuple[Array, Array]
"""What a seat may know, and a mask of legal actions."""


def one_of(name: str, value: Any, known: Sequence[Any]) -> Any:
    """The value, if it is a known one."""
    if value not in known:
        raise ValueError(f"There is no {name} {value!r}; there are {', '.join(map(repr, known))}.")
    return value


def number_of(action: Any) -> int:
    """An action as a number, if it is one that a machine word can hold; true and false are none."""
    if type(action) is not int:
        if isinstance(action, (bool, np.bool_)):
            raise IllegalAction(game=0, action=action)
        try:
            action = index(action)
        except TypeError:
            raise IllegalAction(game=0, action=action) from None
    if not -1 <= action <= MOST_ACTION:
        raise IllegalAction(game=0, action=action)
    return int(action)


def length_of(form: str, fields: int) -> int:
    """The number of entries of an observation: bytes in compact form; planes and then facts in float form."""
    return length_of_observation() if form == "compact" else fields * PLANES + FACTS


def view_of_record(board: Board, record: Any, seat: int) -> View:
    """What a seat, or a watcher, may know of a game, in the words of the game; coins are counted."""
    position = Position(record)
    counted = {LETTERS[number]: position.coins[number] for number in range(position.seats)}
    return replace(view_of(interpreted(board), position, seat), counted=counted)


class SteppedGame(Single):
    """One game. Every look gives arrays of its own, which the caller may keep."""

    def __init__(self, seats: int, options: GivenOptions, form: str = "compact") -> None:
        super().__init__(seats, options)
        self.form = one_of("form of observation", form, FORMS)
        self.is_compact = form == "compact"
        self.fields = len(self.engine.board.fields)
        self.actions = number_of_actions()
        self._looking = [np.array([seat], np.int8) for seat in range(seats)]
        self._length = length_of_observation()
        self._random, self._seeds = np.zeros(1, np.uint64), np.zeros(1, np.uint64)
        self._firsts, self._all = np.zeros(1, np.int8), np.ones(1, np.uint8)
        self._chosen = np.zeros(1, np.int32)

    def _find_functions(self) -> None:
        super()._find_functions()
        self._step_and_see, self._step_past_others = self.engine.of(step_and_see), self.engine.of(step_past_others)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.positions["phase"][0] == OVER)

    @property
    def seat_to_move(self) -> int:
        """The seat to move."""
        return int(self.positions["seat"][0])

    def set_up(self, random: np.random.Generator, seed: int | None, first: object) -> int:
        """Set up a game, of this seed everywhere or of a random one: the seat to move. A wrong seat changes nothing."""
        words = random.integers(WORD, size=2, dtype=np.uint64)
        if first == 0 and type(first) is int:
            self._seeds[0] = words[0] if seed is None else seed
            arrays = self.positions, self.template, self._seeds, self._firsts, self._all
            self.engine.of(set_up_games)(*arrays, self.seats, 0, 1)
        else:
            self.reset(int(words[0]) if seed is None else seed, first)  # type: ignore[arg-type]
        self._random[0] = words[1]
        return int(self.positions["first"][0]) if first != 0 else 0

    def look(self, seat: int) -> Look:
        """What a seat may know, and the legal actions of the seat to move."""
        rows, masks = np.empty((1, self._length), np.uint8), np.empty((1, self.actions), np.uint8)
        self.engine.of(see_games)(self.positions, self._looking[seat], masks, rows, 0, 1)
        return (rows[0] if self.is_compact else self._drawn(rows)), masks[0].view(np.int8)

    def step_and_look(self, action: Any) -> tuple[int, Look | None]:
        """Step: the seat to move, and its look at the game; NOBODY and None when the game is over."""
        rows, masks = np.empty((1, self._length), np.uint8), np.empty((1, self.actions), np.uint8)
        seat = self._step_and_see(self.positions, number_of(action), masks, rows)
        if seat < 0:
            return self._over_or_refused(seat, action), None
        return seat, ((rows[0] if self.is_compact else self._drawn(rows)), masks[0].view(np.int8))

    def step_past_others(self, action: Any, own: int) -> tuple[int, Look]:
        """Step, let the others act at random up to the own turn or the end: the seat to move, and the own look."""
        rows, masks = np.empty((1, self._length), np.uint8), np.empty((1, self.actions), np.uint8)
        seat = self._step_past_others(self.positions, number_of(action), own, self._random, masks, rows)
        if seat < 0:
            self._over_or_refused(seat, action)
        return seat, ((rows[0] if self.is_compact else self._drawn(rows)), masks[0].view(np.int8))

    @staticmethod
    def _over_or_refused(seat: int, action: Any) -> int:
        """NOBODY for a game that has come to its end; a refused step raises."""
        if seat == NOBODY:
            return NOBODY
        raise GameFinished(game=0) if seat == STEP_FINISHED else IllegalAction(game=0, action=action)

    def _drawn(self, rows: Array) -> Array:
        """The float form of an observation: the planes, field by field, and then the facts, in one row."""
        drawn = np.empty(self.fields * PLANES + FACTS, np.float32)
        planes = drawn[: self.fields * PLANES].reshape(1, self.fields, PLANES)
        self.engine.of(draw_games)(rows, planes, drawn[self.fields * PLANES :].reshape(1, FACTS), 0, 1)
        return drawn

    def random_action(self) -> int:
        """A random legal action, each with the same chance."""
        self.engine.of(choose_actions)(self.positions, self._random, self._chosen, 0, 1)
        return int(self._chosen[0])

    def play_random(self, seat: int, seats: tuple[bool, ...]) -> int:
        """Let the seats that are marked act at random as long as one of them is to move; the seat to move then."""
        choose, step, positions = self.engine.of(choose_actions), self.engine.of(step_one), self.positions
        random, chosen = self._random, self._chosen
        while seat != NOBODY and seats[seat]:
            choose(positions, random, chosen, 0, 1)
            seat = step(positions, int(chosen[0]))
        return seat

    def is_legal_action(self, action: object) -> bool:
        """Whether something is the number of a legal action."""
        if isinstance(action, (bool, np.bool_)) or not isinstance(action, (int, np.integer)):
            return False
        if not 0 <= int(action) < self.actions:
            return False
        return bool(self.look(self.seat_to_move)[1][int(action)])

    def step_forgiving(self, action: Any) -> tuple[int, bool]:
        """Step; a random action is done in the place of one that is illegal. The seat to move, and whether it was."""
        is_legal = self.is_legal_action(action)
        return self.step(int(action) if is_legal else self.random_action()), not is_legal

    def view(self, seat: int = NOBODY) -> View:
        """What a seat, or a watcher, may know, in the words of the game."""
        return view_of_record(self.engine.board, self.position, seat)

    def legal_moves(self) -> list[Move]:
        """All legal moves of the seat to move."""
        record, board = self.position, self.engine.board
        return [
            move_of_number(board, int(self.engine.of(nth_move)(record, number)))
            for number in range(self.engine.of(count_moves)(record))
        ]

    def action_of(self, move: Move) -> int:
        """The action that stands for a move now."""
        return int(self.engine.of(action_of_move)(self.position, number_of_move(self.engine.board, move)))

    def move_of(self, action: int) -> Move | None:
        """The move that an action stands for now, or None if it stands for none."""
        number = int(self.engine.of(move_of_action)(self.position, action))
        return None if number < 0 else move_of_number(self.engine.board, number)

    def shares(self, reward: str) -> list[float]:
        """Each seat's reward now; before the end all are 0."""
        return [float(share) for share in self.rewards(reward)]
