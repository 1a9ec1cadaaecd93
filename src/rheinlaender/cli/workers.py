"""Processes that work for a command: they end with it, however it ends, and leave Ctrl-C to it."""

import multiprocessing
import os
import signal
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import connection, pool

from rheinlaender.bots.apart import end_program, leaving_interrupts, start_program
from rheinlaender.bots.engines.process import end_engines
from rheinlaender.cli.signals import unbroken


@contextmanager
def workers(number: int) -> Iterator[pool.Pool]:
    """So many processes of their own that wait for work; they end with it, and are ended only if it is broken off."""
    with unbroken(), leaving_interrupts():
        started = multiprocessing.get_context("spawn").Pool(number, initializer=_begin)
    try:
        yield started
    except BaseException:
        with unbroken():
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


def _begin() -> None:
    """What a worker does first. A handler of Python's for SIGTERM might never run while the worker waits for a lock."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
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
