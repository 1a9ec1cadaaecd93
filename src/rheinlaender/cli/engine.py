"""`rheinlaender engine`: a computer player that other programs ask by lines of text."""

import argparse
import sys
from collections.abc import Iterator
from functools import partial

from rheinlaender.board import Board
from rheinlaender.bots import Bot
from rheinlaender.cli.arguments import add_board, add_level, board_of, find_here


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of this command."""
    add_level(parser, "who plays", "duke")
    add_board(parser)


def run(arguments: argparse.Namespace) -> None:
    """Read lines from standard input and answer on standard output until `quit`."""
    from rheinlaender.bots.engines.speaker import Speaker

    find_here()
    board = board_of(arguments)
    Speaker(arguments.level, board, _say, partial(_warm_up, board)).hear(lines())


def _warm_up(board: Board, bot: Bot) -> None:
    """Compile before somebody's time runs."""
    from rheinlaender.bots.warm import kinds_of, warm_up_bots
    from rheinlaender.cli.compiling import compile_players
    from rheinlaender.rules.compile import compiled

    kinds = kinds_of([bot])
    compile_players(kinds)
    warm_up_bots(compiled(board), kinds)


def _say(line: str) -> None:
    """One line, at once, whatever ends lines on this system."""
    sys.stdout.buffer.write(f"{line}\n".encode())
    sys.stdout.buffer.flush()


def lines() -> Iterator[str]:
    """The lines of standard input as they come."""
    for line in iter(sys.stdin.buffer.readline, b""):
        yield line.decode("utf-8", errors="replace")
