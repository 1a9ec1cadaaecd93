"""While the database fails: everybody is told to come back, one line is logged, and afterwards everything goes on."""

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from sqlalchemy import text
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from rheinlaender.server import logs
from rheinlaender.server.store.database import writing
from tests.server.house import Guest, House, bots, new_id, person, refusal_of, running
from tests.server.player import open_table
from tests.server.process import serving


@pytest.fixture
def own_house(tmp_path: Path) -> Iterator[House]:
    """A server whose database may be broken."""
    with running(tmp_path) as house:
        yield house


@contextmanager
def without(house: House, table: str) -> Iterator[None]:
    """A while in which a table of the database cannot be found."""
    engine = house.server.app.state.room.store.engine
    with writing(engine) as connection:
        connection.execute(text(f"ALTER TABLE {table} RENAME TO hidden"))
    try:
        yield
    finally:
        with writing(engine) as connection:
            connection.execute(text(f"ALTER TABLE hidden RENAME TO {table}"))


@pytest.fixture
def heard(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> pytest.LogCaptureFixture:
    """What is logged in a while in which nothing was said before."""
    monkeypatch.setattr(logs, "outages", logs.Seldom(logs.OUTAGE_SECONDS))
    caplog.set_level(logging.INFO)
    return caplog


def test_everybody_is_told_to_come_back(own_house: House, heard: pytest.LogCaptureFixture) -> None:
    """Requests and sockets are answered 503 with the time to wait; the log has one line and no traceback."""
    owner = own_house.open(person("Anna"), *bots(2))
    with owner.socket() as line:
        line.next("frame")
        with without(own_house, "entries"):
            for _ in range(20):
                answer = owner.command("rename", seat="a", player="Änne")
                assert refusal_of(answer) == (503, "server_busy") and int(answer.headers["retry-after"]) > 0
            assert refusal_of(Guest(own_house, "another-table", None).get()) == (503, "server_busy")
            line.send(command={"id": new_id(), "name": "rename", "seat": "a", "player": "Änne"})
            assert line.next("failure")["code"] == "server_busy"
            with Guest(own_house, "another-table", None).socket() as other:
                assert other.next("failure")["code"] == "server_busy"
    assert owner.command("rename", seat="a", player="Änne").status_code == 200
    assert owner.frame()["table"]["seats"][0]["name"] == "Änne"
    told = [record for record in heard.records if record.levelno >= logging.ERROR]
    assert [record.getMessage() for record in told] == ["the database fails: OperationalError"]
    assert not any(record.exc_info for record in heard.records)


def test_alive_and_ready_are_two_things(own_house: House) -> None:
    """A server whose database cannot be written runs, but is not ready."""
    client = own_house.client
    assert client.get("/readyz").json() == {"status": "ready", "database": True}
    with without(own_house, "alembic_version"):
        assert client.get("/healthz").status_code == 200
        answer = client.get("/readyz")
        assert (answer.status_code, answer.json()) == (503, {"status": "failing", "database": False})
    assert client.get("/readyz").status_code == 200


def test_a_line_is_said_once_in_a_while() -> None:
    """However often something happens, it is said at most once in so many seconds."""
    now, said = [0.0], list[float]()
    seldom = logs.Seldom(30.0, lambda: now[0])
    for second in range(0, 100, 5):
        now[0] = float(second)
        seldom.say(lambda: said.append(now[0]))
    assert said == [0.0, 30.0, 60.0, 90.0]


def test_the_log_names_neither_tables_nor_addresses(tmp_path: Path) -> None:
    """Opening and closing sockets, accepted or refused, leaves no line with a table or an address."""
    with serving(f"sqlite:///{tmp_path / 'tables.db'}", tmp_path) as server:
        secret = "s" * 22
        table = open_table(server.http, secret, [person("Anna"), *bots(2)])
        for known, hello in ((table, secret), ("no-such-table", None)):
            with connect(f"ws://127.0.0.1:{server.port}/api/tables/{known}/socket") as socket:
                with suppress(ConnectionClosed):
                    socket.send(json.dumps({"hello": {"secret": hello, "after": None}}))
                socket.recv(timeout=60)
        assert server.stop()
        told = server.log.read_text()
    assert "Application startup complete" in told
    assert table not in told and "no-such-table" not in told and '"WebSocket' not in told
