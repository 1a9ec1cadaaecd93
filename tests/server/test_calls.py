"""People who are not at their table are called by Web Push: encrypted, signed, once, and nobody else is reached."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest
from sqlalchemy import Engine

from rheinlaender.i18n import words
from rheinlaender.server.live import calling, chores
from rheinlaender.server.measures import CALLS
from rheinlaender.server.settings import ANYWHERE, OFF
from rheinlaender.server.store.database import connect, prepare, read_url
from rheinlaender.server.store.subscriptions import MOST_OF_A_WAY, PUSH, Subscription, claim, follow, subscribe
from rheinlaender.server.values.calls import Call, call_of, write_call
from rheinlaender.server.values.entry import Entry
from rheinlaender.server.values.table import Table, opened_table
from tests.server.house import OPEN, Guest, House, person, refusal_of, running
from tests.server.postgres import new_address
from tests.server.push_service import PATIENCE, Browser, Pushed, PushService, push_service, write_certificate

DAY = 86_400
NOW = "2026-01-01T00:00:00Z"
HELD_SECONDS = 0.5


@pytest.fixture
def service() -> Iterator[PushService]:
    """A push service."""
    with push_service() as service:
        yield service


@pytest.fixture(scope="module")
def calling_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server that calls people through any push service."""
    folder = tmp_path_factory.mktemp("house")
    with (
        patch.object(chores, "WAKE_SECONDS", 0.1),
        running(folder, push=ANYWHERE, contact="operator@example.org") as house,
    ):
        yield house


def three(house: House) -> list[Guest]:
    """Anna, Bert and Cleo at a table; it is Anna's turn."""
    anna = house.open(person("Anna"), OPEN, OPEN)
    return [anna, anna.sit("Bert", "b"), anna.sit("Cleo", "c")]


def subscribed(guest: Guest, service: PushService, name: str = "browser", language: str = "de") -> Browser:
    """A browser by which somebody is called at their table."""
    browser = Browser(service, name)
    answer = guest.ask("/calls", browser.wish(language))
    assert (answer.status_code, answer.json()) == (200, {"ok": True}), answer.text
    return browser


def kept_by(house: House, table: str) -> list[str]:
    """The addresses by which people are called at a table."""
    with house.server.app.state.room.store.engine.connect() as connection:
        rows = connection.exec_driver_sql("SELECT table_id, address FROM subscriptions ORDER BY at").all()
    return [address for found, address in rows if found == table]


def wait_until(is_so: Callable[[], bool]) -> None:
    """Wait until something is so."""
    until = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < until
        time.sleep(0.02)


def paths(messages: list[Pushed]) -> list[str]:
    return [message.path for message in messages]


def test_whoever_is_to_move_is_called(calling_house: House, service: PushService) -> None:
    """In their language, with the kind of the call and the table's people; signed by the key of the house."""
    anna, bert, _ = three(calling_house)
    browser = subscribed(bert, service)
    anna.play()
    (pushed,) = service.wait(1)
    message = browser.read(pushed.body)
    assert message == {
        "kind": "turn",
        "table": bert.table,
        "title": words("call.turn", "de"),
        "body": "Anna, Bert, Cleo",
        "language": "de",
    }
    claims = pushed.claims(calling_house.client.get("/api/calls").json()["push"])
    assert claims["aud"] == service.address and claims["sub"] == "mailto:operator@example.org"
    assert time.time() < claims["exp"] <= time.time() + DAY
    assert pushed.headers["content-encoding"] == "aes128gcm" and 0 < int(pushed.headers["ttl"]) <= DAY
    assert len(pushed.headers["topic"]) <= 32
    assert bert.table not in pushed.headers["topic"]


def test_a_push_service_cannot_tell_calls_apart(calling_house: House, service: PushService) -> None:
    """Whatever they say, they are as long, and none is encrypted like another."""
    anna, bert, cleo = three(calling_house)
    browser = subscribed(bert, service)
    anna.play()
    service.wait(1)
    assert cleo.command("nudge", turn=1).status_code == 200
    first, second = service.wait(2)
    assert [browser.read(one.body)["kind"] for one in (first, second)] == ["turn", "nudged"]
    assert len(first.body) == len(second.body) and first.body != second.body


