"""A trained policy as a computer player: it sees what the environment shows its seat, and its actions mean the same."""

import numpy as np
import pytest

from rheinlaender import Game, MatchPlan, play_match
from rheinlaender.batches.arguments import Array
from rheinlaender.bots import Bot
from rheinlaender.envs.policy_bot import PolicyBot, seen_by
from rheinlaender.envs.stepped import SteppedGame

FIELDS, DUCHIES, OF_A_DUCHY = 158, 44, 7


def renumbered(observation: Array) -> Array:
    """A compact observation whose duchies are numbered in the order of their first fields."""
    numbers = observation[FIELDS : 2 * FIELDS]
    order = list(dict.fromkeys(number for number in numbers if number))
    table = observation[2 * FIELDS :][: DUCHIES * OF_A_DUCHY].reshape(DUCHIES, OF_A_DUCHY)
    fields = np.array([order.index(number) + 1 if number else 0 for number in numbers], np.uint8)
    used = [number for number in range(DUCHIES) if table[number].any()]
    assert sorted(order) == used
    rest = observation[2 * FIELDS + DUCHIES * OF_A_DUCHY :]
    return np.concatenate([observation[:FIELDS], fields, table[order].ravel(), rest])


@pytest.mark.parametrize("form", ["compact", "float"])
@pytest.mark.parametrize(("seats", "options"), [(3, "short"), (5, "dutch"), (4, "parker,coins:open")])
def test_views_look_like_observations(seats: int, options: str, form: str) -> None:
    """From a seat's view alone follow the observation and the mask that an environment shows the seat."""
    game, seen, random = Game.new(seats, options, 7), SteppedGame(seats, options, form), np.random.default_rng(2)
    seen.reset(7)
    for _ in range(70):
        if game.is_over:
            break
        (observation, mask), guessed = seen_by(game.view(game.to_move), form)
        expected, legal = seen.look(seen.seat_to_move)
        if form == "compact":
            observation, expected = renumbered(observation), renumbered(expected)
        assert (observation == expected).all() and (mask == legal).all()
        action = int(random.choice(np.flatnonzero(mask)))
        move = guessed.move_of(action)
        assert move is not None and move == seen.move_of(action)
        game.play(move)
        seen.step(action)


def lowest(_observation: Array, mask: Array) -> int:
    """The first legal action."""
    return int(mask.argmax())


def clerk(_seed: int) -> PolicyBot:
    """A computer player for the match."""
    return PolicyBot("clerk", lowest)


def test_policies_play_matches() -> None:
    """A policy plays a match; what it answers is legal. An illegal answer is an error, which the guard counts."""
    assert isinstance(clerk(0), Bot)
    players = (f"{__name__}:clerk", "random", "random")
    assert all(game.failures[0] == 0 for game in play_match(MatchPlan(players, 3, "short")))
    view = Game.new(3, seed=1).view("a")
    with pytest.raises(ValueError, match="not legal"):
        PolicyBot("wrong", lambda _observation, mask: int(mask.argmin())).choose(view, [])
