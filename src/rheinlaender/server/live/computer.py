"""Computer players: they think in threads, never on the event loop, and only so many at once."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from rheinlaender.bots import LEVELS, Bot
from rheinlaender.bots.explain import explain
from rheinlaender.bots.guard import Guarded
from rheinlaender.game.game import Game
from rheinlaender.server.values.entry import Parts
from rheinlaender.server.values.table import Table
from rheinlaender.server.values.turn import chance
from rheinlaender.server.writing.views import write_move

QUICK = ("squire", "knight")
"""The levels that answer at once; they do not wait behind those that think long."""
HINT_LEVEL = "duke"
Answer = TypeVar("Answer")


class Computer:
    """The threads in which computer players think: two thread pools, so that quick ones never wait for deep ones."""

    def __init__(self, workers: int) -> None:
        self.quick = ThreadPoolExecutor(1, thread_name_prefix="quick-bot")
        self.deep = ThreadPoolExecutor(max(1, workers), thread_name_prefix="deep-bot")

    async def turn(self, table: Table, level: str) -> list[str]:
        """The decisions of a computer player for the turn that is to be played."""
        return await self._think(level, choose_turn, table.begun_game, level, chance(table.seed, f"bot {table.turn}"))

    async def hint(self, game: Game) -> Parts:
        """A good move for the seat to move, and why."""
        return await self._think(HINT_LEVEL, choose_hint, game)

    async def _think(self, level: str, work: Callable[..., Answer], *arguments: Any) -> Answer:
        threads = self.quick if level in QUICK else self.deep
        return await asyncio.get_running_loop().run_in_executor(threads, work, *arguments)

    async def stop(self) -> None:
        """Wait until nobody thinks any more."""
        for threads in (self.quick, self.deep):
            threads.shutdown(wait=False, cancel_futures=True)


def player(level: str, seed: int) -> Bot:
    """A computer player that thinks in one thread."""
    return LEVELS[level](seed) if level in QUICK else LEVELS[level](seed, threads=1)


def choose_turn(game: Game, level: str, seed: int) -> list[str]:
    """The decisions of a computer player, which sees only what its seat may know."""
    bot, apart, moves = Guarded(player(level, seed)), game.copy(), list[str]()
    while not apart.is_turn_decided:
        move = bot.choose(apart.view(apart.to_move), apart.legal_moves())
        apart.decide(move)
        moves.append(str(move))
    return moves


def choose_hint(game: Game) -> Parts:
    """A good move for the seat to move, and the reasons for it."""
    view = game.view(game.to_move)
    move = Guarded(player(HINT_LEVEL, 0)).choose(view, game.legal_moves())
    reasons = [{"name": reason.name, **reason.arguments} for reason in explain(view, move)]
    return {**write_move(game, move), "reasons": reasons}
