"""`rheinlaender`: one command with many verbs. Each verb lives in a module of its own, imported when it is used."""

import argparse
import importlib
import os
import sys
from collections.abc import Sequence

import rheinlaender

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
    "bench": "measure the engine's speed and size",
    "board": "check a board file",
    "rules": "print a section of the rules, or the one that a refusal cites",
}
REFUSED = 2
INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; its exit status."""
    from rheinlaender.i18n import Refusal

    words = list(sys.argv[1:] if arguments is None else arguments)
    parser = parser_of(words)
    chosen = parser.parse_args(words)
    try:
        status = chosen.run(chosen)
        sys.stdout.flush()
        return int(status or 0)
    except Refusal as refusal:
        section = f" [{refusal.code}, section {refusal.section}]" if refusal.section else f" [{refusal.code}]"
        print(f"rheinlaender: {refusal}{section}", file=sys.stderr)
        return REFUSED
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 0
        place = f"{error.filename}: " if error.filename else ""
        print(f"rheinlaender: {place}{error.strerror}", file=sys.stderr)
        return REFUSED
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED


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
