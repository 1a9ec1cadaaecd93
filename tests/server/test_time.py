"""Tables with clocks at a real server: idle people, those who have gone, votes, and servers that are killed."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from rheinlaender.server.live import driver
from rheinlaender.server.store import uptime as uptime_module
from rheinlaender.server.values import patience
from rheinlaender.server.values.clock import RETURN_SECONDS
from tests.server.house import OPEN, Guest, House, Line, bots, new_id, person, refusal_of
from tests.server.player import new_secret, open_table
from tests.server.process import ServerProcess, serving
from tests.server.several import IS_LONG

CLOCK = {"bank": 600, "increment": 5}
SLACK = 1.0 if IS_LONG else 3.0
"""What a kill may give or take, in seconds; on a machine in a hurry a beat may be late."""


class Hours:
    """The clock of the machine, which a test sets forward."""

    def __init__(self) -> None:
        self.added = 0.0

    def monotonic(self) -> float:
        return time.monotonic() + self.added


@pytest.fixture(scope="module")
def hours() -> Iterator[Hours]:
    """The clock that the uptime of the server goes by; however much it is set forward counts at the next beat.

    Between two tests it is not set back: until the next beat the server would count nothing.
    """
    hours = Hours()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(uptime_module, "time", hours)
        patch.setattr(uptime_module, "MOST_SECONDS", 10.0**9)
        patch.setattr(uptime_module, "BEAT_SECONDS", 0.02)
        patch.setattr(driver, "NAP_SECONDS", (0.02, 0.02))
        yield hours


def kind(name: str) -> Any:
    """A question for frames: of this kind."""
    return lambda frame: frame["entry"]["kind"] == name


def start(house: House, **parts: Any) -> list[Guest]:
    """Three people at a table with clocks."""
    owner = house.open(person("Anna"), OPEN, OPEN, **{"clock": CLOCK, **parts})
    return [owner, owner.sit("Bert", "b"), owner.sit("Clara", "c")]


def clocks_when(line: Line, is_it: Any) -> dict[str, Any]:
    """The clocks that come after a frame of which something is true."""
    line.frame_when(is_it)
    return dict(line.next("clocks"))


def test_whoever_is_there_but_idle_no_longer_stalls_the_table(house: House, hours: Hours) -> None:
    """They are nudged and then played for; they take the seat back, and have a little time at least."""
    anna, bert, _ = start(house, stand_in="squire")
    with anna.socket() as line, bert.socket() as other:
        clocks = line.next("clocks")
        assert clocks["running"] == "a" and clocks["left"]["b"] == 600_000 and not clocks["is_night"]
        hours.added += 580
        assert line.frame_when(kind("nudged"))["entry"]["by"] == "-"
        hours.added += 600
        assert line.frame_when(kind("stood_in"))["table"]["away"] == {"a": "time"}
        turn = line.frame_when(kind("turn"))
        assert (turn["entry"]["by"], turn["entry"]["seat"]) == ("squire", "a")
        assert line.next("clocks")["running"] == "b"
        assert anna.command("come_back").status_code == 200
        back = clocks_when(line, kind("came_back"))
        assert back["left"]["a"] == RETURN_SECONDS * 1000
        assert other.frame_when(kind("came_back"))["table"]["away"] == {}
        assert refusal_of(anna.command("come_back")) == (409, "not_away")


def test_a_turn_takes_time_and_gives_the_increment(house: House, hours: Hours) -> None:
    """What the clocks say is what was used."""
    anna, *_ = start(house)
    with anna.socket() as line:
        line.next("clocks")
        hours.added += 102
        assert anna.play().status_code == 200
        clocks = clocks_when(line, kind("turn"))
        assert clocks["running"] == "b" and 505_000 - 60_000 <= clocks["left"]["a"] <= 505_000
        status = house.client.post(
            "/api/tables/status", json={"tables": [{"table": anna.table, "secret": anna.secret}]}
        ).json()
        assert 500_000 <= status["tables"][0]["left"] <= 600_000


def test_a_game_ends_although_everybody_has_gone(house: House, hours: Hours) -> None:
    """Nobody is connected, and no stand-in was agreed on: when the time is over a Knight plays, and so on."""
    anna, *_ = start(house, pace="days", clock={"bank": 86_400})
    watcher = anna.another()
    with watcher.socket() as line:
        for seat in "abc":
            hours.added += 86_400 + 10
            assert line.frame_when(kind("stood_in"))["entry"]["seat"] == seat
            assert line.frame_when(kind("turn"))["entry"]["by"] == "knight"
        assert line.frame_when(kind("turn"))["entry"]["seat"] == "a"


def test_the_others_go_on_without_waiting(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where there is no clock: after a nudge and a while, more than half of them decide it."""
    monkeypatch.setitem(patience.WAIT_SECONDS, "live", 0)
    anna, bert, clara = start(house, clock=None)
    with anna.socket() as line:
        assert refusal_of(bert.command("vote", what="go_on", turn=0)) == (409, "nudge_first")
        assert bert.command("nudge", turn=0).status_code == 200
        frame = line.frame_when(kind("nudged"))
        assert (frame["entry"]["seat"], frame["entry"]["by"], frame["table"]["nudged"]) == ("a", "b", "b")
        assert refusal_of(bert.command("nudge", turn=0)) == (409, "already_nudged")
        assert refusal_of(anna.another().command("nudge", turn=0)) == (401, "secret_missing")
        for guest in (bert, clara):
            assert guest.command("vote", what="go_on", turn=0).status_code == 200
        assert line.frame_when(kind("turn"))["entry"]["by"] == "knight"
        assert refusal_of(bert.command("nudge", turn=0)) == (409, "turn_over")


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("set_night", {"night": {"zone": "Europe/Berlin", "begins": 8, "ends": 7}}),
        ("set_night", {"night": {"zone": "../../etc/passwd", "begins": 22, "ends": 7}}),
        ("set_night", {"night": {"zone": "Europe/Berlin", "begins": 22}}),
        ("vote", {"what": "dance", "turn": 0}),
        ("nudge", {}),
    ],
)
def test_wrong_wishes_are_refused(house: House, name: str, parts: dict[str, Any]) -> None:
    """A night without an end, a zone that is a path, and parts that are missing."""
    assert refusal_of(start(house)[0].command(name, **parts)) == (422, "wrong_value")


