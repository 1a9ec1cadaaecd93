"""`rheinlaender doctor`: each thing that it looks at is really broken once, and it says so, and what to do."""

import json
import os
import shutil
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, HTTPServer
from ipaddress import ip_network
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from rheinlaender.board import rhine
from rheinlaender.bots.warm import kept_folder
from rheinlaender.cli import doctor
from rheinlaender.cli.main import main, parsed
from rheinlaender.i18n import LANGUAGES
from rheinlaender.rules.compile import cache_directory
from rheinlaender.server.measures import serving_measures
from rheinlaender.server.store import database
from tests.long import LONG, others_long
from tests.server.house import running
from tests.server.postgres import new_address
from tests.server.process import free_port
from tests.server.proxies import nginx
from tests.server.stores.stories import fill, run_sql, within
from tests.server.test_older import write_older

Examine = Callable[..., dict[str, str]]


@pytest.fixture
def examine(tmp_path: Path) -> Examine:
    """Lets the doctor look; the status of each finding by its code. All have words in every language."""

    def look(address: str | None = None, *words: str) -> dict[str, str]:
        given = ["doctor", "--database", address or file_address(tmp_path), *words]
        if "--port" not in words:
            given += ["--port", str(free_port())]
        findings = list(doctor.examine(parsed(given)))
        assert all("{" not in finding.words(language) for finding in findings for language in LANGUAGES)
        return {finding.key.partition(".")[2]: finding.status for finding in findings}

    return look


def file_address(folder: Path) -> str:
    return f"sqlite:///{folder / 'tables.db'}"


def test_a_healthy_server_is_well(tmp_path: Path, examine: Examine) -> None:
    """While it runs: its database, its port, its address."""
    with running(tmp_path) as house:
        found = examine(None, "--port", str(house.port), "--url", house.http)
    assert set(found) >= {"database_well", "clock_well", "disk_well", "modes_well", "port_ours", "address_well"}
    assert "wrong" not in found.values()


def test_findings_are_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """For people in their language and for programs as JSON; the exit status tells whether something is wrong."""
    free, missing = str(free_port()), f"sqlite:///{tmp_path / 'missing' / 'x.db'}"
    for address, is_well in ((file_address(tmp_path), True), (missing, False)):
        words = ["doctor", "--database", address, "--port", free]
        assert main([*words, "--json"]) == int(not is_well)
        found = json.loads(capsys.readouterr().out)
        assert found["is_well"] is is_well
        assert set(found["findings"][0]) == {"check", "status", "code", "message"}
        assert main([*words, "--language", "de"]) == int(not is_well)
        text = capsys.readouterr().out
        assert ("Es fehlt nichts." in text) is is_well and ("Etwas stimmt nicht." in text) is not is_well
        assert len(text.splitlines()) == len(found["findings"]) + 1


def test_nothing_is_changed_by_looking(tmp_path: Path, examine: Examine) -> None:
    """A database that is not there is not made."""
    assert examine()["database_missing"] == "well"
    assert list(tmp_path.iterdir()) == []


def test_databases_that_cannot_be_used(tmp_path: Path, examine: Examine) -> None:
    """A folder that is missing, a wrong address, a file that is none, a server that does not answer."""
    (tmp_path / "text.db").write_text("no database, but long enough to be taken for one " * 50)
    assert examine(f"sqlite:///{tmp_path / 'missing' / 'x.db'}")["folder_missing"] == "wrong"
    assert examine("mysql://here")["wrong_database_url"] == "wrong"
    assert examine(f"sqlite:///{tmp_path / 'text.db'}")["database_unwritable"] == "wrong"
    assert examine(f"postgresql://nobody@127.0.0.1:{free_port()}/none")["database_unreachable"] == "wrong"


def test_databases_of_other_versions(tmp_path: Path, examine: Examine) -> None:
    """An older one is brought up to date by the server, not by the doctor; a newer one is refused."""
    write_older(file_address(tmp_path))
    assert examine()["database_older"] == "warning"
    assert examine()["database_older"] == "warning"
    within(file_address(tmp_path), lambda store: fill(store, "rhine", 1))
    assert "database_older" not in examine()
    with sqlite3.connect(tmp_path / "tables.db") as file:
        file.execute("UPDATE alembic_version SET version_num = '9999'")
    file.close()
    assert examine()["database_too_new"] == "wrong"


