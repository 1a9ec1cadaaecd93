"""`rheinlaender`: one command with many verbs. Each verb lives in a module of its own, imported when it is used."""

import argparse
import importlib
import sys
from collections.abc import Sequence
from typing import NoReturn

import rheinlaender
from rheinlaender.cli.examples import epilog
from rheinlaender.cli.signals import INTERRUPT, STATUS, WORDS, obeying, signal_that_came
from rheinlaender.cli.streams import lead_nowhere, mend_streams

COMMANDS = {
    "play": "play in the terminal against the computer",
    "serve": "open tables for people and computer players in the browser",
    "think": "search for the computer players of servers on other machines",
    "doctor": "look at everything that a server needs, and say what to do",
    "backup": "copy the server's tables to a file while it runs",
    "erase": "erase a table, or a name wherever it stands",
    "new": "set up a game and print its first position",
    "show": "draw a position as text or SVG",
    "replay": "check a recorded game and step through it",
    "trace": "write games as JSON Lines or Parquet, or check a file of JSON Lines",
    "match": "let computer players play against each other",
    "analyse": "the best moves of a position, as one seat knows it",
    "review": "judge every decision of a finished game, and say what its result is made of",
    "mine": "find puzzles in games of strong players, and prove them",
    "verify": "check that the cards of a game were dealt as was promised before it",
    "engine": "a computer player for other programs, by lines of text",
    "train": "let a network learn the game by playing against itself",
    "bench": "measure the engine's speed and size",
    "board": "check a board file",
    "rules": "print a section of the rules, or the one that a refusal cites",
    "completion": "print what lets a shell complete these commands",
}
REFUSED = 2
MOST_LETTERS = 600


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; its exit status. A signal ends it in one manner, whenever it comes."""
    mend_streams()
    try:
        with obeying():
            return run(list(sys.argv[1:] if arguments is None else arguments))
    except KeyboardInterrupt as interrupt:
        return told_signal(signal_that_came() or INTERRUPT, *map(str, interrupt.args))


def run(words: list[str]) -> int:
    """Run the command that some words name; whatever is wrong is told in a line."""
    try:
        chosen = parsed(words)
        status = chosen.run(chosen)
        sys.stdout.flush()
        return int(status or 0)
    except Exception as error:
        if signal_that_came():
            return told_signal(signal_that_came())  # somebody has made another error of the interrupt
        from rheinlaender.i18n import Refusal

        if not isinstance(error, Refusal | OSError):
            raise
        return told(error)


def told(error: Exception) -> int:
    """Say what was refused; the exit status. That nobody reads any more is no error."""
    if isinstance(error, BrokenPipeError):
        lead_nowhere(sys.stdout)
        return 0
    if isinstance(error, OSError):
        place = f"{error.filename}: " if error.filename else ""
        complain(f"{place}{error.strerror}")
    else:
        code, section = getattr(error, "code", ""), getattr(error, "section", "")
        complain(f"{error} [{code}, section {section}]" if section else f"{error} [{code}]")
    return REFUSED


def told_signal(number: int, *words: str) -> int:
    """Say that a signal has ended the command; the exit status."""
    complain(" ".join([WORDS[number], *words]))
    return STATUS + number


def complain(text: str) -> None:
    """Say in one line what went wrong; what a terminal would obey instead of showing it is written out."""
    try:
        print(f"rheinlaender: {printable(text)}", file=sys.stderr, flush=True)
    except OSError:
        lead_nowhere(sys.stderr)


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
    return parser_for({next((word for word in words if not word.startswith("-")), "")})


def parser_for(chosen: set[str]) -> argparse.ArgumentParser:
    """The parser with the arguments of some commands."""
    parser = Parser(prog="rheinlaender", description=rheinlaender.__doc__)
    parser.add_argument("--version", action="version", version=f"rheinlaender {rheinlaender.__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, summary in COMMANDS.items():
        command = commands.add_parser(
            name,
            help=summary,
            description=summary[0].upper() + summary[1:] + ".",
            epilog=epilog(name),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        if name in chosen:
            module = importlib.import_module(f"rheinlaender.cli.{name}")
            module.configure(command)
            command.set_defaults(run=module.run)
    return parser
