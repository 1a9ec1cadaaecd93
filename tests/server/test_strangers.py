"""Strangers: whoever lacks the right secret is refused, and nothing that anybody sends harms the server."""

import json
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from tests.server.player import bearer, bots, new_id, new_secret, open_table
from tests.server.process import ServerProcess, serving

pytestmark = pytest.mark.xdist_group("server-strangers")
OWNER, FORGED = new_secret(), new_secret()
SECRETS = {seat: new_secret() for seat in "abc"}
STRANGERS = {"another seat": SECRETS["b"], "a watcher": None, "a forger": FORGED, "the owner": OWNER}
MARKUP = "<img src=x onerror=alert(1)>"
addresses = (f"127.0.{number // 250}.{number % 250 + 2}" for number in count(1))
"""Senders whose requests are not counted together."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder: Path = tmp_path_factory.mktemp("strangers")
    with serving(f"sqlite:///{folder / 'tables.db'}", folder) as running:
        yield running
        assert running.stop()
        failures = [line for line in running.log.read_text().splitlines() if "Traceback" in line]
        assert not any("rheinlaender/server" in failure for failure in failures), failures


@pytest.fixture(autouse=True)
def alive(server: ServerProcess) -> Iterator[None]:
    """Whatever a test sends, the server answers afterwards."""
    yield
    assert server.answers(), server.told()


@pytest.fixture
def client(server: ServerProcess) -> Iterator[httpx.Client]:
    """A client with an address of its own."""
    with new_client(server) as fresh:
        yield fresh


def new_client(server: ServerProcess) -> httpx.Client:
    transport = httpx.HTTPTransport(local_address=next(addresses), verify=False)
    return httpx.Client(base_url=server.http, transport=transport, timeout=20)


def send(client: httpx.Client, table: str, holder: str | None, **parts: Any) -> httpx.Response:
    command = {"id": new_id(), **parts}
    return client.post(f"/api/tables/{table}/commands", json=command, headers=bearer(holder))


def waiting_table(client: httpx.Client, server: ServerProcess) -> str:
    """A table that waits for its owner to start it; seats a, b and c are taken, d is open."""
    table = open_table(server.http, OWNER, [{"kind": "open"}] * 4, stand_in=None)
    for seat, secret in SECRETS.items():
        sat = send(client, table, None, name="sit", secret=secret, player=f"Player {seat}", seat=seat)
        assert sat.status_code == 200, sat.text
    return table


@pytest.fixture
def waiting(client: httpx.Client, server: ServerProcess) -> str:
    return waiting_table(client, server)


@pytest.fixture
def playing(client: httpx.Client, server: ServerProcess) -> str:
    """A table at which seat a is to move."""
    table = waiting_table(client, server)
    assert send(client, table, OWNER, name="start", level="squire").status_code == 200
    return table


def frame(client: httpx.Client, table: str, secret: str | None = None) -> Any:
    return client.get(f"/api/tables/{table}", headers=bearer(secret)).json()


def assert_refused(answer: httpx.Response, *statuses: int) -> None:
    """The answer is a refusal in the form of the protocol."""
    assert answer.status_code in statuses, f"{answer.status_code} {answer.text}"
    refusal = answer.json()["refusal"]
    assert set(refusal) == {"code", "arguments", "section"}
    assert isinstance(refusal["code"], str) and isinstance(refusal["arguments"], dict)


@pytest.mark.parametrize("stranger", STRANGERS)
def test_a_seat_is_its_holder_s(client: httpx.Client, waiting: str, stranger: str) -> None:
    """Nobody else renames a seat or gives it back."""
    before = frame(client, waiting)
    secret = STRANGERS[stranger]
    for parts in ({"name": "rename", "player": "Mallory"}, {"name": "leave"}):
        assert_refused(send(client, waiting, secret, seat="a", **parts), 401 if secret is None else 403)
    assert frame(client, waiting) == before


@pytest.mark.parametrize("stranger", ["a seat", "a watcher", "a forger"])
def test_a_table_is_its_owner_s(client: httpx.Client, waiting: str, stranger: str) -> None:
    """Nobody else changes seats, starts the game, or changes what the owner chose."""
    before = frame(client, waiting)
    secret = {"a seat": SECRETS["a"], "a watcher": None, "a forger": FORGED}[stranger]
    commands: list[dict[str, Any]] = [
        {"name": "change_seat", "seat": "d", "to": {"kind": "bot", "level": "squire"}},
        {"name": "start", "level": "squire"},
        {"name": "change_stand_in", "level": "squire"},
        {"name": "change_hints", "hints": False},
    ]
    for parts in commands:
        assert_refused(send(client, waiting, secret, **parts), 401 if secret is None else 403)
    assert frame(client, waiting) == before


@pytest.mark.parametrize("stranger", STRANGERS)
def test_a_turn_is_the_seat_s(client: httpx.Client, playing: str, stranger: str) -> None:
    """Nobody else plays a turn, asks what it would do or for a hint; another seat is told that it is not its turn."""
    moves = [frame(client, playing, SECRETS["a"])["view"]["moves"][0]["move"], "."]
    before, secret = frame(client, playing), STRANGERS[stranger]
    expected = {"another seat": 409, "a watcher": 401}.get(stranger, 403)
    assert_refused(send(client, playing, secret, name="play", moves=moves, turn=0), expected)
    for question in ("preview", "hint"):
        body = {"moves": moves[:1], "turn": 0}
        answer = client.post(f"/api/tables/{playing}/{question}", json=body, headers=bearer(secret))
        assert_refused(answer, expected)
    assert_refused(send(client, playing, secret, name="rematch"), expected)
    assert frame(client, playing) == before


@pytest.mark.parametrize("stranger", STRANGERS)
def test_a_hand_is_shown_to_its_holder(client: httpx.Client, playing: str, stranger: str) -> None:
    """Frames, replays, records and boards of a running game show nobody else's hand."""
    secret = STRANGERS[stranger]
    hand = frame(client, playing, SECRETS["a"])["view"]["hand"]
    assert len(hand) == 5
    assert frame(client, playing, secret)["view"]["hand"] != hand
    assert frame(client, playing, secret)["view"]["moves"] == []
    for path in ("replay", "record", "board.svg"):
        for seat in "a*":
            answer = client.get(f"/api/tables/{playing}/{path}", params={"seat": seat}, headers=bearer(secret))
            assert_refused(answer, 401, 403)
    status = client.post("/api/tables/status", json={"tables": [{"table": playing, "secret": secret}]}).json()
    assert "a" not in status["tables"][0]["held"] and not status["tables"][0]["your_turn"]


