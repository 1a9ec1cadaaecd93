"""Warming up: everything that a review calls, compiled before somebody waits for it."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from rheinlaender.board import rhine
from rheinlaender.bots.apart import end_program, start_program
from rheinlaender.bots.warm import LOW_PRIORITY, installation_of
from rheinlaender.game.game import Game
from rheinlaender.review.bench import bench_of
from rheinlaender.review.endgame import Endgame
from rheinlaender.review.judge import PlayoutJudge
from rheinlaender.review.steps import from_first, questions_of
from rheinlaender.rules.compile import cache_directory


class Compiling:
    """Compiling beside a program that has to answer: another process does it, and can be ended."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        self.is_stopped = False

    def wait(self) -> None:
        """Wait until all that a review calls is compiled, unless that was done or cannot be kept."""
        if self.is_stopped or is_compiled():
            return
        program = f"from rheinlaender.review.warm import compile_review; compile_review({LOW_PRIORITY})"
        self.process = start_program(program)
        self.process.wait()
        end_program(self.process)

    def stop(self) -> None:
        """Compile no more."""
        self.is_stopped = True
        if self.process is not None:
            end_program(self.process)


def compile_review(priority: int = 0) -> None:
    """Fill the cache of compiled functions by judging one turn, and leave a mark that it is full; one at a time."""
    if hasattr(os, "nice"):
        os.nice(priority)
    mark = kept_mark()
    with alone(mark):
        if mark is None or not mark.exists():
            judge_a_turn()
        if mark is not None:
            mark.touch()


def judge_a_turn() -> None:
    """Call everything that a review calls."""
    game = Game.new(3, seed=1)
    game.play(game.legal_moves()[0])
    game.play(".")
    for question in questions_of(game):
        question.answer(PlayoutJudge(playouts=1))
    Endgame(bench_of(game.board), game.board, 0, 1, lambda: None).chances(from_first(game.position), 1)


@contextmanager
def alone(mark: Path | None) -> Iterator[None]:
    """Wait while another process does the same beside a mark, where the system can say so."""
    if mark is None or find_spec("fcntl") is None:
        yield
        return
    import fcntl

    with mark.with_name("lock").open("wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def is_compiled() -> bool:
    """Whether all that a review calls has been compiled, or cannot be kept and is compiled where it is called."""
    mark = kept_mark()
    return mark is None or mark.exists()


def kept_mark() -> Path | None:
    """The file that says that all that a review calls has been compiled; None where nothing can be kept."""
    directory = cache_directory(rhine(), __name__)
    return None if directory is None else directory / f"whole-{installation_of(__name__)}"
