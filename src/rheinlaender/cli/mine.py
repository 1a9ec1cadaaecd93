"""`rheinlaender mine`: puzzles from games of strong players, proven by two judges with two beliefs."""

import argparse
from collections import Counter
from collections.abc import Generator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from rheinlaender.cli.arguments import MOST, add_processes, between, check_writable
from rheinlaender.cli.signals import unbroken
from rheinlaender.rules.given import given_seed

if TYPE_CHECKING:
    from rheinlaender.review.puzzles.mine_file import MineFile
    from rheinlaender.review.puzzles.mining import MinePlan
    from rheinlaender.review.puzzles.puzzle import Puzzle

PROGRAM = "from rheinlaender.review.puzzles.warm import compile_mine; compile_mine()"


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of this command."""
    parser.add_argument(
        "--games",
        type=between("--games", 1, MOST),
        default=100,
        metavar="N",
        help="how many games are played and searched (default 100)",
    )
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="decides games and judges (default 0)")
    parser.add_argument("--preset", default="parker", metavar="P", help="an edition, as for 'new' (default parker)")
    add_processes(parser)
    parser.add_argument(
        "--out",
        type=Path,
        required=True,
        metavar="FILE",
        help="keep games and puzzles here; the same command takes the mine up again",
    )


def run(arguments: argparse.Namespace) -> None:
    """Mine what is left, and say what was found. Ctrl-C ends it early and keeps the games that were searched."""
    from rheinlaender.cli.terminal import progress
    from rheinlaender.game.options import read_options
    from rheinlaender.review.puzzles.mine_file import MineFile
    from rheinlaender.review.puzzles.mining import MinePlan

    read_options(arguments.preset)
    check_writable(arguments.out)
    plan = MinePlan(given_seed(arguments.seed), arguments.preset)
    file = MineFile(arguments.out, plan)
    left = [number for number in range(arguments.games) if number not in file.games]
    games = _games(plan, left, arguments.processes)
    done = arguments.games - len(left)
    shown = progress(games, arguments.games, "Mining", done, lambda: f"{len(file.puzzles)} puzzles")
    try:
        with closing(games), closing(shown):
            for number, puzzles in shown:
                with unbroken():
                    file.add(number, puzzles)
    except KeyboardInterrupt as interrupt:
        interrupt.args = (f"after {len(file.games)} of {arguments.games} games",)
        raise
    finally:
        _show(file)


def _games(plan: "MinePlan", numbers: list[int], processes: int) -> "Generator[tuple[int, list[Puzzle]]]":
    """The games with their puzzles as they are searched, by one process or several."""
    from rheinlaender.cli.compiling import compile_apart
    from rheinlaender.cli.workers import work_in_processes
    from rheinlaender.review.puzzles.mining import mine_game
    from rheinlaender.review.puzzles.warm import kept_mark

    if not numbers:
        return
    compile_apart(PROGRAM, kept_mark)
    work = partial(mine_game, plan)
    if processes == 1 or len(numbers) < 2:
        yield from map(work, numbers)
    else:
        yield from work_in_processes(work, numbers, min(processes, len(numbers)))


def _show(file: "MineFile") -> None:
    """How many puzzles there are, and of what kinds."""
    puzzles = file.puzzles
    print(f"{len(puzzles)} puzzles in {len(file.games)} games")
    for counted in (Counter(one.time for one in puzzles), Counter(theme for one in puzzles for theme in one.themes)):
        if counted:
            print("  ".join(f"{name} {number}" for name, number in sorted(counted.items())))
