"""What the rules answer at their edges: without a journal, beyond the last move, when a seat has nothing left."""

import numpy as np
import pytest

from rheinlaender.game.game import Game
from rheinlaender.game.move import number_of_move, read_move
from rheinlaender.game.options import Options
from rheinlaender.notation.figure import check_figure
from rheinlaender.rules.arrays import FIELD_CARD, NOWHERE
from rheinlaender.rules.bastions import nth_free_land
from rheinlaender.rules.cards import discarded_cards
from rheinlaender.rules.duchies import first_field_of
from rheinlaender.rules.legal import bank_of, count_moves, is_legal, nth_reinforcement_with
from rheinlaender.rules.moves import PLACE_BASTION, SETTLE, card_of, field_of, kind_of, make_move
from rheinlaender.rules.position import DRAW_PHASE, MOST_DUCHIES, POSITION, Position
from rheinlaender.rules.primitives import add_product, add_product_in_registers
from rheinlaender.rules.sets import without_first
from rheinlaender.rules.turn import ends_game, finish_turn, play
from tests.long import LONG_TEST, others_long
from tests.setting import (
    ENGINE,
    FULL_REGIONS,
    KINDS,
    SOME_KINDS,
    bytes_of,
    clustered_game,
    game_of,
    position_of,
)

NO_SUPPLY = (
    "rh1 seats=5 options=hungarian first=b to=a ending=yes "
    "knights=a:L1,L2,L3,L4,L5,L6,L7,L8,L9,L10,L11,L12,L13,L14,L15,L16,L17 dukes=L1:a hands=a:20,40"
)


@pytest.mark.parametrize(("seats", "preset"), others_long(KINDS, SOME_KINDS, LONG_TEST))
def test_games_without_a_journal(seats: int, preset: str) -> None:
    """Without a journal nothing is told and everything happens just the same, byte for byte."""
    told = clustered_game(seats, preset, 8)
    position = told.first_position.copy()
    for turn in told.turns:
        for move in turn.moves:
            ENGINE.of(play)(position, number_of_move(ENGINE.board, move), None)
        assert position.phase == DRAW_PHASE
        ENGINE.of(finish_turn)(position, None)
    assert bytes_of(position) == bytes_of(told.position)


def test_nothing_beyond_the_last() -> None:
    """Asked for a field beyond the last one the rules answer NOWHERE."""
    position = position_of("rh1 seats=3 knights=a:L2,L9 hands=a:10")
    assert ENGINE.of(nth_free_land)(position, 102) == ENGINE.of(nth_free_land)(position, 999) == NOWHERE
    assert ENGINE.of(nth_reinforcement_with)(position, 10, 99) == NOWHERE
    assert ENGINE.of(first_field_of)(position, MOST_DUCHIES - 1) == NOWHERE
    assert ENGINE.of(bank_of)(10, 0) == NOWHERE


def test_nothing_is_legal_outside_a_decision() -> None:
    """When the game is over, and before the draw, no move is legal and none is listed."""
    move = number_of_move(ENGINE.board, read_move("1L"))
    over = position_of("rh1 seats=3 phase=over")
    assert not ENGINE.of(is_legal)(over, move) and ENGINE.of(count_moves)(over) == 0
    game = game_of(FULL_REGIONS)
    game.decide(game.check("1-"))
    assert game.position.phase == DRAW_PHASE and game.legal_moves() == []


def test_what_is_no_move_of_the_phase() -> None:
    """A bastion with a card is no way to play a card, and a settling is no bastion."""
    position = position_of("rh1 seats=3 hands=a:10")
    assert not ENGINE.of(is_legal)(position, make_move(PLACE_BASTION, 10, 0))
    position = position_of("rh1 seats=3 phase=bastion knights=a:L9")
    assert not ENGINE.of(is_legal)(position, make_move(SETTLE, 0, 0))


