"""Wrong messages: names, openings, commands, questions, bodies and methods that are refused and harm nobody."""

import json
from typing import Any

import httpx
import pytest

from tests.server.player import bearer, bots, new_id, new_secret
from tests.server.strangers.stranger import OWNER, SECRETS, assert_refused, frame, send

MARKUP = "<img src=x onerror=alert(1)>"


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
        {"name": "abdicate"},
        {"name": "resign", "unknown": 1},
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


def takers_of_json(table: str) -> list[str]:
    """Addresses that take JSON: for everybody, and of a table."""
    return ["/api/tables", f"/api/tables/{table}/commands", f"/api/tables/{table}/preview", "/api/tables/status"]


@pytest.mark.parametrize("size", [20_000, 5_000_000])
def test_enormous_bodies_are_refused(client: httpx.Client, playing: str, size: int) -> None:
    """A body that is too large is refused, and so is one whose length is not announced."""
    for path in takers_of_json(playing):
        body = json.dumps({"id": "x" * size}).encode()
        pieces = (body[place : place + 65536] for place in range(0, len(body), 65536))
        for content in (body, pieces):
            try:
                answer = client.post(path, content=content, headers={"Content-Type": "application/json"})
            except httpx.TransportError:
                continue
            assert_refused(answer, 413 if content is body else 411)


def test_an_enormous_record_is_refused(client: httpx.Client) -> None:
    """A record over 32 kB is refused."""
    answer = client.post("/api/replay", content=b"x" * 32_769, headers={"Content-Type": "text/plain"})
    assert_refused(answer, 413)


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"\xff\xfe", b"[" * 8000, b'{"a":' * 2000, b'{"id": NaN}', b'{"id": "\\ud800"}', b"1" * 5000, b"\x00"],
    ids=lambda content: ascii(content[:12]),
)
def test_broken_json_is_refused(client: httpx.Client, playing: str, content: bytes) -> None:
    """Bodies that are not JSON, or nested without end, are refused."""
    for path in takers_of_json(playing):
        answer = client.post(path, content=content, headers={"Content-Type": "application/json"})
        assert_refused(answer, 400, 422)


def test_wrong_methods_are_refused(client: httpx.Client, playing: str) -> None:
    """An address answers only to its own kinds of request."""
    for method in ("DELETE", "PUT", "PATCH", "POST"):
        assert_refused(client.request(method, f"/api/tables/{playing}"), 405)
    assert_refused(client.get(f"/api/tables/{playing}/commands"), 404, 405)
