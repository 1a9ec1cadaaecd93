"""The specification is complete and true; files come with the right headers."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from fastapi.routing import APIRoute
from pydantic import BaseModel

from rheinlaender.board import rhine
from rheinlaender.i18n import LANGUAGES, catalogue
from rheinlaender.server import messages
from rheinlaender.server.http.pages import PAGES, pages
from rheinlaender.server.routes import routes
from tests.server.house import OPEN, House, bots, new_id, new_secret, person, refusal_of

PROTOCOL = Path(__file__).parents[2] / "docs" / "reference" / "protocol.md"
ROUTES = {
    "/api/tables": {"post"},
    "/api/tables/status": {"post"},
    "/api/tables/{table}": {"get"},
    "/api/tables/{table}/commands": {"post"},
    "/api/tables/{table}/preview": {"post"},
    "/api/tables/{table}/hint": {"post"},
    "/api/tables/{table}/replay": {"get"},
    "/api/tables/{table}/record": {"get"},
    "/api/tables/{table}/board.svg": {"get"},
    "/api/tables/{table}/events": {"get"},
    "/api/replay": {"post"},
    "/api/board": {"get"},
    "/api/board.svg": {"get"},
    "/api/symbols.svg": {"get"},
    "/api/catalogue/{language}": {"get"},
    "/healthz": {"get"},
}


def read(model: type[BaseModel], answer: Any) -> None:
    """Read an answer as the specification says it is: every part, no other, with its exact type."""
    model.model_validate_json(json.dumps(answer))


def test_the_specification_has_every_route(house: House) -> None:
    """All routes of the protocol and all that the server has, each with what it is and its answers."""
    paths = house.client.get("/openapi.json").json()["paths"]
    found = {path: set(methods) for path, methods in paths.items()}
    assert {path: found.get(path) for path in ROUTES} == ROUTES
    served = {route.path for route in [*routes.routes, *pages.routes] if isinstance(route, APIRoute)}
    assert served and served <= set(found)
    for path, methods in paths.items():
        for method in methods.values():
            assert method["description"], path
            assert "200" in method["responses"] or "201" in method["responses"]


def test_answers_are_as_specified(house: House) -> None:
    """Frames of every kind, previews, hints, replays and status have exactly the parts that are written down."""
    owner = house.open(person("Anna"), OPEN, OPEN, *bots(1))
    read(messages.Frame, owner.frame())
    bert = owner.sit("Bert")
    steps: list[tuple[str, dict[str, Any]]] = [
        ("rename", {"seat": "a", "player": "Änne"}),
        ("change_seat", {"seat": "d", "to": {"kind": "bot", "level": "knight"}}),
        ("change_hints", {"hints": True}),
        ("change_stand_in", {"level": "squire"}),
        ("change_stand_in", {"level": None}),
    ]
    assert bert.command("leave", seat="b").status_code == 200
    for name, parts in steps:
        reply = owner.command(name, **parts)
        read(messages.Reply, reply.json())
        read(messages.Frame, owner.frame())
    read(messages.Reply, owner.command("start", level="squire").json())
    read(messages.Frame, owner.frame())
    read(messages.Preview, owner.ask("/preview", {"moves": [owner.frame()["view"]["moves"][0]["move"]]}).json())
    read(messages.Hint, owner.ask("/hint", {"moves": []}).json())
    known = [{"table": owner.table, "secret": owner.secret}, {"table": "no-such-table", "secret": None}]
    read(messages.StatusAnswer, house.client.post("/api/tables/status", json={"tables": known}).json())
    read(messages.Health, house.client.get("/healthz").json())


def test_a_whole_game_is_as_specified(house: House) -> None:
    """Every frame of a game of computer players, the final account and the rematch."""
    owner = house.open(person("Anna"), *bots(2))
    with owner.socket() as line:
        frame = line.next("frame")
        while frame["table"]["stage"] != "over":
            read(messages.Frame, frame)
            if frame["view"]["moves"]:
                owner.play()
            frame = line.next("frame")
    read(messages.Frame, frame)
    read(messages.Reply, owner.command("rematch").json())
    read(messages.Frame, owner.frame())
    for seat in "a-*":
        read(messages.Replay, owner.get("/replay", seat=seat).json())


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api/tables/no-such-table", 404, "no_such_table"),
        ("GET", "/api/nothing", 404, "no_such_page"),
        ("GET", "/js/nothing.js", 404, "no_such_page"),
        ("GET", "/../pyproject.toml", 404, "no_such_page"),
        ("GET", "/%2e%2e/%2e%2e/pyproject.toml", 404, "no_such_page"),
        ("DELETE", "/api/tables", 405, "wrong_method"),
        ("GET", "/api/tables/x", 422, "wrong_value"),
    ],
)
def test_whatever_is_refused_says_so(house: House, method: str, path: str, status: int, code: str) -> None:
    """Unknown addresses and methods are refused like everything else."""
    answer = house.client.request(method, path)
    assert refusal_of(answer) == (status, code)
    read(messages.RefusalAnswer, answer.json())


def test_unreadable_messages(house: House) -> None:
    """What is no JSON is malformed, and so is a secret that cannot be one."""
    headers = {"Content-Type": "application/json"}
    for text in ("{", "[" * 9000):
        assert refusal_of(house.client.post("/api/tables", content=text, headers=headers)) == (400, "malformed")
    headers = {"Content-Type": "text/plain"}
    assert house.client.post("/api/replay", content=b"\xff\xfe", headers=headers).status_code in (400, 422)
    owner = house.open(person("Anna"), *bots(2))
    answer = house.client.get(owner.path, headers={"Authorization": "Bearer short"})
    assert refusal_of(answer) == (400, "malformed")


# Files


def test_pages(house: House) -> None:
    """Every address of the browser's pages answers with the one page."""
    page = house.client.get("/").text
    assert "<html" in page
    for path in PAGES:
        known = path.replace("{id}", "abcdefgh").replace("{page}", "2").replace("{lesson}", "1")
        answer = house.client.get(known)
        assert answer.status_code == 200 and answer.text == page
        assert answer.headers["content-type"].startswith("text/html")


