"""`rheinlaender trace`: games as JSON Lines or as Parquet files, and the check of somebody else's."""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from rheinlaender.cli.arguments import MOST, add_game, asked_options, between, board_of, check_writable, seed_of
from rheinlaender.cli.cluster import add_place, placed
from rheinlaender.cli.signals import unbroken
from rheinlaender.i18n import Refusal

if TYPE_CHECKING:
    from rheinlaender.board import Board
    from rheinlaender.envs.traced import Source
    from rheinlaender.game.options import Options

Row = dict[str, Any]
DIFFERENT = 1


class ParquetAlone(Refusal):
    """Options of `trace` that do not go together."""

    code = "parquet_alone"


class TraceUnreadable(Refusal):
    """A line of a trace that is not a JSON object."""

    code = "trace_unreadable"


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of this command."""
    add_game(parser)
    parser.add_argument(
        "--games", type=between("--games", 0, MOST), default=1, metavar="N", help="number of games (default 1)"
    )
    add_place(parser)
    parser.add_argument("--style", default="uniform", choices=["uniform", "cluster"], help="how moves are chosen")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write here (default: standard output)")
    parser.add_argument("--parquet", type=Path, metavar="FOLDER", help="write Parquet files for learning here instead")
    parser.add_argument(
        "--players",
        nargs="+",
        metavar="P",
        help="computer players for --parquet: one for all, or one a seat",
    )
    parser.add_argument("--check", type=Path, metavar="FILE", help="replay this trace and report differences instead")


def run(arguments: argparse.Namespace) -> int:
    """Write or check a trace."""
    if arguments.parquet or arguments.players:
        return _write_parquet(arguments)
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
        except KeyboardInterrupt as interrupt:
            interrupt.args = (f"before all games were played; those that are finished are in {part}",)
            raise
    part.replace(path)


def _write_parquet(arguments: argparse.Namespace) -> int:
    """Write games into a folder; the same command goes on where it was interrupted."""
    from rheinlaender.cli.terminal import progress
    from rheinlaender.envs.parquet import write_parquet
    from rheinlaender.envs.traced import Traced, traced_game

    source = _source(arguments)

    def play(numbers: Sequence[int]) -> Iterable[Traced]:
        games = placed(arguments.on)(partial(traced_game, source), numbers)
        return progress(games, arguments.games, "Playing", arguments.games - len(numbers))

    try:
        write_parquet(arguments.parquet, source, arguments.games, play)
    except KeyboardInterrupt:
        told = f"before all games were played; the same command with --seed {source.seed} goes on"
        raise KeyboardInterrupt(told) from None
    return 0


def _source(arguments: argparse.Namespace) -> "Source":
    """What decides the games; a folder that was begun goes on with its own seed."""
    from rheinlaender.bots import make_bot
    from rheinlaender.bots.match import WrongPlayers
    from rheinlaender.envs.parquet import SETTINGS, settings_of_folder
    from rheinlaender.envs.traced import Source
    from rheinlaender.rules.given import given_seats

    if arguments.parquet is None or arguments.check or arguments.out or arguments.board:
        raise ParquetAlone()
    if arguments.seed is None and (arguments.parquet / SETTINGS).exists():
        arguments.seed = settings_of_folder(arguments.parquet)["seed"]
    named = arguments.players or []
    players = tuple(named * arguments.seats if len(named) == 1 else named)
    if len(players) not in (0, given_seats(arguments.seats)):
        raise WrongPlayers(games=arguments.games, players=len(players))
    for name in players:
        make_bot(name)
    return Source(arguments.seats, asked_options(arguments), seed_of(arguments), arguments.style, players)


def _played(arguments: argparse.Namespace) -> Iterator[list[Row]]:
    """The games, each with all of its rows."""
    from rheinlaender.cli.terminal import progress

    game = arguments.seats, asked_options(arguments), seed_of(arguments)
    work = partial(_rows_of_game, *game, style=arguments.style, board=board_of(arguments))
    yield from progress(placed(arguments.on)(work, range(arguments.games)), arguments.games, "Playing")


def _rows_of_game(seats: int, options: "Options", seed: int, number: int, style: str, board: "Board") -> list[Row]:
    """All rows of a game."""
    from rheinlaender.notation.trace import trace_game

    return list(trace_game(seats, options, seed, number, style, board))


def _write(games: Iterable[list[Row]], file: TextIO) -> None:
    for rows in games:
        text = "".join(json.dumps(row, separators=(",", ":")) + "\n" for row in rows)
        with unbroken():
            file.write(text)


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
