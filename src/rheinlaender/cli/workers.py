"""Processes that work for a command: they end with it, however it ends, and leave Ctrl-C to it."""

import multiprocessing
import signal
import socket
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import connection, pool

from rheinlaender.bots.apart import end_program, leaving_interrupts, start_program
from rheinlaender.bots.engines.process import leave_with_engines
from rheinlaender.cli.signals import unbroken

ENDED = 1
DEAF_SECONDS = 5.0
"""A worker that has not ended so long after it was told to is killed."""


@contextmanager
def workers(number: int) -> Iterator[pool.Pool]:
    """So many processes of their own that wait for work; they end with it, and are ended only if it is broken off."""
    with unbroken(), leaving_interrupts():
        started = multiprocessing.get_context("spawn").Pool(number, initializer=_begin)
    try:
        yield started
    except BaseException:
        with unbroken(), _killing_the_deaf():
            started.terminate()
            started.join()
        raise
    with unbroken():
        started.close()
        started.join()


def run_program(program: str, environment: dict[str, str]) -> None:
    """Run a Python program to its end; if this command is interrupted, the program ends without a word."""
    process = start_program(program, environment)
    try:
        status = process.wait()
    finally:
        end_program(process)
    if status:
        raise subprocess.CalledProcessError(status, process.args)


@contextmanager
def _killing_the_deaf() -> Iterator[None]:
    """A worker whose threads do not get to work, because code of somebody else does not let them, is not waited for."""
    timer = threading.Timer(DEAF_SECONDS, _kill)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _kill() -> None:
    for child in multiprocessing.active_children():
        child.kill()


def _begin() -> None:
    """What a worker does first: it leaves Ctrl-C to its parent, and ends when it is told to or its parent ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for end in (_end_when_told(), _end_with_parent):
        threading.Thread(target=end, name="end", daemon=True).start()


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
