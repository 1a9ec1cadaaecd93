"""The store: durable, numbered, append-only logs, in SQLite and in PostgreSQL alike."""

import asyncio
import sqlite3
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import inspect, text
from sqlalchemy.exc import DBAPIError

from rheinlaender.i18n import LANGUAGES
from rheinlaender.server.store import database, schema
from rheinlaender.server.store.log import Store
from rheinlaender.server.store.orders import CommandKnown, NumberSkipped, NumberTaken, StoreClosed
from rheinlaender.server.store.writer import LARGEST_BATCH
from tests.server.postgres import DATABASES, Cluster, new_address, postgres, shared_cluster

TURN = {"seat": "a", "moves": ["17L", "."], "name": "Anna \u2694 \ud800 \x00"}


@pytest.fixture(params=DATABASES)
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return new_address(request.param, tmp_path)


@asynccontextmanager
async def opened(address: str) -> AsyncIterator[Store]:
    store = Store(address)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


def within(address: str, story: Callable[[Store], Awaitable[Any]]) -> Any:
    """What a story told with an open store comes to."""

    async def tell() -> Any:
        async with opened(address) as store:
            return await story(store)

    return asyncio.run(tell())


async def fail(_: Store) -> None:
    """The story of a store that should not have opened."""
    raise AssertionError("the store opened")


async def fill(store: Store, table: str, count: int) -> None:
    """Open a table and append this many turns."""
    await store.open_table(table, f"opening of {table}", {"seats": 3})
    for number in range(1, count + 1):
        await store.append(table, number, "turn", TURN | {"turn": number})


def run_sql(store: Store, sql: str) -> None:
    with database.writing(store.engine) as connection:
        connection.execute(text(sql))


def test_entries_come_back_as_they_were_written_and_in_order(address: str) -> None:
    """Number, kind, parts and time of every entry are kept, whatever characters the parts hold."""

    async def story(store: Store) -> None:
        await fill(store, "rhine", 12)
        log = await store.entries("rhine")
        assert [entry.number for entry in log] == list(range(13))
        assert [entry.kind for entry in log] == ["opened"] + ["turn"] * 12
        assert log[0].parts == {"seats": 3} and log[7].parts == TURN | {"turn": 7}
        assert all(len(entry.at) == 20 and entry.at.endswith("Z") for entry in log)
        assert await store.entries("rhine", after=10) == log[11:]
        assert await store.entries("rhine", after=12) == await store.entries("unknown") == []

    within(address, story)


def test_what_append_returns_is_what_is_read(address: str) -> None:
    """The entry that append returns is the one of the log."""

    async def story(store: Store) -> None:
        await fill(store, "rhine", 0)
        assert [await store.append("rhine", 1, "started", TURN)] == await store.entries("rhine", after=0)

    within(address, story)


def test_numbers_are_taken_once_and_never_skipped(address: str) -> None:
    """A number that exists, one that leaves a gap and an unknown table are refused, and nothing is written."""

    async def story(store: Store) -> None:
        await fill(store, "rhine", 3)
        for number in (0, 1, 3, -1):
            with pytest.raises(NumberTaken):
                await store.append("rhine", number, "turn", {})
        for table, number in (("rhine", 5), ("rhine", 400), ("unknown", 0), ("unknown", 1)):
            with pytest.raises(NumberSkipped):
                await store.append(table, number, "turn", {})
        assert len(await store.entries("rhine")) == 4
        assert await store.entries("unknown") == []

    within(address, story)


def test_of_two_writers_of_one_number_one_wins(address: str) -> None:
    """The same number twice in one batch, or by two servers at once, is written once."""

    async def append(store: Store, number: int, name: str) -> bool:
        try:
            await store.append("rhine", number, "turn", {"by": name})
        except NumberTaken:
            return False
        return True

    async def story(store: Store) -> None:
        await store.open_table("rhine", "opening1", {})
        async with opened(address) as other:
            for number in range(1, 41):
                tries = [append(writer, number, name) for writer in (store, other) for name in "ab"]
                assert sum(await asyncio.gather(*tries)) == 1
            assert await store.entries("rhine") == await other.entries("rhine")
            assert len(await store.entries("rhine")) == 41

    within(address, story)


def test_a_command_is_carried_out_once(address: str) -> None:
    """A command that is sent again is answered as before, also at once and after a restart; ids are the table's own."""

    async def story(store: Store) -> None:
        await fill(store, "rhine", 0)
        await fill(store, "main", 0)
        tries = [
            store.append("rhine", number, "turn", {}, command="command-1", reply={"ok": True, "number": number})
            for number in (1, 2, 1)
        ]
        first, *others = await asyncio.gather(*tries, return_exceptions=True)
        assert not isinstance(first, BaseException) and first.number == 1
        assert all(isinstance(other, CommandKnown) and other.reply == {"ok": True, "number": 1} for other in others)
        await store.append("main", 1, "turn", {}, command="command-1", reply={"ok": False})

    async def afterwards(store: Store) -> None:
        with pytest.raises(CommandKnown) as known:
            await store.append("rhine", 2, "turn", {}, command="command-1", reply={"number": 2})
        assert known.value.reply == await store.reply_of("rhine", "command-1") == {"ok": True, "number": 1}
        assert await store.reply_of("main", "command-1") == {"ok": False}
        assert await store.reply_of("rhine", "command-2") is None
        assert len(await store.entries("rhine")) == 2

    within(address, story)
    within(address, afterwards)