def test_a_taken_seat_stays_taken(client: httpx.Client, waiting: str, playing: str) -> None:
    """Nobody sits on a taken seat, on one that does not exist, or after the start."""
    for table, seat in ((waiting, "a"), (waiting, "e"), (playing, "a"), (playing, "d"), (playing, None)):
        answer = send(client, table, None, name="sit", secret=new_secret(), player="Mallory", seat=seat)
        assert_refused(answer, 409, 422)


def test_a_replayed_command_id_gives_nothing_away(client: httpx.Client, waiting: str) -> None:
    """The id of somebody else's command brings neither its reply nor its effect."""
    command = {"id": new_id(), "name": "change_hints", "hints": False}
    path = f"/api/tables/{waiting}/commands"
    assert client.post(path, json=command, headers=bearer(OWNER)).status_code == 200
    for secret in (FORGED, SECRETS["a"]):
        assert_refused(client.post(path, json=command, headers=bearer(secret)), 403)
    assert_refused(client.post(path, json=command), 401)


WRONG_NAMES = [
    "",
    " ",
    "n" * 41,
    "n" * 10_000,
    "line\nbreak",
    "nul\0",
    "bell\a",
    "\u202eturned",
    "\u200b",
    "\ud800",
    7,
    None,
    ["a"],
]


