"""Workers: processes that serve at one port, kept running by the one that started them.

uvicorn has such a keeper of its own, but it makes plain servers, which do not say goodbye to the tables.
"""

import logging
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any

from rheinlaender.i18n import Refusal

spawn = multiprocessing.get_context("spawn")
LOOK_SECONDS = 0.2
AGAIN_SECONDS = 1.0
"""A worker that ended sooner than this after its start is started again only then."""
READY_SECONDS = 120.0
STOP_SECONDS = 15.0
Work = Callable[[int, Callable[[], None]], None]
"""What a worker does, given its number and what it calls as soon as it serves; it is sent to another process."""
log = logging.getLogger("rheinlaender.server")


class WorkersNeedSharing(Refusal):
    """Several workers were asked for on a database that belongs to one process."""

    code = "workers_need_sharing"


class ServerWorker:
    """A process with its number, from 0 on."""

    def __init__(self, number: int, work: Work) -> None:
        self.number = number
        self.begun = time.monotonic()
        self._ready, sender = spawn.Pipe(duplex=False)
        self.process: SpawnProcess = spawn.Process(target=begin_work, args=(work, number, sender))
        self.process.start()
        sender.close()

    def is_ready(self, seconds: float = 0.0) -> bool:
        """Whether it serves, or does so within some seconds."""
        try:
            return self._ready.poll(seconds) and self._ready.recv() is not None
        except EOFError:
            return False

    def stop(self, seconds: float = STOP_SECONDS) -> None:
        """Ask it to end, and wait for that; one that does not end in time is killed."""
        self.process.terminate()
        self.process.join(seconds)
        self.process.kill()
        self.process.join()


def begin_work(work: Work, number: int, ready: Connection) -> None:
    """Work in a new process, but not longer than the one that started it."""
    threading.Thread(target=end_with_parent, daemon=True).start()
    with suppress(KeyboardInterrupt):
        work(number, lambda: ready.send(True))


def end_with_parent() -> None:
    """End this process gently when the one that started it has ended, however that was."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os.kill(os.getpid(), signal.SIGTERM)


class Workers:
    """So many workers: one that ends is started again, SIGHUP replaces all of them one after the other."""

    def __init__(self, count: int, work: Work) -> None:
        self.count, self.work = count, work
        self.stopped_by: int | None = None
        """The signal that said to stop."""
        self.is_replacing = False
        self.workers: list[ServerWorker] = []

    def run(self, on_start: Callable[[], None]) -> None:
        """Keep them running until this process is told to stop; whoever waits is told when the first one serves.

        Then the signal goes on to whoever answers it usually, who decides by which status the process ends.
        """
        with self._signals():
            self.workers = [ServerWorker(number, self.work) for number in range(self.count)]
            try:
                self._keep(on_start)
            finally:
                for worker in self.workers:
                    worker.process.terminate()
                for worker in self.workers:
                    worker.stop()
        if self.stopped_by is not None:
            signal.raise_signal(self.stopped_by)

    @property
    def is_stopped(self) -> bool:
        """Whether this process was told to stop."""
        return self.stopped_by is not None

    def _keep(self, on_start: Callable[[], None]) -> None:
        is_told = False
        while not self.is_stopped:
            wait([worker.process.sentinel for worker in self.workers], LOOK_SECONDS)
            self.workers = [self._kept(worker) for worker in self.workers]
            if self.is_replacing:
                self._replace_all()
            if not is_told and any(worker.is_ready() for worker in self.workers):
                is_told = True
                on_start()

    def _kept(self, worker: ServerWorker) -> ServerWorker:
        """The worker, or another one in its place if it has ended."""
        if worker.process.is_alive() or self.is_stopped:
            return worker
        if time.monotonic() < worker.begun + AGAIN_SECONDS:
            time.sleep(LOOK_SECONDS)
            return worker
        log.error("a worker ended with %s and is started again", worker.process.exitcode)
        return ServerWorker(worker.number, self.work)

    def _replace_all(self) -> None:
        """Put a new worker in the place of each, and end the old one only when the new one serves."""
        self.is_replacing = False
        for place, old in enumerate(self.workers):
            new = ServerWorker(old.number, self.work)
            if not self._waits_for(new):
                log.error("a new worker does not serve; the old ones stay")
                new.stop()
                return
            self.workers[place] = new
            old.stop()

    def _waits_for(self, worker: ServerWorker) -> bool:
        """Whether a worker serves in time, while it lives and nobody wants to stop."""
        until = time.monotonic() + READY_SECONDS
        while time.monotonic() < until and worker.process.is_alive() and not self.is_stopped:
            if worker.is_ready(LOOK_SECONDS):
                return True
        return False

    @contextmanager
    def _signals(self) -> Iterator[None]:
        """Listen to signals meanwhile."""
        known = {"SIGTERM": self._stop, "SIGINT": self._stop, "SIGHUP": self._replace}
        before = {
            number: signal.signal(number, answer)
            for name, answer in known.items()
            if (number := getattr(signal, name, None)) is not None
        }
        try:
            yield
        finally:
            for number, answer in before.items():
                signal.signal(number, answer)

    def _stop(self, number: int, _: Any) -> None:
        self.stopped_by = number

    def _replace(self, *_: Any) -> None:
        self.is_replacing = True
