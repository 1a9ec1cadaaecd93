"""Measures for Prometheus, ids of requests in the log, and traces, of real servers, read as the trade reads them."""

import gzip
import json
import logging
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from rheinlaender.cli.main import main
from rheinlaender.server import traces
from rheinlaender.server.logs import PlainLines
from rheinlaender.server.settings import Settings, WrongChoice
from tests.long import LONG
from tests.server import asking
from tests.server.house import Guest, House, bots, new_secret, person, running
from tests.server.player import open_table
from tests.server.process import ServerProcess, free_port

TOKEN = "the-operators-own"
Samples = dict[tuple[str, tuple[str, ...]], float]


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory, house: House) -> Iterator[House]:
    """A server whose measures are read with a token, behind a proxy that it trusts; it is started after the other one.

    There is one set of measures in a process: the newest server's.
    """
    assert house.is_up
    folder = tmp_path_factory.mktemp("watched")
    with running(folder, metrics_token=TOKEN, trusted_proxies=(ip_network("127.0.0.0/8"),)) as watched:
        yield watched


def samples_of(text: str) -> Samples:
    """Every sample by its name and the values of its labels."""
    families = text_string_to_metric_families(text)
    return {
        (sample.name, tuple(sample.labels.values())): sample.value for family in families for sample in family.samples
    }


def scrape(house: House) -> Samples:
    """All measures, as Prometheus gets them."""
    answer = house.client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 200 and answer.headers["content-type"].startswith("text/plain")
    return samples_of(answer.text)


def grown(before: Samples, after: Samples, name: str, *labels: str) -> float:
    """By how much a measure has grown."""
    return after.get((name, labels), 0.0) - before.get((name, labels), 0.0)


def test_measures_are_for_the_operator(watched: House, house: House) -> None:
    """Whoever has no token or a wrong one is refused; where there is none, there is nothing."""
    assert watched.client.get("/metrics").status_code == 401
    for wrong in ("x", TOKEN + "x", "ü"):
        headers = {b"Authorization": f"Bearer {wrong}".encode()}
        assert watched.client.get("/metrics", headers=headers).status_code == 401
    assert house.client.get("/metrics", headers={"Authorization": "Bearer x"}).status_code == 404


def test_numbers_move_when_a_game_is_played(watched: House) -> None:
    """Tables, sockets, entries, commands, transactions, thinking, and what was told on the socket."""
    before = scrape(watched)
    owner = watched.open(person("Anna"), *bots(2))
    with owner.socket() as line, owner.another().socket() as watching:
        for _ in range(3):
            line.frame_when(lambda frame: frame["view"] is not None and frame["view"]["to_move"] == "a")
            assert owner.play().status_code == 200
        watching.frame_when(lambda frame: frame["view"]["turn"] == 9)
        line.frame_when(lambda frame: frame["view"]["turn"] == 9)
        during = scrape(watched)
    assert grown(before, during, "rheinlaender_tables", "playing") == 1
    assert grown(before, during, "rheinlaender_connections", "socket", "player") == 1
    assert grown(before, during, "rheinlaender_connections", "socket", "watcher") == 1
    assert during["rheinlaender_lines", ()] >= 3
    assert [grown(before, during, "rheinlaender_entries_total", kind) for kind in ("opened", "started", "turn")] == [
        1,
        1,
        9,
    ]
    assert grown(before, during, "rheinlaender_command_seconds_count", "play") == 3
    assert grown(before, during, "rheinlaender_told_seconds_count") >= 16
    assert grown(before, during, "rheinlaender_transaction_seconds_count", "committed") == 11
    assert grown(before, during, "rheinlaender_transaction_orders_sum") == 11
    assert grown(before, during, "rheinlaender_thought_seconds_count", "squire") == 6
    assert 0 < grown(before, during, "rheinlaender_told_seconds_sum") < 60
    assert during["rheinlaender_thinking", ("waiting",)] == during["rheinlaender_thinking_oldest_seconds", ()] == 0
    route = ("rheinlaender_request_seconds_count", "/api/tables/{table}/commands", "200")
    assert grown(before, during, *route) == 3
    wait_for(lambda: grown(before, scrape(watched), "rheinlaender_connections", "socket", "player") == 0)


def wait_for(is_so: Any) -> None:
    """Wait until something is so."""
    until = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < until
        time.sleep(0.05)


def test_streams_are_counted_while_they_are_open(watched: House) -> None:
    """As streams, by whoever reads them."""
    owner = watched.open(person("Anna"), person("Bert"), person("Clara"))
    before = scrape(watched)
    with watched.client.stream("GET", f"{owner.path}/events") as answer:
        lines = answer.iter_lines()
        next(lines)
        assert grown(before, scrape_apart(watched), "rheinlaender_connections", "stream", "watcher") == 1
    wait_for(lambda: grown(before, scrape(watched), "rheinlaender_connections", "stream", "watcher") == 0)