def test_changes_without_supply() -> None:
    """A seat with no knight in supply lists the changes of its cards, and nothing else."""
    assert [str(move) for move in game_of(NO_SUPPLY).legal_moves()] == ["20-", "40-"]


CASTLE_BETWEEN_DUKES = """
rh1 seats=3 options=short landmarks=.............C............ to=c knights=a:{}/b:{} dukes={}:a,W25:b hands=c:25
play 25L .
garrison N {}
"""


@pytest.mark.parametrize(
    ("of_a", "of_b", "seat"),
    [("L23,L24", "W25,R25", "c"), ("L22,L23,L24", "W25,R25", "a"), ("L23,L24", "W25,R25,R26", "b")],
)
def test_castle_between_dukes_of_several_seats(of_a: str, of_b: str, seat: str) -> None:
    """Dukes of several seats touch a new castle: the leader of the joined group mans it, or who acts without one."""
    assert check_figure(CASTLE_BETWEEN_DUKES.format(of_a, of_b, of_a.split(",")[0], seat)) == []


def test_moves_as_numbers() -> None:
    """A move's number holds what is done, with which card, on which field."""
    move = make_move(PLACE_BASTION, 54, 157)
    assert (kind_of(move), card_of(move), field_of(move)) == (PLACE_BASTION, 54, 157)


def test_record_is_small() -> None:
    """A position is one record of at most two kibibytes."""
    assert POSITION.itemsize <= 2048


def test_position_is_a_window() -> None:
    """A position shows the bytes of its record; a copy is independent; it can take over another's bytes."""
    one, other = Game.new(3, seed=1).position, Game.new(4, Options(end="round"), seed=2).position
    copy = Position(one.record)
    assert bytes_of(copy) == bytes_of(one) == bytes_of(one.copy())
    copy.seat = 2
    copy.coins[0] = 7
    assert (one.seat, one.coins[0]) == (0, 0) and copy.record["coins"][0] == 7
    copy.become(other)
    assert bytes_of(copy) == bytes_of(other) and copy.seats == 4
    assert np.zeros(1, POSITION).tobytes() == Position().array.tobytes()


def test_sets_lose_their_first_members() -> None:
    """A set without so many of its lowest members; more than it has leave nothing."""
    assert [ENGINE.of(without_first)(0b101100, number) for number in range(5)] == [0b101100, 0b101000, 0b100000, 0, 0]


def test_the_cards_of_the_discard() -> None:
    """The discard is a set of cards, empty where nothing has been played."""
    assert ENGINE.of(discarded_cards)(position_of("rh1 seats=3 discard=7,30,2")) == 1 << 7 | 1 << 30 | 1 << 2
    assert ENGINE.of(discarded_cards)(position_of("rh1 seats=3")) == 0


def test_the_last_turn_of_a_game() -> None:
    """A last knight ends the game after its turn, or, where rounds are whole, after the last seat's."""
    position = position_of(NO_SUPPLY)
    assert not ENGINE.of(ends_game)(position)
    position.phase = DRAW_PHASE
    assert ENGINE.of(ends_game)(position)
    position.first = 2
    assert not ENGINE.of(ends_game)(position)


def test_products_of_rows_and_matrices() -> None:
    """A row times a matrix is added to sums, alike in rows of the matrix and in four columns at a time."""
    random = np.random.default_rng(5)
    row, weights = random.normal(size=7), random.normal(size=(7, 8))
    row[3] = 0.0
    sums = [np.ones(8), np.ones(8)]
    add_product(row, weights, sums[0], 7, 8)
    add_product_in_registers(row, weights, sums[1], 7, 8)
    for found in sums:
        assert np.allclose(found, 1 + row @ weights)


def test_the_cards_of_a_field() -> None:
    """Every field lies in the region of its card; a field of an island in two."""
    board = ENGINE.board
    for region, names in board.regions.items():
        for name in names:
            assert region in [FIELD_CARD[board.numbers[name], place] for place in range(2)]
