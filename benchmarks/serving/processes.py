"""One process and two on one PostgreSQL: how soon moves are told, with sockets spread over both."""

import asyncio
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.serving.load import QUICK, Found, Load, measure_paced
from benchmarks.serving.process import serving
from benchmarks.serving.sheet import percentile, print_sheet
from tests.server.postgres import NoPostgres, postgres

GOAL = 2.0
LOAD = Load(seconds=25.0, settle=15.0)
THIRD = Load(tables=100, sockets=333, stalled=6, seconds=25.0, settle=15.0)
COUNTS = (1, 2)


@contextmanager
def databases(database: str | None) -> Iterator[Iterator[str]]:
    """A new database for each measurement: of a PostgreSQL of our own, or the one that is given."""
    if database is not None:
        yield iter([database] * len(COUNTS))
        return
    with postgres() as cluster:
        yield (cluster.new_url() for _ in COUNTS)


def measure(database: str, count: int, load: Load) -> Found:
    """The paced load with so many processes."""
    found = Found()
    arguments = ["--workers", str(count)] if count > 1 else []
    with tempfile.TemporaryDirectory() as folder, serving(database, Path(folder), arguments) as server:
        server.wait_for_engine()
        asyncio.run(measure_paced(server, load, found))
    return found


def run(database: str | None, is_quick: bool) -> None:
    """Measure and show, at the whole load and at a third of it."""
    for load in (QUICK,) if is_quick else (LOAD, THIRD):
        try:
            with databases(database) as addresses:
                found = {count: measure(next(addresses), count, load) for count in COUNTS}
        except NoPostgres as reason:
            print(f"no PostgreSQL: {reason}")
            return
        show(load, found)


def show(load: Load, found: dict[int, Found]) -> None:
    """Print the table of one load."""
    one = percentile(found[1].waits, 0.99)
    rows = []
    for count, measured in found.items():
        p50, p99 = percentile(measured.waits, 0.5), percentile(measured.waits, 0.99)
        late = percentile(measured.lateness, 0.99)
        times = f"{p99 / one:.2f}" + ("" if p99 <= GOAL * one else " (missed)")
        rates = [f"{measured.moves:.0f}", f"{measured.processor:.2f}"]
        rows.append([str(count), f"{p50:.0f} ms", f"{p99:.0f} ms", times, *rates, f"{late:.0f} ms"])
    title = (
        f"{load.tables} tables, {load.sockets} sockets on PostgreSQL: at most {GOAL:g} times the 99 % of one process"
    )
    columns = ("processes", "50 %", "99 %", "times", "moves a second", "cores of the servers", "own lateness, 99 %")
    print_sheet(title, columns, rows)