@pytest.mark.parametrize("name", WRONG_NAMES, ids=lambda name: ascii(name)[:20])
def test_wrong_names_are_refused(client: httpx.Client, waiting: str, name: Any) -> None:
    """Names that are empty, over-long, of another type or hold what cannot be seen are refused everywhere."""
    opening = {"id": new_id(), "secret": new_secret(), "seats": [{"kind": "person", "name": name or " "}, *bots(2)]}
    sit = {"id": new_id(), "name": "sit", "secret": new_secret(), "player": name, "seat": "d"}
    rename = {"id": new_id(), "name": "rename", "seat": "a", "player": name}
    for path, body in (
        ("/api/tables", opening),
        (f"/api/tables/{waiting}/commands", sit),
        (f"/api/tables/{waiting}/commands", rename),
    ):
        content = json.dumps(body).encode()
        headers = {"Content-Type": "application/json", **bearer(SECRETS["a"])}
        assert_refused(client.post(path, content=content, headers=headers), 400, 422)


def test_markup_in_names_is_text(client: httpx.Client, waiting: str) -> None:
    """Markup may be a name; it is sent as JSON, and escaped where a drawing shows it."""
    assert send(client, waiting, SECRETS["a"], name="rename", seat="a", player=MARKUP).status_code == 200
    assert send(client, waiting, OWNER, name="start", level="squire").status_code == 200
    answer = client.get(f"/api/tables/{waiting}")
    assert answer.headers["content-type"].startswith("application/json")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.json()["table"]["seats"][0]["name"] == MARKUP
    drawing = client.get(f"/api/tables/{waiting}/board.svg", params={"seat": "-"})
    assert drawing.status_code == 200 and "<img" not in drawing.text
    record = client.get(f"/api/tables/{waiting}/record", params={"seat": "-"})
    assert record.status_code == 200 and record.headers["content-type"].startswith("text/plain")


def test_pages_run_only_the_server_s_own_scripts(client: httpx.Client) -> None:
    """The page's policy allows scripts of the server itself only, and nobody may frame it."""
    policy = client.get("/").headers["content-security-policy"]
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";") if " " in rule.strip())
    scripts = rules.get("script-src", rules["default-src"])
    assert "'unsafe-inline'" not in scripts and "'unsafe-eval'" not in scripts and "*" not in scripts


VALID_OPENING: dict[str, Any] = {
    "id": "opening-0001",
    "secret": "s" * 22,
    "seats": [{"kind": "bot", "level": "squire"}] * 3,
}
WRONG_OPENINGS: list[Any] = [
    None,
    7,
    "text",
    [],
    {},
    {**VALID_OPENING, "id": "short"},
    {**VALID_OPENING, "id": "x" * 65},
    {**VALID_OPENING, "id": "../../etc/passwd"},
    {**VALID_OPENING, "id": ["opening-0001"]},
    {**VALID_OPENING, "secret": "short"},
    {**VALID_OPENING, "secret": "s" * 65},
    {**VALID_OPENING, "secret": "s" * 21 + "\n"},
    {**VALID_OPENING, "secret": "s" * 22 + "\n"},
    {**VALID_OPENING, "secret": None},
    {**VALID_OPENING, "seats": VALID_OPENING["seats"][:2]},
    {**VALID_OPENING, "seats": [*VALID_OPENING["seats"]] * 2},
    {**VALID_OPENING, "seats": "abc"},
    {**VALID_OPENING, "seats": [{"kind": "throne"}] * 3},
    {**VALID_OPENING, "seats": [{"kind": "bot", "level": "emperor"}] * 3},
    {**VALID_OPENING, "seats": [{"kind": "bot"}] * 3},
    {**VALID_OPENING, "seats": [None] * 3},
    {**VALID_OPENING, "options": "monopoly"},
    {**VALID_OPENING, "options": "parker,end:never"},
    {**VALID_OPENING, "options": "x" * 100_00},
    {**VALID_OPENING, "options": {"end": "round"}},
    {**VALID_OPENING, "first": "z"},
    {**VALID_OPENING, "first": "e"},
    {**VALID_OPENING, "first": 0},
    {**VALID_OPENING, "pace": "fast"},
    {**VALID_OPENING, "stand_in": "emperor"},
    {**VALID_OPENING, "grace": 4},
    {**VALID_OPENING, "grace": 86401},
    {**VALID_OPENING, "grace": "60"},
    {**VALID_OPENING, "grace": 1e400},
    {**VALID_OPENING, "grace": True},
    {**VALID_OPENING, "hints": "yes"},
    {**VALID_OPENING, "unknown": 1},
]


