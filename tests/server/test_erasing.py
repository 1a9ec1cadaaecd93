"""Erasure and retention: what is erased is gone, also from the file; what is not stays; the record of it is honest."""

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from rheinlaender.cli.main import main
from rheinlaender.server.live.keeping import Keeping
from rheinlaender.server.store.erasing import erase_table
from rheinlaender.server.store.log import Store
from tests.long import others_long
from tests.server.house import Guest, House, bots, person, refusal_of, running
from tests.server.postgres import DATABASES, new_address
from tests.server.stores.stories import fill, run_sql, within

NAME = "Rumpelstíltskin 100%"
OTHER = "Rumpelst"


@pytest.fixture(params=others_long(DATABASES, {"postgresql"}))
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return new_address(request.param, tmp_path)


@pytest.fixture
def house(address: str, tmp_path: Path) -> Iterator[House]:
    """A server on either database."""
    with running(tmp_path, database=address) as house:
        yield house


def look(house: House) -> None:
    """Let the server look now what was erased, as it does every few seconds."""
    keeping: Keeping = house.server.app.state.chores.keeping
    asyncio.run_coroutine_threadsafe(keeping.look(), house.loop).result(timeout=60)


def on_record(address: str) -> list[tuple[Any, ...]]:
    """What was erased, as the database keeps it."""
    return rows_of(address, "SELECT what, why, entries, is_done FROM erasures ORDER BY erasure")


def rows_of(address: str, question: str) -> list[tuple[Any, ...]]:
    """What a database answers."""
    rows = within(address, lambda store: store.read(lambda connection: connection.execute(text(question)).all()))
    return [tuple(row) for row in rows]


def erase(address: str, *words: str) -> int:
    return main(["erase", "--database", address, *words])


def test_a_table_is_erased(house: House, address: str, capsys: pytest.CaptureFixture[str]) -> None:
    """With its log and its commands, while the server runs: players are sent away, and other tables go on."""
    owner, other = (house.open(person("Anna"), person("Bert"), person("Clara")) for _ in range(2))
    assert owner.play().status_code == 200
    with owner.socket() as line:
        line.next("frame")
        look(house)
        assert erase(address, "--table", owner.table) == 0 and "--yes" in capsys.readouterr().out
        assert owner.play().status_code == 200
        assert erase(address, "--table", owner.table, "--yes") == 0 and owner.table in capsys.readouterr().out
        assert refusal_of(owner.command("rename", seat="a", player="Berta")) == (404, "no_such_table")
        look(house)
        with pytest.raises(Exception, match="1012"):
            line.next("goodbye")
    assert refusal_of(owner.get()) == (404, "no_such_table")
    assert erase(address, "--table", owner.table, "--yes") == 1
    assert other.play().status_code == 200
    assert on_record(address) == [("table", "operator", 4, 1)]


def test_a_name_is_erased_wherever_it_stands(house: House, address: str, capsys: pytest.CaptureFixture[str]) -> None:
    """In all logs and in the pages that are shown now; games go on, and who has a similar name keeps it."""
    first = house.open(person(NAME), {"kind": "open"}, *bots(1))
    bert = first.sit(OTHER)
    for guest, seat, name in ((first, "a", "Anna"), (bert, "b", NAME), (bert, "b", OTHER), (first, "a", NAME)):
        assert guest.command("rename", seat=seat, player=name).status_code == 200
    second = house.open(person(OTHER), *bots(2))
    key = {"Authorization": f"Bearer {'A' * 22}"}
    assert house.client.put("/api/identity", json={"name": NAME}, headers=key).json()["name"] == NAME
    assert first.frame()["table"]["seats"][0]["name"] == NAME
    look(house)
    assert erase(address, "--name", NAME) == 0
    out = capsys.readouterr().out
    assert first.table in out and second.table not in out and "--yes" in out
    assert erase(address, "--name", NAME, "--yes") == 0
    look(house)
    frames = first.events(7, after=-1)
    assert NAME not in str(frames) and "Rumpelst\\u" not in str(frames)
    assert [seat["name"] for seat in first.frame()["table"]["seats"][:2]] == ["", OTHER]
    assert first.play().status_code == 200
    assert second.frame()["table"]["seats"][0]["name"] == OTHER
    assert house.client.get("/api/identity", headers=key).json()["name"] == ""
    assert erase(address, "--name", NAME, "--yes") == 1
    assert on_record(address) == [("name", "operator", 4, 1)]