@pytest.mark.parametrize(
    "clock", [{"bank": 9}, {"bank": 60, "increment": 601}, {"bank": 60.5}, {"increment": 5}], ids=str
)
def test_wrong_clocks_are_refused(house: House, clock: dict[str, Any]) -> None:
    """Too short, too generous, not whole, without a bank."""
    asked = {"id": new_id(), "secret": new_secret(), "seats": [person("Anna"), *bots(2)], "clock": clock}
    assert refusal_of(house.client.post("/api/tables", json=asked)) == (422, "wrong_value")


def test_one_sleeps_in_ones_own_zone(house: House) -> None:
    """The hours are told to oneself only; a zone that nobody knows is refused."""
    anna, bert, _ = start(house, pace="days", clock={"bank": 86_400})
    night = {"zone": "America/New_York", "begins": 23, "ends": 8}
    assert anna.command("set_night", night=night).status_code == 200
    assert anna.frame()["table"]["night"] == night
    assert anna.frame()["entry"]["seats"] == "a"
    for other in (bert, bert.another()):
        assert "New_York" not in json.dumps(other.frame())
    unknown = anna.command("set_night", night={**night, "zone": "Mars/Olympus"})
    assert refusal_of(unknown) == (422, "unknown_zone")


# Servers that are killed


def clocks_of(server: ServerProcess, table: str, secret: str) -> tuple[dict[str, Any], float]:
    """The clocks that a server tells, and when it told them."""
    with connect(f"ws://127.0.0.1:{server.port}/api/tables/{table}/socket", max_size=None) as socket:
        socket.send(json.dumps({"hello": {"secret": secret, "after": None}}))
        while "clocks" not in (message := json.loads(socket.recv(timeout=60))):
            pass
        return message["clocks"], time.monotonic()


def test_a_killed_server_gives_and_takes_no_time(tmp_path: Path) -> None:
    """While no server runs no clock does; over the kill nobody gains or loses more than a moment."""
    down = 4.0
    with serving(f"sqlite:///{tmp_path / 'tables.db'}", tmp_path) as server:
        secret = new_secret()
        table = open_table(server.http, secret, [person("Anna"), *bots(2)], clock=CLOCK)
        time.sleep(3.0)
        before, told = clocks_of(server, table, secret)
        server.kill()
        killed = time.monotonic()
        time.sleep(down)
        launched = time.monotonic()
        server.start()
        after, told_again = clocks_of(server, table, secret)
    lost = (before["left"]["a"] - after["left"]["a"]) / 1000
    assert before["running"] == after["running"] == "a"
    assert killed - told - SLACK <= lost <= killed - told + (told_again - launched) + SLACK
