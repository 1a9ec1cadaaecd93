"""Sockets of strangers: wrong greetings and messages end a line or are refused."""

import json
from contextlib import suppress
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.player import new_id
from tests.server.process import ServerProcess
from tests.server.strangers.stranger import OWNER, STRANGERS, heard, open_socket


def test_another_site_s_page_is_refused(client: httpx.Client, server: ServerProcess, playing: str) -> None:
    """A page of another site neither opens a socket nor gets leave to read answers."""
    answer = client.get(f"/api/tables/{playing}", headers={"Origin": "https://elsewhere.example"})
    assert "access-control-allow-origin" not in answer.headers
    with pytest.raises(InvalidStatus, match="403"), open_socket(server, playing, origin="https://elsewhere.example"):
        pass


WRONG_GREETINGS: list[str | bytes] = [
    "",
    "{",
    "null",
    "[]",
    '{"hello": null}',
    '{"hello": {"secret": 5, "after": null}}',
    '{"hello": {"secret": null, "after": "16"}}',
    '{"hello": {"secret": null, "after": -2}}',
    '{"hello": {"secret": null, "after": 1e400}}',
    '{"hello": {"secret": "short", "after": null}}',
    '{"command": {"id": "command-1", "name": "start", "level": "squire"}}',
    "[" * 10_000,
    "x" * 100_000,
    b"\x00\x01\x02",
]


@pytest.mark.parametrize("greeting", WRONG_GREETINGS, ids=lambda greeting: ascii(greeting[:40]))
def test_wrong_greetings_end_the_line(server: ServerProcess, playing: str, greeting: str | bytes) -> None:
    """A socket that does not begin by a greeting is told so, hears nothing else and is closed."""
    with open_socket(server, playing) as socket:
        socket.send(greeting)
        assert not any("frame" in message for message in heard(socket))
        with pytest.raises(ConnectionClosed):
            socket.recv(timeout=5)


def test_broken_text_ends_the_line(server: ServerProcess, playing: str) -> None:
    """Text that is not UTF-8 closes the socket; others do not notice."""
    with open_socket(server, playing) as other:
        other.send(json.dumps({"hello": {"secret": None, "after": None}}))
        with open_socket(server, playing) as socket:
            socket.send(b'{"hello": "\xff\xfe"}', text=True)
            assert not any("frame" in message for message in heard(socket))
            with pytest.raises(ConnectionClosed):
                socket.recv(timeout=5)
        other.send(json.dumps({"ping": 5}))
        assert {"pong": 5} in heard(other)


def test_an_unknown_table_has_no_socket(server: ServerProcess) -> None:
    """A socket to an unknown table is told that there is none."""
    with open_socket(server, "unknown-table") as socket:
        with suppress(ConnectionClosed):
            socket.send(json.dumps({"hello": {"secret": None, "after": None}}))
        failure = json.loads(socket.recv(timeout=10))
    assert failure["failure"]["code"] == "no_such_table"


@pytest.mark.parametrize("stranger", STRANGERS)
def test_commands_by_socket_are_refused_too(server: ServerProcess, playing: str, stranger: str) -> None:
    """What a stranger sends by a socket is refused as it is by a request, and the socket stays open."""
    with open_socket(server, playing) as socket:
        socket.send(json.dumps({"hello": {"secret": STRANGERS[stranger], "after": -1}}))
        frames = [message["frame"] for message in heard(socket) if "frame" in message]
        assert frames and all(frame["view"] is None or frame["view"]["moves"] == [] for frame in frames)
        commands: list[dict[str, Any]] = [
            {"name": "play", "moves": ["1L", "."], "turn": 0},
            {"name": "rename", "seat": "a", "player": "Mallory"},
            {"name": "leave", "seat": "a"},
        ]
        for parts in commands:
            socket.send(json.dumps({"command": {"id": new_id(), **parts}}))
        replies = [message["reply"] for message in heard(socket) if "reply" in message]
        assert [reply["ok"] for reply in replies] == [False] * len(commands)


WRONG_MESSAGES = [
    "{}",
    "null",
    '{"ping": "x"}',
    '{"ping": 1, "command": null}',
    '{"command": {}}',
    '{"command": 5}',
    "{",
    '{"x": 1}',
]


@pytest.mark.parametrize("message", WRONG_MESSAGES)
def test_wrong_messages_by_socket_change_nothing(server: ServerProcess, playing: str, message: str) -> None:
    """A wrong message is refused: the socket says why, and goes on or ends."""
    with open_socket(server, playing) as socket:
        socket.send(json.dumps({"hello": {"secret": OWNER, "after": None}}))
        heard(socket)
        socket.send(message)
        answers = heard(socket)
        assert not any("frame" in answer for answer in answers)
