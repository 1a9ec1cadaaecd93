"""Ctrl-C, a request to end, a closed terminal: one manner for all commands.

What is finished is kept, one line is said, and the exit status is 128 and the number of the signal. A signal raises
`Interrupted` in the main thread, but not within `unbroken`, where it waits until the work is done.
"""

import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

NAMES = {"SIGINT": "interrupted", "SIGTERM": "terminated", "SIGHUP": "terminal closed", "SIGBREAK": "interrupted"}
"""The signals that end a command, as far as a system has them, and what is said."""
STATUS = 128
AGAIN_SECONDS = 0.01
SAME_SECONDS = 1.0
"""Whoever presses Ctrl-C twice within so many seconds has meant it once; later the command ends where it stands."""
WORDS = {int(getattr(signal, name)): words for name, words in NAMES.items() if hasattr(signal, name)}
INTERRUPT = int(signal.SIGINT)


class Interrupted(KeyboardInterrupt):
    """A signal asks the command to end."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


class _Signals:
    """What has come, and whether it has to wait."""

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """Nothing has come yet."""
        self.depth, self.waiting, self.first, self.is_again = 0, 0, 0.0, False
        self.number = 0

    def come(self, number: int, frame: FrameType | None) -> None:
        """A signal has come; the first one ends the command in an orderly manner."""
        now = time.monotonic()
        if self.is_again:
            self.is_again = False
            self.tell(number)
        elif not self.first:
            self.first, self.number = now, number
            self.tell(number)
        elif now - self.first > SAME_SECONDS:
            from rheinlaender.bots.engines.process import leave_with_engines

            leave_with_engines(STATUS + number)

    def tell(self, number: int) -> None:
        """Interrupt the command, now or when it has done what it does."""
        if self.depth:
            self.waiting = number
        elif is_compiling():
            self.tell_again(number)
        else:
            raise Interrupted(number)

    def unraisable(self, lost: Any) -> None:
        """An interrupt that came where nothing can be raised, such as in the end of an object, comes again."""
        if isinstance(lost.exc_value, Interrupted):
            self.tell_again(lost.exc_value.number)
        else:
            sys.__unraisablehook__(lost)

    def tell_again(self, number: int) -> None:
        """Let the signal come again in a moment."""

        def again() -> None:
            self.is_again = True
            send(number)

        timer = threading.Timer(AGAIN_SECONDS, again)
        timer.daemon = True
        timer.start()


def send(number: int) -> None:
    """Send a signal to the main thread, so that it wakes up if it waits."""
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(int(threading.main_thread().ident or 0), number)
    else:
        signal.raise_signal(signal.Signals(number))


def is_compiling() -> bool:
    """Whether Numba compiles or loads in this thread; it cannot be interrupted there without harm."""
    lock = sys.modules.get("numba.core.compiler_lock")
    return lock is not None and bool(lock.global_compiler_lock.is_locked())


_signals = _Signals()


def signal_that_came() -> int:
    """The number of the signal that asked the command to end; 0 if none did."""
    return _signals.number


@contextmanager
def obeying() -> Iterator[None]:
    """While a command runs, signals end it in an orderly manner; one that is ignored, as by `nohup`, stays so."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    _signals.begin()
    heard = [number for number in WORDS if signal.getsignal(number) != signal.SIG_IGN]
    before = {number: signal.signal(number, _signals.come) for number in heard}
    hook, sys.unraisablehook = sys.unraisablehook, _signals.unraisable
    try:
        yield
    finally:
        if not _signals.first:  # whoever was interrupted ends now, and a second signal must not break that
            sys.unraisablehook = hook
            for number, handler in before.items():
                signal.signal(number, handler)


@contextmanager
def unbroken() -> Iterator[None]:
    """What is done here is done to its end before a signal is obeyed; it should not take long."""
    _signals.depth += 1
    try:
        yield
    finally:
        _signals.depth -= 1
        if _signals.waiting and not _signals.depth:
            number, _signals.waiting = _signals.waiting, 0
            raise Interrupted(number)
