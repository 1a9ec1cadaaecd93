"""`rheinlaender bench`: speed and size of the engine, measured in one run."""

import argparse
import errno
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from rheinlaender.cli.arguments import MOST_SECONDS, between
from rheinlaender.cli.workers import run_program

PEERS = Path(__file__).resolve().parents[3] / "benchmarks" / "peers.py"
START = """
from rheinlaender.rules.setup import set_up
from rheinlaender.thinking.random_play import play_to_end
from rheinlaender.batches.warm import warm_up_batches
from rheinlaender.rules.compile import compiled
warm_up_batches(compiled())
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of this command."""
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument(
        "--seconds",
        type=between("--seconds", 0.001, MOST_SECONDS),
        default=2.0,
        help="time for each measurement (default 2)",
    )
    parser.add_argument("--peers", action="store_true", help="compare with other simulators, installed into .peers")
    parser.add_argument("--page", type=Path, help="with --peers: write the comparison to this Markdown file too")


def run(arguments: argparse.Namespace) -> int | None:
    """Measure and print."""
    if arguments.peers:
        return compare_with_peers(arguments)
    from rheinlaender.cli.terminal import console

    with console(stderr=True).status("Compiling from nothing (less than a minute) ...") as status:
        cold, warm = _start_seconds()
        status.update("Measuring ...")
        measured = _measure(arguments.seconds) | {"cold_compile_seconds": cold, "warm_start_seconds": warm}
    if arguments.json:
        print(json.dumps(measured))
    else:
        _print(measured)
    return None


def compare_with_peers(arguments: argparse.Namespace) -> int:
    """Run the comparison, which lies with the sources and not in the installed package; its exit status."""
    if not PEERS.exists():
        raise FileNotFoundError(errno.ENOENT, "the comparison with peers needs a checkout of the sources", str(PEERS))
    words = ["--seconds", str(arguments.seconds), *(["--json"] if arguments.json else [])]
    words += ["--page", str(arguments.page)] if arguments.page else []
    return subprocess.run([sys.executable, str(PEERS), *words]).returncode


def _start_seconds() -> tuple[float, float]:
    """Seconds from the start of a process to a compiled game: with nothing compiled yet, and then once more."""
    with tempfile.TemporaryDirectory() as directory:
        environment = os.environ | {"RHEINLAENDER_CACHE": directory}
        return _process_seconds(environment), _process_seconds(environment)


def _process_seconds(environment: dict[str, str]) -> float:
    start = time.perf_counter()
    run_program(START, environment)
    return round(time.perf_counter() - start, 2)


def _measure(seconds: float) -> dict[str, Any]:
    from rheinlaender.batches.warm import warm_up_batches
    from rheinlaender.rules.compile import compiled
    from rheinlaender.rules.position import POSITION

    run_program(START, dict(os.environ))  # compiles where it can be interrupted; this process loads
    engine = compiled()
    warm_up_batches(engine)
    rates = {str(seats): _compiled_rates(engine, seats, seconds) for seats in (3, 4, 5)}
    return {
        "turns_per_second": {seats: turns for seats, (turns, _) in rates.items()},
        "games_per_second": {seats: games for seats, (_, games) in rates.items()},
        "interpreted_turns_per_second": interpreted_rate(seconds),
        "record_bytes": POSITION.itemsize,
    }


def _compiled_rates(engine: Any, seats: int, seconds: float) -> tuple[int, int]:
    """Turns and games per second of uniformly random play on one core."""
    from rheinlaender.batches.warm import random_turns

    games = turns = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        turns += random_turns(engine, seats, seed=games, games=5000)
        games += 5000
    elapsed = time.perf_counter() - start
    return round(turns / elapsed), round(games / elapsed)


def interpreted_rate(seconds: float) -> int:
    """Turns per second of the same play, interpreted, with four seats."""
    from rheinlaender.game.options import Options, apply_options
    from rheinlaender.rules.compile import interpreted
    from rheinlaender.rules.position import Position
    from rheinlaender.rules.setup import set_up
    from rheinlaender.thinking.random_play import play_to_end

    engine, position = interpreted(), Position()
    apply_options(position, Options())
    turns, seed, start = 0, 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        seed += 1
        engine.of(set_up)(position, 4, 0, seed)
        engine.of(play_to_end)(position, seed)
        turns += position.turn
    return round(turns / (time.perf_counter() - start))


def _print(measured: dict[str, Any]) -> None:
    from rheinlaender.cli.terminal import table

    interpreted = measured["interpreted_turns_per_second"]
    games = measured["games_per_second"]
    rows = [
        [f"compiled, {seats} seats", f"{turns:,}", f"{games[seats]:,}", f"{turns / interpreted:,.0f} x"]
        for seats, turns in measured["turns_per_second"].items()
    ]
    rows.append(["interpreted, 4 seats", f"{interpreted:,}", "", "1 x"])
    table("Random play on one core", ["", "turns/s", "games/s", "against interpreted"], rows)
    print(f"One position: {measured['record_bytes']:,} bytes.")
    cold, warm = measured["cold_compile_seconds"], measured["warm_start_seconds"]
    print(f"From nothing to a compiled game: {cold} s; once compiled: {warm} s.")
