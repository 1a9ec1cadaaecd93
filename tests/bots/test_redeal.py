"""Re-deals: uniform over the worlds that fit what a seat has seen, and remembers, and never against it."""

from collections import Counter
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from rheinlaender.game.game import Game
from rheinlaender.game.invariants import broken_facts
from rheinlaender.game.possible import cards_problem
from rheinlaender.game.view import deck_of, hand_of
from rheinlaender.rules.compile import compiled, interpreted
from rheinlaender.rules.position import CARDS, HAND, Position
from rheinlaender.thinking.redeal import MEMORY, redeal, redeal_remembering
from tests.bots.positions import random_games, redealt

CRITICAL_P_001 = {5: 20.5, 7: 24.3, 11: 31.3, 23: 49.7, 119: 173.6}


def small_world() -> Position:
    """Three seats; seat a sees all but four cards: b holds one, c holds one, one and the shuffle card are the deck."""
    position = Game.new(3, seed=1).position
    for seat, cards in ((0, range(1, 6)), (1, [50]), (2, [51])):
        position.hand[seat] = sum(1 << card for card in cards)
    position.pile[0], position.pile[1] = 0, 52
    position.deck = 2
    seen = [card for card in range(6, CARDS + 1) if card not in (50, 51, 52)]
    for place, card in enumerate(seen):
        position.pile[CARDS - place] = card
    position.discard = len(seen)
    return position


def test_redeals_are_uniform() -> None:
    """All twelve consistent worlds (three cards in three places, the shuffle card in two) come up alike: chi-square."""
    start = small_world()
    engine, counted, rounds = interpreted(), Counter(), 6000  # type: ignore[var-annotated]
    for number in range(rounds):
        position = start.copy()
        position.rng = number * 7919 + 1
        engine.of(redeal)(position, 0)
        counted[hand_of(position, 1), hand_of(position, 2), deck_of(position)] += 1
    worlds = {((b,), (c,), deck) for b, c, left in permutations((50, 51, 52)) for deck in ((left, 0), (0, left))}
    assert set(counted) == worlds
    expected = rounds / len(worlds)
    assert sum((number - expected) ** 2 / expected for number in counted.values()) < CRITICAL_P_001[len(worlds) - 1]


@pytest.mark.parametrize("seed", range(3))
def test_redeals_contradict_no_observation(seed: int) -> None:
    """A re-deal keeps the own hand, the discard, all sizes and the board, and every card lies in one place."""
    for game in random_games(20, seed=seed):
        other = redealt(game, seed=seed + 1)
        assert other.view(game.to_move) == game.view(game.to_move)
        assert cards_problem(other.position) is None
        assert broken_facts(game.board, other.position) == []


def memory_of(reshuffled: dict[int, int]) -> Any:
    """A memory of when cards came back."""
    memory = np.zeros(1, MEMORY).view(np.recarray)
    memory[0].newest = max(reshuffled.values(), default=0)
    for card, turns in reshuffled.items():
        memory[0].reshuffled[card] = turns
    return memory[0]


def test_redeals_with_a_memory_are_uniform() -> None:
    """b drew before card 50 came back, c after it: the eight worlds in which b does not hold it come up alike."""
    start = small_world()
    start.turn = 9  # b has drawn as the eighth turn ended, c as the ninth did
    engine, counted, rounds = interpreted(), Counter(), 6000  # type: ignore[var-annotated]
    for number in range(rounds):
        position = start.copy()
        position.rng = number * 7919 + 1
        engine.of(redeal_remembering)(position, 0, memory_of({50: 9}))
        counted[hand_of(position, 1), hand_of(position, 2), deck_of(position)] += 1
    worlds = {
        ((b,), (c,), deck) for b, c, left in permutations((50, 51, 52)) if b != 50 for deck in ((left, 0), (0, left))
    }
    assert set(counted) == worlds
    expected = rounds / len(worlds)
    assert sum((number - expected) ** 2 / expected for number in counted.values()) < CRITICAL_P_001[len(worlds) - 1]


def drawn_since(position: Position, seat: int, turns: int) -> int:
    """How many turns a seat has finished since so many were."""
    return sum((position.first + turn) % position.seats == seat for turn in range(turns - 1, position.turn))


def test_a_memory_excludes_what_cannot_be_and_nothing_that_is() -> None:
    """No hand gets more cards that came back than it has drawn since; the true hands never have more either."""
    games = [game for seed in range(3) for game in random_games(40, seed=seed) if game.view().reshuffled]
    assert len(games) > 40
    strained = 0
    for game in games:
        view, position = game.view(game.to_move), game.position.copy()
        position.rng = 17
        interpreted().of(redeal_remembering)(position, position.seat, memory_of(view.reshuffled))
        assert Game(position, game.engine).view(game.to_move) == view
        assert cards_problem(position) is None and broken_facts(game.board, position) == []
        for world in (position, game.position):
            for seat in set(range(position.seats)) - {position.seat}:
                for turns in set(view.reshuffled.values()):
                    since = sum(view.reshuffled.get(card, 0) >= turns for card in hand_of(world, seat))
                    drawn = drawn_since(position, seat, turns)
                    assert since <= drawn
                    strained += drawn < HAND
    assert strained > 20


def test_a_memory_of_nothing_and_a_wrong_one() -> None:
    """Without a new deck all is dealt as by somebody who does not remember; what cannot be true still deals a world."""
    for game in random_games(6, seed=9):
        plain, empty, wrong = (game.position.copy() for _ in range(3))
        interpreted().of(redeal)(plain, plain.seat)
        interpreted().of(redeal_remembering)(empty, empty.seat, memory_of({}))
        assert plain.array.tobytes() == empty.array.tobytes()
        impossible = dict.fromkeys(range(1, CARDS + 1), 400)
        interpreted().of(redeal_remembering)(wrong, wrong.seat, memory_of(impossible))
        assert cards_problem(wrong) is None


def test_a_memory_is_the_same_compiled() -> None:
    """Compiled and interpreted, the same cards are dealt."""
    for game in random_games(30, seed=4):
        here, there = game.position.copy(), game.position.copy()
        reshuffled = game.view().reshuffled
        interpreted().of(redeal_remembering)(here, here.seat, memory_of(reshuffled))
        compiled().of(redeal_remembering)(there.record, there.seat, memory_of(reshuffled))
        assert here.array.tobytes() == there.array.tobytes()
