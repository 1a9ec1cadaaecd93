"""Processes that work for this one: they end with it, however it ends, and leave Ctrl-C to it."""

import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

END_WITH_PARENT = """
import os, threading
def end_with_parent():
    while os.read(0, 1):
        pass
    os._exit(1)
threading.Thread(target=end_with_parent, daemon=True).start()
"""
"""Its standard input is a pipe that ends with the process that has started it."""


def start_program(program: str, environment: dict[str, str] | None = None) -> "subprocess.Popen[bytes]":
    """Start a Python program of ours in a process of its own."""
    command = [sys.executable, "-c", END_WITH_PARENT + program]
    apart = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
    with leaving_interrupts():
        return subprocess.Popen(command, stdin=subprocess.PIPE, env=environment, creationflags=apart)


def end_program(process: "subprocess.Popen[bytes]") -> None:
    """End a program that is not needed any more."""
    process.kill()
    process.wait()
    if process.stdin is not None:
        process.stdin.close()


@contextmanager
def leaving_interrupts() -> Iterator[None]:
    """A process that is started meanwhile knows nothing of Ctrl-C and of a closed terminal; whoever started it does."""
    if hasattr(signal, "pthread_sigmask"):
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGHUP})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
    elif threading.current_thread() is not threading.main_thread():
        yield
    else:
        handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, handler)
