"""A database that an older server has written is read, shown and played on; one of a newer server is not misread.

`older.sql` holds a table in the middle of its game, after a shuffle, whose seed is a number of 64 bits. It was written
when entries did not say yet how they are to be read.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, text

from rheinlaender.game import rulings
from rheinlaender.i18n import LANGUAGES
from rheinlaender.server.errors import EntryTooNew
from rheinlaender.server.store import database
from rheinlaender.server.store.log import Store
from rheinlaender.server.store.migrations.versions.v0001_log import POSTGRESQL_TRIGGERS
from rheinlaender.server.values import entry as entries
from rheinlaender.server.values.entry import Entry
from tests.long import others_long
from tests.server.house import Guest, House, person, refusal_of, running, settings_for
from tests.server.postgres import DATABASES, new_address
from tests.server.stores.stories import within

OLDER = Path(__file__).parent / "older.sql"
TABLE, SECRET = "YMcJcHYN-Bey", "older-table-of-anna-00"
ENTRIES, TURNS = 45, 42
TO_COME = 99


def write_older(address: str) -> None:
    """Write what the older server had to an empty database."""
    sql = OLDER.read_text(encoding="utf-8")
    if address.startswith("sqlite"):
        with sqlite3.connect(address.removeprefix("sqlite:///")) as file:
            file.executescript(sql)
        file.close()
        return
    with connected(address) as connection:
        lines = [line for line in sql.split(";\n") if "TRIGGER" not in line and "TRANSACTION" not in line]
        for line in (*sorted(lines, key=order_of_line), *POSTGRESQL_TRIGGERS):
            connection.exec_driver_sql(line.replace("%", "%%"))


@contextmanager
def connected(address: str) -> Iterator[Connection]:
    """A transaction in a database, without a store."""
    engine = database.connect(database.read_url(address))
    with database.writing(engine) as connection:
        yield connection
    engine.dispose()


def order_of_line(line: str) -> tuple[int, int]:
    """What is referred to comes first; SQLite's own dump does not care."""
    names = ("alembic_version", "tables", "entries", "commands")
    return line.startswith("INSERT"), next((number for number, name in enumerate(names) if name in line[:40]), 9)


@pytest.fixture
def older(tmp_path: Path) -> str:
    """The address of the older database."""
    address = f"sqlite:///{tmp_path / 'tables.db'}"
    write_older(address)
    return address


Arrive = Callable[[], Guest]


@pytest.fixture
def arrive(tmp_path: Path, older: str) -> Iterator[Arrive]:
    """Lets the person at the older table come, to a server of today that is started then."""
    running = House(settings_for(tmp_path, database=older))

    def come() -> Guest:
        running.start()
        return Guest(running, TABLE, SECRET)

    yield come
    running.stop()


def test_an_older_table_is_shown_as_it_was(arrive: Arrive) -> None:
    """All of its frames are there, and its replay, its record and its board."""
    anna = arrive()
    frames = [event for kind, _, event in anna.events(ENTRIES, after=-1) if kind == "frame"]
    assert [frame["seq"] for frame in frames] == list(range(ENTRIES))
    assert {frame["entry"]["share"] for frame in frames if frame["entry"]["kind"] == "turn"} == {None}
    assert any(event["name"] == "deck_shuffled" for frame in frames for event in frame["entry"].get("events", ()))
    assert frames[-1]["view"]["turn"] == TURNS and frames[-1]["view"]["to_move"] == "a"
    assert len(anna.get("/replay", seat="a").json()["frames"]) == TURNS + 1
    assert anna.get("/record", seat="a").status_code == anna.get("/board.svg").status_code == 200


def test_an_older_table_is_played_on(arrive: Arrive) -> None:
    """The person and the computer players go on until the game is over."""
    anna = arrive()
    with anna.socket() as line:
        while (frame := line.frame_when(is_for_anna))["table"]["stage"] != "over":
            assert anna.play().status_code == 200
    assert frame["view"]["turn"] > TURNS and frame["view"]["result"]["winners"]


def is_for_anna(frame: dict[str, Any]) -> bool:
    """Whether it is her turn, or the game is over."""
    return bool(frame["table"]["stage"] == "over" or frame["view"]["to_move"] == "a")


