"""Uptime: the time for which servers have run, on every kind of database, with a clock that the test sets."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from rheinlaender.server.store import uptime as uptime_module
from rheinlaender.server.store.log import Store
from rheinlaender.server.store.uptime import MOST_SECONDS, Uptime
from tests.server.stores.stories import fill, opened, run_sql, within

HOUR = 3_600_000


class Machine:
    """A clock of a machine, which a test sets."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def monotonic(self) -> float:
        return self.seconds


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    """The clock that uptimes go by; beats come only when a test asks for them."""
    machine = Machine()
    monkeypatch.setattr(uptime_module, "time", machine)
    monkeypatch.setattr(uptime_module, "BEAT_SECONDS", 10_000.0)
    return machine


def database_hour(store: Store, back: int) -> None:
    """Let the last beat be so many milliseconds ago by the clock of the database, as if that had leapt."""
    clock = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)" if store.is_shared else "0"
    run_sql(store, f"UPDATE uptime SET seen = {clock} - {back}")


async def beat(uptime: Uptime) -> int:
    await uptime._beat()
    return uptime.now()


def test_time_is_counted_only_while_a_server_runs(address: str, machine: Machine) -> None:
    """What passes between two servers is not counted; nor is it where no table needs it."""

    async def run(store: Store) -> int:
        before = store.uptime.now()
        machine.seconds += 100
        assert store.uptime.now() == before == 0
        await store.uptime.begin()
        began = store.uptime.now()
        for _ in range(4):
            machine.seconds += 0.5
            database_hour(store, 500)
            await beat(store.uptime)
        machine.seconds += 0.25
        assert store.uptime.now() == began + 2250
        return began

    assert within(address, run) == 0
    machine.seconds += 1000
    again: int = within(address, run)
    assert 2000 <= again <= 2250


def test_an_hour_that_leaps_changes_little(address: str, machine: Machine) -> None:
    """Forward or back by an hour: what is counted is at most the time between two beats, and never less than none."""

    async def story(store: Store) -> None:
        await store.uptime.begin()
        for back in (HOUR, -HOUR, HOUR):
            before = store.uptime.now()
            machine.seconds += 0.5
            database_hour(store, back)
            assert 0 <= await beat(store.uptime) - before <= 500

    within(address, story)


def test_a_server_that_hangs_counts_little(address: str, machine: Machine) -> None:
    """Whoever serves nobody for a minute takes three seconds of it."""

    async def story(store: Store) -> None:
        await store.uptime.begin()
        machine.seconds += 60
        assert store.uptime.now() == MOST_SECONDS * 1000
        database_hour(store, 60_000)
        assert await beat(store.uptime) == MOST_SECONDS * 1000

    within(address, story)


def test_two_servers_count_together(address: str, machine: Machine) -> None:
    """The same second is not counted twice, and when one has gone the other goes on."""

    async def story() -> None:
        async with opened(address) as one, opened(address) as other:
            if not one.is_shared:
                return
            await one.uptime.begin()
            await other.uptime.begin()
            for _ in range(4):
                machine.seconds += MOST_SECONDS
                database_hour(one, int(MOST_SECONDS * 1000))
                await beat(one.uptime)
                await beat(other.uptime)
            assert 12_000 <= one.uptime.now() <= other.uptime.now() < 18_000

    asyncio.run(story())


def test_an_outage_is_not_counted(address: str, machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the database fails nobody can play, and time stands still after a moment."""

    async def story(store: Store) -> None:
        monkeypatch.setattr(uptime_module, "BEAT_SECONDS", 0.001)
        await store.uptime.begin()
        whole = store.uptime._beat_file, store.uptime._beat_shared

        def fail(_: int) -> int:
            machine.seconds += 5
            raise OperationalError("beat", None, Exception("gone"))

        monkeypatch.setattr(store.uptime, "_beat_file", fail)
        monkeypatch.setattr(store.uptime, "_beat_shared", fail)
        await until(lambda: machine.seconds > 1020)
        stopped = store.uptime.now()
        assert stopped <= MOST_SECONDS * 1000
        monkeypatch.setattr(store.uptime, "_beat_file", whole[0])
        monkeypatch.setattr(store.uptime, "_beat_shared", whole[1])
        await until(lambda: store.uptime.beaten is not None)
        assert store.uptime.now() <= stopped

    within(address, story)


async def until(is_so: Callable[[], Any]) -> None:
    while not is_so():
        await asyncio.sleep(0.001)


def test_entries_carry_it(address: str, machine: Machine) -> None:
    """An entry is written with the time that it is, and comes back with it."""

    async def story(store: Store) -> None:
        await store.uptime.begin()
        machine.seconds += 1.5
        await fill(store, "rhine", 1)
        assert [entry.uptime for entry in await store.entries("rhine")] == [1500, 1500]
        assert store.now().uptime == 1500

    within(address, story)


def test_tables_with_clocks_that_nobody_attends(address: str) -> None:
    """Those are found that are being played, have a clock, and that no server has the lease of."""

    async def story(store: Store) -> None:
        for table, clock in (("timed-1", {"bank": 60}), ("timed-2", {"bank": 60}), ("free-1", None)):
            await store.open_table(table, table, {"clock": clock})
            await store.append(table, 1, "started", {})
        run_sql(store, "INSERT INTO leases (table_id, server) VALUES ('timed-2', 'other')")
        assert await store.unattended() == ["timed-1"]

    within(address, story)
