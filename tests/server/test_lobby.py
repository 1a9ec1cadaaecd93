"""The lobby: public tables are found by everybody while they wait or can be watched, and tell nothing else."""

import asyncio
import json
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from secrets import token_urlsafe
from typing import Any
from unittest.mock import patch

import pytest

from rheinlaender.i18n import LANGUAGES, catalogue
from rheinlaender.server.contract.lobby import LobbyBody
from rheinlaender.server.http import lobby as routes
from rheinlaender.server.live import chores, lobby
from rheinlaender.server.settings import Settings, WrongChoice
from rheinlaender.server.store.database import writing
from rheinlaender.server.store.erasing import erase_table
from rheinlaender.server.store.finished import save_ratings
from rheinlaender.server.values.clock import as_carried
from rheinlaender.server.values.entry import Entry
from rheinlaender.server.values.identity import identity_of
from rheinlaender.server.values.listing import LISTED_SECONDS, LISTED_SECONDS_OVER_DAYS
from rheinlaender.server.values.rating import COMPUTERS, PEOPLE, Rating
from tests.server.house import LIMITS, OPEN, Guest, House, bots, new_id, new_secret, person, refusal_of, running
from tests.server.postgres import new_address
from tests.server.several import two_houses

HOSTILE = "<b onload=alert(1)>\"'&"


@pytest.fixture(scope="module", autouse=True)
def fresh() -> Iterator[None]:
    """Whoever looks sees what is there now, not what was there a second ago."""
    with patch.object(lobby, "LOOK_SECONDS", 0.0):
        yield


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server of its own: nobody else's tables are in its lobby."""
    with running(tmp_path_factory.mktemp("lobby")) as house:
        yield house


def looked(house: House, **wanted: Any) -> dict[str, Any]:
    """The lobby as a stranger sees it, which is as the contract says."""
    answer = house.client.get("/api/lobby", params=wanted)
    assert answer.status_code == 200, answer.text
    LobbyBody.model_validate_json(answer.text)
    found: dict[str, Any] = answer.json()
    return found


def tables(house: House, **wanted: Any) -> dict[str, dict[str, Any]]:
    """The tables of the lobby, by their ids."""
    return {one["table"]: one for one in looked(house, **wanted)["tables"]}


def publish(guest: Guest, is_public: bool = True) -> Any:
    """Ask for a table to be public, or not any more."""
    return guest.command("change_public", is_public=is_public)


def test_a_public_table_is_found_while_it_waits(place: House) -> None:
    """With who sits there and what is agreed; with its last seat it is not found any more, for it is played."""
    agreed = {"pace": "live", "clock": {"bank": 600, "increment": 10}, "options": "parker,coins:open", "language": "de"}
    anna = place.open(person("Anna"), OPEN, *bots(1, "duke"), is_public=True, hints=False, stand_in="knight", **agreed)
    assert anna.frame()["table"]["is_public"] is True and anna.frame()["table"]["language"] == "de"
    listed = tables(place)[anna.table]
    assert listed == {
        "table": anna.table,
        "stage": "waiting",
        "seats": [
            {"seat": "a", "kind": "person", "name": "Anna", "level": None, "strength": "new"},
            {"seat": "b", "kind": "open", "name": "", "level": None, "strength": None},
            {"seat": "c", "kind": "bot", "name": "", "level": "duke", "strength": None},
        ],
        "options": "parker,coins:open",
        "pace": "live",
        "clock": {"bank": 600, "increment": 10},
        "language": "de",
        "stand_in": "knight",
        "hints": False,
        "ready_check": False,
        "watchers": True,
        "since": anna.frame()["table"]["opened"],
    }
    anna.sit("Bert")
    listed = tables(place)[anna.table]
    assert listed["stage"] == "playing" and [seat["name"] for seat in listed["seats"]] == ["Anna", "Bert", ""]


def test_a_full_table_that_waits_is_not_found(place: House) -> None:
    """Until somebody stands up: nobody could sit down there."""
    anna = place.open(person("Anna"), OPEN, *bots(1), is_public=True, ready_check=True)
    bert = anna.sit("Bert")
    assert anna.table not in tables(place)
    assert bert.command("leave", seat="b").status_code == 200
    assert tables(place)[anna.table]["seats"][1]["kind"] == "open"


def test_the_owner_opens_and_closes_it(place: House) -> None:
    """A table is public from when its owner says so, and no longer; everybody at the table is told."""
    anna = place.open(person("Anna"), OPEN, OPEN)
    bert = anna.sit("Bert")
    assert anna.table not in tables(place)
    for is_public in (True, False, True):
        assert publish(anna, is_public).status_code == 200
        entry = bert.frame()["entry"]
        assert (entry["kind"], entry["is_public"]) == ("public_changed", is_public)
        assert (anna.table in tables(place)) is is_public
    assert refusal_of(publish(bert)) == (403, "not_owner")
    assert refusal_of(publish(anna.another())) == (401, "secret_missing")
    assert refusal_of(anna.command("change_public", is_public="yes")) == (422, "wrong_value")


