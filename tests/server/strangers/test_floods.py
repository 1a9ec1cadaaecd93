"""Floods: whoever sends too much is stopped, and others are served."""

import json
from contextlib import ExitStack
from pathlib import Path

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from rheinlaender.server.settings import Limits
from tests.server.player import new_id, new_secret
from tests.server.process import ServerProcess, serving
from tests.server.strangers.stranger import (
    SECRETS,
    addresses,
    assert_refused,
    heard,
    new_client,
    open_socket,
    send,
    waiting_table,
)

MOST_REQUESTS = 5000
TENTH = 0.1
"""Of the usual limits: a slow machine cannot ask as fast as those are regained."""


def test_a_flood_is_stopped(tmp_path: Path) -> None:
    """Too many requests of one address are refused with the time to wait; another address is still served."""
    with (
        serving(f"sqlite:///{tmp_path / 'tables.db'}", tmp_path, limits=TENTH) as server,
        new_client(server) as client,
        new_client(server) as other,
    ):
        table = waiting_table(client)
        statuses = [200]
        while statuses[-1] == 200 and len(statuses) < MOST_REQUESTS:
            last = client.get(f"/api/tables/{table}")
            statuses.append(last.status_code)
        assert len(statuses) > TENTH * Limits().requests[0] / 2
        assert_refused(last, 429)
        assert int(last.headers["Retry-After"]) >= 1
        assert other.get(f"/api/tables/{table}").status_code == 200


def test_a_flood_of_tables_is_stopped(client: httpx.Client) -> None:
    """One address opens only so many tables in a while."""
    seats = [{"kind": "open"}] * 3
    statuses = []
    for _ in range(100):
        body = {"id": new_id(), "secret": new_secret(), "seats": seats}
        statuses.append(client.post("/api/tables", json=body).status_code)
    assert set(statuses) == {201, 429}


def test_a_flood_by_socket_is_stopped(server: ServerProcess, playing: str) -> None:
    """A socket that sends without end is refused or closed, and others are served."""
    with open_socket(server, playing) as socket:
        socket.send(json.dumps({"hello": {"secret": None, "after": None}}))
        try:
            for number in range(2000):
                socket.send(json.dumps({"ping": number}))
            answers = heard(socket)
        except ConnectionClosed:
            return
        assert len([answer for answer in answers if "pong" in answer]) < 2000


def test_a_flood_of_sockets_is_stopped(server: ServerProcess, playing: str) -> None:
    """One address has only so many open sockets, also if it says nothing on them."""
    source, refused = (next(addresses), 0), 0
    address = f"ws://127.0.0.1:{server.port}/api/tables/{playing}/socket"
    with ExitStack() as opened:
        sockets = [opened.enter_context(connect(address, source_address=source, close_timeout=0.1)) for _ in range(230)]
        for socket in sockets[200:]:
            refused += any("failure" in message for message in heard(socket, seconds=0.05))
    assert refused >= 20


def test_a_long_log_can_be_followed_from_its_beginning(server: ServerProcess, waiting: str) -> None:
    """However long a log is, somebody who asks for all of it gets all of it."""
    for start in (0, 140):
        with new_client(server) as renamer:
            for number in range(start, start + 140):
                answer = send(renamer, waiting, SECRETS["a"], name="rename", seat="a", player=f"Name {number}")
                assert answer.status_code == 200
    with open_socket(server, waiting) as socket:
        socket.send(json.dumps({"hello": {"secret": None, "after": -1}}))
        numbers: list[int] = []
        while len(numbers) < 284:
            message = json.loads(socket.recv(timeout=5))
            numbers += [message["frame"]["seq"]] if "frame" in message else []
    assert numbers == list(range(284))
