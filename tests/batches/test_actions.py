"""Actions: the mask shows the legal moves, and an action and its move stand for each other."""

import numpy as np
import pytest

from rheinlaender.batches.actions import (
    BASTION_WAY,
    NO_MOVE,
    WAYS,
    action_of_move,
    is_legal_action,
    move_of_action,
    write_mask,
)
from rheinlaender.batches.arguments import number_of_actions
from rheinlaender.batches.kernels import mask_games
from rheinlaender.rules.compile import compiled, interpreted
from rheinlaender.rules.legal import count_moves, nth_move
from rheinlaender.rules.moves import CHANGE, NO_BASTION, PLACE_BASTION, make_move
from rheinlaender.rules.position import OVER, Position
from tests.batches.games import positions_on_the_way
from tests.long import LONG_TEST, others_long
from tests.setting import KINDS, SOME_KINDS

FAST, PLAIN = compiled(), interpreted()
FIELDS = 158


@pytest.mark.parametrize(("seats", "preset"), others_long(KINDS, SOME_KINDS, LONG_TEST))
def test_mask_is_the_legal_moves(seats: int, preset: str) -> None:
    """In every position the actions with a 1 are those of the legal moves, one for each; at the end there is none."""
    mask = np.zeros((1, number_of_actions()), np.uint8)
    for position in positions_on_the_way(seats, preset):
        mask[:] = 7
        FAST.of(mask_games)(position, mask, 0, 1)
        record = position[0]
        moves = [FAST.of(nth_move)(record, number) for number in range(FAST.of(count_moves)(record))]
        actions = [FAST.of(action_of_move)(record, move) for move in moves]
        assert len(set(actions)) == len(moves) and set(np.unique(mask)) <= {0, 1}
        assert np.array_equal(np.flatnonzero(mask[0]), np.sort(actions))
        assert [FAST.of(move_of_action)(record, action) for action in actions] == moves
        assert (len(moves) == 0) == (record["phase"] == OVER)


@pytest.mark.parametrize(("seats", "preset"), others_long(KINDS, SOME_KINDS, LONG_TEST))
def test_every_action_is_a_move_or_none(seats: int, preset: str) -> None:
    """Legal or not, an action that stands for a move is that move's action; legality is the mask's."""
    mask = np.zeros((1, number_of_actions()), np.uint8)
    for position in positions_on_the_way(seats, preset, games=1, every=9):
        FAST.of(mask_games)(position, mask, 0, 1)
        record = position[0]
        for action in range(number_of_actions()):
            move = FAST.of(move_of_action)(record, action)
            assert move == NO_MOVE or FAST.of(action_of_move)(record, move) == action
            assert FAST.of(is_legal_action)(record, action) == mask[0, action]


def test_actions_that_are_none() -> None:
    """Numbers outside of the table, and cards that the hand does not have, stand for no move."""
    position = Position(positions_on_the_way(3, "parker", games=1)[0][0])
    for action in (-1, -(2**31), number_of_actions(), 2**31):
        assert PLAIN.of(move_of_action)(position, action) == NO_MOVE and not PLAIN.of(is_legal_action)(position, action)
    position.hand[position.seat] = 0b1110
    assert PLAIN.of(move_of_action)(position, 3) == PLAIN.of(move_of_action)(position, 4) == NO_MOVE
    assert PLAIN.of(move_of_action)(position, 2) != NO_MOVE


def test_layout() -> None:
    """The last row is for no field: changing a card by its place in the hand, and doing without a bastion."""
    position = Position(positions_on_the_way(4, "parker", games=1)[0][0])
    hand = [card for card in range(55) if position.hand[position.seat] >> card & 1]
    for slot, card in enumerate(hand):
        assert PLAIN.of(move_of_action)(position, FIELDS * WAYS + slot) == PLAIN.of(make_move)(CHANGE, card, 0)
    assert PLAIN.of(move_of_action)(position, FIELDS * WAYS + BASTION_WAY) == PLAIN.of(make_move)(NO_BASTION, 0, 0)
    assert PLAIN.of(move_of_action)(position, 17 * WAYS + BASTION_WAY) == PLAIN.of(make_move)(PLACE_BASTION, 0, 17)
    assert number_of_actions() == 954


@pytest.mark.parametrize(("seats", "preset"), others_long(KINDS, SOME_KINDS, LONG_TEST))
def test_interpreted_mask(seats: int, preset: str) -> None:
    """Interpreted, the mask is the same."""
    mine, other = bytearray(number_of_actions()), np.zeros((1, number_of_actions()), np.uint8)
    for position in positions_on_the_way(seats, preset, games=1):
        FAST.of(mask_games)(position, other, 0, 1)
        PLAIN.of(write_mask)(Position(position[0]), mine)
        assert bytes(mine) == other.tobytes()
