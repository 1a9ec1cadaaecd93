"""Positions for tests of computer players: random games, and the same position with other hidden cards."""

from collections.abc import Iterator
from random import Random

from rheinlaender.game.game import Game
from rheinlaender.game.options import Options
from rheinlaender.rules.compile import interpreted
from rheinlaender.thinking.redeal import redeal

PRESETS = ("parker", "dutch", "hungarian", "short")


def random_games(count: int, seed: int = 0) -> Iterator[Game]:
    """Games of all seat counts and presets, stopped at a random moment before their end."""
    random = Random(seed)
    for number in range(count):
        game = Game.new(3 + number % 3, Options.preset(PRESETS[number % 4]), random.getrandbits(60))
        stop = random.randrange(1, 60)
        while game.position.turn < stop and not game.is_over:
            game.play(random.choice(game.legal_moves()))
        if random.random() < 0.4 and not game.is_over:
            game.play(random.choice(game.legal_moves()))
        if not game.is_over:
            yield game


def redealt(game: Game, seed: int) -> Game:
    """The same game to the seat to move, with other hidden cards and what everybody saw before."""
    position = game.position.copy()
    position.rng = seed
    interpreted(game.board).of(redeal)(position, position.seat)
    return Game(position, game.engine, reshuffled=game.view().reshuffled)
