"""Reviews of games that are over: one at a time, behind everybody who plays, as long as somebody waits, and kept.

What was answered is kept too when nobody waits any more or the server stops, so that whoever asks next goes on there.
Servers on one database share reviews: one of them works on each, and all show it.
"""

import asyncio
import hashlib
import logging
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any

import orjson

from rheinlaender.game.game import Game
from rheinlaender.notation.record import read_record, write_record
from rheinlaender.review.judge import Judge, PlayoutJudge
from rheinlaender.review.review import answer_by, finished_game, review_of_answers
from rheinlaender.review.steps import Question, questions_of
from rheinlaender.review.stored import read_answer, write_answer
from rheinlaender.review.warm import Compiling
from rheinlaender.server.errors import ServerBusy
from rheinlaender.server.live.computer import Computer
from rheinlaender.server.live.kept import Kept
from rheinlaender.server.logs import log_outage
from rheinlaender.server.store import reviews as kept_reviews
from rheinlaender.server.store.database import OUTAGES
from rheinlaender.server.store.log import Store
from rheinlaender.server.store.reviews import RECORD, KeptReview
from rheinlaender.server.thinkers.reviewing import ReviewPart
from rheinlaender.server.writing.reviews import write_review_body

DEPTHS = {"usual": 1, "deep": 4, "deepest": 16}
"""How many times as many play-outs there are."""
WAIT_SECONDS = 15.0
"""Whoever has not asked for so long does not wait any more."""
SAVE_SECONDS = 5.0
SLICE_SECONDS = 3.0
"""How long a review is worked on before the next one has its turn."""
MOST_WAITING = 50
BUSY_SECONDS = 30
MOST_RECORDS = 50
DIGITS = 48
JudgeBy = Callable[[int], Judge]
"""The judge that has so many play-outs."""
log = logging.getLogger("rheinlaender.server")


class Stopped(Exception):
    """The server stops."""


@dataclass
class Work:
    """A review that somebody waits for."""

    kept: KeptReview
    judge: Judge
    game: Game
    waited: float = field(default_factory=time.monotonic)
    saved: float = field(default_factory=time.monotonic)
    questions: list[Question] = field(default_factory=list)
    answers: list[Any] = field(default_factory=list)

    @property
    def is_waited_for(self) -> bool:
        """Whether somebody has asked lately."""
        return time.monotonic() < self.waited + WAIT_SECONDS

    def list_questions(self, compiling: Compiling) -> None:
        """See what is to be answered, when all that answers it is compiled."""
        compiling.wait()
        self.questions = list(questions_of(self.game))

    def answer(self) -> Any:
        """The answer to the next question."""
        return write_answer(answer_by(self.judge, self.questions[len(self.answers)]))

    def part(self) -> ReviewPart | None:
        """The next question for a thinker elsewhere; None if thinkers do not know this judge."""
        if not isinstance(self.judge, PlayoutJudge):
            return None
        judge = self.judge
        return ReviewPart(self.record, self.kept.judge, judge.playouts, judge.seed, len(self.answers))

    @cached_property
    def record(self) -> str:
        """The game as thinkers are sent it."""
        return write_record(self.game)

    def written(self) -> str:
        """The whole review as it is kept and sent."""
        review = review_of_answers(self.game, self.kept.judge, map(read_answer, self.answers))
        return orjson.dumps(write_review_body(self.game, review)).decode()


