"""Computer players: they think in threads or elsewhere, never on the event loop, and only so many at once."""

import asyncio
import logging
import os
import sys
import threading
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any

from rheinlaender.bots.registry import close_bot
from rheinlaender.bots.warm import is_warm
from rheinlaender.game.game import Game
from rheinlaender.server.live.queue import LEAST_SHARE, Place, Queue, Thought
from rheinlaender.server.live.registered import SECONDS as REGISTERED_SECONDS, RegisteredBots
from rheinlaender.server.logs import Seldom
from rheinlaender.server.measures import THOUGHT
from rheinlaender.server.thinkers.asking import NoAnswer, Thinkers
from rheinlaender.server.thinkers.choosing import SECONDS, choose_hint, choose_turn, decisions
from rheinlaender.server.thinkers.question import HINT, TURN, Question
from rheinlaender.server.thinkers.reviewing import REVIEW, ReviewPart
from rheinlaender.server.traces import span
from rheinlaender.server.values.chance import chance
from rheinlaender.server.values.day import Day
from rheinlaender.server.values.entry import Parts
from rheinlaender.server.values.seat import bot_of
from rheinlaender.server.values.table import Table

HINT_LEVEL, HINT_SHARE = "archbishop", 0.15
"""Who thinks about hints, and for which part of its time."""
INSTEAD = "knight"
"""What searching levels play like while the engine is not compiled."""
REVIEW_SECONDS, REVIEW_PATIENCE = 0.2, 20.0
"""How long a part of a review takes, and how long a thinker may take for it."""
NUMBER_SECONDS = 20.0
"""How long a thinker may take for a search by number."""
COMPILE_SECONDS, LOOK_SECONDS = 180.0, 0.2
"""How long a search by number waits until the engine is compiled, and how often it looks."""
LOWEST_PRIORITY = 19
LATE_SHARE = 0.5
"""Who thinks in the place of a thinker that did not answer has lost time already."""
SILENCE_SECONDS = 30.0
"""How often it is said that no thinker answers."""
log = logging.getLogger("rheinlaender.server")


@dataclass(frozen=True)
class Chosen:
    """A turn that a computer player has chosen, the level it played like, and its share of the time if it searched."""

    moves: list[str]
    by: str
    share: float | None


Work = Callable[[float], Any]
"""What is thought about here, for a share of its time."""
Elsewhere = Callable[[float], Awaitable[Any]]
"""The same, asked of a thinker."""


