"""Talk: what is said is kept and told to those who may hear it, moves no game, and is cleaned of what harms."""

import asyncio
import json
import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy.exc import DBAPIError

from rheinlaender.server.errors import SaidEnough
from rheinlaender.server.settings import Limits
from rheinlaender.server.store import talk
from rheinlaender.server.store.log import Store
from rheinlaender.server.values.remark import LONGEST, Remark, cleaned
from tests.server import asking
from tests.server.house import OPEN, Guest, House, Line, bots, new_id, person, refusal_of, running
from tests.server.player import bearer, new_secret, open_table
from tests.server.postgres import DATABASES, new_address
from tests.server.process import serving
from tests.server.stores.stories import fill, run_sql, within

HOSTILE = {
    "<script>alert(1)</script>": "<script>alert(1)</script>",
    "one\r\ntwo\tthree\u2028four": "one two three four",
    "\u202eesrever\u202c \u2066hidden\u2069": "esrever hidden",
    "zero\u200bwidth\ufeff\u00ad": "zerowidth",
    "Z\u0351\u036b\u0343\u036a\u0302": "Z\u0351\u036b",
    "e\u0301": "é",
    "e\u034f\u0301": "é",
    "\u0301x": "x",
    "\u3164\u2800 \x00\x1b[31m": "[31m",
    "👨\u200d👩\u200d👧 ❤️": "👨\u200d👩\u200d👧 ❤️",
    "a\u200db": "ab",
    "שלום hello": "שלום hello",
}


@pytest.fixture
def anna(house: House) -> Guest:
    """The owner of a table, with a seat."""
    return house.open(person("Anna"), OPEN, *bots(1))


@pytest.fixture
def bert(anna: Guest) -> Guest:
    """Her friend; with him the game begins."""
    return anna.sit("Bert")


def watcher(anna: Guest) -> Guest:
    """Somebody who watches, and can speak."""
    return anna.another(new_secret())


def say(guest: Guest, text: Any = None, **parts: Any) -> httpx.Response:
    """Say something."""
    spoken = parts if text is None else {"text": text, **parts}
    return guest.ask("/talk", {"id": new_id(), **(spoken or {"text": "Hello"})})


def heard(guest: Guest) -> list[str]:
    """What somebody has heard: texts and reactions."""
    return [remark["text"] or remark["reaction"] for remark in guest.get("/talk").json()["said"]]


def until_pong(line: Line) -> list[dict[str, Any]]:
    """All that a socket says until it answers a ping."""
    line.send(ping=7)
    found: list[dict[str, Any]] = []
    while not found or "pong" not in found[-1]:
        found.append(json.loads(line.socket.recv(timeout=60)))
    return found


@pytest.mark.parametrize(("text", "kept"), HOSTILE.items())
def test_a_text_is_cleaned(text: str, kept: str) -> None:
    """What is not seen, turns text around or is piled up is left out; the rest is as it was written, composed."""
    assert cleaned(text) == kept
    assert cleaned(kept) == kept and unicodedata.is_normalized("NFC", cleaned(text))


def test_those_who_play_hear_each_other(anna: Guest, bert: Guest) -> None:
    """A text and a reaction come at once and can be read later; a reaction is a key and the turn that it is about."""
    with bert.socket() as line:
        line.next("watchers")
        said = say(anna, "Good\nluck!").json()
        told = line.next("talk")
    assert (told["text"], told["seat"], told["number"], told["is_yours"]) == ("Good luck!", "a", 1, False)
    assert said == told | {"is_yours": True}
    assert say(bert, reaction="well_played", about=0).status_code == 200
    assert refusal_of(say(bert, reaction="well_played", about=1)) == (404, "no_such_turn")
    assert refusal_of(say(bert, reaction="<b>")) == (422, "wrong_value")
    assert heard(anna) == heard(bert) == ["Good luck!", "well_played"]


