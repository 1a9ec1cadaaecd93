"""Many tables of which few are used: what the server holds in memory."""

import asyncio
import tempfile
from pathlib import Path

from benchmarks.serving.clients import end, keep, open_tables, play
from benchmarks.serving.process import Server, serving
from benchmarks.serving.sheet import print_sheet, verdict

GOAL = 400.0
IDLE_SECONDS = 20
TABLES, ACTIVE = 2000, 300
QUICK_TABLES, QUICK_ACTIVE = 400, 60
THINK = (4.0, 12.0)
SETTLE, AFTER = 30.0, 45.0


async def measure(server: Server, tables: int, active: int) -> list[tuple[str, float]]:
    """The megabytes after each step."""
    found = [("engine compiled, no table", server.memory())]
    opened = await open_tables(server.http, tables, with_person=True)
    found.append((f"{tables} tables opened", server.memory()))
    clients = [asyncio.ensure_future(keep(play(server.http, table, THINK))) for table in opened[:active]]
    await asyncio.sleep(SETTLE)
    found.append((f"{active} of them are played", server.memory()))
    await asyncio.sleep(AFTER)
    found.append((f"{active} are played, the others were put away", server.memory()))
    await end(clients)
    return found


def run(database: str | None, is_quick: bool) -> None:
    """Measure and show."""
    tables, active = (QUICK_TABLES, QUICK_ACTIVE) if is_quick else (TABLES, ACTIVE)
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(
            database or f"sqlite:///{folder}/idle.db", Path(folder), LIMITS="100", IDLE=str(IDLE_SECONDS)
        ) as server,
    ):
        server.wait_for_engine()
        found = asyncio.run(measure(server, tables, active))
    rows = [(step, f"{memory:.0f} MB", verdict(memory, GOAL)) for step, memory in found]
    print_sheet(f"{tables} tables, idle ones put away after {IDLE_SECONDS} s", ("after", "memory", "of the goal"), rows)