class Computer:
    """The threads in which computer players think, and perhaps thinkers elsewhere, in the order of one queue."""

    def __init__(self, workers: int, bots: tuple[str, ...] = (), thinkers: Thinkers | None = None) -> None:
        self.workers, self.thinkers = max(1, workers), thinkers
        self.registered = RegisteredBots(bots)
        self.queue = Queue(self.workers)
        self.threads = ThreadPoolExecutor(self.workers + 1, thread_name_prefix="computer")
        self.instead = ThreadPoolExecutor(self.workers, thread_name_prefix="instead")
        self.behind = ThreadPoolExecutor(1, thread_name_prefix="review", initializer=yield_to_others)
        """The one thread of reviews; whoever plays comes before it, in the queue and at the processor."""
        self._in_their_place = 0
        self._silence = Seldom(SILENCE_SECONDS)
        self._is_stopped = False

    @property
    def has_thinkers(self) -> bool:
        """Whether thinkers elsewhere are there."""
        return self.thinkers is not None and self.thinkers.threads > 0

    async def turn(self, table: Table, level: str, place: Place) -> Chosen:
        """What a computer player decides for the turn that is to be played."""
        if table.day is not None:
            return await self.turn_of_day(table, table.day, level, place)
        game, seed = table.begun_game, chance(table.key.hex(), f"bot {table.turn}")

        def here(share: float) -> tuple[str, list[str]]:
            by = self._level_here(level)
            choose = choose_turn if bot_of(by) is None else self.registered_turn
            return by, choose(game, by, seed, share)

        elsewhere = partial(self._ask, TURN, game, level, seed, place) if level in SECONDS else None
        (by, moves), share = await self.think(table.id, place, self._expected(level), here, elsewhere)
        return Chosen(moves, by, share if thinking_seconds(by) else None)

    async def turn_of_day(self, table: Table, day: Day, level: str, place: Place) -> Chosen:
        """The same at a table with the deal of a day, where a level searches by number: the same moves, always."""
        game, seed = table.begun_game, chance(table.key.hex(), f"bot {table.turn}")
        searching = day.player(level)
        if searching != level:
            await self._compiled()

        def here(_share: float) -> tuple[str, list[str]]:
            by = self._level_here(level)
            return by, choose_turn(game, searching if by == level else by, seed)

        async def elsewhere(_share: float) -> tuple[str, list[str]]:
            assert self.thinkers is not None
            return level, await self.thinkers.ask(Question.about(TURN, game, searching, seed), place, NUMBER_SECONDS)

        asked = elsewhere if searching != level else None
        (by, moves), _ = await self.think(table.id, place, self._expected(level), here, asked, is_numbered=True)
        return Chosen(moves, by, None)

    async def _compiled(self) -> None:
        """Wait until somebody can search, here or elsewhere; if that never comes, the game goes on without."""
        began = time.monotonic()
        while not (is_warm() or self.has_thinkers) and time.monotonic() < began + COMPILE_SECONDS:  # noqa: ASYNC110
            await asyncio.sleep(LOOK_SECONDS)

    def registered_turn(self, game: Game, level: str, seed: int, share: float) -> list[str]:
        """The decisions of a computer player that the operator has added."""
        guarded = self.registered.guarded(level, seed, share)
        try:
            return decisions(game, guarded)
        finally:
            close_bot(guarded.bot)

    async def hint(self, game: Game, asker: str) -> Parts:
        """A good move for the seat to move, why, and how well it was thought about."""

        def here(share: float) -> tuple[str, Parts]:
            by = present_level(HINT_LEVEL)
            return by, choose_hint(game, by, share * HINT_SHARE)

        async def elsewhere(share: float) -> tuple[str, Parts]:
            return await self._ask(HINT, game, HINT_LEVEL, 0, Place.PEOPLE, share * HINT_SHARE)

        level = self._expected(HINT_LEVEL)
        (by, hint), share = await self.think(asker, Place.PEOPLE, level, here, elsewhere, part=HINT_SHARE)
        return {**hint, "by": by, "share": None if share is None or by not in SECONDS else round(share * HINT_SHARE, 4)}

    async def review(self, subject: str, work: Callable[[], Any], part: ReviewPart | None = None) -> Any:
        """A part of the review of a game that is over, when nobody who plays has to wait for that."""
        elsewhere = None if part is None or self.thinkers is None else partial(self._ask_part, part)
        answer, _ = await self.think(subject, Place.REVIEWS, REVIEW, lambda _share: work(), elsewhere)
        return answer

    async def _ask_part(self, part: ReviewPart, _share: float) -> Any:
        """What a thinker elsewhere finds."""
        assert self.thinkers is not None
        return await self.thinkers.ask(part, Place.REVIEWS, REVIEW_PATIENCE)

    def _expected(self, level: str) -> str:
        """The level that a computer player will probably play like."""
        return level if level in SECONDS and self.has_thinkers else self._level_here(level)

    def _level_here(self, level: str) -> str:
        """The level that a computer player plays like in this process."""
        return present_level(level) if self.registered.can_play(level) else INSTEAD

    async def _ask(self, kind: str, game: Game, level: str, seed: int, place: Place, share: float) -> tuple[str, Any]:
        """What a thinker elsewhere chooses."""
        assert self.thinkers is not None
        question = Question.about(kind, game, level, seed).with_share(share)
        return level, await self.thinkers.ask(question, place, SECONDS[level] * share)

    async def think(
        self,
        asker: str,
        place: Place,
        level: str,
        work: Work,
        elsewhere: Elsewhere | None = None,
        is_numbered: bool = False,
        part: float = 1.0,
    ) -> tuple[Any, float | None]:
        """Do a work of thinking in its turn; its answer, and its share of the time of a level that searches.

        That time may be a part of the level's. Whoever does not wait for the answer any more is not thought for.
        """
        thought = Thought(asker, place, thinking_seconds(level) * part, work, elsewhere, is_numbered=is_numbered)
        self.queue.add(thought)
        self._go_on()
        try:
            with span("think", level=level, place=place.name.lower()):
                answer, share = await thought.answer
            THOUGHT.labels(level).observe(time.monotonic() - thought.asked)
        finally:
            self.queue.remove(thought)
            if thought.asking is not None:
                thought.asking.cancel()
        return answer, None if thought.is_quick else share

    def _go_on(self) -> None:
        """Let think whoever can."""
        self.queue.workers = self.thinkers.threads if self.thinkers and self.has_thinkers else self.workers
        while not self._is_stopped and (taken := self.queue.take()) is not None:
            thought, share = taken
            done = asyncio.ensure_future(self._begin(thought, share))
            done.add_done_callback(partial(self._end, thought))

    def _begin(self, thought: Thought, share: float) -> Awaitable[tuple[Any, float]]:
        """Let somebody think, elsewhere if that is possible."""
        if thought.is_quick or thought.elsewhere is None or not self.has_thinkers:
            return self._timed(thought, share)
        thought.asking = asyncio.ensure_future(self._asked(thought, thought.elsewhere, share))
        return thought.asking

    async def _timed(self, thought: Thought, share: float) -> tuple[Any, float]:
        """Let somebody think here, and see how long that takes."""
        begin = time.monotonic()
        answer = await self._here(self.behind if thought.is_review else self.threads, thought.work, share)
        if not (thought.is_quick or thought.is_review or thought.is_numbered):
            self.queue.took(thought, share, time.monotonic() - begin)
        return answer

    async def _here(self, threads: ThreadPoolExecutor, work: Work, share: float) -> tuple[Any, float]:
        return await asyncio.get_running_loop().run_in_executor(threads, work, share), share

    async def _asked(self, thought: Thought, elsewhere: Elsewhere, share: float) -> tuple[Any, float]:
        """What a thinker answers; if none does so in time, think here, for a shorter time the more do so at once."""
        try:
            return await elsewhere(share), share
        except NoAnswer as error:
            problem = str(error)
        self._silence.say(lambda: log.warning("no thinker answers (%s): thinking here", problem))
        if thought.is_review:
            return await self._here(self.behind, thought.work, share)
        self._in_their_place += 1
        try:
            part = share * LATE_SHARE * min(1.0, self.workers / self._in_their_place)
            return await self._here(self.instead, thought.work, max(LEAST_SHARE, round(part, 2)))
        finally:
            self._in_their_place -= 1

    def _end(self, thought: Thought, done: "asyncio.Future[Any]") -> None:
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
            thought.answer.set_result(done.result())
        self._go_on()

    async def stop(self) -> None:
        """Let nobody think any more."""
        self._is_stopped = True
        for thought in (*self.queue.waiting, *self.queue.thinking):
            if thought.asking is not None:
                thought.asking.cancel()
            thought.answer.cancel()
        for threads in (self.threads, self.instead, self.behind):
            threads.shutdown(wait=False, cancel_futures=True)


def thinking_seconds(level: str) -> float:
    """How long a computer player may think; none for those who answer at once."""
    if level == REVIEW:
        return REVIEW_SECONDS
    return SECONDS.get(level, 0.0) if bot_of(level) is None else REGISTERED_SECONDS


def yield_to_others() -> None:
    """Let this thread have what others leave of the processors, where the system has priorities of threads."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LOWEST_PRIORITY)


def present_level(level: str) -> str:
    """The level that a computer player plays like at present."""
    return level if level not in SECONDS or is_warm() else INSTEAD
