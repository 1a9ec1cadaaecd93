"""What one address gets of one process and of two, each of which has limits of its own, and what others feel."""

import asyncio
import tempfile
from pathlib import Path

from benchmarks.serving.attacks import QUICK, Found, Setting, measure
from benchmarks.serving.process import serving
from benchmarks.serving.processes import databases
from benchmarks.serving.sheet import percentile, print_sheet
from tests.server.postgres import NoPostgres

ATTACK = "costly"
COUNTS = (1, 2)
COLUMNS = ("processes", "answered a second", "refused a second", "quiet 99 %", "99 %", "times", "failed")


def attacked(database: str, count: int, setting: Setting) -> Found:
    """One address asks for what costs most, while others play at so many processes."""
    arguments = ["--workers", str(count)] if count > 1 else []
    with tempfile.TemporaryDirectory() as folder, serving(database, Path(folder), arguments, PAUSE="0.1") as server:
        server.wait_for_engine()
        return asyncio.run(measure(ATTACK, server, setting))


def row_of(count: int, found: Found, setting: Setting) -> list[str]:
    """What was found with so many processes."""
    seconds = setting.rounds * setting.attack
    answered = sum(times for outcome, times in found.outcomes.items() if outcome.startswith("2"))
    refused = found.outcomes.get("429", 0)
    quiet, under = percentile(found.quiet, 0.99), percentile(found.attacked, 0.99)
    values = [f"{answered / seconds:.0f}", f"{refused / seconds:.0f}", f"{quiet:.0f} ms", f"{under:.0f} ms"]
    return [str(count), *values, f"{under / quiet:.1f}", str(len(found.failures))]


def run(database: str | None, is_quick: bool) -> None:
    """Measure and show."""
    setting = QUICK if is_quick else Setting()
    try:
        with databases(database) as addresses:
            rows = [row_of(count, attacked(next(addresses), count, setting), setting) for count in COUNTS]
    except NoPostgres as reason:
        print(f"no PostgreSQL: {reason}")
        return
    print_sheet("one address that asks for what costs most, 32 at once", COLUMNS, rows)
