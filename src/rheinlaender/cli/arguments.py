"""Arguments that several commands share."""

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from rheinlaender.board import Board, read_board, rhine
from rheinlaender.game.options import Options, read_options
from rheinlaender.i18n import LANGUAGES, Refusal, preferred_language
from rheinlaender.rules.given import given_seed
from rheinlaender.rules.options import PRESETS

MOST = 2**31 - 1
MOST_PORT = 65535
MOST_PROCESSES = 1024
MOST_SECONDS = 86_400.0


class WrongNumber(Refusal):
    """An option has a number that makes no sense."""

    code = "wrong_number"


Number = TypeVar("Number", int, float)


def between(option: str, least: Number, most: Number) -> Callable[[str], Number]:
    """The reader of an option that is a number within limits."""
    kind = type(least)

    def read(text: str) -> Number:
        number = kind(text)
        if not least <= number <= most:
            raise WrongNumber(option=option, value=text, least=least, most=most)
        return number

    read.__name__ = kind.__name__
    return read


def port(text: str) -> int:
    """A port from its number."""
    if not text.isdecimal() or int(text) > MOST_PORT:
        raise argparse.ArgumentTypeError(f"{text} is not a port from 0 to {MOST_PORT}")
    return int(text)


def check_writable(path: Path) -> None:
    """Raise OSError if a file cannot be written; it is left as it is."""
    is_new = not path.exists()
    path.open("a").close()
    if is_new:
        path.unlink()


def replace_text(path: Path, text: str) -> None:
    """Write a file that is either as it was or as it is to be, whatever happens meanwhile."""
    if path.exists() and not path.is_file():
        path.write_text(text, encoding="utf-8")
        return
    check_writable(path)
    part = path.with_name(f"{path.name}.part")
    part.write_text(text, encoding="utf-8")
    part.replace(path)


def add_game(parser: argparse.ArgumentParser, seed: bool = True) -> None:
    """Seats, options, board and seed of a new game."""
    parser.add_argument("--seats", type=int, default=4, metavar="3|4|5", help="number of seats (default 4)")
    preset = f"an edition: {', '.join(PRESETS)}; changes may follow, as in parker,end:round (default parker)"
    parser.add_argument("--preset", default="parker", metavar="P", help=preset)
    add_board(parser)
    if seed:
        parser.add_argument(
            "--seed", type=int, metavar="S", help="a number that decides all chance (default: a random one)"
        )


def add_board(parser: argparse.ArgumentParser) -> None:
    """Another board."""
    parser.add_argument("--board", type=Path, metavar="FILE", help="another board file")


def add_level(parser: argparse.ArgumentParser, who: str, default: str) -> None:
    """A computer player."""
    from rheinlaender.bots import LEVELS

    levels = f"{who}: {' '.join(LEVELS)}, or as for 'match', such as search:5000 (default {default})"
    parser.add_argument("--level", default=default, help=levels)


def add_processes(parser: argparse.ArgumentParser) -> None:
    """How many processes share the work; what comes of it does not depend on that."""
    number = between("--processes", 1, MOST_PROCESSES)
    parser.add_argument("--processes", type=number, default=os.cpu_count(), metavar="N", help="default: all cores")


def add_watching(parser: argparse.ArgumentParser) -> None:
    """What somebody who runs a process on a server hears of it: measures and a log."""
    metrics = "a port for Prometheus, which reads /metrics there (default: none)"
    parser.add_argument("--metrics-port", type=port, metavar="P", help=metrics)
    levels = ("debug", "info", "warning", "error")
    parser.add_argument("--log-level", choices=levels, default="info", help="what is logged (default info)")


def add_language(parser: argparse.ArgumentParser) -> None:
    """The language of what is printed."""
    parser.add_argument("--language", choices=list(LANGUAGES), default=system_language(), help="en, de, nl or hu")


def system_language() -> str:
    """The language that the system asks for."""
    wishes = os.environ.get("LANGUAGE", "").split(":") + [os.environ.get(name, "") for name in ("LC_ALL", "LANG")]
    return preferred_language(wishes)


def find_here() -> None:
    """Let modules of the present folder be found, such as somebody's own computer player."""
    here = os.getcwd()
    if here not in sys.path:
        sys.path.append(here)


def board_of(arguments: argparse.Namespace) -> Board:
    """The board that was asked for."""
    return read_board(arguments.board) if arguments.board else rhine()


def asked_options(arguments: argparse.Namespace) -> Options:
    """The options that were asked for."""
    return read_options(arguments.preset)


def seed_of(arguments: argparse.Namespace) -> int:
    """The seed that was asked for, or a random one."""
    import secrets

    return secrets.randbits(64) if arguments.seed is None else given_seed(arguments.seed)


def read_text(name: str) -> str:
    """The text of a file, or of standard input for `-`, whichever way its lines end."""
    content = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    return content.decode("utf-8-sig", errors="replace").replace("\r\n", "\n")
