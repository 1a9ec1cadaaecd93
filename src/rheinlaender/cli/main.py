"""`rheinlaender`: one command with many verbs. Each verb lives in a module of its own, imported when it is used."""

import argparse
import importlib
import os
import sys
from collections.abc import Sequence

import rheinlaender
from rheinlaender.cli.streams import mend_streams

COMMANDS = {
    "play": "play in the terminal against the computer",
    "serve": "open tables for people and computer players in the browser",
    "backup": "copy the server's tables to a file while it runs",
    "new": "set up a game and print its first position",
    "show": "draw a position as text or SVG",
    "replay": "check a recorded game and step through it",
    "trace": "write random games as JSON Lines, or check such a file",
    "match": "let computer players play against each other",
    "analyse": "the best moves of a position, as one seat knows it",
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
        chosen = parser_of(words).parse_args(words)
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
        complain(" ".join(["interrupted", *map(str, interrupt.args)]).replace(" ;", ";"))
        return INTERRUPTED


def complain(text: str) -> None:
    """Say in one line what went wrong; what a terminal would obey instead of showing it is written out."""
    shown = "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)
    cut = shown if len(shown) <= MOST_LETTERS else f"{shown[: MOST_LETTERS // 2]} ... {shown[-MOST_LETTERS // 2 :]}"
    print(f"rheinlaender: {cut}", file=sys.stderr)


def parser_of(words: list[str]) -> argparse.ArgumentParser:
    """The parser; only the module of the command that is used is imported."""
    parser = argparse.ArgumentParser(prog="rheinlaender", description=rheinlaender.__doc__)
    parser.add_argument("--version", action="version", version=f"rheinlaender {rheinlaender.__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    chosen = next((word for word in words if not word.startswith("-")), None)
    for name, summary in COMMANDS.items():
        command = commands.add_parser(name, help=summary, description=summary[0].upper() + summary[1:] + ".")
        if name == chosen:
            importlib.import_module(f"rheinlaender.cli.{name}").configure(command)
    return parser
