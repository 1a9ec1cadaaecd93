"""The API of the lessons: what a page is sent, and that every try is answered or refused by name."""

import asyncio
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from rheinlaender.i18n import LANGUAGES, catalogue
from rheinlaender.lessons import read_lessons
from rheinlaender.server.contract.answers import Preview
from rheinlaender.server.contract.commands import OpenTable
from rheinlaender.server.contract.lessons import AnswerBody, LessonBody, LessonList
from rheinlaender.server.http.lessons import lessons
from rheinlaender.server.http.limits import Gate
from rheinlaender.server.http.refusing import add_refusing
from rheinlaender.server.settings import Limits

NAMES = list(read_lessons())
WRONG = {"right": False, "missing": None, "refusal": None}


class Client:
    """Asks an application."""

    def __init__(self, app: FastAPI) -> None:
        self.transport = httpx.ASGITransport(app)

    def get(self, path: str) -> httpx.Response:
        return asyncio.run(self.request("GET", path))

    def post(self, path: str, json: Any) -> httpx.Response:
        return asyncio.run(self.request("POST", path, json=json))

    async def request(self, method: str, path: str, **parts: Any) -> httpx.Response:
        async with httpx.AsyncClient(transport=self.transport, base_url="http://table") as client:
            return await client.request(method, path, **parts)


@pytest.fixture(scope="module")
def client() -> Client:
    """A client of an application that has only lessons, and hardly a limit on how often one may ask."""
    app = FastAPI()
    app.state.gate = Gate(Limits(requests=(10_000, 10_000)))
    app.include_router(lessons)
    add_refusing(app)
    return Client(app)


def ask(client: Client, path: str, **body: Any) -> Any:
    answered = client.post(f"/api/lessons/{path}", json=body)
    assert answered.status_code == 200, answered.text
    return answered.json()


def refusal(client: Client, path: str, **body: Any) -> tuple[int, str]:
    answered = client.post(f"/api/lessons/{path}", json=body)
    return answered.status_code, answered.json()["refusal"]["code"]


def test_list(client: Client) -> None:
    """The list names all lessons in their order."""
    body = client.get("/api/lessons").json()
    LessonList.model_validate(body)
    assert [line["name"] for line in body["lessons"]] == NAMES
    assert body["lessons"][0] == {
        "name": "place",
        "number": 1,
        "title": "lesson.place.title",
        "about": "lesson.place.about",
        "clauses": ["1.2", "2.1.1", "2.3", "2.1", "2.1.4"],
        "figures": [1],
        "steps": 4,
    }


@pytest.mark.parametrize("name", NAMES)
def test_lesson(client: Client, name: str) -> None:
    """A lesson is sent as its model says, its words exist, and the seats that are seen have names."""
    body = client.get(f"/api/lessons/{name}").json()
    LessonBody.model_validate(body)
    keys = [body["title"], body["about"], *body["colours"].values()]
    keys += [step[part] for step in body["steps"] for part in ("say", "hint")]
    assert all(key in catalogue(language) for key in keys for language in LANGUAGES)
    for step in body["steps"]:
        assert {seat["seat"] for seat in step["view"]["seats"]} <= set(body["colours"])
        assert bool(step["view"]["moves"]) == (step["kind"] == "play") == (step["taps"] == 0)
        assert step["view"]["hand"] and step["view"]["seat"] == step["seat"]
        assert (step["opening"] is None) == (step["shown"] == [])


@pytest.mark.parametrize("name", NAMES)
def test_whole_lesson(client: Client, name: str) -> None:
    """A lesson can be gone through with what is sent: each solution is right, and something follows."""
    body = client.get(f"/api/lessons/{name}").json()
    for step in body["steps"]:
        part = "moves" if step["kind"] == "play" else "fields"
        answered = ask(client, f"{name}/{step['number']}", **{part: step["solution"]})
        AnswerBody.model_validate(answered)
        assert answered["right"] and answered["say"] == {"key": step["say"][:-3] + "after", "arguments": {}}
    number = NAMES.index(name) + 1
    assert body["next"] == (NAMES[number] if number < len(NAMES) else None)
    assert (body["game"] is None) == (number < len(NAMES))


def test_real_game(client: Client) -> None:
    """The last lesson hands over to a table with two Squires and hints, which can be opened as it is sent."""
    game = client.get("/api/lessons/end").json()["game"]
    assert game.pop("say") == "lesson.end.game"
    assert [seat.get("level") for seat in game["seats"]] == [None, "squire", "squire"] and game["hints"]
    OpenTable.model_validate({"id": "a" * 8, "secret": "s" * 22, **game})


def test_illegal_try(client: Client) -> None:
    """A move against the rules is answered by the step's words and by the refusal with its clause; nothing moves."""
    answered = ask(client, "place/1", moves=["23W"])
    assert answered["say"]["key"] == "lesson.place.banks.river" and not answered["right"]
    assert answered["refusal"] == {"code": "river_not_open", "arguments": {"field": "W23"}, "section": "2.1.1"}
    assert answered["events"] == [] and [move["move"] for move in answered["view"]["moves"]] == ["23L", "23R"]
    assert ask(client, "place/1", moves=["40L"])["say"]["key"] == "lesson.refused"


