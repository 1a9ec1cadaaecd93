"""`rheinlaender`: one command with many verbs. Each verb lives in a module of its own, imported when it is used."""

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

import rheinlaender
from rheinlaender.cli.streams import mend_streams

COMMANDS = {
    "play": "play in the terminal against the computer",
    "serve": "open tables for people and computer players in the browser",
    "think": "search for the computer players of servers on other machines",
    "doctor": "look at everything that a server needs, and say what to do",
    "backup": "copy the server's tables to a file while it runs",
    "new": "set up a game and print its first position",
    "show": "draw a position as text or SVG",
    "replay": "check a recorded game and step through it",
    "trace": "write games as JSON Lines or Parquet, or check a file of JSON Lines",
    "match": "let computer players play against each other",
    "analyse": "the best moves of a position, as one seat knows it",
    "engine": "a computer player for other programs, by lines of text",
    "train": "let a network learn the game by playing against itself",
    "bench": "measure the engine's speed and size",
    "board": "check a board file",
    "rules": "print a section of the rules, or the one that a refusal cites",
}
REFUSED = 2
INTERRUPTED = 130
MOST_LETTERS = 600


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; its exit status."""
    from rheinlaender.i18n import Refusal

    mend_streams()
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        chosen = parsed(words)
        status = chosen.run(chosen)
        sys.stdout.flush()
        return int(status or 0)
    except Refusal as refusal:
        section = f" [{refusal.code}, section {refusal.section}]" if refusal.section else f" [{refusal.code}]"
        complain(f"{refusal}{section}")
        return REFUSED
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 0
        place = f"{error.filename}: " if error.filename else ""
        complain(f"{place}{error.strerror}")
        return REFUSED
    except KeyboardInterrupt as interrupt:
        complain(" ".join(["interrupted", *map(str, interrupt.args)]))
        return INTERRUPTED


def complain(text: str) -> None:
    """Say in one line what went wrong; what a terminal would obey instead of showing it is written out."""
    print(f"rheinlaender: {printable(text)}", file=sys.stderr)


def printable(text: str) -> str:
    """A text as one line that is not too long, with nothing in it that a terminal obeys."""
    shown = "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)
    half = MOST_LETTERS // 2
    return shown if len(shown) <= MOST_LETTERS else f"{shown[:half]} ... {shown[-half:]}"


class Parser(argparse.ArgumentParser):
    """A parser whose complaints are safe for a terminal."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong with the arguments, and end."""
        super().error(printable(message))


def parsed(words: list[str]) -> argparse.Namespace:
    """The command and its options; `--option=--` has no value, although some versions of argparse let it pass."""
    parser = parser_of(words)
    chosen = parser.parse_args(words)
    for name in (name for name, value in vars(chosen).items() if value == []):
        parser.error(f"argument {name}: expected one argument")
    return chosen


def parser_of(words: list[str]) -> argparse.ArgumentParser:
    """The parser; only the module of the command that is used is imported."""
    parser = Parser(prog="rheinlaender", description=rheinlaender.__doc__)
    parser.add_argument("--version", action="version", version=f"rheinlaender {rheinlaender.__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    chosen = next((word for word in words if not word.startswith("-")), None)
    for name, summary in COMMANDS.items():
        command = commands.add_parser(name, help=summary, description=summary[0].upper() + summary[1:] + ".")
        if name == chosen:
            importlib.import_module(f"rheinlaender.cli.{name}").configure(command)
    return parser
