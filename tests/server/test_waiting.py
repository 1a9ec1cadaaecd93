"""Before the start: being ready, taking a seat back, starting with fewer, and who may watch."""

from collections.abc import Callable
from typing import Any

import pytest

from rheinlaender.server.contract.commands import Ready
from rheinlaender.server.errors import ChangedTooOften
from rheinlaender.server.live.commands import MOST_OF_A_KIND, draft_of
from rheinlaender.server.values.changes import after
from rheinlaender.server.values.clock import Now
from rheinlaender.server.values.entry import Entry
from rheinlaender.server.values.table import opened_table
from tests.server.house import OPEN, Guest, House, bots, new_secret, person, refusal_of

AT = "2026-01-31T12:00:00Z"
NOW = Now(0, AT)
SEAT = {"kind": "person", "name": "", "level": None, "holder": None}
AGREED = {"options": "parker", "first": "a", "pace": "live", "stand_in": None, "grace": 60, "hints": True}
"""What an opening has agreed on since there are tables."""


def entry(guest: Guest) -> dict[str, Any]:
    """What happened last at a table, without its time."""
    return {name: value for name, value in guest.frame()["entry"].items() if name != "at"}


def table_of(guest: Guest) -> dict[str, Any]:
    """The table as somebody sees it."""
    table: dict[str, Any] = guest.frame()["table"]
    return table


@pytest.fixture
def waiting(house: House) -> Guest:
    """The owner of a table with two open seats, at which everybody says that they are ready."""
    return house.open(person("Anna"), OPEN, OPEN, ready_check=True)


# Being ready


def test_the_last_who_is_ready_starts_the_game(waiting: Guest) -> None:
    """A full table waits until everybody has said so."""
    bert, clara = waiting.sit("Bert"), waiting.sit("Clara")
    assert table_of(waiting)["stage"] == "waiting"
    for guest in (clara, waiting):
        assert guest.command("ready").status_code == 200
    assert entry(bert) == {"kind": "readied", "seats": "a", "is_ready": True}
    assert (table_of(bert)["stage"], table_of(bert)["ready"]) == ("waiting", "ac")
    assert bert.command("ready").status_code == 200
    assert table_of(bert)["stage"] == "playing"


def test_being_ready_is_taken_back(waiting: Guest) -> None:
    """By saying so, by standing up, and when what was agreed on changes."""
    bert = waiting.sit("Bert", "b")
    bert.command("ready")
    bert.command("ready", is_ready=False)
    assert table_of(bert)["ready"] == ""
    bert.command("ready")
    bert.command("leave", seat="b")
    assert table_of(waiting)["ready"] == ""
    waiting.command("ready")
    waiting.command("change_hints", hints=False)
    assert table_of(waiting)["ready"] == ""


def test_one_secret_is_ready_for_all_its_seats(waiting: Guest) -> None:
    """Whoever holds several seats says it once."""
    waiting.command("sit", secret=waiting.secret, player="Bert", seat="b")
    waiting.command("ready")
    assert table_of(waiting)["ready"] == "ab"


def test_who_may_say_that_they_are_ready(waiting: Guest, house: House) -> None:
    """Only a seat, and only before the start."""
    assert refusal_of(waiting.another().command("ready")) == (401, "secret_missing")
    assert refusal_of(waiting.another(new_secret()).command("ready")) == (403, "not_your_seat")
    assert refusal_of(waiting.command("ready", is_ready="yes")) == (422, "wrong_value")
    playing = house.open(person("Anna"), *bots(2), ready_check=True)
    assert refusal_of(playing.command("ready")) == (409, "already_started")


def test_one_device_is_not_asked(house: House) -> None:
    """Where nobody has to come the game starts at once, whatever was asked for."""
    table = table_of(house.open(person("Anna"), person("Bert"), *bots(1), ready_check=True))
    assert (table["stage"], table["ready_check"]) == ("playing", False)


def test_saying_it_too_often_stops_nobody_else(waiting: Guest) -> None:
    """The limit counts for each who says so, so that nobody uses it up for the others."""
    parts = {"owner": "x", "seats": [SEAT | {"holder": "x"}, SEAT | {"holder": "y"}, SEAT | {"kind": "open"}]}
    table = opened_table(waiting.table, Entry(0, "opened", parts | AGREED, AT))
    for number in range(1, MOST_OF_A_KIND + 1):
        draft = draft_of(table, "y", Ready(id="ready-command", name="ready", is_ready=number % 2 == 0), 1, NOW)
        table = after(table, Entry(number, draft.kind, draft.parts, AT))
    with pytest.raises(ChangedTooOften):
        draft_of(table, "y", Ready(id="ready-command", name="ready"), 1, NOW)
    assert draft_of(table, "x", Ready(id="ready-command", name="ready"), 1, NOW).parts["seats"] == "a"