def test_pointing(client: Client) -> None:
    """A card on a field is the move that it would be, legal or not."""
    assert ask(client, "place/1", attempt={"card": 23, "field": "W23"})["refusal"]["code"] == "river_not_open"
    assert ask(client, "place/1", attempt={"card": 23, "field": "R23"})["moves"] == ["23R"]
    pointed = ask(client, "reinforce/1", attempt={"card": 14, "field": "L22"})
    assert pointed | WRONG != ask(client, "reinforce/1", moves=["14L"])
    answered = ask(client, "convert/1", attempt={"card": 7, "field": "L7"})
    assert answered["right"] and answered["moves"] == ["7xL"]


def test_pointing_for_a_bastion(client: Client) -> None:
    """A field without a card is a bastion, after the knight or, against the rules, before it."""
    step = client.get("/api/lessons/bastion").json()["steps"][0]
    knight = step["view"]["moves"][0]["move"]
    field = ask(client, "bastion/1/preview", moves=[knight])["moves"][-1]["field"]
    answered = ask(client, "bastion/1", moves=[knight], attempt={"field": field})
    assert answered["moves"] == [knight, f"@{field}"] and answered["refusal"] is None
    assert ask(client, "bastion/1", attempt={"field": field})["refusal"]["code"] == "knight_first"


def test_missed(client: Client) -> None:
    """A legal move that misses the goal is answered by what it did and by what is missing."""
    answered = ask(client, "reinforce/3", moves=["25R"])
    assert answered["say"] == {"key": "lesson.missed", "arguments": {}}
    assert answered["missing"]["key"] == "lesson.missing.knights"
    assert "knight_settled" in [event["name"] for event in answered["events"]]
    assert answered["view"]["last"] == {"seat": "a", "fields": ["R25"]}


def test_final_account(client: Client) -> None:
    """The last step ends the game; its account is in the view."""
    result = ask(client, "end/3", moves=["14>R50"])["view"]["result"]
    assert result["coins"] == {"a": 67, "b": 63, "c": 59} and result["winners"] == "a"


def test_preview(client: Client) -> None:
    """A preview says what decisions would do up to the draw, as at a table."""
    answered = ask(client, "takeover/1/preview", moves=["14>L28"])
    Preview.model_validate(answered)
    assert answered["changes"]["coins"] == {"a": 4} and not answered["is_complete"]
    assert ask(client, "takeover/1/preview", moves=["14>L28", "."])["is_complete"]
    assert ask(client, "takeover/1/preview", moves=[])["view"]["last"] is None
    tried = ask(client, "takeover/1/preview", moves=[], attempt={"card": 14, "field": "L28"})
    assert tried == answered and tried["decisions"][0]["move"] == "14>L28"


def test_refusals(client: Client) -> None:
    """Unknown lessons and steps, the wrong kind of try and what is no move are refused by name."""
    assert client.get("/api/lessons/dance").json()["refusal"]["code"] == "no_such_lesson"
    assert refusal(client, "dance/1", moves=["1L"]) == (404, "no_such_lesson")
    assert refusal(client, "place/9", moves=["1L"]) == (404, "no_such_step")
    assert refusal(client, "place/9/preview", moves=[]) == (404, "no_such_step")
    assert refusal(client, "place/4", moves=["38R"]) == (409, "nothing_to_play")
    assert refusal(client, "place/4", attempt={"card": 38, "field": "R38"}) == (409, "nothing_to_play")
    assert refusal(client, "place/4/preview", moves=["38R"]) == (409, "nothing_to_play")
    assert refusal(client, "place/1", fields=["L23"]) == (409, "nothing_to_tap")
    assert refusal(client, "place/1", moves=["99"]) == (400, "bad_notation")
    assert refusal(client, "place/1", attempt={"card": 23, "field": "L99"}) == (422, "unknown_field")
    assert refusal(client, "place/4", fields=["L99"]) == (422, "unknown_field")
    assert refusal(client, "place/1/preview", moves=["23W"]) == (409, "river_not_open")


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"moves": []},
        {"moves": ["23L", ".", "."]},
        {"moves": ["23L"], "fields": ["L23"]},
        {"moves": "23L"},
        {"moves": ["<script>"]},
        {"fields": ["L23"] * 7},
        {"fields": ["nowhere"]},
        {"attempt": {"card": 0, "field": "L1"}},
        {"attempt": {"card": "23", "field": "L1"}},
        {"attempt": {"card": 23}},
        {"attempt": {}},
        {"attempt": None},
        {"card": 23, "field": "L1"},
    ],
)
def test_wrong_types(client: Client, body: dict[str, Any]) -> None:
    """What is not exactly a try is refused before it is looked at."""
    assert refusal(client, "place/1", **body) == (422, "wrong_value")


@pytest.mark.parametrize("path", ["Place", "place/0", "place/x", "place/21"])
def test_wrong_addresses(client: Client, path: str) -> None:
    """A name or number that no lesson could have is refused."""
    answered = client.post(f"/api/lessons/{path}", json={"moves": ["1L"]})
    assert answered.status_code in (405, 422)


def test_description(client: Client) -> None:
    """The specification has a model for everything that is asked and answered."""
    paths = client.get("/openapi.json").json()["paths"]
    found = {path for path in paths if path.startswith("/api/lessons")}
    assert found == {
        "/api/lessons",
        "/api/lessons/{name}",
        "/api/lessons/{name}/{step}",
        "/api/lessons/{name}/{step}/preview",
    }
    for path in found:
        for operation in paths[path].values():
            assert "$ref" in operation["responses"]["200"]["content"]["application/json"]["schema"]
            assert "$ref" in operation["responses"]["422"]["content"]["application/json"]["schema"]
