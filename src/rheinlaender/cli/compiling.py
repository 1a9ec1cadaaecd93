"""Compiling beside a command: in a process that can be ended at any moment, so that nobody waits for it to end."""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

from rheinlaender.bots.warm import kept_mark
from rheinlaender.cli.terminal import console
from rheinlaender.cli.workers import run_program

PROGRAM = "from rheinlaender.bots.warm import compile_bots; compile_bots()"


def compile_apart(program: str = PROGRAM, find_mark: Callable[[], Path | None] = kept_mark) -> None:
    """Compile what is called, unless that is done already or cannot be kept; this process then loads it.

    If nothing else is said, that is what computer players call.
    """
    mark = find_mark()
    if mark is None or mark.exists():
        return
    with console(stderr=True).status("Compiling (once, less than a minute) ..."):
        try:
            run_program(program, dict(os.environ))
        except subprocess.CalledProcessError:
            return  # what is wrong is told by whoever compiles here
