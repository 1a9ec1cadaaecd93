"""Identities: a key opens one's tables on every device, for nobody else; and whoever deletes themselves is gone."""

import base64
import json
import secrets
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from cryptography.exceptions import InvalidTag

from rheinlaender.server.contract.identities import IdentityBody, IdentityExport
from rheinlaender.server.settings import Limits
from rheinlaender.server.store.identities import (
    Belonging,
    count_belongings,
    erase_old_identities,
    read_identity,
    save_identity,
)
from rheinlaender.server.store.log import Store
from rheinlaender.server.values.identity import identity_of, key_of_phrase, phrase_of, seal, unseal
from rheinlaender.server.values.refusals import IdentityFull, PhraseUnfinished, PhraseWordUnknown, PhraseWrong
from rheinlaender.server.values.secret import digest_of
from tests.long import others_long
from tests.server.house import OPEN, Guest, House, bearer, bots, new_secret, person, refusal_of, running
from tests.server.postgres import DATABASES, new_address
from tests.server.stores.stories import within

PATH = "/api/identity"
FEW = 5
ZERO = "A" * 22
WORDS_OF_ZERO = "abandon " * 11 + "about"
"""The first example of BIP 39."""


def new_key() -> str:
    """A key, as a browser makes it."""
    return base64.urlsafe_b64encode(secrets.token_bytes(16)).decode().rstrip("=")


class Device:
    """A device of somebody: a server, and the key."""

    def __init__(self, house: House, key: str | None = None) -> None:
        self.house, self.key = house, key or new_key()

    def ask(self, method: str, path: str = "", body: Any = None) -> httpx.Response:
        return self.house.client.request(method, PATH + path, json=body, headers=bearer(self.key))

    def keep(self, *guests: Guest, name: str | None = None) -> dict[str, Any]:
        """Let seats belong to the identity; what is told of it."""
        seats = [{"table": guest.table, "secret": guest.secret} for guest in guests]
        answer = self.ask("PUT", body={"name": name, "seats": seats})
        assert answer.status_code == 200, answer.text
        told: dict[str, Any] = answer.json()
        return told

    def tables(self) -> dict[str, list[str]]:
        """The secrets of one's tables."""
        return {one["table"]: one["secrets"] for one in self.ask("GET").json()["tables"]}


# The key and its words


def test_a_phrase_is_a_key() -> None:
    """Words and back, as BIP 39 says; the beginnings of words are enough, in whatever case."""
    assert phrase_of(ZERO) == WORDS_OF_ZERO and key_of_phrase(WORDS_OF_ZERO) == ZERO
    for _ in range(20):
        key = new_key()
        short = " ".join(word[:4].upper() for word in phrase_of(key).split())
        assert key_of_phrase(f"  {short}\n") == key


@pytest.mark.parametrize(
    ("phrase", "refusal"),
    [
        ("abandon " * 12, PhraseWrong),
        ("about " + "abandon " * 11, PhraseWrong),
        ("abandon " * 11, PhraseUnfinished),
        (WORDS_OF_ZERO.replace("about", "Rhein"), PhraseWordUnknown),
        (" ", PhraseUnfinished),
    ],
)
def test_a_slip_is_noticed(phrase: str, refusal: type[Exception]) -> None:
    """Another order, a wrong word, one too few."""
    with pytest.raises(refusal):
        key_of_phrase(phrase)


def test_only_its_key_opens_what_is_sealed() -> None:
    """Neither another key, nor for another table; and the same secret is never sealed alike."""
    key, secret = new_key(), new_secret()
    sealed = seal(key, secret, "rhine")
    assert unseal(key, sealed, "rhine") == secret and secret not in sealed
    assert sealed != seal(key, secret, "rhine")
    for other, table in ((new_key(), "rhine"), (key, "moselle")):
        with pytest.raises(InvalidTag):
            unseal(other, sealed, table)


def test_words_are_asked_of_the_server(house: House) -> None:
    """For browsers, which have no word list."""
    device = Device(house)
    phrase = device.ask("GET", "/phrase").json()["phrase"]
    assert len(phrase.split()) == 12
    assert house.client.post(f"{PATH}/key", json={"phrase": phrase}).json() == {"key": device.key}
    refused = house.client.post(f"{PATH}/key", json={"phrase": phrase + " rhine"})
    assert refusal_of(refused) == (422, "phrase_word_unknown")


# Tables on every device


def test_both_devices_have_the_same_tables(house: House) -> None:
    """The second one is told the secrets, and plays with them."""
    anna, other = house.open(person("Anna"), *bots(2)), house.open(person("Anna"), OPEN, OPEN)
    laptop = Device(house)
    laptop.keep(anna, name="Anna")
    laptop.keep(other)
    told = Device(house, laptop.key).ask("GET").json()
    IdentityBody.model_validate_json(json.dumps(told))
    assert told["name"] == "Anna"
    assert {one["table"]: one["secrets"] for one in told["tables"]} == {
        anna.table: [anna.secret],
        other.table: [other.secret],
    }
    phone = anna.another(told["tables"][[one["table"] for one in told["tables"]].index(anna.table)]["secrets"][0])
    assert phone.play().status_code == 200


