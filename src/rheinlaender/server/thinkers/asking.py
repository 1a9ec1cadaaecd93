"""Asking thinkers elsewhere: who is there, what was asked, and what has been answered."""

import asyncio
import json
import logging
import secrets
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from rheinlaender.server.logs import log_outage
from rheinlaender.server.thinkers import jobs
from rheinlaender.server.thinkers.question import Question
from rheinlaender.server.thinkers.reviewing import ReviewPart

if TYPE_CHECKING:
    from procrastinate import App

PATIENCE_SECONDS = 2.0
"""How much longer than it thinks a thinker may take to answer."""
RETRY_SECONDS = 1.0
SWEEP_SECONDS = 30.0
log = logging.getLogger("rheinlaender.server")


class NoAnswer(Exception):
    """No thinker has answered in time."""


class Present:
    """Who has been heard of lately: thinkers with their threads, and servers."""

    def __init__(self) -> None:
        self.heard: dict[str, tuple[float, int]] = {}

    def hear(self, message: dict[str, Any], now: float) -> None:
        """Notice that somebody is there, or goes; a server has no threads to think with."""
        if message.get("goes"):
            self.heard.pop(message["name"], None)
        else:
            self.heard[message["name"]] = now, int(message.get("threads", 0))

    def threads_each(self, now: float) -> int:
        """How many thoughts each server may hand out at once; 0 if there is no thinker."""
        self.heard = {name: one for name, one in self.heard.items() if now < one[0] + jobs.GONE_SECONDS}
        threads = sum(threads for _, threads in self.heard.values())
        servers = sum(threads == 0 for _, threads in self.heard.values())
        return -(-threads // max(1, servers))


class Thinkers:
    """The thinkers of a database, as one server asks them."""

    def __init__(self, url: str) -> None:
        self.address = jobs.check(url)
        self.name = f"server-{secrets.token_hex(8)}"
        self.present = Present()
        self.app: App | None = None
        self.asked: dict[str, asyncio.Future[Any]] = {}
        self._listening: asyncio.Task[None] | None = None
        self._giving_up: set[asyncio.Task[None]] = set()

    @property
    def threads(self) -> int:
        """How many thoughts may be handed out at once; 0 if there is no thinker."""
        return self.present.threads_each(time.monotonic())

    async def start(self) -> None:
        """Make the queue where it is missing, and listen."""
        await jobs.prepare_queue(self.address)
        self.app = jobs.make_app(self.address)
        await self.app.open_async()
        self._listening = asyncio.create_task(self._keep_listening())

    async def stop(self) -> None:
        """Take back what is asked, and listen no more."""
        if self._giving_up:
            await asyncio.wait(self._giving_up, timeout=RETRY_SECONDS)
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)
        if self.app is not None:
            await self.app.close_async()

    async def ask(self, question: Question | ReviewPart, place: int, seconds: float) -> Any:
        """What a thinker answers who has so many seconds; the places that come first are lower.

        Whoever does not wait for the answer any more is not thought for.
        """
        key, answer = secrets.token_hex(8), asyncio.get_running_loop().create_future()
        self.asked[key] = answer
        job: int | None = None
        try:
            async with asyncio.timeout(seconds + PATIENCE_SECONDS):
                job = await self.put(key, question, place, seconds + PATIENCE_SECONDS)
                found, job = await answer, None
                return found
        except TimeoutError as error:
            raise NoAnswer("too late") from error
        except failures() as error:
            raise NoAnswer(type(error).__name__) from error
        finally:
            del self.asked[key]
            if job is not None:
                task = asyncio.create_task(self._give_up(job))
                self._giving_up.add(task)
                task.add_done_callback(self._giving_up.discard)

    async def put(self, key: str, question: Question | ReviewPart, place: int, patience: float) -> int:
        """Put a question into the queue; its number there."""
        assert self.app is not None
        task = self.app.configure_task(jobs.TASK, queue=jobs.QUEUE, priority=-place)
        return await task.defer_async(asker=self.name, key=key, patience=patience, question=question.written())

    async def _give_up(self, job: int) -> None:
        """Take a question out of the queue, or let its thinker stop."""
        assert self.app is not None
        with suppress(*failures()):
            await self.app.job_manager.cancel_job_by_id_async(job, abort=True, delete_job=True)

    async def _keep_listening(self) -> None:
        """Listen, also after the database was away."""
        while True:
            try:
                await self._listen()
            except failures() as error:
                log_outage(error)
            self.present.heard.clear()
            self._despair()
            await asyncio.sleep(RETRY_SECONDS)

    async def _listen(self) -> None:
        """Say that this server is there, and hear thinkers and answers."""
        async with await jobs.connect_queue(self.address) as connection:
            for channel in (jobs.PRESENCE, self.name):
                await connection.execute(f'LISTEN "{channel}"')
            swept = -SWEEP_SECONDS
            while True:
                await jobs.tell(connection, jobs.PRESENCE, {"name": self.name})
                if self.threads == 0:
                    self._despair()
                if time.monotonic() > swept + SWEEP_SECONDS:
                    await jobs.sweep(connection)
                    swept = time.monotonic()
                async for notice in connection.notifies(timeout=jobs.BEAT_SECONDS):
                    self._hear(notice.channel, json.loads(notice.payload))

    def _despair(self) -> None:
        """Nobody is there any more who could answer."""
        for answer in self.asked.values():
            if not answer.done():
                answer.set_exception(NoAnswer("no thinker is there"))

    def _hear(self, channel: str, message: dict[str, Any]) -> None:
        if channel == jobs.PRESENCE:
            self.present.hear(message, time.monotonic())
            return
        answer = self.asked.get(message["key"])
        if answer is None or answer.done():
            return
        if "answer" in message:
            answer.set_result(message["answer"])
        else:
            answer.set_exception(NoAnswer(message["problem"]))


def failures() -> tuple[type[Exception], ...]:
    """How a database and the queue in it fail."""
    from procrastinate.exceptions import ProcrastinateException
    from psycopg import Error

    return (Error, ProcrastinateException, OSError)
