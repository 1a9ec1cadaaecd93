"""Unrolled chance is the engine's chance: the same games, with the true probabilities."""

import copy
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from rheinlaender.batches.single import Single
from rheinlaender.envs.unrolled import LANDMARK_COUNTS, SHUFFLE, UnrolledGame
from rheinlaender.rules.position import CARDS, HAND, LANDMARKS, NAMES, SITES
from tests.long import LONG_TEST, others_long

SEATS = (3, 4, 5)
GAMES = 80
UNKNOWN = ("rng", "pile")
"""What chance from outside does not know: the generator, and the order of the deck."""


def landmarks_of(position: Any) -> list[int]:
    """The kind of landmark on each site."""
    return [next(kind for kind in range(LANDMARKS) if position["landmark"][kind] >> site & 1) for site in range(SITES)]


def hand_of(position: Any, seat: int) -> set[int]:
    """The cards in a hand."""
    return {card for card in range(1, CARDS + 1) if int(position["hand"][seat]) >> card & 1}


def deal_of(position: Any) -> list[int]:
    """The first hands in some order in which they can have been dealt."""
    hands = [sorted(hand_of(position, seat)) for seat in range(position["seats"])]
    return [hands[seat][number] for number in range(HAND) for seat in range(len(hands))]


def set_up(single: Single) -> UnrolledGame:
    """The unrolled game with the landmarks and hands of the engine's game."""
    game = UnrolledGame(single.seats)
    for kind in landmarks_of(single.position):
        assert kind in dict(game.chance_outcomes())
        game.take_chance(kind)
    for card in deal_of(single.position):
        assert card - 1 in dict(game.chance_outcomes())
        game.take_chance(card - 1)
    return game


def assert_same(game: UnrolledGame, single: Single) -> None:
    """Everything but what only the engine's chance knows is the same."""
    mine, engine = game.positions[0], single.position
    for name in NAMES:
        if name not in UNKNOWN:
            assert (mine[name] == engine[name]).all(), name
    deck, discard = int(engine["deck"]), int(engine["discard"])
    assert set(mine["pile"][:deck]) == set(engine["pile"][:deck])
    assert (mine["pile"][CARDS + 1 - discard :] == engine["pile"][CARDS + 1 - discard :]).all()


def events(seats: int, games: int) -> Iterator[tuple[UnrolledGame, int]]:
    """Every chance event of the engine's games at the end of a turn: the unrolled game before it, and the outcome."""
    random = np.random.default_rng(seats)
    for seed in range(games):
        single = Single(seats, seed=seed)
        game, to_move = set_up(single), 0
        while to_move != -1:
            assert_same(game, single)
            seat = to_move
            action = int(random.choice(game.legal_actions()))
            to_move = single.step(action)
            game.act(action)
            if game.is_chance:
                card = (hand_of(single.position, seat) - hand_of(game.positions[0], seat)).pop()
                if single.position["discard"] == 0:
                    yield game, SHUFFLE
                    game.take_chance(SHUFFLE)
                yield game, card - 1
                game.take_chance(card - 1)
        assert_same(game, single)
        assert game.is_over and game.shares() == pytest.approx(single.rewards().tolist())


@pytest.mark.parametrize("seats", others_long(SEATS, [4], LONG_TEST))
def test_engine_games_are_unrolled_games(seats: int) -> None:
    """Every game of the engine is an unrolled game, position for position, and its chance events were possible."""
    shuffles = draws = 0
    expected_shuffles = variance = 0.0
    ranks, random = [], np.random.default_rng(1)
    for game, outcome in events(seats, GAMES):
        chances = dict(game.chance_outcomes())
        assert outcome in chances and sum(chances.values()) == pytest.approx(1.0)
        assert len(set(chances.values())) == 1
        if SHUFFLE in chances:
            expected_shuffles += chances[SHUFFLE]
            variance += chances[SHUFFLE] * (1 - chances[SHUFFLE])
            shuffles += outcome == SHUFFLE
        if outcome != SHUFFLE:
            cards = [card for card in chances if card != SHUFFLE]
            ranks.append((cards.index(outcome) + random.random()) / len(cards))
            draws += 1
    assert draws > 4000 and abs(shuffles - expected_shuffles) < 4 * variance**0.5
    assert_even(ranks)


def assert_even(ranks: list[float]) -> None:
    """Numbers between 0 and 1 are spread evenly, by the statistic of Kolmogorov and Smirnov."""
    ordered = np.sort(ranks)
    steps = np.arange(1, len(ordered) + 1) / len(ordered)
    assert np.abs(ordered - steps).max() < 2.2 / len(ordered) ** 0.5


def test_landmarks_have_their_true_probabilities() -> None:
    """On each site, given those before, a kind of landmark comes up in the engine's games as often as it should."""
    single = Single(3)
    score = np.zeros(LANDMARKS)
    variance = np.zeros(LANDMARKS)
    for seed in range(1000):
        single.reset(seed)
        left = np.array(LANDMARK_COUNTS, float)
        for number, kind in enumerate(landmarks_of(single.position)):
            chances = left / (SITES - number)
            if number < SITES // 2:
                score += (np.arange(LANDMARKS) == kind) - chances
                variance += chances * (1 - chances)
            left[kind] -= 1
    assert (np.abs(score) < 4 * variance**0.5).all()


def test_landmark_outcomes_follow_what_is_left() -> None:
    """The probability of a kind of landmark is what is left of it among all that is left."""
    game = UnrolledGame(4)
    assert dict(game.chance_outcomes()) == {0: 7 / 26, 1: 7 / 26, 2: 4 / 26, 3: 4 / 26, 4: 4 / 26}
    for _ in range(4):
        game.take_chance(2)
    assert dict(game.chance_outcomes()) == {0: 7 / 22, 1: 7 / 22, 3: 4 / 22, 4: 4 / 22}


def test_shuffle_card_is_one_of_the_cards_of_the_deck() -> None:
    """At a draw each card of the deck, the shuffle card too, has the same probability; after a shuffle it is out."""
    game = set_up(Single(3, seed=4))
    while not game.is_chance:
        game.act(game.legal_actions()[-1])
    outcomes = dict(game.chance_outcomes())
    assert len(outcomes) == 54 - 15 + 1 and set(outcomes.values()) == {1 / 40} and SHUFFLE in outcomes
    game.take_chance(SHUFFLE)
    outcomes = dict(game.chance_outcomes())
    assert len(outcomes) == 40 and set(outcomes.values()) == {1 / 40} and SHUFFLE not in outcomes


def test_copies_are_independent() -> None:
    """A copy goes its own way."""
    game = set_up(Single(4, seed=4))
    twin = copy.deepcopy(game)
    before = str(game)
    twin.act(twin.legal_actions()[0])
    twin.act(twin.legal_actions()[0])
    twin.take_chance(twin.chance_outcomes()[0][0])
    assert str(game) == before and len(game.turns) == 0 and len(twin.turns) == 1