def test_whoever_is_there_is_not_called(
    calling_house: House, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bert plays with his table before him; Cleo, who is not there, is called. When Bert is gone he is called too."""
    monkeypatch.setattr(calling, "ABSENT_SECONDS", 0.1)
    anna, bert, cleo = three(calling_house)
    subscribed(bert, service, "bert"), subscribed(cleo, service, "cleo")
    with bert.socket() as line:
        line.next("presence")
        anna.play()
        line.frame_when(lambda frame: frame["view"]["to_move"] == "b")
        bert.play()
        assert paths(service.wait(1)) == ["/push/cleo"]
        cleo.play()
        anna.play()
        line.frame_when(lambda frame: frame["view"]["turn"] == 4)
    assert paths(service.wait(2)) == ["/push/cleo", "/push/bert"]


def test_whoever_sleeps_is_called_when_the_night_is_over(
    calling_house: House, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once to a turn, also where they were nudged meanwhile."""
    store = calling_house.server.app.state.room.store
    monkeypatch.setattr(store, "clock", lambda: "2026-01-31T23:30:00Z")
    anna, bert, cleo = three(calling_house)
    browser = subscribed(bert, service)
    night = {"zone": "UTC", "begins": 22, "ends": 7}
    assert bert.command("set_night", night=night).status_code == 200
    anna.play()
    assert cleo.command("nudge", turn=1).status_code == 200
    time.sleep(HELD_SECONDS)
    assert service.messages == []
    monkeypatch.setattr(store, "clock", lambda: "2026-02-01T07:00:01Z")
    (pushed,) = service.wait(1)
    assert browser.read(pushed.body)["kind"] == "turn"
    time.sleep(HELD_SECONDS)
    assert len(service.messages) == 1


def test_what_is_gone_is_let_go_of(calling_house: House, service: PushService) -> None:
    """A push service that does not know the browser any more is not asked again."""
    anna, bert, cleo = three(calling_house)
    subscribed(bert, service, "bert"), subscribed(cleo, service, "cleo")
    service.status = 410
    anna.play()
    service.wait(1)
    wait_until(lambda: f"{service.address}/push/bert" not in kept_by(calling_house, bert.table))
    assert kept_by(calling_house, bert.table) == [f"{service.address}/push/cleo"]


def test_what_fails_is_tried_again(calling_house: House, service: PushService, monkeypatch: pytest.MonkeyPatch) -> None:
    """A push service that is busy is asked a few times."""
    monkeypatch.setattr(calling, "PAUSES", (0.05, 0.05))
    anna, bert, _ = three(calling_house)
    subscribed(bert, service)
    service.status = 503
    anna.play()
    assert len(service.wait(3)) == 3


def test_subscriptions_are_few_and_can_be_ended(calling_house: House, service: PushService) -> None:
    """The oldest of too many goes, the same twice is one, and whoever wants no call any more gets none."""
    anna, bert, _ = three(calling_house)
    browsers = [subscribed(bert, service, f"browser-{number}") for number in range(MOST_OF_A_WAY[PUSH] + 2)]
    subscribed(bert, service, "browser-6")
    kept = kept_by(calling_house, bert.table)
    assert len(kept) == MOST_OF_A_WAY[PUSH] and browsers[-1].endpoint in kept
    for endpoint in kept[1:]:
        assert bert.ask("/calls/stop", {"endpoint": endpoint}).status_code == 200
    anna.play()
    assert [f"{service.address}{pushed.path}" for pushed in service.wait(1)] == kept[:1]


def test_only_those_with_a_seat_are_called(calling_house: House, service: PushService) -> None:
    """Watchers and strangers are refused, and nobody ends what another has asked for."""
    _, bert, cleo = three(calling_house)
    browser = subscribed(bert, service)
    assert refusal_of(bert.another().ask("/calls", browser.wish())) == (401, "secret_missing")
    assert refusal_of(bert.another("x" * 32).ask("/calls", browser.wish())) == (403, "not_your_seat")
    assert cleo.ask("/calls/stop", {"endpoint": browser.endpoint}).status_code == 200
    assert kept_by(calling_house, bert.table) == [browser.endpoint]


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/1",
        "https://127.0.0.1/1",
        "https://10.1.2.3/1",
        "https://169.254.169.254/latest/meta-data",
        "https://[::1]/1",
        "https://[::ffff:10.0.0.1]/1",
        "https://[fd00::1]/1",
        "https://user@push.example.org/1",
    ],
)
def test_what_is_no_public_push_service_is_refused(house: House, service: PushService, endpoint: str) -> None:
    """No plain HTTP, no address of this machine or of a private network."""
    (anna, *_), wish = three(house), Browser(service, "x").wish()
    assert refusal_of(anna.ask("/calls", {**wish, "endpoint": endpoint})) == (422, "wrong_endpoint")
    assert kept_by(house, anna.table) == []


def test_wrong_keys_are_refused(house: House, service: PushService) -> None:
    """A point that is on no curve, and what is no point."""
    anna, *_ = three(house)
    wish: dict[str, Any] = {**Browser(service, "x").wish(), "endpoint": "https://push.example.org/1"}
    assert refusal_of(anna.ask("/calls", {**wish, "p256dh": "B" + "A" * 86})) == (422, "wrong_endpoint")
    assert refusal_of(anna.ask("/calls", {**wish, "p256dh": "short"})) == (422, "wrong_value")
    assert anna.ask("/calls", wish).status_code == 200


def test_an_operator_can_switch_it_off(tmp_path: Path, service: PushService) -> None:
    """Then there is no key, and nobody is called."""
    with running(tmp_path, push=OFF) as house:
        assert house.client.get("/api/calls").json()["push"] is None
        anna, *_ = three(house)
        assert refusal_of(anna.ask("/calls", Browser(service, "x").wish())) == (409, "calls_off")


