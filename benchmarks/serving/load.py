"""The usual load: tables as people play them, and tables of computer players that play as fast as the server can.

*Paced*: tables of one person and two computer players (each person thinks a while, computer players make their usual
pause), with watchers, and some sockets that are opened and never read. *Flat out*: tables of computer players alone.
Every move is durable before it is sent. A move is timed from just before its command is sent until each socket of the
table has received its frame.
"""

import asyncio
import os
import platform
import statistics
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.serving.clients import end, feel_lateness, keep, open_tables, play, stall, watch
from benchmarks.serving.process import Server, serving
from benchmarks.serving.sheet import percentile, print_sheet, verdict

GOAL_P99, GOAL_IDLE, GOAL_FIRST = 50.0, 150.0, 1.0


@dataclass(frozen=True)
class Load:
    """How much there is to do."""

    tables: int = 300
    sockets: int = 1000
    stalled: int = 20
    """Tables at which one more socket is opened and never read."""
    think: tuple[float, float] = (4.0, 12.0)
    """The seconds that a person thinks, between these."""
    settle: float = 12.0
    seconds: float = 40.0
    flat_out: float = 20.0


QUICK = Load(tables=30, sockets=100, stalled=3, think=(0.5, 2.0), settle=3.0, seconds=10.0, flat_out=5.0)


@dataclass
class Found:
    """What was measured."""

    first_answer: float = 0.0
    idle: float = 0.0
    compiled: float = 0.0
    opened: float = 0.0
    connected: float = 0.0
    after: float = 0.0
    waits: list[float] = field(default_factory=list)
    stalled_waits: list[float] = field(default_factory=list)
    lateness: list[float] = field(default_factory=list)
    moves: float = 0.0
    frames: float = 0.0
    processor: float = 0.0
    flat_out: float = 0.0
    flat_out_processor: float = 0.0
    stop: float = 0.0


async def measure_paced(server: Server, load: Load, found: Found) -> None:
    """Tables as people play them, with watchers and stalled sockets."""
    tables = await open_tables(server.http, load.tables, with_person=True)
    found.opened = server.memory()
    for table in tables[: load.stalled]:
        table.is_stalled = True
    watchers = [tables[number % len(tables)] for number in range(load.sockets - load.tables - load.stalled)]
    clients = [asyncio.ensure_future(keep(stall(server.http, table))) for table in tables[: load.stalled]]
    clients += [asyncio.ensure_future(keep(play(server.http, table, load.think))) for table in tables]
    clients += [asyncio.ensure_future(keep(watch(server.http, table))) for table in watchers]
    await asyncio.sleep(load.settle)
    found.connected = server.memory()
    clients.append(asyncio.ensure_future(keep(feel_lateness(found.lateness))))
    since, processor = time.monotonic(), server.processor_seconds()
    await asyncio.sleep(load.seconds)
    lasted = time.monotonic() - since
    found.processor = (server.processor_seconds() - processor) / lasted
    found.after = server.memory()
    await end(clients)
    for table in tables:
        waits = found.stalled_waits if table.is_stalled else found.waits
        waits += table.waits(since)
    came = [times for table in tables for times in table.came.values() if times[0] >= since]
    found.moves, found.frames = len(came) / lasted, sum(map(len, came)) / lasted


async def measure_flat_out(server: Server, load: Load, found: Found) -> None:
    """Tables of computer players alone."""
    tables = await open_tables(server.http, load.tables, with_person=False)
    clients = [asyncio.ensure_future(keep(watch(server.http, table))) for table in tables]
    await asyncio.sleep(2.0)
    since, processor = time.monotonic(), server.processor_seconds()
    await asyncio.sleep(load.flat_out)
    lasted = time.monotonic() - since
    found.flat_out_processor = (server.processor_seconds() - processor) / lasted
    await end(clients)
    found.flat_out = sum(times[0] >= since for table in tables for times in table.came.values()) / lasted


def measure(database: str | None, load: Load) -> Found:
    """Everything, one after the other, with a server of its own for each load."""
    found = Found()
    with tempfile.TemporaryDirectory() as folder:
        with serving(database or f"sqlite:///{folder}/paced.db", Path(folder)) as server:
            found.first_answer, found.idle = server.first_answer, server.memory()
            server.wait_for_engine()
            found.compiled = server.memory()
            asyncio.run(measure_paced(server, load, found))
            found.stop = server.stop()
        with serving(database or f"sqlite:///{folder}/flat_out.db", Path(folder)) as server:
            server.wait_for_engine()
            asyncio.run(measure_flat_out(server, load, found))
    return found


def show(found: Found, load: Load) -> None:
    """Print the table."""
    p50, p99 = percentile(found.waits, 0.5), percentile(found.waits, 0.99)
    stalled99 = percentile(found.stalled_waits, 0.99)
    stalled50 = percentile(found.stalled_waits, 0.5)
    per_table = 1024 * (found.connected - found.compiled) / load.tables
    rows = [
        ("first page after a cold start", f"{found.first_answer:.2f} s", verdict(found.first_answer, GOAL_FIRST)),
        ("memory, idle, engine not compiled yet", f"{found.idle:.0f} MB", verdict(found.idle, GOAL_IDLE)),
        ("memory, idle, engine compiled", f"{found.compiled:.0f} MB", ""),
        ("memory, tables opened", f"{found.opened:.0f} MB", ""),
        ("memory, sockets connected", f"{found.connected:.0f} MB", f"{per_table:.0f} kB a table with its sockets"),
        ("memory at the end of the paced load", f"{found.after:.0f} MB", ""),
        ("paced: durable moves a second", f"{found.moves:.0f}", f"{found.processor:.2f} cores of the server"),
        ("paced: frames received a second", f"{found.frames:.0f}", ""),
        ("command to broadcast, 50 %", f"{p50:.1f} ms", ""),
        ("command to broadcast, 90 %", f"{percentile(found.waits, 0.9):.1f} ms", ""),
        ("command to broadcast, 99 %", f"{p99:.1f} ms", verdict(p99, GOAL_P99)),
        ("the clients' own lateness, 99 %", f"{percentile(found.lateness, 0.99):.1f} ms", "over 10 ms: a busy machine"),
        ("the same where one socket stalls, 50 %", f"{stalled50:.1f} ms", f"{stalled50 / p50:.2f} times"),
        ("the same where one socket stalls, 99 %", f"{stalled99:.1f} ms", f"{stalled99 / p99:.2f} times"),
        ("flat out: durable moves a second", f"{found.flat_out:.0f}", f"{found.flat_out_processor:.2f} cores"),
        ("graceful stop", f"{found.stop:.2f} s", ""),
    ]
    print_sheet(f"{load.tables} tables, {load.sockets} sockets", ("measured", "value", "beside the goal"), rows)
    print(f"{len(found.waits) + len(found.stalled_waits)} waits measured, mean {statistics.mean(found.waits):.1f} ms;")
    python = platform.python_version()
    print(f"{os.cpu_count()} cores for server and clients together, {platform.machine()}, Python {python}")


def run(database: str | None, is_quick: bool) -> None:
    """Measure and show."""
    load = QUICK if is_quick else Load()
    show(measure(database, load), load)