def test_headers_protect_the_browser(house: House) -> None:
    """Nothing is loaded from elsewhere, no script stands in a page, and no page stands in another one."""
    for path in ("/", "/api/board", "/healthz", "/api/nothing"):
        headers = house.client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'self'" in policy and "frame-ancestors 'none'" in policy
        script = next(part for part in policy.split("; ") if part.startswith("script-src"))
        assert script == "script-src 'self'"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize("path", ["/", "/api/board", "/api/board.svg", "/api/symbols.svg", "/api/catalogue/de"])
def test_files_are_compressed_and_known_again(house: House, path: str) -> None:
    """A browser that has a file gets nothing; one that understands it gets it compressed."""
    plain = house.client.get(path, headers={"Accept-Encoding": "identity"})
    with house.client.stream("GET", path, headers={"Accept-Encoding": "gzip"}) as packed:
        body = b"".join(packed.iter_raw())
    assert packed.headers["content-encoding"] == "gzip" and gzip.decompress(body) == plain.content
    again = house.client.get(path, headers={"If-None-Match": plain.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert plain.headers["cache-control"] == "no-cache"


def test_changed_files_are_read_again(tmp_path: Path) -> None:
    """A file is kept in memory until it changes."""
    from rheinlaender.server.errors import NoSuchPage
    from rheinlaender.server.http.static import Files

    file, files = tmp_path / "page.js", Files(tmp_path)
    file.write_text("1")
    first = files.content("page.js")
    assert first is files.content("page.js") and first.media_type == "text/javascript"
    file.write_text("22")
    assert files.content("page.js").body == b"22"
    (tmp_path / ".hidden").write_text("x")
    for name in (".hidden", "../page.js", "nothing", ""):
        with pytest.raises(NoSuchPage):
            files.content(name)


def test_board_and_catalogue(house: House) -> None:
    """The board has all its fields; the catalogue is that of the language."""
    board = house.client.get("/api/board").json()
    assert list(board["fields"]) == list(rhine().fields)
    for language in LANGUAGES:
        assert house.client.get(f"/api/catalogue/{language}").json() == dict(catalogue(language))
    assert refusal_of(house.client.get("/api/catalogue/la")) == (422, "wrong_value")


def test_logs_tell_no_secrets(house: House, caplog: pytest.LogCaptureFixture) -> None:
    """At the finest level, neither secrets nor names are logged."""
    secret = new_secret()
    with caplog.at_level("DEBUG"):
        asked = {"id": new_id(), "secret": secret, "seats": [person("Rumpelstilzchen"), *bots(2)]}
        table = house.client.post("/api/tables", json=asked).json()["table"]
        house.client.get(f"/api/tables/{table}", headers={"Authorization": f"Bearer {secret}"})
    assert table in str([record.__dict__ for record in caplog.records])
    told = str([record.__dict__ for record in caplog.records if not record.name.startswith(("http", "hpack"))])
    assert secret not in told and "Rumpelstilzchen" not in told