def test_a_database_that_cannot_be_written(tmp_path: Path, examine: Examine) -> None:
    """One that is empty is well; one whose user may only read is not."""
    address = new_address("postgresql", tmp_path)
    assert examine(address)["database_empty"] == "well"
    within(address, lambda store: fill(store, "rhine", 1))
    assert examine(address)["database_well"] == examine(address)["clock_well"] == "well"
    name = database.read_url(address).database
    reader = f"reader_{name}"

    async def forbid(store: Any) -> None:
        run_sql(store, f"CREATE ROLE {reader} LOGIN")
        run_sql(store, f"GRANT SELECT ON ALL TABLES IN SCHEMA public TO {reader}")

    within(address, forbid)
    assert examine(address.replace("postgres@", f"{reader}@"))["database_unwritten"] == "wrong"


def test_a_clock_that_is_behind(tmp_path: Path, examine: Examine) -> None:
    """Entries of a time to come tell that the clock is wrong."""
    address = file_address(tmp_path)
    within(address, lambda store: fill(store, "rhine", 1))
    assert examine()["clock_well"] == "well"
    with sqlite3.connect(tmp_path / "tables.db") as file:
        file.execute("INSERT INTO entries VALUES ('rhine', 2, 'turn', '{}', '2999-01-01T00:00:00Z', 1, 1, 0)")
    file.close()
    assert examine()["clock_behind"] == "wrong"


def test_a_full_disk(tmp_path: Path, examine: Examine) -> None:
    """A disk with little room is told before it is full."""
    small = tmp_path / "small"
    small.mkdir()
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(small)], capture_output=True)
    if done.returncode:
        pytest.skip(f"a small disk cannot be made here: {done.stderr.decode().strip()}")
    try:
        assert examine(file_address(small))["disk_little"] == "wrong"
    finally:
        subprocess.run(["umount", str(small)], check=True)


def test_files_that_others_can_read(tmp_path: Path, examine: Examine) -> None:
    """Of the database, and of what waits beside it."""
    within(file_address(tmp_path), lambda store: fill(store, "rhine", 1))
    assert examine()["modes_well"] == "well"
    (tmp_path / "tables.db").chmod(0o644)
    assert examine()["modes_open"] == "warning"