def test_the_stream_tells_it_too(anna: Guest, bert: Guest) -> None:
    """Whoever listens without a socket hears the same."""
    with bert.house.client.stream("GET", f"{bert.path}/events", headers=bearer(bert.secret)) as answer:
        lines = answer.iter_lines()
        assert next(line for line in lines if line == "event: watchers")
        assert say(anna).status_code == 200
        assert next(line for line in lines if line == "event: talk")
        assert json.loads(next(lines).removeprefix("data: "))["text"] == "Hello"


def test_the_same_id_says_it_once(anna: Guest, bert: Guest) -> None:
    """Sent again, it is answered as before, also when somebody wants quiet now; the ids of others are theirs."""
    command = {"id": new_id(), "text": "Once"}
    first, again = (anna.ask("/talk", command).json() for _ in range(2))
    assert first == again
    assert bert.ask("/talk", command).json()["number"] == 2
    assert bert.command("hush", is_quiet=True).status_code == 200
    assert anna.ask("/talk", command).json() == first
    assert heard(anna) == ["Once", "Once"]


def test_watchers_talk_apart(anna: Guest, bert: Guest) -> None:
    """Those who play are told nothing of it, not even that there is something; watchers do not hear those who play."""
    one, other = watcher(anna), watcher(anna)
    assert say(bert, "Only among us").json()["room"] == "players"
    with anna.socket() as line, other.socket() as beside:
        until_pong(line)
        before = anna.get().content
        spoken = say(one, "Anna should settle").json()
        assert (spoken["room"], spoken["seat"], spoken["watcher"]) == ("watchers", None, 1)
        assert say(other, "No!").json()["watcher"] == 2 and say(one, "Yes!").json()["watcher"] == 1
        assert [beside.next("talk")["text"] for _ in range(3)] == ["Anna should settle", "No!", "Yes!"]
        assert [message for message in until_pong(line) if "watchers" not in message] == [{"pong": 7}]
        assert anna.get().content == before
        assert say(bert, "I go on").json()["number"] == 2, "numbers tell nothing of what watchers say"
    assert heard(anna) == ["Only among us", "I go on"]
    assert heard(one) == heard(anna.another()) == ["Anna should settle", "No!", "Yes!"]


def test_everybody_talks_when_the_game_is_over(house: House) -> None:
    """Then those who play read what watchers said, and all talk together; watchers never read what players said."""
    anna = house.open(person("Anna"), *bots(2))
    one = watcher(anna)
    assert say(one, "Exciting").status_code == say(anna, "To myself").status_code == 200
    assert anna.command("vote", what="end").status_code == 200
    assert say(one, "Well done").json()["room"] == say(anna, "Thanks").json()["room"] == "all"
    assert sorted(heard(anna)) == ["Exciting", "Thanks", "To myself", "Well done"]
    assert sorted(heard(one)) == ["Exciting", "Thanks", "Well done"]
    for path in ("/replay", "/record"):
        told = anna.get(path, seat="a").text
        assert "To myself" not in told and "Well done" not in told


def test_who_may_not_talk(house: House, anna: Guest) -> None:
    """Nobody without a secret, nobody whose seat was taken back, no watcher where none may watch."""
    squatter = anna.sit("Mallory")
    table = house.open(person("Anna"), OPEN, OPEN)
    assert refusal_of(say(anna.another())) == (401, "secret_missing")
    guest = table.sit("Mallory", "b")
    assert table.command("unseat", seat="b", to=OPEN).status_code == 200
    assert refusal_of(say(guest)) == (403, "unseated")
    assert anna.command("change_watchers", watchers=False).status_code == 200
    for answer in (say(watcher(anna)), watcher(anna).get("/talk")):
        assert refusal_of(answer) == (403, "watchers_off")
    assert say(squatter).status_code == 200


