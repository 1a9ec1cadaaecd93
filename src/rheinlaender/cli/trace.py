"""`rheinlaender trace`: random games as JSON Lines, and the check of somebody else's."""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from itertools import chain
from pathlib import Path
from typing import Any, TextIO

from rheinlaender.cli.arguments import MOST, add_game, between, board_of, check_writable, options_of, seed_of
from rheinlaender.i18n import Refusal

Row = dict[str, Any]
DIFFERENT = 1


class TraceUnreadable(Refusal):
    """A line of a trace that is not a JSON object."""

    code = "trace_unreadable"


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of this command."""
    add_game(parser)
    parser.add_argument(
        "--games", type=between("--games", 0, MOST), default=1, metavar="N", help="number of games (default 1)"
    )
    parser.add_argument("--style", default="uniform", choices=["uniform", "cluster"], help="how moves are chosen")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write here (default: standard output)")
    parser.add_argument("--check", type=Path, metavar="FILE", help="replay this trace and report differences instead")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Write or check a trace."""
    if arguments.check:
        return _check(arguments)
    games = _played(arguments)
    first = next(games, None)  # what is refused is refused before a file is opened
    if first is None:
        return 0
    if arguments.out is None or (arguments.out.exists() and not arguments.out.is_file()):
        with arguments.out.open("w", encoding="utf-8") if arguments.out else nullcontext(sys.stdout) as file:
            _write(chain([first], games), file)
    else:
        _replace(arguments.out, chain([first], games))
    return 0


def _replace(path: Path, games: Iterable[list[Row]]) -> None:
    """Write whole games beside the file and put them in its place when all are there."""
    check_writable(path)
    part = path.with_name(f"{path.name}.part")
    with part.open("w", encoding="utf-8") as file:
        try:
            _write(games, file)
        except KeyboardInterrupt:
            raise KeyboardInterrupt(f"before all games were played; those that are finished are in {part}") from None
    part.replace(path)


def _played(arguments: argparse.Namespace) -> Iterator[list[Row]]:
    """The games, each with all of its rows."""
    from rheinlaender.cli.terminal import progress
    from rheinlaender.notation.trace import trace_game

    seed, options, board = seed_of(arguments), options_of(arguments), board_of(arguments)
    for number in progress(range(arguments.games), arguments.games, "Playing"):
        yield list(trace_game(arguments.seats, options, seed, number, arguments.style, board))


def _write(games: Iterable[list[Row]], file: TextIO) -> None:
    for rows in games:
        file.write("".join(json.dumps(row, separators=(",", ":")) + "\n" for row in rows))


def _check(arguments: argparse.Namespace) -> int:
    from rheinlaender.cli.terminal import progress
    from rheinlaender.notation.trace import check_trace

    lines = arguments.check.read_bytes().count(b"\n")
    rows = progress(_rows(arguments.check), lines, "Checking")
    games = differences = 0

    def counted() -> Iterator[Row]:
        nonlocal games
        for row in rows:
            games += row.get("type") == "setup"
            yield row

    for difference in check_trace(counted(), board_of(arguments)):
        differences += 1
        print(f"game {difference.game}, turn {difference.turn}: {difference.what}")
    print(f"{games} games checked, {differences} differ")
    return DIFFERENT if differences else 0


def _rows(path: Path) -> Iterator[Row]:
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            try:
                row = json.loads(line)
            except (ValueError, RecursionError):
                row = None
            if not isinstance(row, dict):
                raise TraceUnreadable(file=str(path), line=number)
            yield row
