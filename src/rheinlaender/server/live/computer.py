"""Computer players: they think in threads, never on the event loop, and only so many at once."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any

from rheinlaender.bots import LEVELS, Bot
from rheinlaender.bots.explain import explain
from rheinlaender.bots.guard import Guarded
from rheinlaender.bots.registry import ARCHBISHOP_SECONDS, DUKE_SECONDS, close_bot
from rheinlaender.bots.warm import is_warm
from rheinlaender.game.game import Game
from rheinlaender.server.live.queue import Place, Queue, Thought
from rheinlaender.server.live.registered import SECONDS as REGISTERED_SECONDS, RegisteredBots
from rheinlaender.server.measures import THOUGHT
from rheinlaender.server.traces import span
from rheinlaender.server.values.chance import chance
from rheinlaender.server.values.entry import Parts
from rheinlaender.server.values.seat import bot_of
from rheinlaender.server.values.table import Table
from rheinlaender.server.writing.views import write_move

SECONDS = {"duke": DUKE_SECONDS, "archbishop": ARCHBISHOP_SECONDS}
"""How long the levels search that do; the others answer at once."""
HINT_LEVEL = "duke"
INSTEAD = "knight"
"""What searching levels play like while the engine is not compiled."""


@dataclass(frozen=True)
class Chosen:
    """A turn that a computer player has chosen, the level it played like, and its share of the time if it searched."""

    moves: list[str]
    by: str
    share: float | None


class Computer:
    """The threads in which computer players think, in the order of one queue."""

    def __init__(self, workers: int, bots: tuple[str, ...] = ()) -> None:
        self.registered = RegisteredBots(bots)
        self.queue = Queue(max(1, workers))
        self.threads = ThreadPoolExecutor(self.queue.workers + 1, thread_name_prefix="computer")
        self._is_stopped = False

    async def turn(self, table: Table, level: str, place: Place) -> Chosen:
        """What a computer player decides for the turn that is to be played."""
        by = present_level(level) if self.registered.can_play(level) else INSTEAD
        choose = choose_turn if bot_of(by) is None else self.registered_turn
        work = partial(choose, table.begun_game, by, chance(table.seed, f"bot {table.turn}"))
        moves, share = await self.think(table.id, place, by, work)
        return Chosen(moves, by, share)

    def registered_turn(self, game: Game, level: str, seed: int, share: float) -> list[str]:
        """The decisions of a computer player that the operator has added."""
        guarded = self.registered.guarded(level, seed, share)
        try:
            return decisions(game, guarded)
        finally:
            close_bot(guarded.bot)

    async def hint(self, game: Game, asker: str) -> Parts:
        """A good move for the seat to move, why, and how well it was thought about."""
        by = present_level(HINT_LEVEL)
        hint, share = await self.think(asker, Place.PEOPLE, by, partial(choose_hint, game, by))
        return {**hint, "by": by, "share": share}

    async def think(
        self, asker: str, place: Place, level: str, work: Callable[[float], Any]
    ) -> tuple[Any, float | None]:
        """Do a work of thinking in its turn; its answer, and its share of the time of a level that searches.

        Whoever does not wait for the answer any more is not thought for.
        """
        thought = Thought(asker, place, seconds_of(level), work)
        self.queue.add(thought)
        self._go_on()
        try:
            with span("think", level=level, place=place.name.lower()):
                answer, share = await thought.answer
            THOUGHT.labels(level).observe(time.monotonic() - thought.asked)
        finally:
            self.queue.remove(thought)
        return answer, None if thought.is_quick else share

    def _go_on(self) -> None:
        """Let think whoever can."""
        while not self._is_stopped and (taken := self.queue.take()) is not None:
            thought, share = taken
            done = asyncio.get_running_loop().run_in_executor(self.threads, thought.work, share)
            done.add_done_callback(partial(self._end, thought, share))

    def _end(self, thought: Thought, share: float, done: "asyncio.Future[Any]") -> None:
        """Give an answer to whoever still waits for it."""
        self.queue.end(thought)
        error = None if done.cancelled() else done.exception()
        if thought.answer.done():
            pass
        elif done.cancelled():
            thought.answer.cancel()
        elif error is not None:
            thought.answer.set_exception(error)
        else:
            thought.answer.set_result((done.result(), share))
        self._go_on()

    async def stop(self) -> None:
        """Let nobody think any more."""
        self._is_stopped = True
        for thought in self.queue.waiting:
            thought.answer.cancel()
        self.threads.shutdown(wait=False, cancel_futures=True)


def seconds_of(level: str) -> float:
    """How long a computer player may think; none for those who answer at once."""
    return SECONDS.get(level, 0.0) if bot_of(level) is None else REGISTERED_SECONDS


def present_level(level: str) -> str:
    """The level that a computer player plays like at present."""
    return level if level not in SECONDS or is_warm() else INSTEAD


def player(level: str, seed: int, share: float) -> Bot:
    """A computer player that thinks in one thread, for a share of its time."""
    if level not in SECONDS:
        return LEVELS[level](seed)
    return LEVELS[level](seed, seconds=SECONDS[level] * share, threads=1)


def choose_turn(game: Game, level: str, seed: int, share: float = 1.0) -> list[str]:
    """The decisions of a computer player, which sees only what its seat may know."""
    return decisions(game, Guarded(player(level, seed, share)))


def decisions(game: Game, bot: Guarded) -> list[str]:
    """What a computer player decides in its turn."""
    apart, moves = game.copy(), list[str]()
    while not apart.is_turn_decided:
        move = bot.choose(apart.view(apart.to_move), apart.legal_moves())
        apart.decide(move)
        moves.append(str(move))
    return moves


def choose_hint(game: Game, level: str, share: float = 1.0) -> Parts:
    """A good move for the seat to move, and the reasons for it."""
    view = game.view(game.to_move)
    move = Guarded(player(level, 0, share)).choose(view, game.legal_moves())
    reasons = [{"name": reason.name, **reason.arguments} for reason in explain(view, move)]
    return {**write_move(game, move), "reasons": reasons}
