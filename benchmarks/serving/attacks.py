"""Honest players under attack: their 99 % beside the quiet one, in turns within one run."""

import asyncio
import json
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.serving.attackers import ATTACKS
from benchmarks.serving.clients import end, feel_lateness
from benchmarks.serving.honest import Honest, Waits
from benchmarks.serving.process import Server, serving
from benchmarks.serving.sheet import percentile, print_sheet

GOAL = 3.0
READY_SECONDS = 180
"""For an attack to be prepared, at most."""
ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Setting:
    """How many play honestly and how long; a round is a quiet while and an attack."""

    tables: int = 15
    think: tuple[float, float] = (0.2, 0.6)
    rounds: int = 3
    settle: float = 3.0
    quiet: float = 6.0
    attack: float = 8.0


QUICK = Setting(tables=8, rounds=1, settle=2.0, quiet=4.0, attack=4.0)


@dataclass
class Found:
    """What was measured of one attack, quietly and under it."""

    quiet: list[float] = field(default_factory=list)
    attacked: list[float] = field(default_factory=list)
    quiet_lateness: list[float] = field(default_factory=list)
    lateness: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    outcomes: dict[str, int] = field(default_factory=dict)
    memory: float = 0.0
    stop: float = 0.0


async def measure(name: str, server: Server, setting: Setting) -> Found:
    """Rounds of quiet and attack."""
    found, waits, lateness = Found(), Waits(), list[float]()
    honest = [Honest(server.http, number, setting.think, waits) for number in range(setting.tables)]
    clients = [asyncio.ensure_future(one.play()) for one in honest]
    clients.append(asyncio.ensure_future(feel_lateness(lateness)))
    await asyncio.sleep(setting.settle)
    for number in range(setting.rounds):
        begin = time.monotonic()
        await asyncio.sleep(setting.quiet)
        found.quiet += waits.between(begin, time.monotonic())
        found.quiet_lateness += take_all(lateness)
        await attack(name, server, setting.attack, number, waits, found)
        found.lateness += take_all(lateness)
        found.memory = max(found.memory, server.memory())
        await asyncio.sleep(setting.settle / 2)
        lateness.clear()
    await end(clients)
    return found


def take_all(values: list[float]) -> list[float]:
    """The values, which are forgotten here."""
    taken = list(values)
    values.clear()
    return taken


async def attack(name: str, server: Server, seconds: float, number: int, waits: Waits, found: Found) -> None:
    """One attack by a process of its own, from an address that has not been seen before."""
    words = [sys.executable, "-m", "benchmarks.serving.attackers", name, server.http, f"127.0.2.{1 + number}"]
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*words, str(seconds), cwd=ROOT, stdout=pipe)
    assert process.stdout is not None
    try:
        await asyncio.wait_for(process.stdout.readline(), READY_SECONDS)
        begin = time.monotonic()
        await asyncio.sleep(seconds)
        found.attacked += waits.between(begin, time.monotonic())
        found.failures += waits.failed_between(begin, time.monotonic())
        said = await asyncio.wait_for(process.stdout.readline(), 30)
        for outcome, times in json.loads(said or b"{}").items():
            found.outcomes[outcome] = found.outcomes.get(outcome, 0) + times
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


def row_of(name: str, found: Found) -> list[str]:
    """An attack in a row."""
    quiet, attacked = percentile(found.quiet, 0.99), percentile(found.attacked, 0.99)
    ratio = attacked / quiet
    middle = percentile(found.attacked, 0.5) / percentile(found.quiet, 0.5)
    late = f"{percentile(found.quiet_lateness, 0.99):.0f}/{percentile(found.lateness, 0.99):.0f} ms"
    outcomes = " ".join(f"{outcome}:{times}" for outcome, times in sorted(found.outcomes.items()))
    missed = "" if ratio <= GOAL and not found.failures else " (missed)"
    values = [f"{quiet:.0f} ms", f"{attacked:.0f} ms", f"{ratio:.1f}{missed}", f"{middle:.1f}", late]
    return [name, *values, str(len(found.failures)), f"{found.memory:.0f} MB", f"{found.stop:.1f} s", outcomes]


COLUMNS = (
    "attack",
    "quiet 99 %",
    "99 %",
    "times",
    "50 %, times",
    "own lateness",
    "failed",
    "memory",
    "stop",
    "answers",
)


def run(database: str | None, is_quick: bool, only: list[str] | None = None) -> None:
    """Measure every attack, each at a server of its own, and show."""
    setting = QUICK if is_quick else Setting()
    rows = []
    for name in only or ATTACKS:
        with tempfile.TemporaryDirectory() as folder:
            address = database or f"sqlite:///{folder}/{name}.db"
            with serving(address, Path(folder), PAUSE="0.1") as server:
                server.wait_for_engine()
                found = asyncio.run(measure(name, server, setting))
                found.stop = server.stop()
        rows.append(row_of(name, found))
        print(*rows[-1], sep=" | ", flush=True)
        for failure in found.failures[:3]:
            print("   ", failure)
    print_sheet(
        f"{setting.tables} honest tables: turns and previews under attack, at most {GOAL:g} times", COLUMNS, rows
    )
