"""`rheinlaender match`: computer players against each other, in duplicate deals, on all cores or a cluster."""

import argparse
import json
from collections.abc import Generator
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path

from rheinlaender.bots.engines.process import end_engines
from rheinlaender.bots.guard import PATIENCE_SECONDS
from rheinlaender.bots.match import (
    MatchPlan,
    Played,
    Row,
    WrongPlayers,
    kinds_in,
    left_to_play,
    play_game,
    standing,
    write_standing,
)
from rheinlaender.bots.match_file import MatchFile
from rheinlaender.bots.warm import Kinds, warm_up_bots
from rheinlaender.cli.arguments import MOST, add_processes, between, check_writable, find_here, replace_text
from rheinlaender.cli.cluster import RAY, add_place, work_on_ray
from rheinlaender.cli.signals import unbroken
from rheinlaender.cli.workers import WorkerLost, work_in_processes
from rheinlaender.rules.given import given_seed

FAILED = 1


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of this command."""
    parser.add_argument(
        "players",
        nargs="+",
        help="one for each seat: squire knight duke archbishop random greedy net search:5000 foresight@0.5 "
        "my_module:Clerk 'engine:./my_bot --flag'",
    )
    parser.add_argument(
        "--games",
        type=between("--games", 1, MOST),
        default=100,
        metavar="N",
        help="at least so many games, in whole deals (default 100)",
    )
    parser.add_argument("--seats", type=int, metavar="3|4|5", help="number of seats (default: as many as players)")
    parser.add_argument("--preset", default="parker", metavar="P", help="an edition, as for 'new' (default parker)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="decides deals and bots (default 0)")
    parser.add_argument(
        "--patience",
        type=float,
        default=PATIENCE_SECONDS,
        metavar="SECONDS",
        help="time for each move; then greedy plays it, which counts as a failure (default 60)",
    )
    add_processes(parser)
    add_place(parser)
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="keep the games here; the same command takes the match up again"
    )
    parser.add_argument("--records", type=Path, metavar="FOLDER", help="keep every game as .rhg in this folder")
    parser.add_argument("--picture", type=Path, metavar="FILE", help="draw the result as SVG")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")


def run(arguments: argparse.Namespace) -> int:
    """Play a match and print its result; 1 if a player failed. Ctrl-C ends it early and keeps what was played."""
    if arguments.seats is not None and arguments.seats != len(arguments.players):
        raise WrongPlayers(games=arguments.games, players=len(arguments.players))
    find_here()
    plan = MatchPlan(
        tuple(arguments.players), arguments.games, arguments.preset, given_seed(arguments.seed), arguments.patience
    )
    if arguments.picture:
        check_writable(arguments.picture)
    if arguments.records:
        arguments.records.mkdir(parents=True, exist_ok=True)
    file = MatchFile(arguments.out, plan) if arguments.out else None
    played = list(file.played) if file else []
    try:
        _play(plan, arguments, played, file)
    except KeyboardInterrupt as interrupt:
        _show(plan, played, arguments)
        interrupt.args = (f"after {len(played)} of {len(plan.numbers)} games",)
        raise
    except WorkerLost:
        _show(plan, played, arguments)
        raise
    _show(plan, played, arguments)
    if arguments.picture:
        from rheinlaender.drawing.chart import draw_match

        picture = draw_match(plan.preset, standing(plan, played), [game.coins for game in played])
        replace_text(arguments.picture, picture)
    return FAILED if any(sum(game.failures) for game in played) else 0


def _show(plan: MatchPlan, played: list[Played], arguments: argparse.Namespace) -> None:
    """The standing, if there is one."""
    if played and arguments.json:
        print(json.dumps(write_standing(plan, played)))
    elif played:
        _print(plan, played)


def _play(plan: MatchPlan, arguments: argparse.Namespace, played: list[Played], file: MatchFile | None) -> None:
    """Play what is left, and show the standing meanwhile."""
    from rheinlaender.cli.terminal import progress

    games = _games(plan, left_to_play(plan, played), arguments)
    shown = progress(games, len(plan.numbers), "Playing", len(played), lambda: _short(plan, played))
    with closing(games), closing(shown):
        for game in shown:
            with unbroken():
                _keep(game, arguments, played, file)


def _keep(game: Played, arguments: argparse.Namespace, played: list[Played], file: MatchFile | None) -> None:
    """A game is over: it counts, and it is on disk where that is wanted."""
    if arguments.records:
        (arguments.records / f"game-{game.number:05d}.rhg").write_text(game.record, encoding="ascii")
    kept = replace(game, record="")
    played.append(kept)
    if file:
        file.add(kept)


def _games(plan: MatchPlan, numbers: list[int], arguments: argparse.Namespace) -> Generator[Played]:
    """The games as they finish, from several processes or machines."""
    from rheinlaender.cli.compiling import compile_players

    if not numbers:
        return
    kinds = kinds_in(plan)
    compile_players(kinds)
    work = partial(play_game, plan, keep=arguments.records is not None)
    if arguments.on == RAY:
        yield from (game for _, game in work_on_ray(work, numbers))
        return
    if arguments.processes == 1 or len(numbers) < 2:
        yield from map(work, numbers)
        return
    _load(kinds)
    end_engines()  # those that said here that they can play; workers start their own
    yield from work_in_processes(work, numbers, min(arguments.processes, len(numbers)))


def _load(kinds: Kinds) -> None:
    """Compile here what is not, so that the processes find it on disk instead of all compiling."""
    from rheinlaender.rules.compile import compiled

    warm_up_bots(compiled(), kinds)


def _short(plan: MatchPlan, played: list[Played]) -> str:
    return "  ".join(f"{row.name} {row.share:.0%}" for row in standing(plan, played))


def _between(row: Row) -> str:
    """The interval of a player's coins, where there is one."""
    known = row.coins_low is not None and row.coins_high is not None
    return f"{row.coins_low:.1f}-{row.coins_high:.1f}" if known else "-"


def _print(plan: MatchPlan, played: list[Played]) -> None:
    from rheinlaender.cli.terminal import table

    rows = [
        [
            row.name,
            f"{row.share:.1%}",
            f"{row.low:.0%}-{row.high:.0%}",
            f"{row.coins:.1f}",
            _between(row),
            f"{row.rating:.1f}",
            f"{row.seconds_per_move:.3f}",
            row.failures,
        ]
        for row in standing(plan, played)
    ]
    columns = ["player", "victories", "95 %", "coins", "95 %", "rating", "s/move", "failures"]
    table(f"{len(played)} games, {plan.seats} seats, par {1 / plan.seats:.1%}", columns, rows)
