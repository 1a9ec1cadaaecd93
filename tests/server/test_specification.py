"""The specification is complete and true."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from fastapi.routing import APIRoute
from pydantic import BaseModel, TypeAdapter

from rheinlaender.i18n import LANGUAGES
from rheinlaender.server import errors
from rheinlaender.server.contract.answers import (
    Health,
    Hint,
    Invitation,
    Preview,
    QrCode,
    Readiness,
    ReplyBody,
    Seen,
    StatusAnswer,
)
from rheinlaender.server.contract.board import BoardPlaces, OptionList
from rheinlaender.server.contract.book import BookBody
from rheinlaender.server.contract.frames import Frame, Replay
from rheinlaender.server.contract.refusals import RefusalAnswer
from rheinlaender.server.contract.sockets import Said
from rheinlaender.server.http.book import book
from rheinlaender.server.http.calls import calls
from rheinlaender.server.http.history import history
from rheinlaender.server.http.identities import identities
from rheinlaender.server.http.invitations import invitations
from rheinlaender.server.http.lessons import lessons
from rheinlaender.server.http.lobby import lobby
from rheinlaender.server.http.mails import mails
from rheinlaender.server.http.pages import pages
from rheinlaender.server.http.playing import playing
from rheinlaender.server.http.puzzles import puzzles
from rheinlaender.server.http.replays import replays
from rheinlaender.server.http.reviews import reviews
from rheinlaender.server.http.talk import talk
from rheinlaender.server.http.today import today
from tests.server.house import OPEN, House, bots, new_id, new_secret, person, refusal_of

ROUTES = {
    "/api/tables": {"post"},
    "/api/tables/status": {"post"},
    "/api/tables/{table}": {"get"},
    "/api/tables/{table}/commands": {"post"},
    "/api/tables/{table}/preview": {"post"},
    "/api/tables/{table}/hint": {"post"},
    "/api/tables/{table}/replay": {"get"},
    "/api/tables/{table}/record": {"get"},
    "/api/tables/{table}/position": {"get"},
    "/api/tables/{table}/review": {"get"},
    "/api/tables/{table}/review/move": {"get"},
    "/api/tables/{table}/board.svg": {"get"},
    "/api/tables/{table}/events": {"get"},
    "/api/tables/{table}/talk": {"get", "post"},
    "/api/tables/{table}/calls": {"get", "post"},
    "/api/tables/{table}/calls/stop": {"post"},
    "/api/tables/{table}/mail": {"post"},
    "/api/tables/{table}/mail/stop": {"post"},
    "/api/calls": {"get"},
    "/api/invitation": {"get"},
    "/api/lobby": {"get"},
    "/api/qr": {"post"},
    "/api/replay": {"post"},
    "/api/puzzles": {"get"},
    "/api/puzzles/{puzzle}": {"get", "post"},
    "/api/puzzles/{puzzle}/preview": {"post"},
    "/api/position": {"post"},
    "/api/review": {"post"},
    "/api/review/move": {"post"},
    "/api/board": {"get"},
    "/api/bots": {"get"},
    "/api/board.svg": {"get"},
    "/api/symbols.svg": {"get"},
    "/api/catalogue/{language}": {"get"},
    "/api/catalogue/{language}/{part}": {"get"},
    "/api/identity": {"get", "put", "delete"},
    "/api/identity/tables/{table}": {"delete"},
    "/api/identity/export": {"get"},
    "/api/identity/history": {"get"},
    "/api/identity/ratings": {"get"},
    "/api/identity/statistics": {"get"},
    "/api/identity/phrase": {"get"},
    "/api/identity/key": {"post"},
    "/api/today": {"get", "post"},
    "/api/today/{date}": {"get"},
    "/api/today/{date}/games/{game}": {"get"},
    "/healthz": {"get"},
    "/readyz": {"get"},
    "/api/seen": {"get"},
}


ROUTERS = (
    *(playing, lobby, talk, identities, today, history, calls, mails),
    *(invitations, replays, puzzles, reviews, pages, book, lessons),
)


def read(model: type[BaseModel], answer: Any) -> None:
    """Read an answer as the specification says it is: every part, no other, with its exact type."""
    model.model_validate_json(json.dumps(answer))


def test_the_specification_has_every_route(house: House) -> None:
    """All routes of the protocol and all that the server has, each with what it is and its answers."""
    paths = house.client.get("/openapi.json").json()["paths"]
    found = {path: set(methods) for path, methods in paths.items()}
    assert {path: found.get(path) for path in ROUTES} == ROUTES
    served = {route.path for router in ROUTERS for route in router.routes if isinstance(route, APIRoute)}
    assert served == set(found)
    for path, methods in paths.items():
        for method in methods.values():
            assert method["description"], path
            assert "200" in method["responses"] or "201" in method["responses"]


def test_every_answer_has_a_model(house: House) -> None:
    """Whatever is answered in JSON is described by a model, also refusals, so that clients can be made from them."""
    paths = house.client.get("/openapi.json").json()["paths"]
    answers = [answer for methods in paths.values() for one in methods.values() for answer in one["responses"].values()]
    described = [answer["content"]["application/json"]["schema"] for answer in answers if is_json(answer)]
    words = {"type": "string"}
    assert len(described) > len(paths)
    assert all("$ref" in schema or schema.get("additionalProperties") == words for schema in described)


def is_json(answer: dict[str, Any]) -> bool:
    return "application/json" in answer.get("content", {})


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_book_is_as_specified(house: House, language: str) -> None:
    """Every page, section, figure and word of the book."""
    read(BookBody, house.client.get(f"/api/rules/{language}", timeout=60).json())


def test_the_board_and_the_options_are_as_specified(house: House) -> None:
    """Every place of the board, and every option with its values."""
    read(BoardPlaces, house.client.get("/api/board").json())
    read(OptionList, house.client.get("/api/options").json())


def test_what_is_said_on_sockets_is_as_specified(house: House) -> None:
    """Frames, presence, watchers, replies, refusals, pongs, and why a socket is closed."""
    owner = house.open(person("Anna"), *bots(2))
    said: set[str] = set()
    with owner.socket() as line:
        for name in ("change_hints", "start"):
            line.send(command={"id": new_id(), "name": name, **({"hints": False} if name == "change_hints" else {})})
        line.send(ping=1)
        line.send(command="nonsense")
        while "failure" not in said:
            text = line.socket.recv(timeout=60)
            TypeAdapter[Any](Said).validate_json(text)
            said |= set(json.loads(text))
    assert said == {"frame", "presence", "watchers", "reply", "pong", "failure"}


def test_answers_are_as_specified(house: House) -> None:
    """Frames of every kind, previews, hints, replays and status have exactly the parts that are written down."""
    owner = house.open(person("Anna"), OPEN, OPEN, *bots(1))
    read(Frame, owner.frame())
    bert = owner.sit("Bert")
    steps: list[tuple[str, dict[str, Any]]] = [
        ("rename", {"seat": "a", "player": "Änne"}),
        ("change_seat", {"seat": "d", "to": {"kind": "bot", "level": "knight"}}),
        ("change_hints", {"hints": True}),
        ("change_stand_in", {"level": "squire"}),
        ("change_stand_in", {"level": None}),
        ("change_watchers", {"watchers": False}),
        ("change_public", {"is_public": True}),
        ("ready", {"is_ready": True}),
        ("unseat", {"seat": "c", "to": {"kind": "bot", "level": "knight"}}),
    ]
    assert bert.command("leave", seat="b").status_code == 200
    owner.sit("Mallory", "c")
    for name, parts in steps:
        reply = owner.command(name, **parts)
        read(ReplyBody, reply.json())
        read(Frame, owner.frame())
    read(ReplyBody, owner.command("start", level="squire").json())
    read(Frame, owner.frame())
    read(Preview, owner.ask("/preview", {"moves": [owner.frame()["view"]["moves"][0]["move"]]}).json())
    read(Hint, owner.ask("/hint", {"moves": []}).json())
    known = [{"table": owner.table, "secret": owner.secret}, {"table": "no-such-table", "secret": None}]
    read(StatusAnswer, house.client.post("/api/tables/status", json={"tables": known}).json())
    read(Health, house.client.get("/healthz").json())
    read(Readiness, house.client.get("/readyz").json())
    read(Seen, house.client.get("/api/seen").json())
    read(Invitation, house.client.get("/api/invitation").json())
    read(QrCode, house.client.post("/api/qr", json={"link": house.http}).json())


def test_a_whole_game_is_as_specified(house: House) -> None:
    """Every frame of a game of computer players, the final account and the rematch."""
    owner = house.open(person("Anna"), *bots(2))
    with owner.socket() as line:
        frame = line.next("frame")
        while frame["table"]["stage"] != "over":
            read(Frame, frame)
            if frame["view"]["moves"]:
                owner.play()
            frame = line.next("frame")
    read(Frame, frame)
    read(ReplyBody, owner.command("rematch").json())
    read(Frame, owner.frame())
    for seat in "a-*":
        read(Replay, owner.get("/replay", seat=seat).json())


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
    read(RefusalAnswer, answer.json())


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


def test_browsers_come_back_where_that_may_help() -> None:
    """Whatever is refused only for now is in the browser's list of failures after which it tries again."""
    lines = (Path(errors.__file__).parents[1] / "web" / "js" / "lines.js").read_text(encoding="utf-8")
    (listed,) = re.findall(r"PASSING = new Set\(\[(.*?)\]\)", lines, flags=re.DOTALL)
    kinds = [
        kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, errors.ServerRefusal)
    ]
    passing = {kind.code for kind in kinds if kind.status in (408, 429, 500, 503)}
    assert set(re.findall(r"'(\w+)'", listed)) == passing | {"unreachable"}
