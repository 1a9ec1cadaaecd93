"""Hints are limited by person, kept, and given up when their asker goes."""

import json
import socket
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from tests.server.endless import EndlessThought
from tests.server.house import LIMITS, Guest, House, bearer, bots, person, refusal_of, running

PATIENCE = 60.0


@pytest.fixture(scope="module")
def sparing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server that gives two hints to a person."""
    with running(tmp_path_factory.mktemp("sparing"), limits=replace(LIMITS, hints=(2, 0.001))) as house:
        yield house


def computer_of(house: House) -> Any:
    """The computer of a running server."""
    return house.server.app.state.room.computer


def ask(guest: Guest, *moves: str) -> Any:
    """A hint after some decisions."""
    answer = guest.ask("/hint", {"moves": list(moves)})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_hints_are_thought_about_once(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same question at the same entry has the same answer; after another entry it is a new question."""
    computer, thought = computer_of(house), list[str]()
    found = computer.hint

    async def count(game: Any, asker: str) -> Any:
        thought.append(asker)
        return await found(game, asker)

    monkeypatch.setattr(computer, "hint", count)
    anna = house.open(person("Anna"), *bots(2))
    first = ask(anna)
    assert ask(anna) == first and len(thought) == 1
    ask(anna, first["move"])
    assert ask(anna) == first and len(thought) == 2
    assert anna.command("rename", seat="a", player="Änne").status_code == 200
    ask(anna)
    assert len(thought) == 3 and len(set(thought)) == 1


def test_hints_are_limited_by_person(sparing: House) -> None:
    """Who has had enough waits, but hears again what was said; another person is answered."""
    anna, bert = (sparing.open(person(name), *bots(2)) for name in ("Anna", "Bert"))
    first = ask(anna)
    ask(anna, first["move"])
    assert anna.command("rename", seat="a", player="Änne").status_code == 200
    refused = anna.ask("/hint", {"moves": []})
    assert refusal_of(refused) == (429, "too_many_requests")
    assert int(refused.headers["retry-after"]) > 1
    assert ask(bert) == ask(bert) == ask(bert)


def test_a_hint_is_given_up_when_its_asker_goes(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody thinks for somebody who has closed the page."""
    thought = EndlessThought()
    monkeypatch.setattr(computer_of(house), "hint", thought)
    anna = house.open(person("Anna"), *bots(2))
    body = json.dumps({"moves": []})
    headers = {"Host": "table", "Content-Type": "application/json", "Content-Length": len(body), **bearer(anna.secret)}
    lines = [f"POST {anna.path}/hint HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items()), "", body]
    with socket.create_connection(("127.0.0.1", house.port)) as line:
        line.sendall("\r\n".join(lines).encode())
        assert thought.is_asked.wait(PATIENCE)
        assert not thought.is_given_up.is_set()
    assert thought.is_given_up.wait(PATIENCE)
