"""`rheinlaender serve`: where it listens, how it stops, and how it goes on after that."""

import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from rheinlaender.cli.main import main
from rheinlaender.cli.serve import welcome
from rheinlaender.server.live import live_table
from rheinlaender.server.settings import Settings, WrongSetting
from tests.server.house import House, Line, bots, new_secret, person, refusal_of, running
from tests.server.player import open_table
from tests.server.process import ServerProcess


def test_a_taken_port_is_refused(house: House, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With words and exit status 2."""
    status = main(["serve", "--port", str(house.port), "--database", f"sqlite:///{tmp_path / 'tables.db'}"])
    assert status == 2
    assert str(house.port) in capsys.readouterr().err


@pytest.mark.parametrize("port", ["99999", "-1", "http"])
def test_a_port_that_cannot_be_is_refused(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    """With words and exit status 2."""
    with pytest.raises(SystemExit, match="2"):
        main(["serve", f"--port={port}"])
    assert "not a port" in capsys.readouterr().err


def test_a_database_that_cannot_be_is_refused() -> None:
    """With words and exit status 2, before anything is served."""
    command = [sys.executable, "-m", "rheinlaender", "serve", "--port", "0", "--database", "mysql://here"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 2 and "mysql" in done.stderr and "Traceback" not in done.stderr


def test_the_address_is_shown_or_opened(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no browser can be opened, the address stands there large."""
    opened: list[str] = []
    monkeypatch.setenv("DISPLAY", ":0")

    def note(address: str) -> bool:
        opened.append(address)
        return True

    monkeypatch.setattr("webbrowser.open", note)
    welcome("0.0.0.0", 8000, "de", is_opened=True)
    assert opened == ["http://localhost:8000/"] and "http://localhost:8000/" in capsys.readouterr().out
    monkeypatch.delenv("DISPLAY")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    welcome("::1", 8000, "en", is_opened=True)
    assert len(opened) == 1 and re.search(r"║ +http://localhost:8000/ +║", capsys.readouterr().out)
    welcome("fd00::7", 8000, "hu", is_opened=False)
    assert re.search(r"║ +http://\[fd00::7\]:8000/ +║", capsys.readouterr().out)
    welcome("127.0.0.1", 8000, "nl", is_opened=False, public_url="https://play.example.org")
    assert re.search(r"║ +https://play.example.org/ +║", capsys.readouterr().out)


def test_settings_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Host, port and database are set by variables; nonsense is refused by name."""
    for name, value in {"HOST": "0.0.0.0", "PORT": "81", "DATABASE": "sqlite:///x.db"}.items():
        monkeypatch.setenv(f"RHEINLAENDER_{name}", value)
    settings = Settings()
    assert (settings.host, settings.port, settings.database) == ("0.0.0.0", 81, "sqlite:///x.db")
    monkeypatch.delenv("RHEINLAENDER_DATABASE")
    assert Settings().database.endswith("tables.db")
    monkeypatch.setenv("RHEINLAENDER_PORT", "eighty")
    with pytest.raises(WrongSetting, match="RHEINLAENDER_PORT"):
        Settings()


def test_a_server_that_is_told_to_stop_says_goodbye(tmp_path: Path) -> None:
    """Sockets are closed with 1012, streams end, the log is JSON, and the exit is clean."""
    server = ServerProcess(f"sqlite:///{tmp_path / 'tables.db'}", tmp_path)
    server.start()
    table = open_table(server.http, new_secret(), [person("Anna"), *bots(2)])
    with connect(f"ws://127.0.0.1:{server.port}/api/tables/{table}/socket") as socket:
        line = Line(socket)
        line.send(hello={"secret": None, "after": None})
        line.next("frame")
        assert server.process is not None
        server.process.send_signal(signal.SIGTERM)
        with pytest.raises(ConnectionClosed) as closed:
            line.next("goodbye")
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1012
    assert server.stop()
    told = [line for line in server.log.read_text().splitlines() if line.startswith("{")]
    assert told and all("level" in json.loads(line) for line in told)


def test_a_restart_goes_on(tmp_path: Path) -> None:
    """Tables, seats and turns are there again, computer players go on, and nothing about it has changed."""
    with running(tmp_path) as first:
        owner = first.open(person("Anna"), *bots(2))
        with owner.socket() as line:
            for _ in range(5):
                line.frame_when(lambda frame: frame["view"]["to_move"] == "a")
                owner.play()
        alone = first.open(*bots(3))
        with alone.another().socket() as line:
            line.frame_when(lambda frame: frame["seq"] > 5)
    with running(tmp_path) as second:
        owner.house = alone.house = second
        with owner.socket(after=-1) as line:
            frame = line.frame_when(lambda frame: frame["view"] is not None and frame["view"]["turn"] >= 15)
            assert frame["view"]["to_move"] == "a"
            assert owner.play().status_code == 200
        with alone.another().socket() as line:
            line.frame_when(lambda frame: frame["table"]["stage"] == "over")


def test_a_table_that_nobody_watches_stands_still(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither after its opening nor after a restart a table of computer players plays, until somebody looks at it."""
    monkeypatch.setattr(live_table, "WATCHED_SECONDS", 0.0)
    with running(tmp_path) as first:
        alone = first.open(*bots(3))
        live = first.server.app.state.room.in_use[alone.table]
        assert live.table.stage == "playing" and not live.driver.is_busy
    with running(tmp_path) as second:
        assert second.client.get("/healthz").status_code == 200
        assert second.server.app.state.room.in_use == {}
        alone.house = second
        assert alone.frame()["view"]["turn"] == 0
        with alone.another().socket() as line:
            line.frame_when(lambda frame: frame["table"]["stage"] == "over")


def test_idle_tables_are_put_away_and_come_back(house: House) -> None:
    """A table that nobody uses leaves the memory, not the log."""
    owner = house.open(person("Anna"), person("Bert"), person("Clara"))
    owner.play()
    before = owner.frame()
    room = house.server.app.state.room
    with owner.socket() as line:
        line.next("frame")
        room.put_away(float("inf"))
        assert owner.table in room.in_use
    while owner.table in room.in_use:
        room.put_away(float("inf"))
    assert owner.frame() == before


def test_a_server_that_stops_lets_nobody_in(house: House) -> None:
    """Whoever comes while it says goodbye is sent on: 503 to a request, 1013 to a socket."""
    owner = house.open(person("Anna"), *bots(2))
    room = house.server.app.state.room
    room.is_stopped = True
    try:
        assert refusal_of(owner.get()) == (503, "server_busy")
        with owner.socket() as line:
            assert line.next("failure")["code"] == "server_busy"
    finally:
        room.is_stopped = False
    assert owner.get().status_code == 200