def test_anybody_at_the_table_can_have_quiet(anna: Guest, bert: Guest) -> None:
    """Nobody talks while somebody wants quiet, and only they take it back; who only watches has no say."""
    with bert.socket() as line:
        assert anna.command("hush", is_quiet=True).status_code == 200
        frame = line.frame_when(lambda frame: frame["entry"]["kind"] == "hushed")
    assert (frame["entry"]["seats"], frame["entry"]["is_quiet"], frame["table"]["quiet"]) == ("a", True, "a")
    for guest in (anna, bert, watcher(anna)):
        assert refusal_of(say(guest)) == (409, "talk_off")
    assert bert.command("hush", is_quiet=False).status_code == 200
    assert refusal_of(say(bert)) == (409, "talk_off")
    assert refusal_of(watcher(anna).command("hush", is_quiet=False)) == (403, "not_your_seat")
    assert refusal_of(anna.another().command("hush", is_quiet=False)) == (401, "secret_missing")
    assert anna.command("hush", is_quiet=False).status_code == 200
    assert say(bert).status_code == 200 and bert.frame()["table"]["quiet"] == ""


def test_an_owner_without_a_seat_can_have_quiet(house: House) -> None:
    """And talks with those who watch."""
    owner = house.open(OPEN, *bots(2))
    anna = owner.sit("Anna")
    assert say(owner).json()["room"] == "watchers"
    assert owner.command("hush", is_quiet=True).status_code == 200
    assert anna.frame()["table"]["quiet"] == "-"
    assert refusal_of(say(anna)) == (409, "talk_off")


def test_texts_are_bounded(anna: Guest, bert: Guest) -> None:
    """Too long, ten kilobytes, nothing that is seen, or no text: each is refused by name, and nothing is kept."""
    assert refusal_of(say(anna, "x" * (LONGEST + 1))) == (422, "said_too_long")
    assert refusal_of(say(anna, "x" * 10_000)) == (422, "said_too_long")
    assert refusal_of(say(anna, "x" * 20_000)) == (413, "too_large")
    assert refusal_of(say(anna, "\u200b \u202e\n")) == (422, "nothing_said")
    for parts in ({"text": ""}, {"text": 7}, {"text": "a", "reaction": "ouch"}, {"text": "a", "more": 1}):
        assert refusal_of(say(anna, **parts)) == (422, "wrong_value")
    assert say(anna, "ü" * LONGEST).status_code == 200
    assert heard(bert) == ["ü" * LONGEST]


def test_who_moves_up_is_still_who_spoke(house: House) -> None:
    """Seats that are left out at the start change the letters of others, not who said what."""
    anna = house.open(person("Anna"), OPEN, OPEN, OPEN, *bots(1))
    clara, gone = anna.sit("Clara", "c"), anna.sit("Dora", "b")
    assert say(clara, "I am Clara").json()["seat"] == "c"
    assert say(gone, "I go").json()["seat"] == "b"
    assert gone.command("leave", seat="b").status_code == 200
    assert anna.command("start", level=None).status_code == 200
    assert [remark["seat"] for remark in anna.get("/talk").json()["said"]] == ["b", None]
    assert heard(gone) == []


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server at which somebody may say three things at once."""
    limits = replace(Limits(), talk=(3, 0.001))
    with running(tmp_path_factory.mktemp("strict"), limits=limits) as house:
        yield house


def test_talk_is_limited_by_person(strict: House) -> None:
    """Whoever plays has a limit of their own; all watchers of an address share one, whatever secrets they make."""
    anna = strict.open(person("Anna"), OPEN, *bots(1))
    bert = anna.sit("Bert")
    assert [say(anna).status_code for _ in range(4)] == [200, 200, 200, 429]
    assert say(bert).status_code == 200
    assert [say(watcher(anna)).status_code for _ in range(4)] == [200, 200, 200, 429]
    assert bert.frame()["table"]["stage"] == "playing" and anna.play().status_code == 200


def remark(speaker: str, room: str = "players") -> Remark:
    return Remark(room, speaker, "a" if room == "players" else "", {"text": "Hello"}, "2026-01-31T12:00:00Z")


@pytest.mark.parametrize("kind", DATABASES)
def test_a_table_cannot_be_filled(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is a most for each speaker and for each room; watchers take nothing from those who play."""
    monkeypatch.setattr(talk, "MOST_BY_ONE", 2)
    monkeypatch.setattr(talk, "MOST_IN_A_ROOM", 3)

    async def story(store: Store) -> None:
        await fill(store, "rhine", 0)

        def write(speaker: str, command: str, room: str = "players") -> int:
            return talk.write_remark(store.engine, "rhine", remark(speaker, room), command).number

        assert [write("anna", "1"), write("anna", "2"), write("anna", "2")] == [1, 2, 2]
        with pytest.raises(SaidEnough):
            write("anna", "3")
        assert [write(f"watcher {number}", f"w{number}", "watchers") for number in range(3)] == [1, 2, 3]
        with pytest.raises(SaidEnough):
            write("watcher 4", "w4", "watchers")
        assert write("bert", "3") == 3

    within(new_address(kind, tmp_path), story)