# Taking a seat back


def test_a_seat_is_taken_back(waiting: Guest) -> None:
    """It is open or a computer player's then; the secret that held it no longer works, and its holder is told so."""
    mallory = waiting.sit("Mallory", "b")
    mallory.command("ready")
    with mallory.socket() as line:
        line.next("frame")
        assert waiting.command("unseat", seat="b", to=OPEN).status_code == 200
        told = line.next("frame")
    assert told["entry"]["kind"] == "unseated" and told["table"]["you"]["is_unseated"]
    assert entry(waiting) == {"kind": "unseated", "seat": "b", "to": OPEN}
    assert table_of(waiting)["ready"] == "" and not table_of(waiting)["you"]["is_unseated"]
    assert refusal_of(mallory.command("sit", secret=mallory.secret, player="Mallory")) == (403, "unseated")
    assert refusal_of(mallory.command("ready")) == (403, "unseated")
    assert refusal_of(mallory.command("rename", seat="b", player="Eve")) == (403, "unseated")
    waiting.sit("Bert", "b")
    assert waiting.command("unseat", seat="b", to=bots(1, "duke")[0]).status_code == 200
    assert table_of(waiting)["seats"][1]["level"] == "duke"


def test_the_holder_of_a_seat_that_was_taken_back_is_not_told_to_others(waiting: Guest) -> None:
    """The log keeps the digest of the secret; no frame holds it."""
    waiting.sit("Mallory", "b")
    waiting.command("unseat", seat="b", to=OPEN)
    for guest in (waiting, waiting.another()):
        assert "holder" not in guest.get().text and "digest" not in guest.get().text


@pytest.mark.parametrize(
    ("seat", "by", "refusal"),
    [
        ("c", "owner", (409, "seat_not_taken")),
        ("a", "owner", (409, "own_seat")),
        ("e", "owner", (422, "unknown_seat")),
        ("b", "guest", (403, "not_owner")),
        ("b", "watcher", (401, "secret_missing")),
    ],
)
def test_what_cannot_be_taken_back(waiting: Guest, seat: str, by: str, refusal: tuple[int, str]) -> None:
    """Only the owner may, only from people, and not from the owner."""
    guests = {"owner": waiting, "guest": waiting.sit("Bert", "b"), "watcher": waiting.another()}
    assert refusal_of(guests[by].command("unseat", seat=seat, to=OPEN)) == refusal


def test_no_seat_is_taken_back_in_a_game(house: House) -> None:
    """Whoever plays stays; wrong wishes are refused too."""
    owner = house.open(person("Anna"), OPEN, *bots(1))
    owner.sit("Bert")
    assert refusal_of(owner.command("unseat", seat="b", to=OPEN)) == (409, "already_started")
    assert refusal_of(owner.command("unseat", seat="b", to=person("Eve"))) == (422, "wrong_value")
    waiting = house.open(person("Anna"), OPEN, OPEN)
    waiting.sit("Bert", "b")
    assert refusal_of(waiting.command("unseat", seat="b", to={"kind": "bot", "level": "bot:x"})) == (422, "no_such_bot")


def test_a_computer_player_may_be_the_last_that_is_missing(waiting: Guest) -> None:
    """Where all others are ready, the game starts when the squatter's seat is given to a computer player."""
    waiting.sit("Mallory", "b")
    bert = waiting.sit("Bert", "c")
    for guest in (waiting, bert):
        guest.command("ready")
    waiting.command("unseat", seat="b", to=bots(1)[0])
    assert table_of(waiting)["stage"] == "playing"


# Starting


def test_the_owner_waits_for_those_who_came(waiting: Guest) -> None:
    """The start is refused until they are ready; the owner is by starting."""
    bert = waiting.sit("Bert", "b")
    answer = waiting.command("start", level="squire")
    assert refusal_of(answer) == (409, "not_ready")
    assert answer.json()["refusal"]["arguments"] == {"unready": "b"}
    bert.command("ready")
    assert waiting.command("start", level="squire").status_code == 200
    assert table_of(waiting)["seats"][2]["level"] == "squire"


@pytest.mark.parametrize(("first", "begins"), [("a", "a"), ("b", "b"), ("c", "b"), ("d", "c"), ("e", "a")])
def test_starting_with_fewer(house: House, first: str, begins: str) -> None:
    """Open seats are left out: the others move up and keep their secrets; whoever was to begin does, or the next."""
    owner = house.open(person("Anna"), OPEN, *bots(1), OPEN, OPEN, first=first)
    dora = owner.sit("Dora", "d")
    assert owner.command("start", level=None).status_code == 200
    table = table_of(dora)
    assert [seat["name"] for seat in table["seats"]] == ["Anna", "", "Dora"]
    assert (table["you"]["seats"], table["first"]) == ("c", begins)
    assert dora.frame()["view"]["seat"] == "c"