def test_nothing_is_left_in_the_file(tmp_path: Path) -> None:
    """Neither a name nor a table can be read in the file or beside it when it was erased, though the file is open."""
    address = f"sqlite:///{tmp_path / 'tables.db'}"

    async def story(store: Store) -> None:
        await fill(store, "rhine-to-be-erased", 30)
        await store.open_table("moselle", "opening", {"seats": [{"name": "Zacharias"}]})
        assert b"Zacharias" in everything(tmp_path) and b"rhine-to-be-erased" in everything(tmp_path)
        assert await asyncio.to_thread(erase, address, "--name", "Zacharias", "--yes") == 0
        assert await asyncio.to_thread(erase, address, "--table", "rhine-to-be-erased", "--yes") == 0

    within(address, story)
    assert b"Zacharias" not in everything(tmp_path)
    assert b"opening of rhine" not in everything(tmp_path) and b"17L" not in everything(tmp_path)


def everything(folder: Path) -> bytes:
    """All bytes of the database's files."""
    return b"".join(file.read_bytes() for file in folder.glob("tables.db*"))


@pytest.mark.parametrize("kind", DATABASES)
def test_the_log_is_still_only_appended(kind: str, tmp_path: Path) -> None:
    """Nothing can be changed without putting it on record, nor afterwards, nor anything but the parts of an entry."""

    async def story(store: Store) -> None:
        await fill(store, "rhine", 2)
        await fill(store, "moselle", 2)
        assert erase_table(store.engine, "moselle") == 3
        for sql in (
            "DELETE FROM entries WHERE table_id = 'rhine'",
            "UPDATE entries SET parts = '{}' WHERE table_id = 'rhine'",
            "UPDATE entries SET number = 7 WHERE table_id = 'rhine' AND number = 2",
        ):
            with pytest.raises(DBAPIError, match="only ever appended"):
                run_sql(store, sql)
        run_sql(store, record("rhine", "name"))
        for sql in (
            "UPDATE entries SET kind = 'sat' WHERE table_id = 'rhine'",
            "DELETE FROM entries WHERE table_id = 'rhine'",
        ):
            with pytest.raises(DBAPIError, match="only ever appended"):
                run_sql(store, sql)
        assert len(await store.entries("rhine")) == 3

    within(new_address(kind, tmp_path), story)


def record(table: str, what: str) -> str:
    """An erasure that is not done, as only a transaction that erases has it."""
    columns = "table_id, what, why, entries, at, is_done"
    return f"INSERT INTO erasures ({columns}) VALUES ('{table}', '{what}', 'operator', 0, '2026-01-01T00:00:00Z', 0)"


def test_old_tables_are_erased_where_the_operator_wants_it(address: str, tmp_path: Path) -> None:
    """Those in whose logs nothing was written for so many days, and no others; by default none."""
    old = (datetime.now(UTC) - timedelta(days=31)).strftime("%Y-%m-%dT%H:%M:%SZ")

    async def story(store: Store) -> None:
        store.clock = lambda: old
        await fill(store, "untouched", 3)
        await fill(store, "touched", 3)
        store.clock = lambda: datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        await store.append("touched", 4, "turn", {})

    within(address, story)
    for days, left in ((0.0, {"touched", "untouched"}), (32.0, {"touched", "untouched"}), (30.0, {"touched"})):
        with running(tmp_path, database=address, retention_days=days) as house:
            look(house)
            new = house.open(person("Anna"), *bots(2))
            look(house)
            assert Guest(house, new.table, None).get().status_code == 200
        found = {table for (table,) in rows_of(address, "SELECT table_id FROM tables")}
        assert found & {"touched", "untouched"} == left
    assert on_record(address) == [("table", "retention", 4, 1)]


def test_nothing_is_made_of_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A database that is not there is refused and not made."""
    assert erase(f"sqlite:///{tmp_path / 'none.db'}", "--table", "rhine", "--yes") == 2
    assert "[no_such_database]" in capsys.readouterr().err and not list(tmp_path.iterdir())