def test_the_same_again_changes_nothing(house: House) -> None:
    """Seats that are told twice belong once, several of one table stand together, and a name stays until another."""
    owner = house.open(person("Anna"), OPEN, OPEN)
    bert = owner.sit("Bert")
    device = Device(house)
    first = device.keep(owner, bert, owner, name="Anna")
    assert device.keep(owner, bert) == device.keep() == first
    assert sorted(first["tables"][0]["secrets"]) == sorted([str(owner.secret), str(bert.secret)])
    assert device.keep(name="Änne")["name"] == "Änne" and device.keep(name="")["name"] == ""


def test_what_is_put_away_is_away_everywhere(house: House) -> None:
    """And comes back when the seat is told again; nothing was lost meanwhile."""
    owner, device = house.open(person("Anna"), OPEN, OPEN), Device(house)
    device.keep(owner)
    assert device.ask("DELETE", f"/tables/{owner.table}").status_code == 200
    away = Device(house, device.key).ask("GET").json()["tables"]
    assert away == [{"table": owner.table, "secrets": [owner.secret], "is_put_away": True}]
    assert device.keep(owner)["tables"][0]["is_put_away"] is False


def test_tables_that_are_not_there_belong_to_nobody(house: House) -> None:
    """They are passed over."""
    device = Device(house)
    assert device.keep(Guest(house, "no-such-table", new_secret()))["tables"] == []


def test_names_are_as_at_a_table(house: House) -> None:
    """Nobody takes a name along that no table would have."""
    answer = Device(house).ask("PUT", body={"name": "An\u200bna"})
    assert refusal_of(answer) == (422, "name_hides")


