"""Interpreted and compiled rules play the same games, byte for byte."""

import os
from random import Random

import numpy as np
import pytest

from rheinlaender.batches.arguments import template_of
from rheinlaender.rules.compile import compiled, interpreted, word
from rheinlaender.rules.journal import EVENT_NUMBERS, MOST_EVENTS
from rheinlaender.rules.position import DRAW_PHASE, OVER, POSITION, Position
from rheinlaender.rules.setup import set_up
from rheinlaender.rules.turn import finish_turn, play
from rheinlaender.thinking.random_play import random_move
from tests.setting import PRESETS, SEATS

GAMES = 1000 if os.environ.get("RHEINLAENDER_LONG") else 100
PLAIN, FAST = interpreted(), compiled()


@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seats", SEATS)
def test_interpreted_is_compiled(seats: int, preset: str, part: int) -> None:
    """After every decision of a hundred random games the whole record is the same, interpreted and compiled."""
    for seed in range(part, GAMES, 4):
        play_twice(seats, preset, seed, with_journal=seed % 10 == 0)


def play_twice(seats: int, preset: str, seed: int, with_journal: bool) -> None:
    """Play one game on both targets and compare as it goes."""
    random = Random(seed)
    plain, fast = Position(template_of(preset)[0]), template_of(preset)
    first = seed % seats
    PLAIN.of(set_up)(plain, seats, first, seed)
    FAST.of(set_up)(fast[0], seats, first, word(seed))
    assert plain.array.tobytes() == fast.tobytes()
    journals = [np.zeros((MOST_EVENTS + 1, EVENT_NUMBERS), np.int16) for _ in range(2)]
    while plain.phase != OVER:
        bits = random.getrandbits(64)
        move = PLAIN.of(random_move)(plain, bits)
        assert move == FAST.of(random_move)(fast[0], word(bits))
        pair = (journals[0].data, journals[1]) if with_journal else (None, None)
        PLAIN.of(play)(plain, move, pair[0])
        FAST.of(play)(fast[0], move, pair[1])
        assert plain.array.tobytes() == fast.tobytes(), (seats, preset, seed, plain.turn)
        if plain.phase == DRAW_PHASE:
            PLAIN.of(finish_turn)(plain, pair[0])
            FAST.of(finish_turn)(fast[0], pair[1])
        assert plain.array.tobytes() == fast.tobytes(), (seats, preset, seed, plain.turn)
        assert journals[0].tobytes() == journals[1].tobytes()
        for journal in journals:
            journal[:] = 0


def test_size_of_the_record() -> None:
    """Both targets look at the same bytes: a position is a record of little more than a thousand."""
    assert Position().array.dtype == POSITION and POSITION.itemsize == 1128
