"""Warming up: everything that computer players call, compiled or loaded before somebody waits for it.

`python -m rheinlaender.bots.warm` compiles with low priority and fills the cache of compiled functions.
"""

import logging
import os
import subprocess
import sys
import threading
from pathlib import Path

from rheinlaender.board import rhine
from rheinlaender.bots.greedy import CarelessBot, GreedyBot
from rheinlaender.bots.search import SearchBot
from rheinlaender.game.game import Game
from rheinlaender.rules.compile import Engine, cache_directory, compiled, ready, start_compiling
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

    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        self.is_stopped = False
        self.thread = threading.Thread(target=self._work, name="warm-up", daemon=True)

    def start(self) -> "Warming":
        """Begin; nothing is waited for."""
        self.thread.start()
        return self

    def stop(self) -> None:
        """Compile no more."""
        self.is_stopped = True
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()

    def _work(self) -> None:
        self.process = subprocess.Popen([sys.executable, "-m", __name__], stdin=subprocess.DEVNULL)
        status = self.process.wait()
        if self.is_stopped:
            return
        if status:
            log.error("the engine could not be compiled; computer players go on without", extra={"status": status})
            return
        start_compiling(warm_up_bots).join()


def start_warming() -> Warming:
    """Compile in another process with low priority, then load what it compiled in a thread of this one."""
    return Warming().start()


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(LOW_PRIORITY)
    warm_up_bots(compiled())
