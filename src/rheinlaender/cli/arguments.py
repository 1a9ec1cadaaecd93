"""Arguments that several commands share."""

import argparse
import os
import sys
from pathlib import Path

from rheinlaender.board import Board, read_board, rhine
from rheinlaender.game.options import Options, read_options
from rheinlaender.i18n import LANGUAGES, preferred_language
from rheinlaender.rules.options import PRESETS


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


def add_language(parser: argparse.ArgumentParser) -> None:
    """The language of what is printed."""
    parser.add_argument("--language", choices=list(LANGUAGES), default=system_language(), help="en, de, nl or hu")


def system_language() -> str:
    """The language that the system asks for."""
    wishes = os.environ.get("LANGUAGE", "").split(":") + [os.environ.get(name, "") for name in ("LC_ALL", "LANG")]
    return preferred_language(wishes)


def board_of(arguments: argparse.Namespace) -> Board:
    """The board that was asked for."""
    return read_board(arguments.board) if arguments.board else rhine()


def options_of(arguments: argparse.Namespace) -> Options:
    """The options that were asked for."""
    return read_options(arguments.preset)


def seed_of(arguments: argparse.Namespace) -> int:
    """The seed that was asked for, or a random one."""
    import secrets

    return secrets.randbits(64) if arguments.seed is None else int(arguments.seed)


def read_text(name: str) -> str:
    """The text of a file, or of standard input for `-`."""
    content = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    return content.decode("utf-8", errors="replace")