def test_a_refused_command_is_not_remembered(address: str) -> None:
    """A command whose entry was refused may be sent again and is then carried out."""

    async def story(store: Store) -> None:
        await fill(store, "rhine", 1)
        with pytest.raises(NumberTaken):
            await store.append("rhine", 1, "turn", {}, command="command-1", reply={"ok": True})
        assert await store.reply_of("rhine", "command-1") is None
        await store.append("rhine", 2, "turn", {}, command="command-1", reply={"ok": True})

    within(address, story)


def test_a_table_is_opened_once(address: str) -> None:
    """The same opening many times at once, by two servers, and after a restart is one table."""

    opening = "o" * schema.LONGEST_OPENING

    async def story(store: Store) -> None:
        async with opened(address) as other:
            tries = [
                writer.open_table(f"table{number}{index}", opening, {"number": number})
                for number in range(30)
                for index, writer in enumerate((store, other))
            ]
            (winner,) = set(await asyncio.gather(*tries))
            assert await other.open_table("late", opening, {}) == winner
            assert len(await store.entries(winner)) == 1
            assert await store.entries("late") == []

    within(address, story)


def test_many_tables_at_once_and_few_transactions(address: str) -> None:
    """What waits together is written together: a hundred tables need about as many transactions as one has entries."""
    count, turns = 100, 10

    async def story(store: Store) -> None:
        assert store.writer
        await asyncio.gather(*(fill(store, f"table{index}", turns) for index in range(count)))
        assert store.writer.transactions <= 4 * (turns + 1)
        logs = await asyncio.gather(*(store.entries(f"table{index}") for index in range(count)))
        assert all([entry.number for entry in log] == list(range(turns + 1)) for log in logs)

    within(address, story)


def test_more_waits_than_a_batch_holds(address: str) -> None:
    """Orders are written in the order in which they came, also across batches."""
    count = 3 * LARGEST_BATCH + 7

    async def story(store: Store) -> None:
        await store.open_table("rhine", "opening1", {})
        await asyncio.gather(*(store.append("rhine", number, "turn", {}) for number in range(1, count)))
        assert len(await store.entries("rhine")) == count

    within(address, story)


def test_one_refused_order_spoils_no_other(address: str) -> None:
    """In a batch, each order stands alone: also beside one that breaks a constraint of the database."""

    async def story(store: Store) -> None:
        await asyncio.gather(*(fill(store, f"table{index}", 0) for index in range(20)))
        spoiler = store.open_table("table3", "another opening", {})
        tries = [store.append(f"table{index}", 1, "turn", {}) for index in range(20)]
        wrong = store.append("table1", 9, "turn", {})
        outcomes = await asyncio.gather(spoiler, *tries, wrong, return_exceptions=True)
        assert isinstance(outcomes[0], DBAPIError) and isinstance(outcomes[-1], NumberSkipped)
        assert not any(isinstance(outcome, BaseException) for outcome in outcomes[1:-1])
        assert len(await store.entries("table3")) == 2

    within(address, story)


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE entries SET kind = 'other' WHERE number = 1",
        "UPDATE entries SET number = 9 WHERE number = 2",
        "DELETE FROM entries WHERE number = 2",
        "DELETE FROM entries",
        "DELETE FROM tables",
        "INSERT INTO entries VALUES ('rhine', 7, 'turn', '{}', '2026-01-31T12:00:00Z')",
        "INSERT INTO entries VALUES ('rhine', -1, 'turn', '{}', '2026-01-31T12:00:00Z')",
        "INSERT INTO entries VALUES ('unknown', 0, 'turn', '{}', '2026-01-31T12:00:00Z')",
    ],
)
def test_the_log_is_only_ever_appended(address: str, sql: str) -> None:
    """The database itself refuses to change or remove an entry, to leave a gap and to log for no table."""

    async def story(store: Store) -> None:
        await fill(store, "rhine", 2)
        before = await store.entries("rhine")
        with pytest.raises(DBAPIError):
            run_sql(store, sql)
        assert await store.entries("rhine") == before

    within(address, story)


@pytest.mark.parametrize(
    ("kind", "sql"),
    [
        ("sqlite", "REPLACE INTO entries VALUES ('rhine', 2, 'other', '{}', '2026-01-31T12:00:00Z')"),
        ("postgresql", "TRUNCATE entries CASCADE"),
    ],
)
def test_the_log_withstands_what_a_database_has_of_its_own(kind: str, sql: str, tmp_path: Path) -> None:
    """SQLite's REPLACE and PostgreSQL's TRUNCATE are refused too."""

    async def story(store: Store) -> None:
        await fill(store, "rhine", 2)
        with pytest.raises(DBAPIError):
            run_sql(store, sql)
        assert len(await store.entries("rhine")) == 3

    within(new_address(kind, tmp_path), story)


