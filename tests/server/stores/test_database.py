"""The database: its schema, and addresses that are refused in words."""

import asyncio
import sys
from pathlib import Path

import pytest
from sqlalchemy import inspect, text

from rheinlaender.i18n import LANGUAGES
from rheinlaender.server.store import database, schema
from rheinlaender.server.store.log import Store
from rheinlaender.server.store.orders import StoreClosed
from tests.server.postgres import new_address
from tests.server.stores.stories import fail, fill, run_sql, within


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
        "postgresql://user:hidden@host:port/name",
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
    assert f'{sys.executable} -m pip install "psycopg' in str(refused.value)


def test_a_store_that_is_not_open_is_not_well(tmp_path: Path) -> None:
    """Before it is opened a store is not well and refuses to write."""

    async def story() -> None:
        store = Store(new_address("sqlite", tmp_path))
        assert not await store.is_well()
        with pytest.raises(StoreClosed):
            await store.open_table("rhine", "opening1", {})
        await store.close()

    asyncio.run(story())


def test_a_server_waits_however_long_another_migrates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The patience of a connection that plays is short; whoever migrates, and whoever waits for that, has more."""
    address = new_address("postgresql", tmp_path)
    monkeypatch.setitem(database.SESSION, "lock_timeout", "200ms")
    monkeypatch.setitem(database.SESSION, "idle_in_transaction_session_timeout", "200ms")
    lock = {"lock": database.MIGRATION_LOCK}

    async def story() -> None:
        first, second = Store(address), Store(address)
        with first.engine.begin() as connection:
            connection.execute(text("SET LOCAL idle_in_transaction_session_timeout = 0"))
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), lock)
            opening = asyncio.ensure_future(second.open())
            await asyncio.sleep(1.0)
        await opening
        assert await second.is_well()
        await asyncio.gather(first.close(), second.close())

    asyncio.run(story())