def test_the_engine(tmp_path: Path, examine: Examine, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether it is kept, cold, cannot be kept, or is switched off."""
    monkeypatch.setenv("RHEINLAENDER_CACHE", str(tmp_path / "cache"))
    assert examine()["engine_cold"] == "warning"
    folder = cache_directory(rhine(), "rheinlaender.thinking.foresight")
    assert folder is not None and kept_folder() == (folder.parent, False)
    (folder / "foresight.foresee.nbi").touch()  # as Numba leaves it
    assert examine()["engine_well"] == "well"
    (tmp_path / "file").touch()
    monkeypatch.setenv("RHEINLAENDER_CACHE", str(tmp_path / "file"))
    assert examine()["engine_not_kept"] == "wrong"
    monkeypatch.setenv("RHEINLAENDER_COMPILE", "no")
    assert examine()["engine_off"] == "warning"


def test_ports(examine: Examine, monkeypatch: pytest.MonkeyPatch) -> None:
    """A port that another program has, for tables and for measures."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = str(other.getsockname()[1])
        found = examine(None, "--port", taken)
        assert found["port_taken"] == "wrong" and "port_free" not in found
        monkeypatch.setenv("RHEINLAENDER_METRICS_PORT", taken)
        found = examine()
        assert found["port_taken"] == "wrong" and found["port_free"] == "well"


def test_the_port_of_our_own_measures(examine: Examine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Is not taken by another program while the server runs."""
    with running(tmp_path) as house, serving_measures("127.0.0.1", 0) as port:
        monkeypatch.setenv("RHEINLAENDER_METRICS_PORT", str(port))
        found = examine(None, "--port", str(house.port))
        assert found["port_ours"] == "well" and "port_taken" not in found and "port_free" not in found


def test_settings_that_make_no_sense(examine: Examine, monkeypatch: pytest.MonkeyPatch) -> None:
    """Are told in the words of the server."""
    monkeypatch.setenv("RHEINLAENDER_LIMITS", "many")
    assert examine() == {"wrong_setting": "wrong"}


@LONG
def test_too_few_descriptors(tmp_path: Path) -> None:
    """A limit of the system that is lower than the server's own."""
    command = (
        f"ulimit -n 1000 && exec {sys.executable} -m rheinlaender doctor --json --database {file_address(tmp_path)}"
    )
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=60, env=os.environ)
    found = {finding["code"]: finding["status"] for finding in json.loads(done.stdout)["findings"]}
    assert found["descriptors_few"] == "warning"


FORWARDED = "proxy_set_header X-Forwarded-For $remote_addr;"
WRONGLY: dict[str, dict[str, str]] = {
    "address_forged": {FORWARDED: "proxy_set_header X-Forwarded-For $http_x_forwarded_for;"},
    "address_scheme": {"proxy_set_header X-Forwarded-Proto $scheme;": "proxy_set_header X-Forwarded-Proto http;"},
    "address_host": {"proxy_set_header Host $http_host;": "proxy_set_header Host $host;"},
    "address_sockets": {"proxy_set_header Upgrade $http_upgrade;": ""},
    "address_of_proxy": {FORWARDED: "proxy_bind 127.0.0.7;"},
}
"""Mistakes in the setting of a proxy, by what the doctor says of them."""


def test_a_proxy_that_is_set_up_well(tmp_path: Path, examine: Examine, monkeypatch: pytest.MonkeyPatch) -> None:
    """Passes all that it should; its certificate is asked for how long it is good."""
    with running(tmp_path, trusted_proxies=(ip_network("127.0.0.0/8"),)) as house:
        for days, code in ((90, "certificate_well"), (3, "certificate_ends")):
            with nginx(tmp_path, house.port, days=days) as proxy:
                monkeypatch.setenv("SSL_CERT_FILE", str(proxy.authority))
                found = examine(None, "--url", proxy.address)
            assert found["address_well"] == "well" and code in found and "wrong" not in found.values()


@pytest.mark.parametrize("code", others_long(WRONGLY, {"address_forged"}))
def test_a_proxy_that_is_set_up_wrongly(
    code: str, tmp_path: Path, examine: Examine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each mistake is told by its name."""
    trusted = () if code == "address_of_proxy" else (ip_network("127.0.0.1/32"),)
    with running(tmp_path, trusted_proxies=trusted) as house, nginx(tmp_path, house.port, WRONGLY[code]) as proxy:
        monkeypatch.setenv("SSL_CERT_FILE", str(proxy.authority))
        found = examine(None, "--url", proxy.address)
    assert found[code] == "wrong" and "address_well" not in found


def test_an_address_that_does_not_answer(tmp_path: Path, examine: Examine) -> None:
    """Nobody there, no address at all, a certificate that nobody vouches for, a server that cannot write."""
    assert examine(None, "--url", f"http://127.0.0.1:{free_port()}")["address_silent"] == "wrong"
    assert examine(None, "--url", "rheinlaender.example")["address_none"] == "wrong"
    with running(tmp_path) as house:
        if shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin"):
            with nginx(tmp_path, house.port) as proxy:
                assert examine(None, "--url", proxy.address)["address_silent"] == "wrong"
        with sqlite3.connect(tmp_path / "tables.db") as file:
            file.execute("DROP TABLE alembic_version")
        file.close()
        assert examine(None, "--url", house.http)["address_failing"] == "wrong"


def test_a_server_whose_clock_is_off(examine: Examine) -> None:
    """The time in its answers is compared with this machine's."""

    class Late(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = json.dumps({"address": "127.0.0.1", "scheme": "http", "host": self.headers["Host"]}).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def date_time_string(self, _: float | None = None) -> str:
            return "Sat, 01 Jan 2000 00:00:00 GMT"

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    with HTTPServer(("127.0.0.1", 0), Late) as late:
        Thread(target=late.serve_forever, daemon=True).start()
        assert examine(None, "--url", f"http://127.0.0.1:{late.server_port}")["clock_off"] == "wrong"
        late.shutdown()


def test_every_finding_was_seen(request: pytest.FixtureRequest) -> None:
    """No finding is in the catalogue of which no test of this file speaks."""
    from rheinlaender.i18n import catalogue

    text = request.path.read_text(encoding="utf-8")
    codes = {key.removeprefix("doctor.") for key in catalogue("en") if key.startswith("doctor.")}
    assert {code for code in codes if f'"{code}"' not in text} <= {"well", "ill", "descriptors_well"}
