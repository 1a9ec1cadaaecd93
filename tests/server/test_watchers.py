"""Watchers and players are counted apart: however many watch, those who play are let in."""

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

import pytest

from tests.server.house import LIMITS, PATIENCE, Guest, House, bots, person, refusal_of, running

MOST_WATCHERS, MOST_OF_A_PERSON = 3, 2


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server with room for few watchers."""
    limits = replace(LIMITS, watchers_per_table=MOST_WATCHERS, connections_per_person=MOST_OF_A_PERSON)
    limits = replace(limits, connections_per_address=2 * MOST_WATCHERS)
    with running(tmp_path_factory.mktemp("small"), limits=limits) as house:
        yield house


@pytest.fixture
def anna(small: House) -> Guest:
    """Somebody who plays."""
    return small.open(person("Anna"), *bots(2))


def first(guest: Guest, opened: ExitStack) -> str:
    """What a new socket is told first: a frame, or the code of its refusal."""
    line = opened.enter_context(guest.socket())
    message: dict[str, Any] = json.loads(line.socket.recv(timeout=PATIENCE))
    return str(message["failure"]["code"]) if "failure" in message else "frame"


def test_watchers_do_not_lock_players_out(anna: Guest) -> None:
    """When a table has all the watchers that it may have, its player comes in, by a socket and by a stream."""
    with ExitStack() as opened:
        told = [first(anna.another(), opened) for _ in range(MOST_WATCHERS + 1)]
        assert told == ["frame"] * MOST_WATCHERS + ["too_many_connections"]
        assert refusal_of(anna.another().get("/events")) == (429, "too_many_connections")
        assert first(anna, opened) == "frame"
        assert anna.events(1)


def test_nor_do_those_of_the_same_address(small: House, anna: Guest) -> None:
    """When an address has all the watchers that it may have, at several tables, its player comes in."""
    other = small.open(person("Bert"), *bots(2))
    with ExitStack() as opened:
        for table in (anna, other):
            assert [first(table.another(), opened) for _ in range(MOST_WATCHERS)] == ["frame"] * MOST_WATCHERS
        third = small.open(person("Clara"), *bots(2))
        assert first(third.another(), opened) == "too_many_connections"
        assert first(third, opened) == "frame"


def test_a_person_has_only_so_many_connections(small: House, anna: Guest) -> None:
    """One player cannot take the places of the others."""
    with ExitStack() as opened:
        told = [first(anna, opened) for _ in range(MOST_OF_A_PERSON + 1)]
        assert told == ["frame"] * MOST_OF_A_PERSON + ["too_many_connections"]
        assert first(small.open(person("Bert"), *bots(2)), opened) == "frame"
    assert small.client.get("/healthz").status_code == 200


def test_places_are_given_back(small: House, anna: Guest) -> None:
    """Who goes makes room for another."""
    for _ in range(3):
        with ExitStack() as opened:
            assert [first(anna.another(), opened) for _ in range(MOST_WATCHERS)] == ["frame"] * MOST_WATCHERS
        while small.server.app.state.gate.connections:
            time.sleep(0.001)
