"""Computer players at the tables: they think in threads, never on the event loop, and only so many at once."""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, TypeVar

from rheinlaender.bots import LEVELS, Bot
from rheinlaender.bots.explain import explain
from rheinlaender.bots.guard import Guarded
from rheinlaender.game.game import Game
from rheinlaender.server.commands import computer_turn
from rheinlaender.server.frames import write_move
from rheinlaender.server.table import BOT, PERSON, PLAYING, Parts, Table, chance

if TYPE_CHECKING:
    from rheinlaender.server.tables import LiveTable

QUICK = ("squire", "knight")
"""The levels that answer at once; they do not wait behind those that think long."""
HINT_LEVEL = "duke"
RETRY_SECONDS = 1.0
log = logging.getLogger("rheinlaender.server")
Answer = TypeVar("Answer")


class Computer:
    """The threads in which computer players think."""

    def __init__(self, workers: int) -> None:
        self.quick = ThreadPoolExecutor(1, thread_name_prefix="quick-bot")
        self.deep = ThreadPoolExecutor(max(1, workers), thread_name_prefix="deep-bot")

    async def turn(self, table: Table, level: str) -> list[str]:
        """The decisions of a computer player for the turn that is to be played."""
        assert table.game is not None
        return await self._think(level, choose_turn, table.game, level, chance(table.seed, f"bot {table.turn}"))

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


class Driver:
    """Plays the turns of a table that no person plays: those of computer players, and of people who are absent."""

    def __init__(self, live: "LiveTable", computer: Computer, pause: float) -> None:
        self.live, self.computer, self.pause = live, computer, pause
        self.standing_in: set[str] = set()
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._is_stopped = False

    @property
    def is_busy(self) -> bool:
        """Whether a turn is being played, or waited for."""
        return self._task is not None and not self._task.done()

    def wake(self) -> None:
        """Look again who is to move: an entry was written, or somebody came or went."""
        self.standing_in -= {seat for seat, is_there in self.live.presence().items() if is_there}
        self._changed.set()
        if not self.is_busy and not self._is_stopped and self.plan() is not None:
            self._task = asyncio.create_task(self._go())

    async def stop(self) -> None:
        """Play no more."""
        self._is_stopped = True
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def plan(self) -> tuple[str, float] | None:
        """The level that is to play now and how many seconds to wait before; None if it is a person's turn."""
        table = self.live.table
        if table.stage != PLAYING:
            return None
        seat = table.seat(str(table.to_move))
        if seat.kind == BOT:
            return str(seat.level), 0.0
        if table.stand_in is None or self.live.presence()[seat.letter]:
            return None
        return table.stand_in, self._patience(seat.letter, table.grace)

    def _patience(self, seat: str, grace: int) -> float:
        """How long to wait for an absent person: a while from their turn and their going, but only once."""
        if seat in self.standing_in:
            return 0.0
        since = max(self.live.absent_since[seat], self.live.turn_began)
        return max(0.0, since + grace - time.monotonic())

    async def _go(self) -> None:
        """Play until it is a person's turn."""
        while (plan := self.plan()) is not None:
            level, wait = plan
            try:
                if wait > 0:
                    await self._wait(wait)
                else:
                    await self._turn(self.live.table, level)
            except Exception:
                log.exception("computer player failed", extra={"table": self.live.table.id})
                await asyncio.sleep(RETRY_SECONDS)

    async def _wait(self, seconds: float) -> None:
        """Wait, but not longer than until something changes."""
        self._changed.clear()
        try:
            await asyncio.wait_for(self._changed.wait(), seconds)
        except TimeoutError:
            return

    async def _turn(self, table: Table, level: str) -> None:
        """Think, let people follow, and play, if the person has not come back meanwhile."""
        began = time.monotonic()
        moves: Sequence[str] = await self.computer.turn(table, level)
        if any(self.live.presence().values()):
            await asyncio.sleep(max(0.0, began + self.pause - time.monotonic()))
        if self.plan() != (level, 0.0) or self.live.table.number != table.number:
            return
        seat = table.seat(str(table.to_move))
        if seat.kind == PERSON:
            self.standing_in.add(seat.letter)
        await self.live.play_for(table.number, computer_turn(table, list(moves), level))