def test_too_few_cannot_start(house: House) -> None:
    """Three must play."""
    owner = house.open(person("Anna"), OPEN, *bots(1), OPEN)
    assert refusal_of(owner.command("start", level=None)) == (409, "too_few_seats")


# Watching

WAYS: dict[str, Callable[[Guest], Any]] = {
    "frame": lambda guest: guest.get(),
    "replay": lambda guest: guest.get("/replay", seat="-"),
    "record": lambda guest: guest.get("/record", seat="-"),
    "board": lambda guest: guest.get("/board.svg", seat="-"),
    "events": lambda guest: guest.get("/events"),
}


@pytest.mark.parametrize("way", WAYS)
def test_nobody_watches_where_the_owner_says_so(house: House, way: str) -> None:
    """Every way to see a game is shut for those without a part in it, and open for all others."""
    owner = house.open(person("Anna"), *bots(2))
    owner.command("change_watchers", watchers=False)
    for guest in (owner.another(), owner.another(new_secret())):
        assert refusal_of(WAYS[way](guest)) == (403, "watchers_off")
    if way != "events":
        assert WAYS[way](owner).status_code == 200
    owner.command("change_watchers", watchers=True)
    assert entry(owner) == {"kind": "watchers_changed", "watchers": True}
    if way != "events":
        assert WAYS[way](owner.another()).status_code == 200


def test_a_socket_of_a_watcher_is_closed(house: House) -> None:
    """At once, with the reason; a player's stays open. Afterwards none is let in, and lists do not show the table."""
    owner = house.open(person("Anna"), *bots(2))
    watcher = owner.another()
    with watcher.socket() as line, owner.socket() as own:
        line.next("frame")
        owner.command("change_watchers", watchers=False)
        assert line.next("failure")["code"] == "watchers_off"
        assert own.frame_when(lambda frame: frame["entry"]["kind"] == "watchers_changed")
    with watcher.socket() as line:
        assert line.next("failure")["code"] == "watchers_off"
    asked = {"tables": [{"table": owner.table, "secret": secret} for secret in (None, owner.secret)]}
    told = house.client.post("/api/tables/status", json=asked).json()["tables"]
    assert [status["exists"] for status in told] == [False, True]


def test_a_stream_of_a_watcher_ends_with_the_reason(house: House) -> None:
    """The same without sockets."""
    owner = house.open(person("Anna"), OPEN, OPEN)
    owner.command("change_watchers", watchers=False)
    path = f"{owner.path}/events"
    with house.client.stream("GET", path) as answer:
        lines = answer.iter_lines()
        assert next(lines) == "event: frame"
        assert owner.command("start").status_code == 200
        rest = list(lines)
    assert rest[rest.index("event: failure") + 1].startswith('data: {"code":"watchers_off"')
    assert not any('"kind":"started"' in line for line in rest)


def test_a_room_that_waits_shows_itself(house: House) -> None:
    """Before the start there is nothing to hide, and whoever is invited must see it."""
    owner = house.open(person("Anna"), OPEN, OPEN)
    owner.command("change_watchers", watchers=False)
    assert owner.another().get().status_code == 200
    assert owner.sit("Bert").frame()["table"]["watchers"] is False


def test_watchers_are_counted(house: House) -> None:
    """By connection; people with a seat and the owner are none. A new one is told too."""
    owner = house.open(person("Anna"), *bots(2))
    with owner.socket() as own:
        assert own.next("watchers") == 0
        with owner.another().socket() as one, owner.another(new_secret()).socket():
            assert one.next("watchers") >= 1
            while own.next("watchers") != 2:
                pass
        while own.next("watchers") != 0:
            pass


def test_only_the_owner_says_who_watches(waiting: Guest) -> None:
    """And only in so many words."""
    assert refusal_of(waiting.another().command("change_watchers", watchers=False)) == (401, "secret_missing")
    assert refusal_of(waiting.sit("Bert").command("change_watchers", watchers=False)) == (403, "not_owner")
    assert refusal_of(waiting.command("change_watchers", watchers="no")) == (422, "wrong_value")


def test_an_opening_of_before_is_read(waiting: Guest) -> None:
    """A log that knows nothing of all this is a table at which nobody is asked and everybody may watch."""
    parts = {"owner": "x", "seats": [SEAT, SEAT | {"kind": "open"}, SEAT | {"kind": "open"}]}
    table = opened_table(waiting.table, Entry(0, "opened", parts | AGREED, AT))
    assert (table.ready_check, table.unready, table.watchers, table.unseated) == (False, "", True, frozenset())
