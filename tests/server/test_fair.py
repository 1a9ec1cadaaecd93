"""Deals that can be verified: promised before the game, settled by all, told at its end, checked from the record."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rheinlaender.cli.main import main
from rheinlaender.game.errors import NotVerifiable
from rheinlaender.notation.position import game_at
from rheinlaender.notation.record import read_record
from rheinlaender.notation.verifying import verify_record
from rheinlaender.server.contract.commands import OpenTable, PersonWish
from rheinlaender.server.live.commands import opening_parts, rematch_parts
from rheinlaender.server.values.beginning import begin
from rheinlaender.server.values.entry import Entry
from rheinlaender.server.values.table import Table, opened_table
from tests.fair import by_hand
from tests.server.house import OPEN, Guest, House, bearer, bots, new_id, new_secret, person, refusal_of

AT = "2026-01-31T12:00:00Z"
STRING = "rain-on-the-rhine"


@pytest.fixture(scope="module")
def over(house: House) -> Guest:
    """The owner of a finished game, who has given a string."""
    owner = house.open(person("Anna"), *bots(2), gives_string=True, first="chance")
    assert owner.command("give_string", string=STRING).status_code == 200
    owner.play_to_the_end()
    return owner


def record_of(guest: Guest) -> str:
    """The record of a table, with everything that its sender may see."""
    return guest.get("/record", seat="*").text


def test_the_game_waits_for_the_string(house: House) -> None:
    """A table whose opener gives a string starts when it comes; the promise is there before, and stays."""
    owner = house.open(person("Anna"), person("Bert"), *bots(1), gives_string=True)
    waiting = owner.frame()["table"]
    assert waiting["stage"] == "waiting"
    assert waiting["deal"]["awaited"] == "ab" and waiting["deal"]["strings"] == {} and waiting["deal"]["seed"] is None
    assert refusal_of(owner.command("give_string", string="with space")) == (422, "wrong_value")
    assert refusal_of(owner.another().command("give_string", string=STRING)) == (401, "secret_missing")
    assert owner.command("give_string", string=STRING).status_code == 200
    playing = owner.frame()["table"]
    assert playing["stage"] == "playing" and playing["deal"]["commitment"] == waiting["deal"]["commitment"]
    assert playing["deal"]["strings"] == {"a": STRING, "b": STRING} and playing["deal"]["awaited"] == ""
    assert refusal_of(owner.command("give_string", string="another")) == (409, "already_started")


def test_whoever_sits_down_gives_a_string(house: House) -> None:
    """With the seat it comes, and with the seat it goes; without one the game starts all the same."""
    owner = house.open(person("Anna"), OPEN, OPEN)
    guest = owner.another(new_secret())
    assert guest.command("sit", secret=guest.secret, player="Bert", seat="b", string="bert").status_code == 200
    assert owner.frame()["table"]["deal"]["strings"] == {"b": "bert"}
    assert guest.command("leave", seat="b").status_code == 200
    assert owner.frame()["table"]["deal"]["strings"] == {}
    owner.sit("Cleo", "b")
    owner.sit("Dora", "c")
    assert owner.frame()["table"]["stage"] == "playing"


def test_nothing_tells_the_seed_before_the_end(house: House) -> None:
    """Neither frames nor replays nor records of a running game; at its end all of them do."""
    owner = house.open(person("Anna"), *bots(2))
    seed = str(house.server.app.state.room.in_use[owner.table].table.seed)
    assert len(bytes.fromhex(seed)) == 32
    for guest in (owner, owner.another()):
        for path, query in (("", {}), ("/replay", {"seat": "-"}), ("/record", {"seat": "-"})):
            text = guest.get(path, **query).text
            assert seed not in text
            assert by_hand.sha256(bytes.fromhex(seed)).hex() in text


def test_a_record_is_verified(over: Guest) -> None:
    """The seed is the promised one; who began, landmarks, hands, and every card that was drawn come from it."""
    text = record_of(over)
    record = read_record(text)
    deal = over.frame()["table"]["deal"]
    assert deal["seed"] == record.headers["ServerSeed"] and deal["commitment"] == record.headers["Commitment"]
    checks = {check.name: check.is_right for check in verify_record(record)}
    shuffles = sum(turn.draw is not None and turn.draw.was_shuffled for turn in record.game.turns)
    assert shuffles > 0 and all(checks.values())
    named = ["commitment", "first", "landmarks", "deal", "draws"]
    assert list(checks) == [*named, *(f"shuffle/{number}" for number in range(1, shuffles + 1))]


def test_a_record_is_verified_by_hand(over: Guest) -> None:
    """The same from its text, by code that shares nothing with the program."""
    text = record_of(over)
    headers = dict(line[1:-1].split(" ", 1) for line in text.split("\n") if line.startswith("["))
    known = {name: value.strip('"') for name, value in headers.items()}
    line = next(line for line in text.split("\n") if line.startswith("rh1 "))
    parts = dict(part.split("=", 1) for part in line.split()[1:])
    seed = bytes.fromhex(known["ServerSeed"])
    assert by_hand.sha256(seed).hex() == known["Commitment"]
    key = by_hand.hmac(seed, f"rhv1|{over.table}|{STRING}||".encode("ascii"))
    tiles = by_hand.shuffle(list("CCCCCCC+++++++222233334444"), key, "landmarks")
    assert "".join(tiles) == parts["landmarks"]
    order = by_hand.shuffle([str(card) for card in range(1, 55)], key, "deal")
    hands = [sorted(order[place : place + 5], key=int) for place in (0, 5, 10)]
    assert "/".join(f"{seat}:{','.join(hand)}" for seat, hand in zip("abc", hands, strict=True)) == parts["hands"]
    assert ",".join(by_hand.shuffle([*order[15:], "0"], key, "deck")) == parts["deck"]
    assert "abc"[by_hand.Stream(key, "first").below(3)] == parts.get("first", "a")


@pytest.mark.parametrize(
    ("header", "value", "wrong"),
    [
        ("StringA", "another-string", {"landmarks", "deal"}),
        ("StringB", "a-string-that-nobody-gave", {"landmarks", "deal"}),
        ("Table", "another-table", {"landmarks", "deal"}),
        ("ServerSeed", "00" * 32, {"commitment", "landmarks", "deal"}),
        ("Commitment", "00" * 32, {"commitment"}),
    ],
)
def test_what_was_changed_is_noticed(over: Guest, header: str, value: str, wrong: set[str]) -> None:
    """Another seed, string, table or promise is found out."""
    record = read_record(record_of(over))
    changed = replace(record, headers=record.headers | {header: value})
    found = {check.name for check in verify_record(changed) if not check.is_right}
    assert wrong <= found
    assert not found & {"commitment", "draws"} - wrong


def test_what_cannot_be_verified(over: Guest, house: House) -> None:
    """A record without a promise or without its seed, one that hides hands, one whose seed is none."""
    record = read_record(record_of(over))
    for header, value in (("Deal", "rhv2"), ("Table", ""), ("Commitment", ""), ("ServerSeed", ""), ("ServerSeed", "x")):
        with pytest.raises(NotVerifiable):
            verify_record(replace(record, headers=record.headers | {header: value}))
    with pytest.raises(NotVerifiable):
        verify_record(read_record(over.get("/record", seat="a").text))
    running = house.open(person("Anna"), *bots(2))
    with pytest.raises(NotVerifiable):
        verify_record(read_record(running.get("/record", seat="-").text))


def test_the_command(over: Guest, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`rheinlaender verify` says what is right and what is wrong, in words, as JSON and by its exit status."""
    right, wrong, other = tmp_path / "right.rhg", tmp_path / "wrong.rhg", tmp_path / "other.rhg"
    text = record_of(over)
    right.write_text(text)
    wrong.write_text(text.replace(STRING, "somebody-else"))
    other.write_text("\n".join(line for line in text.split("\n") if not line.startswith("[Deal")))
    assert main(["verify", str(right), "--language", "en"]) == 0
    assert "commitment: right" in capsys.readouterr().out
    assert main(["verify", str(wrong), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["right"] is False and {"name": "deal", "right": False} in told["checks"]
    assert main(["verify", str(other)]) == 2
    assert "[not_verifiable]" in capsys.readouterr().err


@pytest.mark.parametrize("seen", ["a", "*"])
def test_a_game_that_began_at_a_position_is_verified(over: Guest, seen: str) -> None:
    """What was dealt anew, and every shuffle; where cards lay as they were, the shuffles."""
    turn = over.frame()["view"]["turn"] - 4
    secret = new_secret()
    beginning = {"of": "table", "table": over.table, "turn": turn, "seen": seen}
    body = {"id": new_id(), "secret": secret, "seats": [person("Anna"), *bots(2)], "beginning": beginning}
    answer = over.house.client.post("/api/tables", json=body, headers=bearer(over.secret))
    table = Guest(over.house, answer.json()["table"], secret)
    table.play_to_the_end()
    record = read_record(record_of(table))
    checks = {check.name: check.is_right for check in verify_record(record)}
    assert all(checks.values()) and ("deal" in checks) == (seen == "a") and "landmarks" not in checks
    if seen == "a":
        changed = replace(record, headers=record.headers | {"Shown": "b"})
        assert not all(check.is_right for check in verify_record(changed))


def test_every_string_counts() -> None:
    """Whoever gives another string, or sits elsewhere, gets other cards; a rematch begins with none."""
    people = [PersonWish(kind="person")] * 3
    asked = OpenTable(id="opening1", secret="s" * 22, seats=list(people), gives_string=True)
    table = opened_table("rhine-table", Entry(0, "opened", opening_parts(asked) | {"seed": "1" * 64}, AT))
    given: list[tuple[str, str, str]] = [
        ("x", "y", "z"),
        ("y", "x", "z"),
        ("x", "y", ""),
        ("xy", "", "z"),
        ("", "", ""),
    ]
    seats = [[replace(seat, string=one) for seat, one in zip(table.seats, each, strict=True)] for each in given]
    positions = [begin(table, each, table.seed)["position"] for each in seats]
    assert len(set(positions)) == len(given)
    assert begin(table, seats[0], table.seed)["position"] == positions[0]
    assert begin(replace(table, id="other-table"), seats[0], table.seed)["position"] not in positions
    assert all("string" not in seat for seat in _next_seats(replace(table, seats=tuple(seats[0]))))


def _next_seats(table: Table) -> list[dict[str, Any]]:
    """The seats of a rematch."""
    begun = replace(table, first="a", game=game_at("rh1 seats=3"))
    seats: list[dict[str, Any]] = rematch_parts(begun, "clockwise")["seats"]
    return seats


def test_a_rematch_waits_for_whoever_asked(over: Guest) -> None:
    """Its promise is another one, and it starts with the string of whoever asked for it."""
    reply = over.command("rematch", gives_string=True).json()
    again = Guest(over.house, reply["table"], over.secret)
    waiting = again.frame()["table"]
    assert (waiting["stage"], waiting["deal"]["awaited"]) == ("waiting", "a")
    assert waiting["deal"]["commitment"] != over.frame()["table"]["deal"]["commitment"]
    assert again.command("give_string", string="another").status_code == 200
    assert again.frame()["table"]["stage"] == "playing"