def scrape_apart(house: House) -> Samples:
    """All measures, by a connection of its own."""
    answer = asking.get(f"{house.http}/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    return samples_of(answer.text)


def test_refusals_are_counted_by_cause(watched: House) -> None:
    """Of requests, of commands on a socket and of sockets, and never by what was sent."""
    owner = watched.open(person("Anna"), person("Bert"), person("Clara"))
    before = scrape(watched)
    assert owner.command("play", moves=["17L"], turn=77).status_code == 409
    assert watched.client.post("/api/tables", content=b"{" * 50_000).status_code == 413
    with owner.socket() as line:
        line.send(command={"id": "0123456789", "name": "play", "moves": ["17L"], "turn": 77})
        assert not line.next("reply")["ok"]
    with Guest(watched, "no-such-table", new_secret()).socket() as line:
        assert line.next("failure")["code"] == "no_such_table"
    after = scrape(watched)
    counted = {"turn_over": 2, "too_large": 1, "no_such_table": 1}
    assert {code: grown(before, after, "rheinlaender_refusals_total", code) for code in counted} == counted


def test_the_loop_is_watched(watched: House) -> None:
    """How late it is, is measured all the time, and it is seen when something holds it up."""
    before = scrape(watched)
    watched.loop.call_soon_threadsafe(time.sleep, 0.7)
    time.sleep(1.2)
    after = scrape(watched)
    assert grown(before, after, "rheinlaender_loop_lag_seconds_count") >= 1
    assert grown(before, after, "rheinlaender_loop_lag_seconds_sum") > 0.3


def test_no_label_tells_who_plays(watched: House) -> None:
    """Neither names, tables, secrets nor addresses are in the measures, whatever was asked and opened before."""
    owner = watched.open(person("Rumpelstiltskin"), *bots(2))
    watched.client.get("/no/such/page/Rumpelstiltskin")
    watched.client.request("RUMPELSTILTSKIN", "/")
    owner.get("/board.svg")
    text = watched.client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"}).text
    secret = str(owner.secret)
    assert not any(word.lower() in text.lower() for word in ("Rumpelstiltskin", owner.table, secret, "127.0.0.1"))
    labels = {sample for sample in samples_of(text) if sample[0].startswith("rheinlaender_request_seconds_count")}
    assert all(re.fullmatch(r"[a-z_./{}:]+", route) for _, (route, *_) in labels)


def test_requests_have_ids(watched: House, house: House) -> None:
    """Every answer says its own; a trusted proxy's is kept if it is one, and nobody else's."""
    ids = [watched.client.get("/healthz").headers["x-request-id"] for _ in range(2)]
    assert len(set(ids)) == 2 and all(re.fullmatch(r"[0-9a-f]{16}", found) for found in ids)
    given = "4bf92f3577b34da6a3ce929d0e0e4736"
    assert watched.client.get("/healthz", headers={"X-Request-ID": given}).headers["x-request-id"] == given
    for house_, wrong in ((watched, "a b\tc"), (watched, "x" * 65), (house, given)):
        assert house_.client.get("/healthz", headers={"X-Request-ID": wrong}).headers["x-request-id"] != wrong


@contextmanager
def measured(folder: Path, **settings: str) -> Iterator[ServerProcess]:
    """A server in a process of its own with settings of the environment, stopped gently at the end."""
    server = ServerProcess(f"sqlite:///{folder / 'tables.db'}", folder)
    server.command += ["--log-level", "debug"]
    server.environment |= {f"RHEINLAENDER_{name.upper()}": value for name, value in settings.items()}
    try:
        server.start()
        yield server
    finally:
        assert server.stop()


def test_a_port_of_its_own_and_a_log(tmp_path: Path) -> None:
    """The measures are at their own port, with those of the process; the log names requests, no table or address."""
    port = free_port()
    with measured(tmp_path, metrics_port=str(port)) as server:
        table = open_table(server.http, new_secret(), [person("Anna"), *bots(2)], first="b")
        wait_for(lambda: asking.get(f"{server.http}/api/tables/{table}").json()["view"]["to_move"] == "a")
        samples = samples_of(asking.get(f"http://127.0.0.1:{port}/metrics").text)
        assert asking.get(f"{server.http}/metrics").status_code == 404
        found = asking.get(f"{server.http}/api/tables/{table}").headers["x-request-id"]
    assert samples["rheinlaender_entries_total", ("opened",)] == 1
    assert samples["process_resident_memory_bytes", ()] > 1e7
    assert any(name == "rheinlaender_build_info" for name, _ in samples)
    lines = [json.loads(line) for line in server.log.read_text().splitlines() if line.startswith("{")]
    (asked,) = (line for line in lines if line.get("request") == found and line["message"] == "request")
    assert asked["route"] == "/api/tables/{table}" and asked["status"] == 200 and asked["milliseconds"] > 0
    assert all(table not in json.dumps(line) for line in lines if line["message"] == "request")
    kinds = {kind: [line for line in lines if line.get("kind") == kind] for kind in ("started", "turn")}
    assert "request" in kinds["started"][0] and not any("request" in line for line in kinds["turn"])
    assert len(kinds["turn"]) == 2


def test_a_taken_port_for_measures_is_refused(
    house: House, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With words, before anything is served."""
    monkeypatch.setenv("RHEINLAENDER_LOG_FORMAT", "plain")
    words = ["serve", "--port", "0", "--metrics-port", str(house.port)]
    assert main([*words, "--database", f"sqlite:///{tmp_path / 'tables.db'}"]) == 2
    assert str(house.port) in capsys.readouterr().err
    monkeypatch.setenv("RHEINLAENDER_LOG_FORMAT", "xml")
    with pytest.raises(WrongChoice):
        Settings()


def test_the_log_can_be_plain() -> None:
    """For people: the same parts in lines that are no JSON."""
    record = logging.makeLogRecord({"name": "server", "levelname": "INFO", "msg": "request", "status": 200})
    assert re.fullmatch(r"\S+ info server request status=200", PlainLines().format(record))
    try:
        raise ValueError("wrong")
    except ValueError:
        record.exc_info = sys.exc_info()
    assert PlainLines().format(record).endswith("ValueError: wrong")


class Collector(BaseHTTPRequestHandler):
    """Takes what is told by OTLP over HTTP."""

    told: list[bytes]

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.told.append(gzip.decompress(body) if self.headers.get("Content-Encoding") == "gzip" else body)
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


def traced(folder: Path, collector: int) -> AbstractContextManager[House]:
    """A server that tells traces to a collector at a port, and has told all of them at the end."""
    return running(folder, traces=f"http://127.0.0.1:{collector}/v1/traces")


def test_traces_are_told_where_somebody_wants_them(tmp_path: Path) -> None:
    """Requests by their routes, with the commands and the writing inside of them, in one trace each."""
    proto = pytest.importorskip("opentelemetry.proto.collector.trace.v1.trace_service_pb2")
    told: list[bytes] = []
    with HTTPServer(("127.0.0.1", 0), type("Own", (Collector,), {"told": told})) as collector:
        threading.Thread(target=collector.serve_forever, daemon=True).start()
        with traced(tmp_path, collector.server_port) as house:
            owner = house.open(person("Anna"), person("Bert"), person("Clara"))
            assert owner.command("rename", seat="a", player="Rumpelstiltskin").status_code == 200
        collector.shutdown()
    requests = [proto.ExportTraceServiceRequest.FromString(body) for body in told]
    groups = [group for sent in requests for group in sent.resource_spans]
    spans = [span for group in groups for scope in group.scope_spans for span in scope.spans]
    (asked,) = (span for span in spans if span.name == "POST /api/tables/{table}/commands")
    inside = {span.name for span in spans if span.trace_id == asked.trace_id}
    assert inside == {asked.name, "command rename", "append"}
    secrets = ("Rumpelstiltskin", str(owner.secret), owner.table)
    assert not any(word.encode() in b"".join(told) for word in secrets)


@LONG
def test_a_server_without_its_collector_goes_on(tmp_path: Path) -> None:
    """Nobody waits for one that is not there, and the server stops in time."""
    pytest.importorskip("opentelemetry.sdk")
    with traced(tmp_path, free_port()) as house:
        for _ in range(5):
            assert house.client.get("/api/board", timeout=2).status_code == 200


def test_traces_need_their_package(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever wants them without it is told what to install; whoever does not is not asked."""
    monkeypatch.setattr(traces, "NEEDED", ("opentelemetry", "no_such_package"))
    traces.check_traces("")
    with pytest.raises(traces.TracesMissing, match="opentelemetry-sdk"):
        traces.check_traces("http://collector:4318/v1/traces")


@LONG
def test_nothing_is_traced_when_it_is_off(tmp_path: Path) -> None:
    """Not even the package is imported that tells traces."""
    command = (
        "import sys, rheinlaender.server.run; print([name for name in sys.modules if 'opentelemetry.sdk' in name])"
    )
    done = subprocess.run([sys.executable, "-c", command], capture_output=True, text=True, cwd=tmp_path)
    assert done.stdout.strip() == "[]"
