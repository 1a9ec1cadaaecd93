"""`rheinlaender trace`: random games as JSON Lines, and the check of somebody else's."""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

from rheinlaender.cli.arguments import add_game, board_of, options_of, seed_of
from rheinlaender.i18n import Refusal

DIFFERENT = 1


class TraceUnreadable(Refusal):
    """A line of a trace that is not a JSON object."""

    code = "trace_unreadable"


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of this command."""
    add_game(parser)
    parser.add_argument("--games", type=int, default=1, metavar="N", help="number of games (default 1)")
    parser.add_argument("--style", default="uniform", choices=["uniform", "cluster"], help="how moves are chosen")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write here (default: standard output)")
    parser.add_argument("--check", type=Path, metavar="FILE", help="replay this trace and report differences instead")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Write or check a trace."""
    if arguments.check:
        return _check(arguments)
    if arguments.out is None:
        _write(arguments, sys.stdout)
        return 0
    with arguments.out.open("w", encoding="utf-8") as file:
        _write(arguments, file)
    return 0


def _write(arguments: argparse.Namespace, file: TextIO) -> None:
    from rheinlaender.cli.terminal import progress
    from rheinlaender.game.trace import trace_game

    seed, options, board = seed_of(arguments), options_of(arguments), board_of(arguments)
    for number in progress(range(arguments.games), arguments.games, "Playing"):
        for row in trace_game(arguments.seats, options, seed, number, arguments.style, board):
            file.write(json.dumps(row, separators=(",", ":")) + "\n")


def _check(arguments: argparse.Namespace) -> int:
    from rheinlaender.cli.terminal import progress
    from rheinlaender.game.trace import check_trace

    lines = sum(1 for _ in arguments.check.open(encoding="utf-8"))
    rows = progress(_rows(arguments.check), lines, "Checking")
    games = differences = 0

    def counted() -> Iterator[dict[str, Any]]:
        nonlocal games
        for row in rows:
            games += row.get("type") == "setup"
            yield row

    for difference in check_trace(counted(), board_of(arguments)):
        differences += 1
        print(f"game {difference.game}, turn {difference.turn}: {difference.what}")
    print(f"{games} games checked, {differences} differ")
    return DIFFERENT if differences else 0


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            try:
                row = json.loads(line)
            except ValueError:
                row = None
            if not isinstance(row, dict):
                raise TraceUnreadable(file=str(path), line=number)
            yield row