def test_a_game_is_found_while_it_can_be_watched(place: House) -> None:
    """Not where watchers are switched off, and not when it is over."""
    anna = place.open(person("Anna"), *bots(2), is_public=True)
    assert tables(place)[anna.table]["stage"] == "playing"
    anna.command("change_watchers", watchers=False)
    assert anna.table not in tables(place)
    anna.command("change_watchers", watchers=True)
    assert anna.table in tables(place)
    assert anna.command("vote", what="end").status_code == 200
    assert anna.frame()["table"]["stage"] == "over" and anna.table not in tables(place)
    again = anna.another(anna.secret)
    again.table = anna.command("rematch").json()["table"]
    assert tables(place)[again.table]["stage"] == "playing"


def test_a_waiting_table_without_watchers_is_found(place: House) -> None:
    """Whoever may not watch may sit down all the same."""
    anna = place.open(person("Anna"), OPEN, OPEN, is_public=True)
    anna.command("change_watchers", watchers=False)
    assert tables(place)[anna.table]["watchers"] is False


def test_somebody_looks_for_what_suits(tmp_path: Path) -> None:
    """By language, pace and the number of seats; what is counted is what is wanted."""
    with running(tmp_path) as house:
        german = house.open(person("Anna"), OPEN, OPEN, is_public=True, language="de")
        slow = house.open(person("Ben"), OPEN, OPEN, OPEN, is_public=True, language="nl", pace="days")
        played = house.open(person("Cleo"), *bots(2), is_public=True)
        assert set(tables(house, language="de")) == {german.table}
        assert set(tables(house, pace="days")) == set(tables(house, seats=4)) == {slow.table}
        assert set(tables(house, seats=3, pace="live")) == {german.table, played.table}
        assert looked(house, language="hu") == {"tables": [], "waiting": 0, "playing": 0, "pages": 0}
        counted = looked(house)
        assert (counted["waiting"], counted["playing"], counted["pages"]) == (2, 1, 1)
        assert [one["stage"] for one in counted["tables"]] == ["waiting", "waiting", "playing"]
        for wrong in (
            {"language": "la"},
            {"pace": "slow"},
            {"seats": 2},
            {"seats": "x"},
            {"page": -1},
            {"page": 999},
            {"strength": "x"},
        ):
            assert refusal_of(house.client.get("/api/lobby", params=wrong)) == (422, "wrong_value")


def keep_rating(house: House, guest: Guest, mean: float, error: float) -> None:
    """Let a guest's seat belong to an identity that has a rating among people."""
    key = token_urlsafe(16)
    seats = {"seats": [{"table": guest.table, "secret": guest.secret}]}
    headers = {"Authorization": f"Bearer {key}"}
    assert house.client.put("/api/identity", json=seats, headers=headers).status_code == 200
    with writing(house.server.app.state.room.store.engine) as connection:
        pools = {PEOPLE: Rating(mean, error, 31), COMPUTERS: Rating(60.5, 1.5, 9)}
        save_ratings(connection, {(identity_of(key), pool): rating for pool, rating in pools.items()})


@pytest.mark.parametrize(
    ("mean", "error", "strength"),
    [
        (25.0, 25 / 3, "new"),
        (60.0, 6.1, "new"),
        (29.1, 2.0, "strong"),
        (29.0, 2.0, "practised"),
        (33.0, 6.0, "practised"),
        (21.0, 2.0, "practised"),
        (20.9, 2.0, "relaxed"),
    ],
)
def test_nobody_is_called_strong_by_chance(mean: float, error: float, strength: str) -> None:
    """Only whose rating lies above or below the middle by more than is not known of it."""
    assert Rating(mean, error, 31).strength == strength


def test_somebody_looks_for_others_of_a_strength(tmp_path: Path) -> None:
    """By what is known of those who sit there, from games among people alone; no number of it is told."""
    with running(tmp_path) as house:
        anna, ben, cleo = (house.open(person(name), OPEN, *bots(1), is_public=True) for name in ("Anna", "Ben", "Cleo"))
        keep_rating(house, anna, 34.125, 2.25)
        keep_rating(house, ben, 17.375, 2.25)
        dora = ben.sit("Dora")
        keep_rating(house, dora, 25.5, 2.25)
        found = tables(house)
        strengths = {table: [seat["strength"] for seat in one["seats"]] for table, one in found.items()}
        assert strengths == {
            anna.table: ["strong", None, None],
            ben.table: ["relaxed", "practised", None],
            cleo.table: ["new", None, None],
        }
        for strength, who in (("strong", anna), ("relaxed", ben), ("practised", ben), ("new", cleo)):
            assert set(tables(house, strength=strength)) == {who.table}
        text = house.client.get("/api/lobby").text
        assert [number for number in ("34", "17.", "25.5", "2.25", "60.5") if f'":{number}' in text] == []