@pytest.mark.parametrize("kind", DATABASES)
def test_so_much_may_belong_to_one(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """More is refused, and changes nothing."""
    monkeypatch.setattr("rheinlaender.server.store.identities.MOST_BELONGINGS", FEW)

    async def story(store: Store) -> int:
        await store.open_table("rhine", "opening", {"seats": []})
        many = [Belonging("rhine", f"{number:064}", "sealed", store.clock()) for number in range(FEW)]
        save_identity(store.engine, "somebody", "Anna", many, store.clock())
        more = Belonging("rhine", "one more", "sealed", store.clock())
        with pytest.raises(IdentityFull):
            save_identity(store.engine, "somebody", None, [more], store.clock())
        return await store.read(lambda connection: count_belongings(connection, "somebody"))

    assert within(new_address(kind, tmp_path), story) == FEW


# Nobody else


def test_whoever_has_no_key_is_told_nothing(house: House) -> None:
    """Neither without a key, nor with another, nor with the digest, nor with the secret of a seat."""
    owner, device = house.open(person("Anna"), OPEN, OPEN), Device(house)
    device.keep(owner, name="Anna")
    digest = identity_of(device.key)
    for path, method in (("", "GET"), ("/export", "GET"), ("", "DELETE"), (f"/tables/{owner.table}", "DELETE")):
        ask = house.client.request
        assert refusal_of(ask(method, PATH + path)) == (401, "secret_missing")
        assert refusal_of(ask(method, PATH + path, headers=bearer(new_key()))) == (404, "identity_unknown")
        for wrong in (digest, digest[:22], str(owner.secret) + "x", device.key[:-1] + "B", "Bearer"):
            assert refusal_of(ask(method, PATH + path, headers=bearer(wrong)))[0] in (400, 404)
    assert device.tables() == {owner.table: [owner.secret]}
    assert owner.another(device.key).frame()["table"]["you"]["seats"] == "", "a key opens no table"


def test_nobody_at_the_table_hears_of_an_identity(house: House) -> None:
    """Frames, replays, records, status and the other's own identity are the same bytes with and without it."""
    owner = house.open(person("Anna"), OPEN, *bots(1))
    bert = owner.sit("Bert")
    owner.play()
    device, other = Device(house), Device(house)
    other.keep(bert, name="Bert")

    def heard() -> list[bytes]:
        asked = [bert.get(), owner.another().get(), bert.get("/replay", seat="b"), bert.get("/record", seat="b")]
        known = [{"table": owner.table, "secret": secret} for secret in (bert.secret, None)]
        asked.append(house.client.post("/api/tables/status", json={"tables": known}))
        asked += [other.ask("GET")]
        saved = other.ask("GET", "/export").json() | {"exported": ""}
        return [answer.content for answer in asked] + [
            json.dumps(one).encode() for one in (saved, bert.events(3, after=-1))
        ]

    before = heard()
    device.keep(owner, name="Anna")
    after = heard()
    assert after == before
    hidden = [
        device.key,
        identity_of(device.key),
        str(owner.secret),
        str(digest_of(owner.secret)),
        phrase_of(device.key),
    ]
    assert not any(secret.encode() in one for one in after for secret in hidden)


def test_the_database_opens_nothing(tmp_path: Path) -> None:
    """Neither keys, nor secrets, nor words stand in it."""
    with running(tmp_path) as house:
        owner, device = house.open(person("Anna"), OPEN, OPEN), Device(house)
        device.keep(owner, name="Anna")
        device.ask("GET", "/phrase")
    kept = b"".join(file.read_bytes() for file in tmp_path.glob("tables.db*"))
    assert identity_of(device.key).encode() in kept
    for secret in (device.key, str(owner.secret), phrase_of(device.key)[:40]):
        assert secret.encode() not in kept


def test_asking_costs(tmp_path: Path) -> None:
    """Making identities counts beside opening tables, and everything else by what it costs."""
    with running(tmp_path, limits=Limits(openings=(0.5, 0.001))) as house:
        for _ in range(2):
            Device(house).keep()
        assert refusal_of(Device(house).ask("PUT", body={})) == (429, "too_many_requests")
    with running(tmp_path, limits=Limits(work_of_person=(65, 0.001))) as house:
        device = Device(house)
        device.keep()
        answers = [device.ask("GET", "/export") for _ in range(3)]
        assert [answer.status_code for answer in answers] == [200, 200, 429]


# Saving and deleting


def test_one_s_data_are_saved(house: House) -> None:
    """Names and turns, and neither secrets nor cards that were drawn."""
    owner = house.open(person("Anna"), *bots(2))
    owner.play()
    owner.command("rename", seat="a", player="Änne")
    device = Device(house)
    device.keep(owner, name="Änne")
    answer = device.ask("GET", "/export")
    assert "attachment" in answer.headers["content-disposition"]
    saved = answer.json()
    IdentityExport.model_validate_json(json.dumps(saved))
    (table,) = saved["tables"]
    assert [name["name"] for name in table["names"]] == ["Anna", "Änne"]
    assert (table["table"], table["seats"], table["stage"]) == (owner.table, "a", "playing")
    assert [set(turn) for turn in table["turns"]] == [{"at", "turn", "seat", "moves"}]
    assert str(owner.secret) not in answer.text and device.key not in answer.text and "deck" not in answer.text


@pytest.fixture(params=others_long(DATABASES, {"postgresql"}))
def houses(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[list[House]]:
    """A server on a file, or two on one PostgreSQL."""
    address = new_address(request.param, tmp_path)
    with ExitStack() as stack:
        count = 2 if request.param == "postgresql" else 1
        yield [stack.enter_context(running(tmp_path, database=address)) for _ in range(count)]


def test_whoever_deletes_themselves_is_gone(houses: list[House]) -> None:
    """From games that are over, running and waiting; the others keep their names, and are not kept waiting."""
    near, far = houses[0], houses[-1]
    over = near.open(person("Rumpelstiltskin"), *bots(2))
    over.play_to_the_end()
    running_one = near.open(person("Anna"), OPEN, *bots(1))
    bert = running_one.sit("Rumpelstiltskin")
    waiting = near.open(person("Bert"), OPEN, OPEN)
    guest = waiting.sit("Stiltskin", "b")
    guest.command("rename", seat="b", player="Rumpelstiltskin")
    again = over.command("rematch").json()["table"]
    device = Device(near)
    device.keep(over, bert, guest, name="Rumpelstiltskin")
    assert Device(far, device.key).tables() == device.tables()
    assert device.ask("DELETE").json() == {"tables": 4}
    for table in (over.table, running_one.table, waiting.table, again):
        seen = Guest(far, table, None)
        shown = [seen.get().text, *(seen.get(path, seat="-").text for path in ("/replay", "/record"))]
        shown.append(json.dumps(seen.events(seen.frame()["seq"] + 1, after=-1)))
        assert not any("stiltskin" in text.lower() for text in shown), shown
    assert running_one.frame()["table"]["seats"][0]["name"] == "Anna"
    assert running_one.frame()["table"]["away"] == {"b": "resigned"}
    assert waiting.frame()["table"]["seats"][1]["kind"] == "open"
    for method, body in (("GET", None), ("PUT", {"name": "Anna"}), ("DELETE", None)):
        assert refusal_of(Device(far, device.key).ask(method, body=body)) == (410, "identity_deleted")


def test_identities_that_nobody_uses_are_erased(tmp_path: Path) -> None:
    """After the days of retention, where the operator wants it; with all that belongs to them."""

    async def story(store: Store) -> list[bool]:
        await store.open_table("rhine", "opening", {"seats": []})
        for name, at in (("old", "2020-01-01T00:00:00Z"), ("new", "2026-01-01T00:00:00Z")):
            save_identity(store.engine, name, name, [], at)
        erase_old_identities(store.engine, "2025-01-01T00:00:00Z")
        with store.engine.connect() as connection:
            return [read_identity(connection, name) is None for name in ("old", "new")]

    assert within(f"sqlite:///{tmp_path / 'tables.db'}", story) == [True, False]