def test_unfinished_names_the_tables_that_are_played(address: str) -> None:
    """A table is played from its start to its end; those that wait or are over are not named."""

    async def story(store: Store) -> None:
        for table in ("waiting", "played", "over"):
            await store.open_table(table, f"opening of {table}", {})
        await store.append("waiting", 1, "sat", {}, stage="waiting")
        assert await store.unfinished() == []
        await store.append("played", 1, "started", {})
        await store.append("over", 1, "started", {})
        assert await store.unfinished() == ["over", "played"]
        await store.append("over", 2, "turn", {}, stage="over")
        assert await store.unfinished() == ["played"]

    async def afterwards(store: Store) -> None:
        assert await store.unfinished() == ["played"]

    within(address, story)
    within(address, afterwards)


def test_migrations_make_the_schema(address: str) -> None:
    """An empty database becomes exactly the schema that the store uses, and is left alone when it is opened again."""

    async def story(store: Store) -> None:
        found = inspect(store.engine)
        assert set(found.get_table_names()) == {*schema.metadata.tables, "alembic_version"}
        for table in schema.metadata.tables.values():
            columns = {column["name"]: column for column in found.get_columns(table.name)}
            assert list(columns) == [column.name for column in table.columns]
            assert all(columns[column.name]["nullable"] == column.nullable for column in table.columns)
            assert all(str(columns[column.name]["type"]) == str(column.type) for column in table.columns)
            keys = found.get_pk_constraint(table.name)["constrained_columns"]
            assert keys == [column.name for column in table.primary_key]
        assert database.read_version(store.engine) == schema.VERSION

    within(address, story)
    within(address, story)


def test_many_servers_migrate_one_database(address: str) -> None:
    """Stores that open an empty database at the same time wait for each other."""

    async def story() -> None:
        stores = [Store(address) for _ in range(4)]
        await asyncio.gather(*(store.open() for store in stores))
        assert all(await asyncio.gather(*(store.is_well() for store in stores)))
        await asyncio.gather(*(store.close() for store in stores))

    asyncio.run(story())


def test_a_newer_database_is_refused(address: str) -> None:
    """A database of a version that is not known yet is refused in words and not changed."""

    async def story(store: Store) -> None:
        await fill(store, "rhine", 2)
        run_sql(store, "UPDATE alembic_version SET version_num = '9999'")

    within(address, story)
    with pytest.raises(database.DatabaseTooNew) as refused:
        within(address, story)
    assert all("9999" in refused.value.words(language) for language in LANGUAGES)


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


def test_sqlite_is_durable_and_readers_do_not_wait(tmp_path: Path) -> None:
    """The file is in WAL mode, every commit is synced, and foreign keys hold."""

    async def story(store: Store) -> None:
        with store.engine.connect() as connection:
            pragmas = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
            found = [connection.exec_driver_sql(f"PRAGMA {pragma}").scalar() for pragma in pragmas]
        assert found == ["wal", 2, 1, database.BUSY_MILLISECONDS]

    within(new_address("sqlite", tmp_path), story)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "nonsense",
        "mysql://user:hidden@host/name",
        "sqlite://",
        "sqlite:///:memory:",
        "postgres:///",
        "user:hidden@",
    ],
)
def test_a_wrong_address_is_refused(url: str) -> None:
    """Whatever is neither an SQLite file nor PostgreSQL is refused in words, without showing a password."""
    with pytest.raises(database.WrongDatabaseUrl) as refused:
        Store(url)
    assert all("sqlite:///" in refused.value.words(language) for language in LANGUAGES)
    assert "hidden" not in str(refused.value)


def test_an_unwritable_folder_is_refused(tmp_path: Path) -> None:
    """A folder that cannot be made, a folder in place of the file and a file that is none are refused by name."""
    (tmp_path / "file").write_text("not a database, but long enough to be read as one " * 50)
    (tmp_path / "folder").mkdir()

    for path in ("file/below/it.db", "folder", "file"):
        with pytest.raises(database.DatabaseUnwritable) as refused:
            within(f"sqlite:///{tmp_path / path}", fail)
        assert path in str(refused.value)


def test_an_unreachable_server_is_refused(tmp_path: Path) -> None:
    """A PostgreSQL that does not answer is refused in words, without showing its password."""
    pytest.importorskip("psycopg")

    with pytest.raises(database.DatabaseUnreachable) as refused:
        within(f"postgresql://user:hidden@/name?host={tmp_path}", fail)
    assert "hidden" not in str(refused.value)


def test_a_missing_driver_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without psycopg a PostgreSQL address is answered by how to install it."""
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(database.DatabaseDriverMissing) as refused:
        Store("postgresql://user@host/name")
    assert "rheinlaender[postgres]" in str(refused.value)


def test_a_store_that_is_not_open_is_not_well(tmp_path: Path) -> None:
    """Before it is opened a store is not well and refuses to write."""

    async def story() -> None:
        store = Store(new_address("sqlite", tmp_path))
        assert not await store.is_well()
        with pytest.raises(StoreClosed):
            await store.open_table("rhine", "opening1", {})
        await store.close()

    asyncio.run(story())