def test_a_seat_of_two_identities_is_the_firsts(place: House) -> None:
    """As where its game is rated: nobody seems stronger by a second name."""
    anna = place.open(person("Anna"), OPEN, OPEN, is_public=True)
    store = place.server.app.state.room.store
    for at, mean in (("2026-01-31T12:00:00Z", 17.0), ("2026-01-31T12:00:05Z", 34.0)):
        with patch.object(store, "clock", lambda at=at: at):
            keep_rating(place, anna, mean, 2.0)
    assert tables(place)[anna.table]["seats"][0]["strength"] == "relaxed"


def test_an_answer_is_bounded(tmp_path: Path) -> None:
    """However many tables there are, a page has so many; each table stands on one page, the newest first."""
    with running(tmp_path) as house, patch.object(routes, "PAGE_LENGTH", 2):
        opened = [house.open(person("Anna"), OPEN, OPEN, is_public=True).table for _ in range(5)]
        pages = [looked(house, page=number) for number in range(4)]
        assert [len(page["tables"]) for page in pages] == [2, 2, 1, 0]
        assert sorted(one["table"] for page in pages for one in page["tables"]) == sorted(opened)
        assert {(page["waiting"], page["pages"]) for page in pages} == {(5, 3)}
        with patch.object(lobby, "MOST_LISTED", 3):
            assert looked(house)["waiting"] == 3


