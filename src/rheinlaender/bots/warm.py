"""Warming up: everything that computer players call, compiled or loaded before somebody waits for it."""

from rheinlaender.bots.greedy import CarelessBot, GreedyBot
from rheinlaender.bots.search import SearchBot
from rheinlaender.game.game import Game
from rheinlaender.rules.compile import Engine


def warm_up_bots(engine: Engine) -> None:
    """Let every kind of computer player make both decisions of a turn."""
    for bot in (GreedyBot(wait=True), CarelessBot(wait=True), SearchBot(simulations=2, threads=1, wait=True)):
        game = Game.new(3, seed=1, board=engine.board)
        for _ in range(2):
            game.play(bot.choose(game.view(game.to_move), game.legal_moves()))
