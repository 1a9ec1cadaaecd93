"""One process and two on one PostgreSQL: how soon moves are told, with sockets spread over both."""

import asyncio
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count, repeat
from pathlib import Path
from statistics import fmean

from benchmarks.serving.load import QUICK, Found, Load, measure_paced
from benchmarks.serving.process import serving
from benchmarks.serving.sheet import percentile, print_sheet
from tests.server.postgres import NoPostgres, postgres

GOAL = 2.0
LOAD = Load(seconds=25.0, settle=15.0)
THIRD = Load(tables=100, sockets=333, stalled=6, seconds=25.0, settle=15.0)
COUNTS = (1, 2)
ROUNDS = 3
"""How often one process and two are measured, in turn: what else the machine does meets both."""


@contextmanager
def databases(database: str | None) -> Iterator[Iterator[str]]:
    """A new database for each measurement: of a PostgreSQL of our own, or the one that is given."""
    if database is not None:
        yield repeat(database)
        return
    with postgres() as cluster:
        yield (cluster.new_url() for _ in count(1))


def measure(database: str, processes: int, load: Load) -> Found:
    """The paced load with so many processes."""
    found = Found()
    arguments = ["--workers", str(processes)] if processes > 1 else []
    with tempfile.TemporaryDirectory() as folder, serving(database, Path(folder), arguments) as server:
        server.wait_for_engine()
        asyncio.run(measure_paced(server, load, found))
    return found


def run(database: str | None, is_quick: bool) -> None:
    """Measure and show, at the whole load and at a third of it."""
    for load in (QUICK,) if is_quick else (LOAD, THIRD):
        try:
            with databases(database) as addresses:
                rounds = [
                    {processes: measure(next(addresses), processes, load) for processes in COUNTS}
                    for _ in range(ROUNDS)
                ]
        except NoPostgres as reason:
            print(f"no PostgreSQL: {reason}")
            return
        show(load, rounds)


def show(load: Load, rounds: list[dict[int, Found]]) -> None:
    """Print the table of one load: all rounds together, and how the 99 % of two stands to that of one in each."""
    one = percentile(waits_of(rounds, 1), 0.99)
    rows = []
    for processes in COUNTS:
        waits, found = waits_of(rounds, processes), [measured[processes] for measured in rounds]
        p50, p99 = percentile(waits, 0.5), percentile(waits, 0.99)
        times = f"{p99 / one:.2f}" + ("" if p99 <= GOAL * one else " (missed)")
        late = percentile([late for measured in found for late in measured.lateness], 0.99)
        rates = [f"{fmean(m.moves for m in found):.0f}", f"{fmean(m.processor for m in found):.2f}"]
        rows.append([str(processes), f"{p50:.0f} ms", f"{p99:.0f} ms", times, *rates, f"{late:.0f} ms"])
    title = (
        f"{load.tables} tables, {load.sockets} sockets on PostgreSQL: at most {GOAL:g} times the 99 % of one process"
    )
    columns = ("processes", "50 %", "99 %", "times", "moves a second", "cores of the servers", "own lateness, 99 %")
    print_sheet(title, columns, rows)
    ratios = [percentile(found[2].waits, 0.99) / percentile(found[1].waits, 0.99) for found in rounds]
    print("round by round:", ", ".join(f"{ratio:.2f}" for ratio in ratios))


def waits_of(rounds: list[dict[int, Found]], processes: int) -> list[float]:
    """How long moves took to be told with so many processes, in all rounds."""
    return [wait for found in rounds for wait in found[processes].waits]
