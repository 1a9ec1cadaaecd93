"""A thinker: a process on any machine that answers questions of servers, so many at once as it has threads."""

import asyncio
import logging
import secrets
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import rheinlaender
from rheinlaender.bots import Bot
from rheinlaender.bots.search import SearchBot
from rheinlaender.bots.warm import is_warm, warm_up
from rheinlaender.server.logs import log_outage, start_logging
from rheinlaender.server.measures import BUILD, COMPILED, QUESTIONS, THINKING, THOUGHT, serving_measures
from rheinlaender.server.settings import Settings
from rheinlaender.server.thinkers import jobs
from rheinlaender.server.thinkers.asking import RETRY_SECONDS, failures
from rheinlaender.server.thinkers.choosing import SECONDS
from rheinlaender.server.thinkers.question import Question
from rheinlaender.server.thinkers.reviewing import REVIEW, ReviewPart

if TYPE_CHECKING:
    from procrastinate import App
    from procrastinate.job_context import JobContext
    from psycopg import AsyncConnection

ANSWERED, FAILED, GIVEN_UP, LATE = "answered", "failed", "given up", "late"
"""What comes of a question: late is one for which nobody waits any more when it is taken."""
OTHER = "other"
"""A level that is none of those that search."""
log = logging.getLogger("rheinlaender.thinker")


class Thinker:
    """Takes questions from the queue, thinks, and tells who asked."""

    def __init__(self, url: str, threads: int) -> None:
        self.address = jobs.check(url)
        self.threads = threads
        self.name = f"thinker-{secrets.token_hex(8)}"
        self.pool = ThreadPoolExecutor(threads, thread_name_prefix="thinker")

    async def run(self) -> None:
        """Think until the process is told to stop, also after the database was away."""
        await jobs.prepare_queue(self.address)
        log.info("thinking", extra={"number": self.threads})
        while True:
            try:
                await self._work()
            except failures() as error:
                log_outage(error)
                await asyncio.sleep(RETRY_SECONDS)
            else:
                break
        self.pool.shutdown(wait=False, cancel_futures=True)

    async def _work(self) -> None:
        """Think while the database is there."""
        app = jobs.make_app(self.address)
        async with app.open_async(), await jobs.connect_queue(self.address) as connection:
            self._add_task(app, connection)
            await jobs.sweep(connection)
            beating = asyncio.create_task(self._beat(connection))
            working = asyncio.create_task(
                app.run_worker_async(
                    queues=[jobs.QUEUE],
                    name=self.name,
                    concurrency=self.threads,
                    delete_jobs="always",
                    shutdown_graceful_timeout=RETRY_SECONDS,
                )
            )
            try:
                done, _ = await asyncio.wait([beating, working], return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    task.result()
                await jobs.tell(connection, jobs.PRESENCE, {"name": self.name, "goes": True})
            finally:
                await _end(beating, working)

    async def _beat(self, connection: "AsyncConnection[Any]") -> None:
        """Say again and again that this thinker is there."""
        while True:
            await jobs.tell(connection, jobs.PRESENCE, {"name": self.name, "threads": self.threads})
            await asyncio.sleep(jobs.BEAT_SECONDS)

    def _add_task(self, app: "App", connection: "AsyncConnection[Any]") -> None:
        """Let questions be answered."""

        @app.task(name=jobs.TASK, queue=jobs.QUEUE, pass_context=True)
        async def think(context: "JobContext", asker: str, key: str, patience: float, question: dict[str, Any]) -> None:
            if await jobs.waited(connection, int(context.job.id or 0)) < patience:
                await jobs.tell(connection, asker, {"key": key, **await self.think(question)})
            else:
                QUESTIONS.labels(LATE).inc()

    async def think(self, question: dict[str, Any]) -> dict[str, Any]:
        """The answer to a question, or why there is none; nothing of the question is logged."""
        try:
            with THINKING.labels("thinking").track_inprogress():
                answer = await self._answer(read_question(question))
        except asyncio.CancelledError:
            QUESTIONS.labels(GIVEN_UP).inc()
            raise
        except Exception as error:
            QUESTIONS.labels(FAILED).inc()
            log.error("a question could not be answered: %s", type(error).__name__)
            return {"problem": type(error).__name__}
        QUESTIONS.labels(ANSWERED).inc()
        return {"answer": answer}

    async def _answer(self, asked: Question | ReviewPart) -> Any:
        """Think in a thread; whoever thinks is stopped when the asker has gone."""
        thinking: list[Bot] = []
        try:
            with THOUGHT.labels(asked.level if asked.level in (*SECONDS, REVIEW) else OTHER).time():
                return await asyncio.get_running_loop().run_in_executor(self.pool, asked.answer, thinking.append)
        except asyncio.CancelledError:
            for bot in thinking:
                if isinstance(bot, SearchBot):
                    bot.stop()
            raise


def read_question(parts: dict[str, Any]) -> Question | ReviewPart:
    """What is asked: a turn or a hint, or a part of a review."""
    return ReviewPart.read(parts) if parts.get("kind") == REVIEW else Question.read(parts)


def run(settings: Settings, threads: int, level: str) -> None:
    """Compile the engine, then think until the process is told to stop."""
    start_logging(level)
    thinker = Thinker(settings.database, threads)
    BUILD.info({"version": rheinlaender.__version__})
    COMPILED.set_function(lambda: float(is_warm()))
    with serving_measures(settings.metrics_host, settings.think_metrics_port):
        warm_up()
        asyncio.run(thinker.run())


async def _end(*tasks: "asyncio.Task[Any]") -> None:
    """End tasks; what they failed by was seen already."""
    for task in tasks:
        task.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await task
