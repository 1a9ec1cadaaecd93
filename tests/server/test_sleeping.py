"""Calls to those who sleep are held in the database: a server that is killed in the night loses none of them."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from rheinlaender.server.store.database import connect, prepare, read_url
from rheinlaender.server.store.schema import held
from rheinlaender.server.store.sleeping import HeldCall, hold, let_go, read_awake
from rheinlaender.server.values.calls import Call
from rheinlaender.server.values.clock import Night, Now, is_night, waking_after
from tests.long import SERVER_TEST, others_long
from tests.server import asking
from tests.server.at_hour import HOUR
from tests.server.player import bearer, new_id, new_secret, open_table, person
from tests.server.postgres import DATABASES, new_address
from tests.server.process import ServerProcess
from tests.server.push_service import PATIENCE, Browser, PushService, push_service

NIGHT = {"zone": "UTC", "begins": 22, "ends": 7}
IN_THE_NIGHT, IN_THE_MORNING = "2026-01-31T23:30:00Z", "2026-02-01T07:00:01Z"
QUIET_SECONDS = 1.0


@pytest.fixture
def service() -> Iterator[PushService]:
    """A push service."""
    with push_service() as service:
        yield service


class Sleeper:
    """Bert, who sleeps, at a table with Anna, who does not."""

    def __init__(self, server: ServerProcess, service: PushService, name: str) -> None:
        self.server, self.anna, self.bert = server, new_secret(), new_secret()
        seats = [person("Anna"), {"kind": "open"}, {"kind": "bot", "level": "squire"}]
        self.table = open_table(server.http, self.anna, seats, first="a")
        self.command(self.bert, name="sit", secret=self.bert, player="Bert", seat="b")
        self.browser = Browser(service, name)
        self.ask("/calls", self.bert, self.browser.wish())
        self.command(self.bert, name="set_night", night=NIGHT)

    def ask(self, path: str, who: str, body: dict[str, Any]) -> None:
        """Ask something of the table, which answers that it is done."""
        address = f"{self.server.http}/api/tables/{self.table}{path}"
        asking.post(address, json=body, headers=bearer(who), timeout=60).raise_for_status()

    def command(self, who: str, /, **parts: Any) -> None:
        """Send a command, and wait until it is acknowledged."""
        self.ask("/commands", who, {"id": new_id(), **parts})

    def play(self) -> None:
        """Let Anna play, so that it is Bert's turn."""
        address = f"{self.server.http}/api/tables/{self.table}"
        view = asking.get(address, headers=bearer(self.anna), timeout=60).json()["view"]
        move = view["moves"][0]["move"]
        asked = {"moves": [move], "turn": view["turn"]}
        preview = asking.post(f"{address}/preview", json=asked, headers=bearer(self.anna), timeout=60).json()
        moves = [move] if preview["is_complete"] else [move, "."]
        self.command(self.anna, name="play", moves=moves, turn=view["turn"])

    def end(self) -> None:
        """Let both agree to end the game."""
        for who in (self.anna, self.bert):
            self.command(who, name="vote", what="end", is_agreed=True)


def wait_until_held(address: str, table: str) -> None:
    """Wait until a call of a table is held in the database."""
    engine = connect(read_url(address))
    until = time.monotonic() + PATIENCE
    while True:
        with engine.connect() as connection:
            if table in [row.table_id for row in connection.execute(held.select())]:
                break
        assert time.monotonic() < until
        time.sleep(0.02)
    engine.dispose()


@contextmanager
def in_the_night(address: str, folder: Path) -> Iterator[ServerProcess]:
    """A server for which it is night, killed afterwards."""
    server = ServerProcess(address, folder, program="tests.server.at_hour")
    server.environment |= {"RHEINLAENDER_PUSH": "anywhere", HOUR: IN_THE_NIGHT}
    server.start()
    try:
        yield server
    finally:
        server.kill()


@pytest.mark.parametrize("database", others_long(DATABASES, ("sqlite",), SERVER_TEST))
def test_a_server_that_was_killed_in_the_night_calls_in_the_morning(
    tmp_path: Path, service: PushService, database: str
) -> None:
    """To a turn, killed as soon as it was acknowledged, and to the end of a game; once, however often it starts."""
    address = new_address(database, tmp_path)
    with in_the_night(address, tmp_path) as server:
        ended, turn = (Sleeper(server, service, name) for name in ("ended", "turn"))
        ended.end()
        wait_until_held(address, ended.table)
        turn.play()
        assert service.messages == []
        for _ in range(2):
            server.kill()
            server.environment[HOUR] = IN_THE_MORNING
            server.start()
            service.wait(2)
        time.sleep(QUIET_SECONDS)
    read = {message.path: message.body for message in service.messages}
    assert len(service.messages) == 2
    assert turn.browser.read(read["/push/turn"])["kind"] == "turn"
    assert ended.browser.read(read["/push/ended"])["kind"] == "over"


@pytest.mark.parametrize("database", DATABASES)
def test_a_newer_call_takes_the_place_of_an_older_one(tmp_path: Path, database: str) -> None:
    """One is held for each seat; who is called later stays held, whatever was done about the call before."""
    engine = connect(read_url(new_address(database, tmp_path)))
    prepare(engine)
    first = HeldCall("rhine", Call("turn", "b", 3), IN_THE_MORNING)
    newer = HeldCall("rhine", Call("over", "b", 5), IN_THE_MORNING)
    later = HeldCall("rhine", Call("over", "b", 5), "2026-02-02T07:00:01Z")
    for one in (first, newer, first):
        hold(engine, one)
    with engine.connect() as connection:
        assert read_awake(connection, "2026-02-01T07:00:00Z") == []
        assert read_awake(connection, IN_THE_MORNING) == [newer]
    hold(engine, later)
    let_go(engine, newer)
    with engine.connect() as connection:
        assert read_awake(connection, "2026-02-03T00:00:00Z") == [later]
    let_go(engine, later)
    with engine.connect() as connection:
        assert read_awake(connection, "2026-02-03T00:00:00Z") == []
    engine.dispose()


@pytest.mark.parametrize(
    ("zone", "at", "wakes"),
    [
        ("UTC", "2026-01-31T23:30:00Z", "2026-02-01T07:00:01Z"),
        ("UTC", "2026-02-01T07:00:00Z", "2026-02-01T07:00:01Z"),
        ("UTC", "2026-02-01T07:00:01Z", "2026-02-01T07:00:01Z"),
        ("Europe/Berlin", "2026-03-28T22:00:00Z", "2026-03-29T06:00:01Z"),
        ("America/New_York", "2026-02-01T03:00:01Z", "2026-02-01T12:00:01Z"),
    ],
)
def test_a_night_is_over_when_nobody_sleeps_any_more(zone: str, at: str, wakes: str) -> None:
    """It is night until the second before, and not from then on; also over a change of the hour."""
    night = Night(zone, 22, 7)
    assert waking_after(night, Now(0, at)) == wakes
    assert not is_night(night, Now(0, wakes))
