"""Re-deals: uniform over the worlds that fit what a seat has seen, and never against it."""

from collections import Counter
from itertools import permutations

import pytest

from rheinlaender.game.game import Game
from rheinlaender.game.invariants import broken_facts
from rheinlaender.game.possible import cards_problem
from rheinlaender.game.view import deck_of, hand_of
from rheinlaender.rules.compile import interpreted
from rheinlaender.rules.position import CARDS, Position
from rheinlaender.thinking.redeal import redeal
from tests.bots.positions import random_games, redealt

CRITICAL_P_001 = {5: 20.5, 11: 31.3, 23: 49.7, 119: 173.6}


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