@pytest.mark.parametrize("body", WRONG_OPENINGS, ids=lambda body: ascii(body)[-40:])
def test_wrong_openings_are_refused(client: httpx.Client, body: Any) -> None:
    """A table is opened by exactly the parts of the protocol, with their types and limits."""
    content = json.dumps(body).encode()
    answer = client.post("/api/tables", content=content, headers={"Content-Type": "application/json"})
    assert_refused(answer, 400, 422)


def test_wrong_commands_are_refused(client: httpx.Client, playing: str) -> None:
    """Commands with wrong types, unknown names and impossible moves are refused, and nothing changes."""
    before = frame(client, playing)
    wrong: list[Any] = [
        {"name": "resign"},
        {"name": ["play"]},
        {},
        *(
            {"name": "play", "moves": moves, "turn": 0}
            for moves in (None, [], "17L", [17], [None], [["17L"]], ["17L"] * 99)
        ),
        *({"name": "play", "moves": moves, "turn": 0} for moves in (["99L"], ["0L"], ["@L1"], ["."], ["-"], ["L" * 9])),
        *({"name": "play", "moves": ["1L", "."], "turn": turn} for turn in (None, -1, 1, 10**30, "0", 0.5, True)),
        {"name": "sit", "secret": 5, "player": "x"},
        {"name": "change_seat", "seat": "a", "to": {"kind": "person", "name": "x"}},
        {"name": "start", "level": None},
        {"name": "start", "level": "emperor"},
    ]
    for parts in wrong:
        for secret in (SECRETS["a"], OWNER):
            assert_refused(send(client, playing, secret, **parts), 400, 403, 409, 422)
    for identity in (None, "", "short", "x" * 65, 5, "white space"):
        command = {"id": identity, "name": "play", "moves": ["1L"], "turn": 0}
        assert_refused(client.post(f"/api/tables/{playing}/commands", json=command, headers=bearer(OWNER)), 400, 422)
    assert frame(client, playing) == before


def test_wrong_questions_are_refused(client: httpx.Client, playing: str) -> None:
    """Questions with wrong parts are refused."""
    ask = bearer(SECRETS["a"])
    wrong: list[Any] = [
        None,
        [],
        {"moves": "1L"},
        {"moves": [1]},
        {"moves": ["1L"] * 50},
        {"moves": ["1L"], "turn": "x"},
        {"moves": [], "attempt": {"card": "1", "field": "L1"}},
        {"moves": [], "attempt": {"field": ["L1"]}},
    ]
    for body in wrong:
        assert_refused(client.post(f"/api/tables/{playing}/preview", json=body, headers=ask), 400, 409, 422)
        assert_refused(client.post(f"/api/tables/{playing}/hint", json=body, headers=ask), 400, 409, 422)
    for query in ({"seat": "z"}, {"seat": ""}, {"seat": "ab"}):
        for path in ("replay", "record", "board.svg"):
            assert_refused(client.get(f"/api/tables/{playing}/{path}", params=query, headers=ask), 400, 403, 422)
    for turn in ("x", "-1", "5", "1" * 400):
        query = {"seat": "a", "turn": turn}
        assert_refused(client.get(f"/api/tables/{playing}/board.svg", params=query, headers=ask), 400, 404, 422)
    unknown = {"seat": "a", "language": "tlh"}
    assert_refused(client.get(f"/api/tables/{playing}/board.svg", params=unknown, headers=ask), 400, 404, 422)
    for after in ("x", "-2", "1" * 400):
        assert_refused(client.get(f"/api/tables/{playing}/events", params={"after": after}, headers=ask), 400, 422)
    for tables in (None, [None], [{"table": playing}] * 101, [{"table": 5}], [{"table": playing, "secret": "x"}]):
        assert_refused(client.post("/api/tables/status", json={"tables": tables}), 400, 413, 422)
    for text in ("", "nonsense", '[Format "rhg1"]', "\x00" * 100, "ü" * 100):
        headers = {"Content-Type": "text/plain"}
        assert_refused(client.post("/api/replay", content=text.encode(), headers=headers), 400, 409, 422)
    assert_refused(
        client.post("/api/replay", content=b"\xff\xfe\xfd", headers={"Content-Type": "text/plain"}), 400, 422
    )
    assert_refused(client.get("/api/catalogue/tlh"), 404, 422)


