"""Warming up: compiling the engine, or loading what was compiled before, by playing a game."""

from rheinlaender.batches.arguments import template_of
from rheinlaender.rules.compile import Engine, word
from rheinlaender.thinking.random_play import play_games


def warm_up_batches(engine: Engine) -> None:
    """Play one random game with every number of seats."""
    for seats in (3, 4, 5):
        random_turns(engine, seats, seed=1, games=1)


def random_turns(engine: Engine, seats: int, seed: int, games: int) -> int:
    """The number of turns of so many uniformly random games with the default options."""
    turns: int = engine.of(play_games)(template_of(), seats, word(seed), games)
    return turns