def test_a_browser_that_has_it_is_told_so(place: House) -> None:
    """What has not changed is not sent again."""
    first = place.client.get("/api/lobby")
    again = place.client.get("/api/lobby", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_tables_that_sleep_are_found_and_sleep_on(place: House) -> None:
    """A table that is not in memory is listed, and is not loaded for that."""
    anna = place.open(person("Anna"), OPEN, OPEN, is_public=True)
    room = place.server.app.state.room
    room.in_use.clear()
    room.lobby.known.clear()
    assert anna.table in tables(place)
    assert anna.table not in room.in_use


def later(seconds: float) -> str:
    """The time some seconds from now, as entries carry it."""
    return as_carried(datetime.now(UTC) + timedelta(seconds=seconds))


def test_abandoned_tables_fall_out(tmp_path: Path) -> None:
    """After ten minutes without any of their people, over days after three; who comes back is found again."""
    with patch.object(chores, "NOTICE_SECONDS", 0.05), running(tmp_path) as house:
        live = house.open(person("Anna"), OPEN, OPEN, is_public=True)
        slow = house.open(person("Ben"), OPEN, OPEN, is_public=True, pace="days")
        store = house.server.app.state.room.store
        with patch.object(store, "clock", lambda: later(LISTED_SECONDS + 60)):
            assert set(tables(house)) == {slow.table}
            with live.another().socket() as line:
                line.next("frame")
                time.sleep(0.3)
                assert set(tables(house)) == {slow.table}, "a watcher is none of its people"
            with live.socket() as line:
                line.next("frame")
                until = time.monotonic() + 60
                while set(tables(house)) != {live.table, slow.table}:
                    assert time.monotonic() < until
        with patch.object(store, "clock", lambda: later(2 * LISTED_SECONDS_OVER_DAYS)):
            assert tables(house) == {}


def test_what_was_erased_is_not_found(place: House) -> None:
    """A table that was erased is gone from the lobby, and a name that was erased is not shown there any more."""
    anna, ben = (place.open(person(name), OPEN, OPEN, is_public=True) for name in ("Anna", "Rumpelstiltskin"))
    assert {anna.table, ben.table} <= set(tables(place))
    erase_table(place.server.app.state.room.store.engine, anna.table)
    assert anna.table not in tables(place)
    key = "A" * 22
    headers = {"Authorization": f"Bearer {key}"}
    seats = {"seats": [{"table": ben.table, "secret": ben.secret}]}
    assert place.client.put("/api/identity", json=seats, headers=headers).status_code == 200
    assert place.client.delete("/api/identity", headers=headers).status_code == 200
    assert "Rumpelstiltskin" not in place.client.get("/api/lobby").text


def test_a_stranger_is_told_no_secret(place: House) -> None:
    """Neither a secret nor its digest, nor a string for the deal, a card or the seed; and whatever a name is, it is
    sent as it is, for clients to show as text."""
    anna = place.open(person(HOSTILE), OPEN, OPEN, is_public=True)
    ben = anna.another(new_secret())
    assert ben.command("sit", secret=ben.secret, player="Ben", string="a-string-of-ben").status_code == 200
    text = place.client.get("/api/lobby").text
    assert json.dumps(HOSTILE) in text
    log = str([entry.parts for entry in log_of(place, anna.table)])
    for hidden in (str(anna.secret), str(ben.secret), "a-string-of-ben", "holder", "owner", "seed", "string"):
        assert hidden not in text
        assert hidden in log or hidden in (anna.secret, ben.secret)


def log_of(house: House, table: str) -> list[Entry]:
    """The log of a table."""
    store = house.server.app.state.room.store
    found: list[Entry] = asyncio.run_coroutine_threadsafe(store.entries(table), house.loop).result(60)
    return found


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server whose operator has switched the lobby off."""
    with running(tmp_path_factory.mktemp("closed"), has_lobby=False) as house:
        yield house


def test_an_operator_switches_it_off(closed: House) -> None:
    """Then nothing is listed, no table is made public, the page says so, and no page asks for it."""
    assert refusal_of(closed.client.get("/api/lobby")) == (409, "lobby_off")
    body = {"id": new_id(), "secret": new_secret(), "seats": [person("Anna"), OPEN, OPEN], "is_public": True}
    assert refusal_of(closed.client.post("/api/tables", json=body)) == (409, "lobby_off")
    anna = closed.open(person("Anna"), OPEN, OPEN)
    assert refusal_of(publish(anna)) == (409, "lobby_off")
    assert publish(anna, False).status_code == 200
    with anna.socket() as line:
        line.send(command={"id": new_id(), "name": "change_public", "is_public": True})
        assert line.next("reply")["refusal"]["code"] == "lobby_off"
    assert refusal_of(closed.client.get("/lobby")) == (409, "lobby_off")
    shown = closed.client.get("/lobby", headers={"Accept": "text/html"})
    assert shown.status_code == 404 and shown.headers["cache-control"] == "no-store"
    assert 'data-lobby="off"' in shown.text and 'data-lobby="off"' in closed.client.get("/").text


def test_else_pages_say_nothing_of_it(place: House) -> None:
    """The page of the lobby is a page as others."""
    page = place.client.get("/lobby", headers={"Accept": "text/html"})
    assert page.status_code == 200 and page.text == place.client.get("/").text and "data-lobby" not in page.text


def test_it_is_a_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    """On unless the environment says off; anything else is refused in words."""
    assert Settings(database="").has_lobby
    monkeypatch.setenv("RHEINLAENDER_LOBBY", "off")
    assert not Settings(database="").has_lobby
    monkeypatch.setenv("RHEINLAENDER_LOBBY", "perhaps")
    with pytest.raises(WrongChoice):
        Settings(database="")


def test_a_flood_of_public_tables_is_bounded(tmp_path: Path) -> None:
    """One address makes so many public, by opening them, by request or by socket; its other tables are opened."""
    with running(tmp_path, limits=replace(LIMITS, publishing=(2, 0.001))) as house:
        anna = house.open(person("Anna"), OPEN, OPEN, is_public=True)
        assert publish(anna, False).status_code == publish(anna).status_code == 200
        refused = publish(anna)
        assert refusal_of(refused) == (429, "published_too_often") and int(refused.headers["retry-after"]) > 1
        body = {"id": new_id(), "secret": new_secret(), "seats": [person("Ben"), OPEN, OPEN]}
        answer = house.client.post("/api/tables", json=body | {"is_public": True})
        assert refusal_of(answer) == (429, "published_too_often")
        assert house.client.post("/api/tables", json=body).status_code == 201
        with anna.socket() as line:
            line.send(command={"id": new_id(), "name": "change_public", "is_public": True})
            assert line.next("reply")["refusal"]["code"] == "published_too_often"
        assert publish(anna, False).status_code == 200, "a table can always be closed"


def test_the_refusals_have_words() -> None:
    """In every language."""
    for language in LANGUAGES:
        assert {"refusal.lobby_off", "refusal.published_too_often"} <= set(catalogue(language))


def test_two_servers_have_one_lobby(tmp_path: Path) -> None:
    """On a PostgreSQL database: what is public at one is found at the other, and sat down at there."""
    with ExitStack() as stack:
        one, other = stack.enter_context(two_houses(tmp_path, new_address("postgresql", tmp_path)))
        anna = one.open(person("Anna"), OPEN, OPEN, is_public=True)
        assert set(tables(other)) == {anna.table} == set(tables(one))
        guest = Guest(other, anna.table, None)
        guest.sit("Ben")
        assert [seat["name"] for seat in tables(one)[anna.table]["seats"]] == ["Anna", "Ben", ""]
        guest.sit("Cleo")
        assert tables(one)[anna.table]["stage"] == tables(other)[anna.table]["stage"] == "playing"
        publish(anna, False)
        assert tables(one) == tables(other) == {}
