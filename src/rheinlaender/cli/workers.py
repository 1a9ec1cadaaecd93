"""Processes that work for a command: they end with it, however it ends, and leave Ctrl-C to it."""

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import connection, pool

from rheinlaender.bots.engines.process import end_engines


def start_workers(number: int) -> pool.Pool:
    """So many processes of their own that wait for work."""
    with leaving_interrupts():
        return multiprocessing.get_context("spawn").Pool(number, initializer=_begin)


def run_program(program: str, environment: dict[str, str]) -> None:
    """Run a Python program to its end; if this command is interrupted, the program ends without a word."""
    with leaving_interrupts():
        process = subprocess.Popen([sys.executable, "-c", program], env=environment)  # noqa: S603 - our own programs
    try:
        status = process.wait()
    except BaseException:
        process.kill()
        process.wait()
        raise
    if status:
        raise subprocess.CalledProcessError(status, process.args)


@contextmanager
def leaving_interrupts() -> Iterator[None]:
    """A process that is started meanwhile ignores Ctrl-C from its first moment, and whoever started it does not."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _begin() -> None:
    """What a worker does first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda number, frame: _leave())
    threading.Thread(target=_end_with_parent, name="end-with-parent", daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        _leave()


def _leave() -> None:
    """End at once, with the engines that play for this process."""
    end_engines()
    os._exit(1)
