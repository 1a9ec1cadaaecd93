"""Warming up: everything that computer players call, compiled or loaded before somebody waits for it."""

import hashlib
import logging
import os
import subprocess
import sys
import threading
from pathlib import Path

from rheinlaender.board import Board, rhine
from rheinlaender.bots.apart import end_program, start_program
from rheinlaender.bots.greedy import CarelessBot, GreedyBot
from rheinlaender.bots.search import SearchBot
from rheinlaender.game.game import Game
from rheinlaender.rules.compile import Engine, cache_directory, compiled, ready, stands_on, start_compiling
from rheinlaender.thinking.search import simulate

LOW_PRIORITY = 10
log = logging.getLogger("rheinlaender.bots")


def warm_up_bots(engine: Engine) -> None:
    """Let every kind of computer player make both decisions of a turn."""
    for bot in (GreedyBot(wait=True), CarelessBot(wait=True), SearchBot(simulations=2, threads=1, wait=True)):
        game = Game.new(3, seed=1, board=engine.board)
        for _ in range(2):
            game.play(bot.choose(game.view(game.to_move), game.legal_moves()))


def warm_up() -> None:
    """Compile everything, or load it, and wait for it."""
    start_compiling(warm_up_bots).join()


def is_warm() -> bool:
    """Whether computer players use the compiled engine."""
    return ready().target == "cpu"


def kept_folder() -> tuple[Path | None, bool]:
    """Where compiled players are kept, None if nothing can be kept, and whether those of these sources are there."""
    folder = cache_directory(rhine(), simulate.__module__)
    return (None, False) if folder is None else (folder.parent, any(folder.rglob("*.nbi")))


class Warming:
    """Warming up beside a program that has to answer: another process compiles, then this one loads the result."""

    def __init__(self, board: Board | None = None) -> None:
        self.board = board
        self.process: subprocess.Popen[bytes] | None = None
        self.is_stopped = False
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
        self.is_stopped = True
        if self.process is not None:
            end_program(self.process)

    def _work(self) -> None:
        status = self._compile()
        if status:
            log.error("the engine could not be compiled; computer players go on without", extra={"status": status})
        elif not self.is_stopped:
            start_compiling(warm_up_bots, self.board).join()

    def _compile(self) -> int:
        """Let another process compile, unless that was done or cannot be kept; how it ended."""
        mark = kept_mark()
        if mark is None or mark.exists():
            return 0
        self.process = start_program(f"from rheinlaender.bots.warm import compile_bots; compile_bots({LOW_PRIORITY})")
        status = self.process.wait()
        return 0 if self.is_stopped else status


def start_warming(board: Board | None = None) -> Warming:
    """Compile in another process with low priority, then load what it compiled in a thread of this one."""
    return Warming(board).start()


def compile_bots(priority: int = 0) -> None:
    """Fill the cache of compiled functions, and leave a mark that it is full."""
    if hasattr(os, "nice"):
        os.nice(priority)
    warm_up_bots(compiled())
    mark = kept_mark()
    if mark is not None:
        mark.touch()


def kept_mark() -> Path | None:
    """The file that says that all that computer players call has been compiled; None where nothing can be kept."""
    directory = cache_directory(rhine(), __name__)
    return None if directory is None else directory / f"whole-{installation_of(__name__)}"


def installation_of(module: str) -> str:
    """What Numba asks besides what the sources say, and compiles anew where it differs: where they lie, since when."""
    files = [Path(str(sys.modules[name].__file__)) for name in sorted(stands_on(module))]
    told = "".join(f"{file} {file.stat().st_mtime_ns} {file.stat().st_size}\n" for file in files)
    return hashlib.sha256(told.encode()).hexdigest()[:16]
