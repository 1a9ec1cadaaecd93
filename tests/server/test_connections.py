"""Connections: slow ones are let go, nobody opens too many, and only a trusted proxy speaks for others."""

import asyncio
import resource
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import replace
from ipaddress import ip_network
from pathlib import Path
from unittest.mock import Mock

import httpx
import pytest
from uvicorn.server import ServerState
from websockets.exceptions import ConnectionClosed

from rheinlaender.cli.main import main
from rheinlaender.server.http.connections import HttpLine, SocketLine
from rheinlaender.server.run import ACCEPTED_AT_ONCE, allow_descriptors, make_server
from rheinlaender.server.settings import Limits, Settings, WrongProxy, read_proxies
from tests.server.house import LIMITS, House, bots, new_id, new_secret, person, running, settings_for

HALF = {
    "silent": b"",
    "half a header": b"GET / HTTP/1.1\r\nHost: localhost\r\nX-",
    "half a body": b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{",
    "half a second request": b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET / HT",
}

EMPTY = {
    "ping": bytes([0x89, 0x80, 0, 0, 0, 0]),
    "pong": bytes([0x8A, 0x80, 0, 0, 0, 0]),
    "part": bytes([0x01, 0x80, 0, 0, 0, 0]) + bytes([0x00, 0x80, 0, 0, 0, 0]) * 99 + bytes([0x80, 0x80, 0, 0, 0, 0]),
}
"""Frames that hold nothing: beats, and a message in a hundred parts."""
CROWD = 200


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server that waits for nobody."""
    limits = replace(LIMITS, request_seconds=1.5, send_seconds=1.5)
    with running(tmp_path_factory.mktemp("hasty"), limits=limits) as house:
        yield house


def read_to_the_end(line: socket.socket) -> bytes:
    """What the server sends until it closes the line."""
    line.settimeout(60)
    heard = b""
    while True:
        try:
            piece = line.recv(65536)
        except ConnectionResetError:
            return heard
        if not piece:
            return heard
        heard += piece


@pytest.mark.parametrize("kind", HALF)
def test_slow_senders_are_let_go(hasty: House, kind: str) -> None:
    """Whoever connects and says nothing, or half of something, is closed; others are served meanwhile."""
    with socket.create_connection(("127.0.0.1", hasty.port)) as line:
        line.sendall(HALF[kind])
        heard = read_to_the_end(line)
    assert heard.count(b"HTTP/1.1 ") == (1 if kind == "half a second request" else 0)
    assert hasty.client.get("/healthz").status_code == 200
    assert not hasty.server.app.state.room.in_use


def test_whoever_is_in_time_is_served(hasty: House) -> None:
    """A request may come in pieces, and a socket or a stream stays open, longer than one request may take."""
    owner = hasty.open(person("Anna"), *bots(2))
    with socket.create_connection(("127.0.0.1", hasty.port)) as line:
        for piece in (b"GET /healthz HT", b"TP/1.1\r\nHost: x\r\n", b"Connection: close\r\n\r\n"):
            line.sendall(piece)
        assert b'"status":"ok"' in read_to_the_end(line)
    with owner.socket() as live:
        live.next("frame")
        assert owner.another().events(1)
        for number in range(5):
            time.sleep(0.4)
            live.send(ping=number)
            assert live.next("pong") == number


@pytest.mark.parametrize("kind", [HttpLine, SocketLine])
def test_what_is_not_taken_in_time_ends_the_line(tmp_path: Path, kind: type[HttpLine] | type[SocketLine]) -> None:
    """When the buffers are full and nothing is read for so long, the line is cut; while it is read, it is not."""
    limits = replace(LIMITS, send_seconds=0.05)

    async def story() -> None:
        config = make_server(settings_for(tmp_path, limits=limits)).config
        config.load()
        line, transport = kind(config, ServerState(), {}), Mock()
        transport.get_extra_info.return_value = None
        line.connection_made(transport)
        line.pause_writing()
        line.resume_writing()
        await asyncio.sleep(0.2)
        assert not transport.abort.called
        line.pause_writing()
        while not transport.abort.called:
            await asyncio.sleep(0.01)

    asyncio.run(story())


def test_one_address_opens_only_so_many_lines(tmp_path: Path) -> None:
    """The next one is closed at once; when one is given back, another may be opened."""
    with running(tmp_path, limits=replace(LIMITS, lines_per_address=4)) as house:
        with ExitStack() as opened:
            lines = [opened.enter_context(socket.create_connection(("127.0.0.1", house.port))) for _ in range(5)]
            assert read_to_the_end(lines[4]) == b""
            with httpx.Client(transport=httpx.HTTPTransport(local_address="127.0.0.9")) as other:
                assert other.get(f"{house.http}/healthz").status_code == 200
        counted = house.server.app.state.lines.by_address
        while counted["127.0.0.1"]:
            asyncio.run(asyncio.sleep(0.01))
        assert house.client.get("/healthz").status_code == 200


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server with the limits that everybody has."""
    with running(tmp_path_factory.mktemp("usual"), limits=Limits()) as house:
        yield house


@pytest.mark.parametrize("kind", EMPTY)
def test_whoever_sends_frames_without_end_is_let_go(usual: House, kind: str) -> None:
    """Beats and parts of messages are no messages, but a socket that sends nothing else keeps others waiting."""
    owner = usual.open(person("Anna"), *bots(2))
    with owner.socket() as quiet, owner.socket() as line:
        for one in (quiet, line):
            one.next("frame")
        flood = line.socket.socket
        with suppress(OSError):
            for _ in range(10):
                flood.sendall(EMPTY[kind] * 1000)
        with pytest.raises(ConnectionClosed):
            line.next("nothing")
        quiet.send(ping=1)
        assert quiet.next("pong") == 1
    assert usual.client.get("/healthz").status_code == 200


def test_a_message_may_come_in_parts(usual: House) -> None:
    """As many as anybody needs."""
    with usual.open(person("Anna"), *bots(2)).socket() as line:
        line.next("frame")
        line.socket.send(iter('{"ping": 7}'))
        assert line.next("pong") == 7


def test_one_address_opens_lines_only_so_fast(tmp_path: Path) -> None:
    """More are closed at once, though all before them were given back; others are served."""
    with running(tmp_path, limits=replace(LIMITS, new_lines=(4, 0.001))) as house:
        heard = []
        for _ in range(6):
            with socket.create_connection(("127.0.0.1", house.port)) as line, suppress(ConnectionError):
                line.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                heard.append(read_to_the_end(line)[:12])
        assert heard.count(b"HTTP/1.1 200") == 4
        with httpx.Client(transport=httpx.HTTPTransport(local_address="127.0.0.9")) as other:
            assert other.get(f"{house.http}/healthz").status_code == 200


def test_whoever_was_cut_off_opens_nothing_for_a_while(tmp_path: Path) -> None:
    """A socket that had to be cut counts as many that were opened; others are served."""
    with running(tmp_path, limits=replace(Limits(), new_lines=(20, 0.001))) as house:
        table = house.open(person("Anna"), *bots(2))
        with table.socket() as line:
            line.next("frame")
            flood = line.socket.socket
            with suppress(OSError):
                for _ in range(10):
                    flood.sendall(EMPTY["ping"] * 1000)
            with pytest.raises(ConnectionClosed):
                line.next("nothing")
        with socket.create_connection(("127.0.0.1", house.port)) as again, suppress(ConnectionError):
            again.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            assert read_to_the_end(again) == b""
        with httpx.Client(transport=httpx.HTTPTransport(local_address="127.0.0.9")) as other:
            assert other.get(f"{house.http}/healthz").status_code == 200


def test_a_crowd_that_comes_at_once_waits_outside_and_is_let_in(tmp_path: Path) -> None:
    """Few are taken at a time, so that those inside go on; the system keeps the others."""
    assert make_server(settings_for(tmp_path)).config.backlog == ACCEPTED_AT_ONCE
    with running(tmp_path, limits=LIMITS) as house, ExitStack() as crowd:
        lines = [crowd.enter_context(socket.create_connection(("127.0.0.1", house.port))) for _ in range(CROWD)]
        for line in lines:
            line.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        assert {read_to_the_end(line)[:12] for line in lines} == {b"HTTP/1.1 200"}


def test_whoever_asks_too_much_has_to_come_again(tmp_path: Path) -> None:
    """Of many requests that are sent in advance, one is refused; the others are not even answered."""
    with (
        running(tmp_path, limits=replace(LIMITS, files=(4, 0.001))) as house,
        socket.create_connection(("127.0.0.1", house.port), source_address=("127.0.0.8", 0)) as line,
    ):
        line.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n" * 50)
        heard = read_to_the_end(line)
    assert (heard.count(b"HTTP/1.1 200"), heard.count(b"HTTP/1.1 429")) == (4, 1)


def test_a_body_in_pieces_is_refused(usual: House) -> None:
    """Forty thousand pieces of a byte would keep everybody waiting; it is said at the first ones, and nobody does."""
    with socket.create_connection(("127.0.0.1", usual.port)) as line, suppress(ConnectionError):
        line.sendall(b"POST /api/tables HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + b"1\r\na\r\n")
        heard = read_to_the_end(line)
    assert heard.startswith(b"HTTP/1.1 411") and b'"length_missing"' in heard


def test_only_the_first_pieces_are_heard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever else comes with them is not even looked at."""

    async def story() -> int:
        config = make_server(settings_for(tmp_path)).config
        config.load()
        line, transport = HttpLine(config, ServerState(), {}), Mock()
        transport.get_extra_info.return_value = None
        transport.is_closing.return_value = False
        line.connection_made(transport)
        heard = Mock(wraps=line.conn.receive_data)
        monkeypatch.setattr(line.conn, "receive_data", heard)
        line.data_received(b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + b"1\r\na\r\n" * 40_000)
        line.let_go()
        return heard.call_count

    assert asyncio.run(story()) == 1


def test_a_request_in_too_many_parts_is_let_go(usual: House) -> None:
    """A byte at a time, however fast."""
    request = b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Long: " + b"x" * 400
    with socket.create_connection(("127.0.0.1", usual.port)) as line, suppress(ConnectionError):
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for place in range(len(request)):
            line.sendall(request[place : place + 1])
            time.sleep(0.005)
        assert read_to_the_end(line) == b""


def test_only_so_many_lines_are_open(tmp_path: Path) -> None:
    """However many addresses there are."""
    with running(tmp_path, limits=replace(LIMITS, lines=3)) as house, ExitStack() as opened:
        for number in range(3):
            source = (f"127.0.1.{number + 1}", 0)
            opened.enter_context(socket.create_connection(("127.0.0.1", house.port), source_address=source))
        with socket.create_connection(("127.0.0.1", house.port), source_address=("127.0.2.1", 0)) as line:
            assert read_to_the_end(line) == b""


def test_the_system_is_asked_for_as_many_descriptors(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many as are wanted, at most as many as the system allows, and never fewer than before."""
    for wanted, least, most, expected in ((4100, 1024, 9000, 4100), (4100, 1024, 2000, 2000), (4100, 8000, 9000, 8000)):
        given: list[tuple[int, int]] = []
        monkeypatch.setattr(resource, "getrlimit", lambda _, limits=(least, most): limits)
        monkeypatch.setattr(resource, "setrlimit", lambda _, limits, given=given: given.append(limits))
        allow_descriptors(wanted)
        assert given == [(expected, most)]


# Proxies


def open_from(house: House, address: str) -> httpx.Response:
    """Open a table by way of a proxy that says for whom."""
    body = {"id": new_id(), "secret": new_secret(), "seats": [{"kind": "open"}] * 3}
    return house.client.post("/api/tables", json=body, headers={"X-Forwarded-For": address})


@pytest.mark.parametrize("is_trusted", [False, True])
def test_only_a_trusted_proxy_speaks_for_others(tmp_path: Path, is_trusted: bool) -> None:
    """Whoever is no trusted proxy does not escape the limits by naming another address."""
    proxies = (ip_network("127.0.0.0/8"),) if is_trusted else ()
    with running(tmp_path, limits=replace(LIMITS, openings=(2, 0.001)), trusted_proxies=proxies) as house:
        statuses = [open_from(house, f"192.0.2.{number}").status_code for number in range(4)]
        assert statuses == ([201] * 4 if is_trusted else [201, 201, 429, 429])
        same = [open_from(house, "192.0.2.77").status_code for _ in range(3)]
        assert same == ([201, 201, 429] if is_trusted else [429] * 3)


def test_which_proxies_are_trusted(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """None, unless somebody names them; what is no address is refused in words."""
    assert Settings().trusted_proxies == ()
    monkeypatch.setenv("RHEINLAENDER_TRUSTED_PROXIES", "127.0.0.1, 10.0.0.0/8,::1")
    settings = Settings()
    assert [settings.is_proxy(host) for host in ("127.0.0.1", "10.9.8.7", "::1")] == [True] * 3
    assert [settings.is_proxy(host) for host in ("127.0.0.2", "192.0.2.1", "proxy", "")] == [False] * 4
    with pytest.raises(WrongProxy):
        read_proxies("proxy.example")
    assert main(["serve", "--trusted-proxies", "everybody"]) == 2
    assert "everybody" in capsys.readouterr().err
