"""Compiling beside a command: in a process that can be ended at any moment, so that nobody waits for it to end."""

import os
import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path

from rheinlaender.bots.warm import Kinds, compiling_program, kept_mark
from rheinlaender.cli.terminal import console
from rheinlaender.cli.workers import run_program


def compile_players(kinds: Kinds) -> None:
    """Compile what players of some kinds call."""
    if kinds:
        compile_apart(compiling_program(kinds), partial(kept_mark, kinds))


def compile_apart(program: str, find_mark: Callable[[], Path | None]) -> None:
    """Compile what is called, unless that is done already or cannot be kept; this process then loads it."""
    mark = find_mark()
    if mark is None or mark.exists():
        return
    with console(stderr=True).status("Compiling (once, less than a minute) ..."):
        try:
            run_program(program, dict(os.environ))
        except subprocess.CalledProcessError:
            return  # what is wrong is told by whoever compiles here