@pytest.mark.parametrize(
    "table", ["unknown-table", "x", "%00", "..%2f..%2fetc%2fpasswd", "x" * 5000, "%F0%9F%8F%B0", "%ff"]
)
def test_unknown_tables_are_not_found(client: httpx.Client, table: str) -> None:
    """An unknown table is not found, whatever is asked of it."""
    for path in ("", "/replay", "/record", "/board.svg", "/events"):
        answer = client.get(f"/api/tables/{table}{path}")
        assert_refused(answer, 400, 404, 405, 414, 422)
    command = {"id": new_id(), "name": "start", "level": "squire"}
    for path, body in (("commands", command), ("preview", {"moves": []}), ("hint", {"moves": []})):
        assert_refused(
            client.post(f"/api/tables/{table}/{path}", json=body, headers=bearer(OWNER)), 400, 404, 405, 414, 422
        )


@pytest.mark.parametrize(
    "path", ["/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/js/..%2f..%2fserver/store.py", "/js/%00", "/api/x"]
)
def test_files_outside_are_not_found(client: httpx.Client, path: str) -> None:
    """No address leads out of the folder of the web pages."""
    answer = client.get(path)
    assert answer.status_code in (400, 404) or answer.headers["content-type"].startswith("text/html")
    assert "root:" not in answer.text and "sqlalchemy" not in answer.text


@pytest.mark.parametrize(
    "authorization",
    ["Bearer", "Basic x:y", "Bearer short", "Bearer " + "x" * 9000, "Bearer \xff" + "s" * 22],
)
def test_wrong_secrets_are_refused(client: httpx.Client, playing: str, authorization: str) -> None:
    """A secret that is none never counts as one."""
    headers = {b"Authorization": authorization.encode("latin-1")}
    command = {"id": new_id(), "name": "change_hints", "hints": False}
    answer = client.post(f"/api/tables/{playing}/commands", json=command, headers=headers)
    assert_refused(answer, 400, 401, 403, 422, 431)


@pytest.mark.parametrize("size", [20_000, 5_000_000])
def test_enormous_bodies_are_refused(client: httpx.Client, playing: str, size: int) -> None:
    """A body that is too large is refused, whether its length is announced or not."""
    for path in (
        "/api/tables",
        f"/api/tables/{playing}/commands",
        f"/api/tables/{playing}/preview",
        "/api/tables/status",
    ):
        body = json.dumps({"id": "x" * size}).encode()
        pieces = (body[place : place + 65536] for place in range(0, len(body), 65536))
        for content in (body, pieces):
            try:
                answer = client.post(path, content=content, headers={"Content-Type": "application/json"})
            except httpx.TransportError:
                continue
            assert_refused(answer, 413)


def test_an_enormous_record_is_refused(client: httpx.Client) -> None:
    """A record over 200 kB is refused."""
    answer = client.post("/api/replay", content=b"x" * 200_001, headers={"Content-Type": "text/plain"})
    assert_refused(answer, 413)


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"\xff\xfe", b"[" * 8000, b'{"a":' * 2000, b'{"id": NaN}', b'{"id": "\\ud800"}', b"1" * 5000, b"\x00"],
    ids=lambda content: ascii(content[:12]),
)
def test_broken_json_is_refused(client: httpx.Client, playing: str, content: bytes) -> None:
    """Bodies that are not JSON, or nested without end, are refused."""
    for path in (
        "/api/tables",
        f"/api/tables/{playing}/commands",
        f"/api/tables/{playing}/preview",
        "/api/tables/status",
    ):
        answer = client.post(path, content=content, headers={"Content-Type": "application/json"})
        assert_refused(answer, 400, 422)


