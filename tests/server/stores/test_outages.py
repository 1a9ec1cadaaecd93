"""Outages: what a failing database does not acknowledge is not written, and afterwards everything goes on."""

import asyncio
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy.exc import DBAPIError

from rheinlaender.server.store import database
from rheinlaender.server.store.log import Store
from rheinlaender.server.store.orders import StoreClosed
from tests.server.postgres import Cluster, new_address, postgres, shared_cluster
from tests.server.stores.stories import fill, opened, run_sql, within


def test_a_failing_database_acknowledges_nothing(address: str) -> None:
    """While the database fails, the appender gets the exception; afterwards the writer goes on."""

    async def story(store: Store) -> None:
        await fill(store, "rhine", 1)
        run_sql(store, "ALTER TABLE commands RENAME TO hidden")
        failures = await asyncio.gather(
            store.append("rhine", 2, "turn", {}, command="command-1", reply={}),
            store.append("rhine", 3, "turn", {}),
            return_exceptions=True,
        )
        assert all(isinstance(failure, DBAPIError) for failure in failures)
        assert len(await store.entries("rhine")) == 2
        run_sql(store, "ALTER TABLE hidden RENAME TO commands")
        await store.append("rhine", 2, "turn", {}, command="command-1", reply={"ok": True})
        assert await store.reply_of("rhine", "command-1") == {"ok": True}

    within(address, story)


def test_a_locked_file_fails_and_recovers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody who keeps an SQLite file locked makes appends fail after a while, but not reads; then play goes on."""
    monkeypatch.setattr(database, "BUSY_MILLISECONDS", 50)
    address = new_address("sqlite", tmp_path)

    async def story(store: Store) -> None:
        await fill(store, "rhine", 1)
        locker = sqlite3.connect(tmp_path / "rheinlaender.db", isolation_level=None)
        locker.execute("BEGIN IMMEDIATE")
        with pytest.raises(DBAPIError):
            await store.append("rhine", 2, "turn", {})
        assert len(await store.entries("rhine")) == 2
        locker.execute("ROLLBACK")
        locker.close()
        await store.append("rhine", 2, "turn", {})

    within(address, story)


def test_a_stopped_postgresql_fails_and_recovers() -> None:
    """While the database server is down nothing is acknowledged and the store is not well; afterwards it is again."""
    if not isinstance(shared_cluster(), Cluster):
        pytest.skip(f"no PostgreSQL: {shared_cluster()}")

    async def story(cluster: Cluster) -> None:
        async with opened(cluster.new_url()) as store:
            await fill(store, "rhine", 3)
            cluster.stop()
            with pytest.raises(DBAPIError):
                await store.append("rhine", 4, "turn", {})
            assert not await store.is_well()
            cluster.start()
            assert await store.is_well()
            assert len(await store.entries("rhine")) == 4
            await store.append("rhine", 4, "turn", {})

    with postgres() as cluster:
        asyncio.run(story(cluster))


def test_closing_writes_what_waits(address: str) -> None:
    """Everything that was ordered before the store is closed is written; afterwards it refuses."""

    async def story() -> None:
        store = Store(address)
        await store.open()
        await store.open_table("rhine", "opening1", {})
        tries = [asyncio.ensure_future(store.append("rhine", number, "turn", {})) for number in range(1, 50)]
        await asyncio.sleep(0)
        await store.close()
        assert len(await asyncio.gather(*tries)) == 49
        with pytest.raises(StoreClosed):
            await store.append("rhine", 50, "turn", {})

    asyncio.run(story())


def test_a_caller_who_gives_up_harms_nobody(address: str) -> None:
    """An append whose caller is cancelled is written or not, and the ones after it are answered."""

    async def story(store: Store) -> None:
        await store.open_table("rhine", "opening1", {})
        impatient = asyncio.ensure_future(store.append("rhine", 1, "turn", {}))
        await asyncio.sleep(0)
        impatient.cancel()
        await store.append("rhine", 2, "turn", {})
        assert len(await store.entries("rhine")) == 3

    within(address, story)


def test_a_failure_tells_nothing_of_what_was_asked(address: str) -> None:
    """What could not be written does not stand in the exception, so that no log repeats secrets."""

    async def story(store: Store) -> None:
        await store.open_table("rhine", "opening1", {"secret": "hush-hush"})
        with pytest.raises(DBAPIError) as failure:
            await store.open_table("rhine", "opening2", {"secret": "hush-hush"})
        assert "hush-hush" not in str(failure.value) and "opening2" not in str(failure.value).split("DETAIL")[0]

    within(address, story)
