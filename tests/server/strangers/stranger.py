"""Strangers and how they speak with a server: by requests and sockets, each from an address of its own."""

import json
from itertools import count
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.server import asking
from tests.server.player import bearer, new_id, new_secret
from tests.server.process import ServerProcess

OWNER, FORGED = new_secret(), new_secret()
SECRETS = {seat: new_secret() for seat in "abc"}
STRANGERS = {"another seat": SECRETS["b"], "a watcher": None, "a forger": FORGED, "the owner": OWNER}
addresses = (f"127.0.{number // 250}.{number % 250 + 2}" for number in count(1))
"""Senders whose requests are not counted together."""


def new_client(server: ServerProcess) -> httpx.Client:
    transport = httpx.HTTPTransport(local_address=next(addresses), verify=False)
    return asking.client(base_url=server.http, transport=transport, timeout=20)


def send(client: httpx.Client, table: str, holder: str | None, **parts: Any) -> httpx.Response:
    command = {"id": new_id(), **parts}
    return client.post(f"/api/tables/{table}/commands", json=command, headers=bearer(holder))


def waiting_table(client: httpx.Client) -> str:
    """A table that waits for its owner to start it; seats a, b and c are taken, d is open."""
    body = {"id": new_id(), "secret": OWNER, "seats": [{"kind": "open"}] * 4, "first": "a", "stand_in": None}
    opened = client.post("/api/tables", json=body)
    assert opened.status_code == 201, opened.text
    table = str(opened.json()["table"])
    for seat, secret in SECRETS.items():
        sat = send(client, table, None, name="sit", secret=secret, player=f"Player {seat}", seat=seat)
        assert sat.status_code == 200, sat.text
    return table


def frame(client: httpx.Client, table: str, secret: str | None = None) -> Any:
    return client.get(f"/api/tables/{table}", headers=bearer(secret)).json()


def assert_refused(answer: httpx.Response, *statuses: int) -> None:
    """The answer is a refusal in the form of the protocol."""
    assert answer.status_code in statuses, f"{answer.status_code} {answer.text}"
    refusal = answer.json()["refusal"]
    assert set(refusal) == {"code", "arguments", "section"}
    assert isinstance(refusal["code"], str) and isinstance(refusal["arguments"], dict)


def open_socket(server: ServerProcess, table: str, **parts: Any) -> ClientConnection:
    address = f"ws://127.0.0.1:{server.port}/api/tables/{table}/socket"
    source = (next(addresses), 0)
    socket: ClientConnection = connect(address, max_size=None, source_address=source, close_timeout=1, **parts)
    return socket


def heard(socket: ClientConnection, seconds: float = 0.4) -> list[dict[str, Any]]:
    """Everything that a socket says until it is closed or silent for so long."""
    messages: list[dict[str, Any]] = []
    try:
        while len(messages) < 200:
            messages.append(json.loads(socket.recv(timeout=seconds)))
    except (TimeoutError, ConnectionClosed):
        return messages
    return messages