@pytest.mark.parametrize("kind", DATABASES)
def test_an_older_log_learns_how_it_is_read(kind: str, tmp_path: Path) -> None:
    """Its entries are of the first format and the first rules, nothing else about them changes, and it goes on."""
    address = new_address(kind, tmp_path)
    write_older(address)

    async def story(store: Store) -> tuple[list[Entry], list[Entry]]:
        before = await store.entries(TABLE)
        await store.append(TABLE, ENTRIES, "hints_changed", {"hints": False})
        return before, await store.entries(TABLE, ENTRIES - 1)

    before, (added,) = within(address, story)
    assert len(before) == ENTRIES and {(entry.format, entry.rules) for entry in before} == {(1, 1)}
    assert before[2].parts == {"seat": "a", "name": "Änne"} and before[2].at == "2026-11-15T15:28:46Z"
    assert (added.format, added.rules) == (entries.FORMAT, rulings.RULES)


def test_an_older_game_is_played_by_the_rules_of_its_time(
    arrive: Arrive, monkeypatch: pytest.MonkeyPatch, older: str
) -> None:
    """A ruling that came after it changes neither what it is shown with nor how it goes on."""
    monkeypatch.setattr(rulings, "BEFORE", {2: {"archbishop_bonus": 0, "end": "round"}})
    anna = arrive()
    frame = anna.frame()
    assert (frame["table"]["option_values"]["archbishop_bonus"], frame["table"]["options"]) == (
        0,
        "parker,end:round,archbishop_bonus:0",
    )
    assert "options=parker,end:round,archbishop_bonus:0" in anna.get("/record", seat="a").text
    assert anna.play().status_code == 200
    assert within(older, lambda store: store.entries(TABLE, ENTRIES - 1))[0].rules == 1


def test_an_older_format_is_read_by_its_step(monkeypatch: pytest.MonkeyPatch, older: str) -> None:
    """Every entry of it is brought to the format of today before anybody sees it."""

    def renamed(entry: Entry) -> Entry:
        return replace(entry, parts={f"new_{name}": value for name, value in entry.parts.items()})

    monkeypatch.setattr(entries, "FORMAT", 2)
    monkeypatch.setattr(entries, "STEPS", {1: renamed})
    found = within(older, lambda store: store.entries(TABLE))
    assert {entry.format for entry in found} == {2}
    assert found[2].parts == {"new_seat": "a", "new_name": "Änne"}


@pytest.mark.parametrize(
    ("version", "kind"),
    others_long(product(("format", "rules"), DATABASES), {("format", "sqlite"), ("rules", "postgresql")}),
)
def test_an_entry_of_a_newer_server_is_refused(version: str, kind: str, tmp_path: Path) -> None:
    """Whatever it holds, it is not guessed at; other tables are served, and it is there when the server is newer."""
    address = new_address(kind, tmp_path)
    with running(tmp_path, database=address) as house:
        other, anna = (house.open(person("Anna"), person("Bert"), person("Clara")) for _ in range(2))
        write_newer(address, anna.table, version)
        house.server.app.state.room.in_use.clear()
        assert (
            refusal_of(anna.get()) == refusal_of(anna.command("play", moves=["17L"], turn=0)) == (503, "entry_too_new")
        )
        with anna.socket() as line:
            assert line.next("failure")["code"] == "entry_too_new"
        known = [{"table": guest.table, "secret": guest.secret} for guest in (anna, other)]
        status = house.client.post("/api/tables/status", json={"tables": known}).json()
        assert [table["table"] for table in status["tables"]] == [other.table]
        assert other.play().status_code == 200
    newest = within(address, lambda store: store.read(lambda connection: newest_row(connection, anna.table)))
    assert newest[version] == TO_COME and newest["parts"] == '{"novelty":true}'


def write_newer(address: str, table: str, version: str) -> None:
    """Append an entry as a server to come would."""
    versions = {"format": 1, "rules": 1} | {version: TO_COME}
    columns = f"'turn', '{{\"novelty\":true}}', '2036-01-01T00:00:00Z', {versions['format']}, {versions['rules']}"
    with connected(address) as connection:
        connection.exec_driver_sql(
            "INSERT INTO entries (table_id, number, kind, parts, at, format, rules) "
            f"SELECT '{table}', max(number) + 1, {columns} FROM entries WHERE table_id = '{table}'"
        )


def newest_row(connection: Any, table: str) -> dict[str, Any]:
    """The newest entry of a table as the database has it."""
    question = text("SELECT * FROM entries WHERE table_id = :table ORDER BY number DESC LIMIT 1")
    return dict(connection.execute(question, {"table": table}).one()._mapping)


def test_the_refusal_of_a_newer_entry_says_what_to_do() -> None:
    """In every language, with the versions."""
    refusal = EntryTooNew(number=7, format=TO_COME, rules=1)
    assert all(str(TO_COME) in refusal.words(language) for language in LANGUAGES)
