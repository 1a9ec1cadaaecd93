"""Behind a real proxy, set up as `deploy/` has it: TLS, sockets, streams and addresses work as without one."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from ipaddress import ip_network
from typing import Any

import httpx
import pytest
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.long import others_long
from tests.server.house import LIMITS, House, bearer, bots, new_id, new_secret, person, running
from tests.server.proxies import PROXIES, Proxy

FIRST, SECOND = "127.0.0.2", "127.0.0.3"
OPENINGS = 4
SOON = 30.0
"""A stream has no end: one that is buffered does not come in this time either."""
FORGED = {
    "X-Forwarded-For": "203.0.113.9",
    "X-Real-IP": "203.0.113.9",
    "Forwarded": "for=203.0.113.9",
    "X-Forwarded-Proto": "http",
}


@dataclass(frozen=True)
class Front:
    """A server and the proxy before it."""

    house: House
    proxy: Proxy


@pytest.fixture(params=others_long(PROXIES, {"nginx"}), scope="module")
def front(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Front]:
    """A server that trusts the proxy, with few openings for each address, which do not come back."""
    folder = tmp_path_factory.mktemp(request.param)
    limits = replace(LIMITS, openings=(OPENINGS, 0.0001))
    trusted = (ip_network("127.0.0.1/32"),)
    with (
        running(folder, limits=limits, trusted_proxies=trusted, heartbeat=1.0) as house,
        PROXIES[request.param](folder, house.port) as proxy,
    ):
        yield Front(house, proxy)


def open_with(client: httpx.Client, headers: dict[str, str] | None = None) -> tuple[httpx.Response, str]:
    """Open a table; the answer, and the owner's secret."""
    secret = new_secret()
    body = {"id": new_id(), "secret": secret, "seats": [person("Anna"), *bots(2)], "first": "a"}
    return client.post("/api/tables", json=body, headers=headers), secret


@contextmanager
def socket_of(front: Front, table: str, secret: str, source: str) -> Iterator[ClientConnection]:
    """A socket of a browser's page, through the proxy."""
    address = f"{front.proxy.address.replace('https', 'wss')}/api/tables/{table}/socket"
    source_address, origin = (source, 0), Origin(front.proxy.address)
    with connect(address, ssl=front.proxy.trust, source_address=source_address, origin=origin) as socket:
        socket.send(json.dumps({"hello": {"secret": secret, "after": None}}))
        yield socket


def frame_from(socket: ClientConnection) -> dict[str, Any]:
    """The next frame of a socket."""
    while "frame" not in (message := json.loads(socket.recv(timeout=60))):
        pass
    return dict(message["frame"])


def test_everybody_is_sent_to_tls(front: Front) -> None:
    """A plain request is sent on to the same page by TLS, and browsers are told to stay there."""
    plain = httpx.get(f"http://127.0.0.1:{front.proxy.plain_port}/learn", headers={"Host": "localhost"})
    assert plain.status_code == 308 and plain.headers["location"].startswith("https://localhost")
    assert plain.headers["location"].endswith("/learn")
    with front.proxy.client(FIRST) as client:
        page = client.get("/")
    assert page.status_code == 200 and "max-age" in page.headers["strict-transport-security"]
    assert f"wss://localhost:{front.proxy.port}" in page.headers["content-security-policy"]


@pytest.mark.parametrize("headers", [{}, FORGED])
def test_the_server_sees_the_client(front: Front, headers: dict[str, str]) -> None:
    """Its own address, whatever it says of itself, and that it came by TLS."""
    for source in (FIRST, SECOND):
        with front.proxy.client(source) as client:
            seen = client.get("/api/seen", headers=headers).json()
        assert seen == {"address": source, "scheme": "https", "host": f"localhost:{front.proxy.port}"}


def test_a_game_is_played_through_the_proxy(front: Front) -> None:
    """By a socket of a page: the frame comes, a turn is played, and the computer players' turns are told."""
    with front.proxy.client(FIRST) as client:
        opened, secret = open_with(client)
        table = opened.json()["table"]
        with socket_of(front, table, secret, FIRST) as socket:
            while (frame := frame_from(socket))["view"] is None:
                pass
            play(client, table, secret, frame["view"])
            while (frame := frame_from(socket))["view"]["turn"] < 3:
                pass


def play(client: httpx.Client, table: str, secret: str, view: dict[str, Any]) -> None:
    """Play the first legal turn, with no bastion."""
    move = view["moves"][0]["move"]
    body = {"id": new_id(), "name": "play", "moves": [move, "."], "turn": view["turn"]}
    answer = client.post(f"/api/tables/{table}/commands", json=body, headers=bearer(secret))
    assert answer.status_code == 200, answer.text


def test_streams_are_not_buffered(front: Front) -> None:
    """A frame and the beats that keep a line open arrive when they are sent, not when the stream ends."""
    with front.proxy.client(SECOND) as client:
        opened, secret = open_with(client)
        path = f"/api/tables/{opened.json()['table']}/events"
        began = time.monotonic()
        with client.stream("GET", path, headers=bearer(secret)) as answer:
            lines = answer.iter_lines()
            assert any(line.startswith("data: ") for line in lines)
            assert time.monotonic() - began < SOON
            assert any(line.startswith(":") for line in lines)
            assert time.monotonic() - began < SOON


def test_nobody_escapes_by_a_forged_header(front: Front) -> None:
    """Each client behind the proxy has limits of its own, and naming other addresses gives it no more."""
    for source in ("127.0.0.4", "127.0.0.5"):
        with front.proxy.client(source) as client:
            forged = [FORGED | {"X-Forwarded-For": f"203.0.113.{number}"} for number in range(OPENINGS + 2)]
            statuses = [open_with(client, headers)[0].status_code for headers in forged]
        assert statuses == [201] * OPENINGS + [429] * 2