def test_the_key_of_the_house_is_made_once(tmp_path: Path) -> None:
    """It is the same after a restart, so that browsers stay subscribed."""
    keys = []
    for _ in range(2):
        with running(tmp_path) as house:
            keys.append(house.client.get("/api/calls").json()["push"])
    assert keys[0] == keys[1] and len(keys[0]) == 87


def test_a_push_service_proves_who_it_is(tmp_path: Path, calling_house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Over TLS a call reaches the service whose certificate is trusted, and no other."""
    monkeypatch.setattr(calling, "PAUSES", ())
    certificate = write_certificate(tmp_path)
    with push_service(certificate) as service:
        anna, bert, cleo = three(calling_house)
        subscribed(bert, service, "bert")
        failed = CALLS.labels(PUSH, "failed")._value
        before = failed.get()
        anna.play()
        wait_until(lambda: failed.get() > before)
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        browser = subscribed(cleo, service, "cleo")
        bert.play()
        (pushed,) = service.wait(1)
        assert pushed.path == "/push/cleo" and browser.read(pushed.body)["kind"] == "turn"


def test_a_server_that_was_killed_calls_when_it_is_back(
    tmp_path: Path, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A turn was written and nobody was called any more: the next start makes up for it, once."""
    monkeypatch.setattr(calling, "ABSENT_SECONDS", 0.1)
    with running(tmp_path, push=ANYWHERE) as house:
        anna, bert, _ = three(house)
        subscribed(bert, service)
        with monkeypatch.context() as killed:
            killed.setattr(calling.Calling, "_start", lambda _, work: work.close())
            anna.play()
    assert service.messages == []
    for _ in range(2):
        with running(tmp_path, push=ANYWHERE):
            service.wait(1)
    assert len(service.messages) == 1


def test_of_two_servers_one_calls(tmp_path: Path, service: PushService, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both know the table and the same key; each call is sent once."""
    monkeypatch.setattr(calling, "ABSENT_SECONDS", 3600.0)
    address = new_address("postgresql", tmp_path)
    with (
        running(tmp_path, database=address, push=ANYWHERE) as house,
        running(tmp_path, database=address, push=ANYWHERE) as other,
    ):
        assert house.client.get("/api/calls").json() == other.client.get("/api/calls").json()
        guests = three(house)
        for guest in guests:
            subscribed(guest, service, guest.table + str(guests.index(guest)))
        there = Guest(other, guests[0].table, None)
        with there.socket() as line:
            for turn in range(6):
                guests[turn % 3].play()
                while line.next("frame")["view"]["turn"] <= turn:
                    pass
            service.wait(6)
    assert len(service.messages) == 6


def test_the_end_and_the_next_game_are_calls() -> None:
    """Everybody hears of them; a turn that goes on is no call."""
    parts = {
        "owner": "x",
        "first": "a",
        "pace": "live",
        "stand_in": None,
        "grace": 60,
        "hints": True,
        "options": "parker",
    }
    seats = [{"kind": "person", "name": name, "level": None, "holder": name} for name in ("Anna", "Bert", "Cleo")]
    opened = opened_table("abcdefgh", Entry(0, "opened", {**parts, "seats": seats}, "2026-01-01T00:00:00Z"))
    playing, over = (with_game(opened, is_over) for is_over in (False, True))
    assert call_of(opened, playing) == Call("turn", "a", 0)
    assert call_of(playing, playing) is None
    assert call_of(playing, over) == Call("over", "abc", 0)
    again = replace(over, rematch="following")
    call = call_of(over, again)
    assert call == Call("rematch", "abc", 0)
    assert write_call(again, call, "en")["table"] == "following"


def with_game(table: Table, is_over: bool) -> Table:
    """A table at which a game is played, or over."""
    game: Any = SimpleNamespace(is_over=is_over, to_move=None if is_over else "a", turn=0)
    return replace(table, game=game, frames={})


def test_subscriptions_follow_to_the_next_table(tmp_path: Path) -> None:
    """Whoever was called at a table is called at the next one of the same people, from its beginning on."""
    with using_new(tmp_path) as engine:
        one = Subscription("before", "holder", PUSH, "https://push.example.org/1", "key auth", "hu")
        subscribe(engine, one)
        assert [found.name for found in claim(engine, "before", ["holder"], 7, NOW)] == [one.name]
        assert claim(engine, "before", ["holder"], 7, NOW) == []
        follow(engine, "before", "after")
        (found,) = claim(engine, "after", ["holder"], 1, NOW)
    assert (found.table, found.address, found.language) == ("after", one.address, "hu")


@contextmanager
def using_new(folder: Path) -> Iterator[Engine]:
    """A new database."""
    engine = connect(read_url(f"sqlite:///{folder / 'tables.db'}"))
    prepare(engine)
    yield engine
    engine.dispose()
