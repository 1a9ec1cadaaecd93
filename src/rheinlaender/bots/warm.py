"""Warming up: everything that computer players call, compiled or loaded before somebody waits for it."""

import hashlib
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Iterable
from functools import cache, partial
from pathlib import Path
from typing import Any

from rheinlaender.board import Board, rhine
from rheinlaender.bots.apart import end_program, start_program
from rheinlaender.bots.bot import Bot
from rheinlaender.bots.foresight import ForesightBot
from rheinlaender.bots.greedy import CarelessBot, GreedyBot
from rheinlaender.bots.net import NetBot
from rheinlaender.bots.search import SearchBot
from rheinlaender.game.game import Game
from rheinlaender.rules.compile import Engine, cache_directory, compiled, ready, stands_on, start_compiling
from rheinlaender.thinking.foresight import foresee

Kinds = tuple[str, ...]
KINDS: dict[str, Any] = {kind.name: kind for kind in (GreedyBot, CarelessBot, NetBot, SearchBot, ForesightBot)}
"""The kinds of our own players that call compiled functions."""
LEVEL_KINDS: Kinds = ("greedy", "careless", "foresight")
"""Those that the levels are; others are compiled where somebody asks for them by name."""
STOP_SECONDS = 1.0
"""How soon whoever ends a program and all that it has started is known to end the program too."""
LOW_PRIORITY = 10
log = logging.getLogger("rheinlaender.bots")


def kinds_of(bots: Iterable[Bot]) -> Kinds:
    """Which of our own kinds some players are, or stand on."""
    nearest = {next((kind for kind in type(bot).__mro__ if kind in KINDS.values()), None) for bot in bots}
    return tuple(name for name, kind in KINDS.items() if kind in nearest)


def warm_up_bots(engine: Engine, kinds: Kinds = LEVEL_KINDS) -> None:
    """Let a player of each kind make both decisions of a turn."""
    for kind in kinds:
        little = {"simulations": 2, "threads": 1} if issubclass(KINDS[kind], SearchBot) else {}
        bot, game = KINDS[kind](wait=True, **little), Game.new(3, seed=1, board=engine.board)
        for _ in range(2):
            game.play(bot.choose(game.view(game.to_move), game.legal_moves()))


def warm_up() -> None:
    """Compile what the levels call, or load it, and wait for it."""
    start_compiling(warm_up_bots).join()


def is_warm() -> bool:
    """Whether computer players use the compiled engine."""
    return ready().target == "cpu"


def kept_folder() -> tuple[Path | None, bool]:
    """Where compiled players are kept, None if nothing can be kept, and whether those of these sources are there."""
    folder = cache_directory(rhine(), foresee.__module__)
    return (None, False) if folder is None else (folder.parent, any(folder.rglob("*.nbi")))


class Warming:
    """Warming up beside a program that has to answer: another process compiles, then this one loads the result."""

    def __init__(self, board: Board | None = None, kinds: Kinds = LEVEL_KINDS) -> None:
        self.board, self.kinds = board, kinds
        self.process: subprocess.Popen[bytes] | None = None
        self.stopped = threading.Event()
        self.thread = threading.Thread(target=self._work, name="warm-up", daemon=True)

    def start(self) -> "Warming":
        """Begin; nothing is waited for."""
        self.thread.start()
        return self

    @property
    def is_working(self) -> bool:
        """Whether the engine is still being compiled or loaded."""
        return self.thread.is_alive()

    def wait(self) -> None:
        """Wait until computer players use the compiled engine, or must do without."""
        self.thread.join()

    def stop(self) -> None:
        """Compile no more."""
        self.stopped.set()
        if self.process is not None:
            end_program(self.process)

    def _work(self) -> None:
        status = self._compile()
        if status:
            log.error("the engine could not be compiled; computer players go on without", extra={"status": status})
        elif not self.stopped.is_set():
            start_compiling(partial(warm_up_bots, kinds=self.kinds), self.board).join()

    def _compile(self) -> int:
        """Let another process compile, unless that was done or cannot be kept; how it ended."""
        mark = kept_mark(self.kinds)
        if mark is None or mark.exists():
            return 0
        self.process = start_program(compiling_program(self.kinds, LOW_PRIORITY))
        status = self.process.wait()
        return 0 if self.stopped.wait(STOP_SECONDS if status else 0) else status


def start_warming(board: Board | None = None, kinds: Kinds = LEVEL_KINDS) -> Warming:
    """Compile in another process with low priority, then load what it compiled in a thread of this one."""
    return Warming(board, kinds).start()


@cache
def compile_beside(kinds: Kinds) -> None:
    """Let another process compile what players of some kinds call, unless that was done, so that this one loads it."""
    mark = kept_mark(kinds)
    if mark is not None and not mark.exists():
        process = start_program(compiling_program(kinds))
        process.wait()
        end_program(process)


def compiling_program(kinds: Kinds, priority: int = 0) -> str:
    """The program of a process that compiles what players of some kinds call."""
    return f"from rheinlaender.bots.warm import compile_bots; compile_bots({kinds!r}, {priority})"


def compile_bots(kinds: Kinds = LEVEL_KINDS, priority: int = 0) -> None:
    """Fill the cache of compiled functions, and leave a mark that it is full."""
    if hasattr(os, "nice"):
        os.nice(priority)
    warm_up_bots(compiled(), kinds)
    for kind in kinds:
        mark = kept_mark((kind,))
        if mark is not None:
            mark.touch()


def kept_mark(kinds: Kinds = LEVEL_KINDS) -> Path | None:
    """The file that says that all that players of a kind call is compiled; None where nothing can be kept.

    Of several kinds it is that of one which is not compiled, if there is such a one.
    """
    directory = cache_directory(rhine(), __name__)
    if directory is None:
        return None
    marks = [directory / f"{kind}-{installation_of(__name__)}" for kind in kinds]
    return next((mark for mark in marks if not mark.exists()), marks[-1])


def installation_of(module: str) -> str:
    """What Numba asks besides what the sources say, and compiles anew where it differs: where they lie, since when."""
    files = [Path(str(sys.modules[name].__file__)) for name in sorted(stands_on(module))]
    told = "".join(f"{file} {file.stat().st_mtime_ns} {file.stat().st_size}\n" for file in files)
    return hashlib.sha256(told.encode()).hexdigest()[:16]