def test_wrong_methods_are_refused(client: httpx.Client, playing: str) -> None:
    """An address answers only to its own kinds of request."""
    for method in ("DELETE", "PUT", "PATCH", "POST"):
        assert_refused(client.request(method, f"/api/tables/{playing}"), 405)
    assert_refused(client.get(f"/api/tables/{playing}/commands"), 404, 405)


def test_another_site_s_page_is_refused(client: httpx.Client, server: ServerProcess, playing: str) -> None:
    """A page of another site neither opens a socket nor gets leave to read answers."""
    answer = client.get(f"/api/tables/{playing}", headers={"Origin": "https://elsewhere.example"})
    assert "access-control-allow-origin" not in answer.headers
    with pytest.raises(InvalidStatus, match="403"), open_socket(server, playing, origin="https://elsewhere.example"):
        pass


# Sockets


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
        socket.send(json.dumps({"hello": {"secret": None, "after": None}}))
        (failure,) = heard(socket)
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


# Floods


def test_a_flood_is_stopped(client: httpx.Client, server: ServerProcess, playing: str) -> None:
    """Too many requests of one address are refused with the time to wait; another address is still served."""
    answers = [client.get(f"/api/tables/{playing}") for _ in range(500)]
    refused = [answer for answer in answers if answer.status_code != 200]
    assert refused and len(answers) - len(refused) > 100
    assert_refused(refused[0], 429)
    assert all(int(answer.headers["Retry-After"]) >= 1 for answer in refused)
    assert httpx.get(f"{server.http}/api/tables/{playing}", timeout=5).status_code == 200


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


# Everything else


def operations(server: ServerProcess) -> list[Any]:
    """All operations that the server describes, but the stream that never ends."""
    import schemathesis

    schema = schemathesis.openapi.from_dict(httpx.get(f"{server.http}/openapi.json").json())
    found: list[Any] = list(schema.get_all_operations())
    return [result.ok() for result in found if not result.ok().path.endswith("/events")]


def test_no_request_makes_the_server_fail(server: ServerProcess, playing: str) -> None:
    """Whatever schemathesis makes of the server's description, right or wrong, no answer is a failure.

    Where nothing is to be sent, nothing wrong can be.
    """
    from schemathesis import GenerationMode

    for operation in operations(server):
        for mode in GenerationMode:
            with suppress(Unsatisfiable):
                try_operation(server, operation.as_strategy(generation_mode=mode), playing)


def try_operation(server: ServerProcess, cases: Any, table: str) -> None:
    """Try some cases of one operation, at a table that is there."""

    @settings(
        max_examples=15,
        derandomize=True,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(cases)
    def attempt(case: Any) -> None:
        if "table" in (case.path_parameters or {}):
            case.path_parameters["table"] = table
        request = case.as_transport_kwargs(base_url=server.http)
        try:
            with new_client(server) as client:
                answer = client.send(as_request(client, request))
        except httpx.LocalProtocolError:
            return
        assert answer.status_code < 500, f"{request} {answer.status_code} {answer.text}"

    attempt()


def as_request(client: httpx.Client, request: dict[str, Any]) -> httpx.Request:
    """A request of schemathesis as one of httpx."""
    parts = {name: request[name] for name in ("params", "cookies", "json") if request.get(name) is not None}
    headers = {name: value.encode("latin-1", "replace") for name, value in dict(request.get("headers") or {}).items()}
    content = request.get("data")
    if isinstance(content, str | bytes):
        parts["content"] = content
    return client.build_request(request["method"], request["url"], headers=headers, **parts)