@pytest.mark.parametrize("kind", DATABASES)
def test_what_was_said_is_only_appended(kind: str, tmp_path: Path) -> None:
    """Nothing of it can be changed or taken away without putting it on record."""

    async def story(store: Store) -> None:
        await fill(store, "rhine", 0)
        talk.write_remark(store.engine, "rhine", remark("anna"), "command")
        for sql in ("DELETE FROM remarks", "UPDATE remarks SET parts = '{}'", "UPDATE remarks SET number = 7"):
            with pytest.raises(DBAPIError, match="only ever appended"):
                run_sql(store, sql)
        found = await store.read(lambda connection: talk.read_newest(connection, "rhine", ["players"]))
        assert [one.parts for one in found] == [{"text": "Hello"}]

    within(new_address(kind, tmp_path), story)


def test_nothing_acknowledged_is_lost_by_a_kill(tmp_path: Path) -> None:
    """Whatever was answered is there when the server was killed at once and comes back."""
    address = f"sqlite:///{tmp_path / 'tables.db'}"
    secret, body = new_secret(), {"id": new_id(), "text": "Still here?"}
    with serving(address, tmp_path) as server:
        table = open_table(server.http, secret, [person("Anna"), *bots(2)])
        path = f"/api/tables/{table}/talk"
        said = asking.post(server.http + path, json=body, headers=bearer(secret)).json()
        server.kill()
        server.start()
        assert asking.get(server.http + path, headers=bearer(secret)).json() == {"said": [said]}
        assert asking.post(server.http + path, json=body, headers=bearer(secret)).json() == said


def test_what_is_said_with_a_name_goes_with_it(anna: Guest, bert: Guest, house: House) -> None:
    """When a name is erased, whatever was said under it, or with it, is forgotten; the rest stays."""
    from rheinlaender.server.live.keeping import Keeping
    from rheinlaender.server.store.erasing import erase_name, erase_table

    assert bert.command("rename", seat="b", player="Rumpelstilzchen").status_code == 200
    for guest, text in ((bert, "I spin gold"), (anna, "Are you rumpelstilzchen?"), (anna, "Nice")):
        assert say(guest, text).status_code == 200
    store: Store = house.server.app.state.room.store
    keeping: Keeping = house.server.app.state.chores.keeping
    asyncio.run_coroutine_threadsafe(keeping.look(), house.loop).result(timeout=60)
    assert erase_name(store.engine, "Rumpelstilzchen") == [anna.table]
    asyncio.run_coroutine_threadsafe(keeping.look(), house.loop).result(timeout=60)
    assert heard(anna) == [None, None, "Nice"]
    assert erase_table(store.engine, anna.table) > 0
    asyncio.run_coroutine_threadsafe(keeping.look(), house.loop).result(timeout=60)
    assert refusal_of(anna.get("/talk")) == (404, "no_such_table")
