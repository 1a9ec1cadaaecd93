"""Warming up: compiling the engine, or loading what was compiled before, by playing a game."""

import numpy as np

from rheinlaender.rules.compile import Engine, word
from rheinlaender.rules.position import POSITION
from rheinlaender.thinking.random_play import play_games


def warm_up(engine: Engine) -> None:
    """Play one random game with every number of seats."""
    for seats in (3, 4, 5):
        play_random_games(engine, seats, seed=1, games=1)


def play_random_games(engine: Engine, seats: int, seed: int, games: int) -> int:
    """Play uniformly random games with the default options; the number of turns played."""
    positions = np.zeros(1, POSITION)
    positions["archbishop_bonus"] = 5
    positions["bastion_opens_river"] = 1
    turns: int = engine.of(play_games)(positions, seats, word(seed), games)
    return turns
