"""Legal moves: each is listed once, no other is legal, and random play chooses evenly among them."""

from collections import Counter

import pytest
from hypothesis import given, strategies as st

from rheinlaender import ChangeCard, Convert, Move, NoBastion, PlaceBastion, Reinforce, Settle
from rheinlaender.board.board import BANKS
from rheinlaender.game.legality import why_illegal
from rheinlaender.game.move import move_of_number, number_of_move
from rheinlaender.rules.chance import following, mixed
from rheinlaender.rules.legal import count_moves, is_legal, nth_move
from rheinlaender.thinking.random_play import random_move
from tests.properties.strategies import Course, bounded, courses
from tests.setting import ARCHBISHOP, ENGINE, FULL_REGIONS, position_of

FIELDS = ENGINE.board.fields
CONCEIVABLE: list[Move] = [
    NoBastion(),
    *(PlaceBastion(field) for field in FIELDS),
    *(ChangeCard(card) for card in range(1, 55)),
    *(kind(card, bank) for kind in (Settle, Convert) for card in range(1, 55) for bank in BANKS),
    *(Reinforce(card, field) for card in range(1, 55) for field in FIELDS),
]
NUMBERS = {number_of_move(ENGINE.board, move): move for move in CONCEIVABLE}


@bounded(60)
@given(courses())
def test_legal_moves_are_those_that_are_listed(course: Course) -> None:
    """Of all conceivable moves exactly the listed ones are legal, and each is listed once."""
    game = course.middle()
    engine, position = game.engine, game.position
    listed = [engine.of(nth_move)(position, number) for number in range(engine.of(count_moves)(position))]
    assert len(set(listed)) == len(listed)
    assert {number for number in NUMBERS if engine.of(is_legal)(position, number)} == set(listed)
    assert [str(move) for move in game.legal_moves()] == [str(NUMBERS[number]) for number in listed]


@bounded(12)
@given(courses())
def test_listed_moves_in_whole_games(course: Course) -> None:
    """At every decision there is a legal move, each is listed once and each is legal."""
    game = course.begin()
    for move in course.moves(game):
        listed = [str(legal) for legal in game.legal_moves()]
        assert listed and len(set(listed)) == len(listed) and move in listed
        assert all(why_illegal(game.engine, game.position, legal) is None for legal in game.legal_moves())
        game.play(move)


@bounded(12)
@given(courses())
def test_refusals_are_those_of_illegal_moves(course: Course) -> None:
    """Every conceivable move is either listed or refused with words."""
    game = course.middle()
    listed = {str(move) for move in game.legal_moves()}
    for move in CONCEIVABLE[:: 1 + course.seed % 7]:
        refusal = why_illegal(game.engine, game.position, move)
        canonical = str(move_of_number(game.board, number_of_move(game.board, move)))
        assert (refusal is None) == (canonical in listed)
        assert refusal is None or refusal.words()


@bounded(40)
@given(courses(), st.integers(0, 2**64 - 1))
def test_random_moves_are_legal(course: Course, random: int) -> None:
    """A random move is a legal one."""
    game = course.middle()
    for number in range(20 if not game.is_over else 0):
        move = game.engine.of(random_move)(game.position, (random + number) % 2**64)
        assert game.engine.of(is_legal)(game.position, move)


POSITIONS = {
    "a first hand": "rh1 seats=3 hands=a:1,10,20,30,40",
    "reinforcements": "rh1 seats=3 knights=a:L2,L9,R20/b:L11 hands=a:10,21,50",
    "the archbishop": ARCHBISHOP,
    "rivers": "rh1 seats=4 options=short knights=a:L2,R2,L9,R9/b:L12,R12/c:L30 hands=a:2,9,12,13,30",
    "a bastion": "rh1 seats=3 phase=bastion knights=a:L2",
    "a change": FULL_REGIONS.replace("a:1/b:2", "a:1,2,3/b:54").replace("c:3", "c:53"),
    "an island field by two cards": "rh1 seats=3 knights=a:R37 hands=a:38,44",
}


@pytest.mark.parametrize("name", POSITIONS)
def test_random_moves_are_even(name: str) -> None:
    """Every legal move is chosen with the same chance: by chi-square, which one of ten thousand samples exceeds."""
    position = position_of(POSITIONS[name])
    moves = ENGINE.of(count_moves)(position)
    state, counted = 12345, Counter[int]()
    for _ in range(100 * moves):
        state = ENGINE.of(following)(state)
        counted[ENGINE.of(random_move)(position, ENGINE.of(mixed)(state))] += 1
    assert len(counted) == moves > 2
    deviation = sum((number - 100) ** 2 for number in counted.values()) / 100
    degrees = moves - 1
    limit = degrees * (1 - 2 / (9 * degrees) + 3.72 * (2 / (9 * degrees)) ** 0.5) ** 3
    assert deviation < limit
