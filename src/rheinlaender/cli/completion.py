"""`rheinlaender completion`: what a shell needs to complete our commands, options, players and files."""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rheinlaender.bots import bot_names

SHELLS = ("bash", "zsh", "fish", "tcsh", "powershell")
FILES = {"position", "what", "file"}
"""Arguments that may name a file, though they are read as text."""
PLAYERS = {"players", "level"}


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of this command."""
    parser.add_argument("shell", choices=SHELLS, help="the shell that is to complete")


def run(arguments: argparse.Namespace) -> None:
    """Print the script of a shell."""
    import shtab

    from rheinlaender.cli.main import COMMANDS, parser_for

    parser = parser_for(set(COMMANDS))
    for action in actions_of(parser):
        if action.type is Path or action.dest in FILES:
            action.complete = shtab.FILE  # type: ignore[attr-defined]
        elif action.dest in PLAYERS:
            action.choices = bot_names()
    print(shtab.complete(parser, arguments.shell))


def actions_of(parser: Any) -> Iterator[argparse.Action]:
    """All arguments of a parser and of its commands."""
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield from actions_of(command)