class Reviews:
    """The reviews that are waited for at this server, and those that are kept."""

    def __init__(self, store: Store, computer: Computer, playouts: int, judge_by: JudgeBy | None = None) -> None:
        self.store, self.computer, self.playouts = store, computer, playouts
        self.judge_by = judge_by or (lambda number: PlayoutJudge(number, take_breath=self._stop_if_stopped))
        self.is_stopped = False
        self.server = secrets.token_hex(8)
        self.works: dict[tuple[str, str], Work] = {}
        self.records: Kept[str, tuple[str, Game]] = Kept(MOST_RECORDS)
        """The games of records that were read lately, by the digests of their texts."""
        self.compiling = Compiling()
        self._judges: dict[str, tuple[str, Judge]] = {}
        self._running: asyncio.Task[None] | None = None

    async def look(self, subject: str, game: Game, depth: str) -> bytes:
        """How far the review of a game is, or what was found; whoever asks waits for it."""
        name, judge = await self.judge_of(depth)
        sought = KeptReview(subject, name)
        kept = await self.store.read(lambda connection: kept_reviews.read_kept(connection, sought)) or sought
        work = self.works.get((subject, name))
        if not kept.review and work is None and kept.is_free(self.server, self.store.clock()):
            work = self._wait(Work(kept, judge, game))
        if work is not None:
            work.waited = time.monotonic()
        return write_standing(kept, work)

    async def judge_of(self, depth: str) -> tuple[str, Judge]:
        """The judge of a depth with its name, which takes a moment to find out."""
        if depth not in self._judges:
            judge = self.judge_by(self.playouts * DEPTHS[depth])
            self._judges[depth] = await asyncio.to_thread(lambda: judge.name), judge
        return self._judges[depth]

    def _wait(self, work: Work) -> Work:
        """Let a review wait for its turn."""
        if len(self.works) >= MOST_WAITING:
            raise ServerBusy(seconds=BUSY_SECONDS)
        self.works[work.kept.subject, work.kept.judge] = work
        if self._running is None or self._running.done():
            self._running = asyncio.create_task(self._run())
        return work

    async def _run(self) -> None:
        """Go on with one review after the other, a part of each, as long as somebody waits."""
        while self.works:
            key, work = next(iter(self.works.items()))
            try:
                is_open = await self._go_on(work)
            except OUTAGES as error:
                log_outage(error)
                is_open = False
            except Exception:
                log.exception("a review failed")
                is_open = False
            if self.works.pop(key, None) is work and is_open:
                self.works[key] = work

    async def _go_on(self, work: Work) -> bool:
        """Answer some more questions of a review; whether others are left for which somebody waits."""
        if not work.questions and not await self._take(work):
            return False
        until = time.monotonic() + SLICE_SECONDS
        while time.monotonic() < until:
            if not work.is_waited_for:
                await self._save(work, "")
                return False
            if len(work.answers) == len(work.questions):
                await self._finish(work)
                return False
            work.answers.append(await self.computer.review(work.kept.subject, work.answer, work.part()))
            if time.monotonic() > work.saved + SAVE_SECONDS:
                await self._save(work, self.server)
        return True

    async def _take(self, work: Work) -> bool:
        """Take a review, unless another server has; what was answered before is not asked again."""
        await self.computer.review(work.kept.subject, partial(work.list_questions, self.compiling))
        wanted = replace(
            work.kept, questions=len(work.questions), answered=0, server=self.server, at=self.store.clock()
        )
        work.kept = wanted
        if not await asyncio.to_thread(kept_reviews.take_review, self.store.engine, wanted):
            return False
        work.answers = await self.store.read(lambda connection: kept_reviews.read_answers(connection, wanted))
        return True

    async def _save(self, work: Work, server: str) -> None:
        """Keep what was answered; without a server any other may go on."""
        work.saved = time.monotonic()
        kept = replace(work.kept, server=server, at=self.store.clock())
        await asyncio.to_thread(kept_reviews.save_answers, self.store.engine, kept, list(work.answers))

    async def _finish(self, work: Work) -> None:
        """Keep the whole review."""
        written = await self.computer.review(work.kept.subject, work.written)
        kept = replace(work.kept, at=self.store.clock())
        await asyncio.to_thread(kept_reviews.save_review, self.store.engine, kept, written)

    def _stop_if_stopped(self) -> None:
        """Break off what is judged when the server stops, which would wait for it."""
        if self.is_stopped:
            raise Stopped

    def forget(self, subject: str) -> None:
        """Review no more what was erased."""
        for key in [key for key in self.works if key[0] == subject]:
            del self.works[key]

    async def stop(self) -> None:
        """Review nothing more, and keep what was answered."""
        self.is_stopped = True
        self.compiling.stop()
        if self._running is not None:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)
        for work in self.works.values():
            if work.answers:
                try:
                    await self._save(work, "")
                except OUTAGES as error:
                    log_outage(error)
        self.works.clear()


def write_standing(kept: KeptReview, work: Work | None) -> bytes:
    """How far a review is, and what was found if it is whole."""
    answered, questions = kept.answered, kept.questions
    if work is not None and work.questions:
        answered, questions = len(work.answers), len(work.questions)
    return orjson.dumps(
        {
            "state": "done" if kept.review else "working" if questions else "waiting",
            "answered": answered,
            "questions": questions,
            "judge": kept.judge,
            "review": orjson.Fragment(kept.review) if kept.review else None,
        }
    )


def digest_of_text(text: str) -> str:
    """What a record is known by while its review is waited for."""
    return hashlib.sha256(text.encode()).hexdigest()


def read_finished(text: str) -> tuple[str, Game]:
    """The subject and the game of a record that can be reviewed; names and other headers have no part in it."""
    game = finished_game(read_record(text))
    return RECORD + digest_of_text(write_record(game))[:DIGITS], game
