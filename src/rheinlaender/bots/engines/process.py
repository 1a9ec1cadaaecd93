"""An engine's process: lines to it and from it, by threads, so that nobody waits for ever on any system."""

import atexit
import os
import queue
import shlex
import signal
import subprocess
import threading
import time
from contextlib import suppress
from typing import NoReturn

from rheinlaender.bots.engines.lines import GREETING, QUIT, READY, REMARK, BadLine, EngineOption, one_line, read_option
from rheinlaender.i18n import Refusal

LONGEST_LINE = 4096
SHORTEST_LINE = 100
MOST_LETTERS = 1_000_000
"""So much may an engine say before it is asked again; a short line counts as one of a hundred letters."""
START_SECONDS = 120.0
"""How long an engine may take until it is ready; ours compiles the first time."""
QUIT_SECONDS = 0.5
LONGEST_NAME = 60
TOO_MUCH, ENDED = "it says too much", "it has closed its output"
"""Why an engine is not heard any more."""
_running: set["EngineProcess"] = set()
_lock = threading.RLock()


class EngineFailed(Refusal):
    """An engine crashed, kept silent, said too much or said nonsense."""

    code = "engine_failed"


class EngineSilent(EngineFailed):
    """An engine has not answered in time."""


class EngineProcess:
    """A program that has been started and is heard line by line."""

    def __init__(self, command: str, start_seconds: float = START_SECONDS) -> None:
        self.command = command
        self.name, self.version, self.options = command, "", dict[str, EngineOption]()
        self._said = 0
        self._heard: queue.SimpleQueue[bytes | str] = queue.SimpleQueue()
        self._saying: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        with _lock:
            self.process = self._started()
            _running.add(self)
        for work in (self._listen, self._speak):
            threading.Thread(target=work, name=f"engine-{work.__name__}", daemon=True).start()
        try:
            self._greet(time.monotonic() + start_seconds)
        except BaseException:
            self.kill()
            raise

    def _started(self) -> "subprocess.Popen[bytes]":
        """The process, in a group of its own: Ctrl-C is for the table, and whatever it starts ends with it."""
        try:
            words = self.command if os.name == "nt" else _split(self.command)
            return subprocess.Popen(  # noqa: S603 - the program that somebody wants to play
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                process_group=None if os.name == "nt" else 0,
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
            )
        except (OSError, ValueError) as error:
            problem = getattr(error, "strerror", None) or str(error)
            raise EngineFailed(bot=self.command, problem=f"it does not start: {problem}") from None

    def _listen(self) -> None:
        """Take what the engine says, as long as it is not too much."""
        assert self.process.stdout is not None
        with suppress(OSError, ValueError), self.process.stdout:
            while line := self.process.stdout.readline(LONGEST_LINE + 1):
                self._said += max(len(line), SHORTEST_LINE)
                if self._said > MOST_LETTERS or len(line) > LONGEST_LINE:
                    self._heard.put(TOO_MUCH)
                    return
                self._heard.put(line)
        self._heard.put(ENDED)

    def _speak(self) -> None:
        assert self.process.stdin is not None
        with suppress(OSError, ValueError):
            while (lines := self._saying.get()) is not None:
                self.process.stdin.write(lines)
                self.process.stdin.flush()
        with suppress(OSError, ValueError):
            self.process.stdin.close()

    def _greet(self, until: float) -> None:
        """Learn the engine's name and options, until it is ready."""
        self.say(GREETING)
        while (line := self.hear(until)) != READY:
            word, _, rest = line.partition(" ")
            if word == "option":
                option = read_option(rest)
                self.options[option.name] = option
            elif word == "name" and rest.strip():
                self.name = shown_text(rest)
            elif word == "version":
                self.version = shown_text(rest)
            elif word == "error":
                raise EngineFailed(bot=self.name, problem=f"it says: {shown_text(line)}")
            elif word != "author":
                raise BadLine(line=shown_text(line), expected="name, version, author, option or ready")

    def say(self, *lines: str) -> None:
        """Send lines; whether they are read is seen by the answer."""
        self._said = 0
        self._saying.put("".join(f"{line}\n" for line in lines).encode())

    def hear(self, until: float | None) -> str:
        """The next line that is not a remark."""
        while True:
            text = self._next(until).decode("utf-8", errors="replace").strip()
            if text and not text.startswith(REMARK):
                return text

    def _next(self, until: float | None) -> bytes:
        try:
            line = self._heard.get(timeout=None if until is None else max(0.0, until - time.monotonic()))
        except queue.Empty:
            raise EngineSilent(bot=self.name, problem="it does not answer in time") from None
        if isinstance(line, str):
            self._heard.put(line)
            raise EngineFailed(bot=self.name, problem=self._ended() if line is ENDED else line)
        return line

    def _ended(self) -> str:
        """How the process ended, or why it is not heard any more."""
        try:
            return f"it ended with status {self.process.wait(QUIT_SECONDS)}"
        except subprocess.TimeoutExpired:
            return ENDED

    def forget(self) -> None:
        """Pass over what was said before the next question."""
        with suppress(queue.Empty):
            while isinstance(line := self._heard.get_nowait(), bytes):
                pass
            self._heard.put(line)

    def is_alive(self) -> bool:
        """Whether the process runs."""
        return self.process.poll() is None

    def end(self) -> None:
        """Ask the engine to leave; if it does not, it is ended."""
        self.say(QUIT)
        self._saying.put(None)
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(QUIT_SECONDS)
        self.kill()

    def kill(self) -> None:
        """End the process, and on POSIX whatever it has started."""
        with _lock:
            _running.discard(self)
        self._saying.put(None)
        if self.is_alive():
            with suppress(OSError):
                self.process.kill() if os.name == "nt" else os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


def _split(command: str) -> list[str]:
    words = shlex.split(command)
    if not words:
        raise ValueError("there is no program")
    return words


def shown_text(text: str) -> str:
    """A text of somebody else, short and without what a terminal obeys."""
    return one_line(text)[:LONGEST_NAME]


def end_engines() -> None:
    """End all engines of this process; none of them is waited for longer than a moment."""
    with _lock:
        running = list(_running)
    for engine in running:
        engine.kill()


def leave_with_engines(status: int) -> NoReturn:
    """End this process at once, and all its engines; none is started meanwhile."""
    with _lock:
        end_engines()
        os._exit(status)


atexit.register(end_engines)
