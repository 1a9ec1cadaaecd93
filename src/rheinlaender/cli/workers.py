"""Processes that work for a command: they end with it, however it ends, and leave Ctrl-C to it."""

import multiprocessing
import signal
import socket
import subprocess
import threading
import time
import traceback
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import connection, resource_tracker
from multiprocessing.context import SpawnProcess
from typing import Any, TypeVar

from rheinlaender.bots.apart import end_program, leaving_interrupts, start_program
from rheinlaender.bots.engines.process import leave_with_engines
from rheinlaender.cli.signals import unbroken
from rheinlaender.i18n import Refusal

AHEAD = 2
"""So many numbers lie with each worker, so that it need not wait for the next one."""
LEAVE_SECONDS, DEAF_SECONDS = 30.0, 5.0
"""A worker that has not ended so long after its work is done, or after it was told to end, is killed."""
ENDED = 1
Done = TypeVar("Done")


class WorkerLost(Refusal):
    """A worker has ended before its work was done."""

    code = "worker_lost"


@dataclass(frozen=True)
class Worker:
    """A process, and a line on which it is given its work, then numbers, and tells what it has done.

    Nothing else is shared with it, above all no lock: however it ends, nobody waits for it for ever. The work goes
    along the line, too: what multiprocessing writes to a process that starts, it writes for ever if nobody reads it.
    """

    process: SpawnProcess
    line: Any

    def give_work(self, work: Callable[[int], Done]) -> None:
        """Tell it what to do with the numbers that it will be given."""
        with self._or_lost():
            self.line.send(work)

    def give(self, left: Iterator[int]) -> bool:
        """Give it the next number that is left; whether there was one."""
        for number in left:
            with self._or_lost():
                self.line.send(number)
            return True
        return False

    def done(self) -> Any:
        """What it has done; an error of its work is raised here."""
        with self._or_lost():
            result, error = self.line.recv()
        if error is not None:
            raise error
        return result

    @contextmanager
    def _or_lost(self) -> Iterator[None]:
        try:
            yield
        except (EOFError, OSError):
            self.process.join(DEAF_SECONDS)
            raise WorkerLost(status=self.process.exitcode) from None

    def end_by(self, until: float) -> None:
        """Wait until it has ended, but not longer than that."""
        self.process.join(max(0.0, until - time.monotonic()))
        self.process.kill()
        self.process.join()


def work_in_processes(work: Callable[[int], Done], numbers: Sequence[int], count: int) -> Generator[Done]:
    """What a work comes to for each number, as it is done by so many workers."""
    left = iter(numbers)
    with _workers(work, count) as workers:
        under_way = sum(worker.give(left) for _ in range(AHEAD) for worker in workers)
        while under_way:
            for worker in _those_who_are_done(workers):
                done = worker.done()
                under_way += worker.give(left) - 1
                yield done


def _those_who_are_done(workers: Sequence[Worker]) -> list[Worker]:
    """Wait until somebody has done something, or has ended."""
    ready = connection.wait([worker.line for worker in workers])
    return [worker for worker in workers if worker.line in ready]


@contextmanager
def _workers(work: Callable[[int], Done], count: int) -> Iterator[list[Worker]]:
    """Workers that wait for numbers; they end when there are no more, and are told to if the work is broken off."""
    workers: list[Worker] = []
    try:
        with unbroken():
            _start_tracker()
            with leaving_interrupts():
                workers += [_start() for _ in range(count)]
        for worker in workers:
            worker.give_work(work)
        yield workers
    except BaseException:
        with unbroken():
            for worker in workers:
                worker.process.terminate()
            _end(workers, DEAF_SECONDS)
        raise
    with unbroken():
        _end(workers, LEAVE_SECONDS)


def _start_tracker() -> None:
    """Start what multiprocessing starts beside its first process; whoever starts it hears Ctrl-C again afterwards."""
    if hasattr(signal, "pthread_sigmask"):
        resource_tracker.ensure_running()


def _start() -> Worker:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_work, args=(theirs,), daemon=True)
    process.start()
    theirs.close()
    return Worker(process, ours)


def _end(workers: Sequence[Worker], seconds: float) -> None:
    """Workers to whom nobody speaks any more leave; those that have not left in time are killed."""
    until = time.monotonic() + seconds
    for worker in workers:
        worker.line.close()
    for worker in workers:
        worker.end_by(until)


def run_program(program: str, environment: dict[str, str]) -> None:
    """Run a Python program to its end; if this command is interrupted, the program ends without a word."""
    process = start_program(program, environment)
    try:
        status = process.wait()
    finally:
        end_program(process)
    if status:
        raise subprocess.CalledProcessError(status, process.args)


def _work(line: Any) -> None:
    """What a worker does: it leaves Ctrl-C to its parent, works, and ends when it is told to or its parent ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for end in (_end_when_told(), _end_with_parent):
        threading.Thread(target=end, name="end", daemon=True).start()
    with suppress(EOFError, OSError):
        work = line.recv()
        while True:
            line.send(_tried(work, line.recv()))


def _tried(work: Callable[[int], Done], number: int) -> tuple[Done | None, Exception | None]:
    try:
        return work(number), None
    except Exception as error:
        error.add_note(traceback.format_exc())
        return None, error


def _end_when_told() -> Callable[[], None]:
    """What waits for a request to end. A handler of Python's might never run while the main thread waits for a lock."""
    told, telling = socket.socketpair()
    telling.setblocking(False)
    signal.set_wakeup_fd(telling.fileno(), warn_on_full_buffer=False)
    signal.signal(signal.SIGTERM, lambda number, frame: None)

    def wait() -> None:
        with telling:
            told.recv(1)
            leave_with_engines(ENDED)

    return wait


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        leave_with_engines(ENDED)
