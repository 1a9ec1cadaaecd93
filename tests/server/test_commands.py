"""Commands: what people do at a table, who may, and when."""

from typing import Any

import pytest

from tests.server.house import OPEN, Guest, House, bots, new_id, new_secret, person, refusal_of


def entry(guest: Guest) -> dict[str, Any]:
    """What happened last at a table, without its time."""
    return {name: value for name, value in guest.frame()["entry"].items() if name != "at"}


def names(guest: Guest) -> list[tuple[str, str]]:
    return [(seat["kind"], seat["name"] or seat["level"] or "") for seat in guest.frame()["table"]["seats"]]


@pytest.fixture
def waiting(house: House) -> Guest:
    """The owner of a table with two open seats."""
    return house.open(person("Anna"), OPEN, OPEN)


@pytest.fixture
def playing(house: House) -> Guest:
    """The owner of a table where seat a is to move."""
    return house.open(person("Anna"), *bots(2))


@pytest.fixture(scope="module")
def over(house: House) -> Guest:
    """The owner of a table whose game is over: two people on one device."""
    owner = house.open(person("Anna"), person("Bert"), *bots(1))
    with owner.socket() as line:
        frame = line.next("frame")
        while frame["table"]["stage"] != "over":
            if frame["view"]["moves"]:
                assert owner.play().status_code == 200
            frame = line.next("frame")
    return owner


# Opening


def test_a_table_is_opened_once(house: House) -> None:
    """The same id and secret again answer with the same table; another secret opens another."""
    asked = {"id": new_id(), "secret": new_secret(), "seats": [person("Anna"), OPEN, *bots(1)]}
    first, again = (house.client.post("/api/tables", json=asked) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json() == {"table": first.json()["table"], "seats": "a"}
    other = house.client.post("/api/tables", json={**asked, "secret": new_secret()})
    assert other.status_code == 201 and other.json()["table"] != first.json()["table"]


def test_a_table_without_open_seats_starts_at_once(house: House) -> None:
    """Otherwise it waits, and nothing is dealt."""
    frame = house.open(person("Anna"), *bots(2)).frame()
    assert (frame["table"]["stage"], frame["view"]["to_move"], len(frame["view"]["hand"])) == ("playing", "a", 5)
    frame = house.open(person("Anna"), OPEN, *bots(1)).frame()
    assert (frame["table"]["stage"], frame["view"]) == ("waiting", None)


def test_chance_decides_who_begins(house: House) -> None:
    """Over many tables, every seat begins."""
    tables = [house.open(person("a"), person("b"), person("c"), first="chance") for _ in range(30)]
    assert {table.frame()["table"]["first"] for table in tables} == set("abc")


def test_options_are_kept(house: House) -> None:
    """A changed option is in the table and in the game."""
    table = house.open(person("a"), person("b"), person("c"), options="parker,coins:open", pace="days").frame()["table"]
    assert table["options"] == "parker,coins:open"
    assert table["option_values"]["coins"] == "open" and table["pace"] == "days"


@pytest.mark.parametrize(
    "wrong",
    [
        {"options": "chess"},
        {"options": "parker,end:never"},
        {"first": "f"},
        {"grace": 4},
        {"grace": 60.5},
        {"stand_in": "pope"},
        {"seats": [person("a"), *bots(1)]},
        {"seats": [*bots(6)]},
        {"seats": [person("x" * 41), *bots(2)]},
        {"seats": [person("line\nbreak"), *bots(2)]},
        {"seats": [{"kind": "bot"}, *bots(2)]},
        {"secret": "short"},
        {"id": "short"},
        {"hints": "yes"},
        {"more": 1},
    ],
    ids=str,
)
def test_wrong_openings_are_refused(house: House, wrong: dict[str, Any]) -> None:
    """Wrong types, values, and parts that nobody knows."""
    asked = {"id": new_id(), "secret": new_secret(), "seats": [person("Anna"), *bots(2)]} | wrong
    assert refusal_of(house.client.post("/api/tables", json=asked)) == (422, "wrong_value")


# Before the start


def test_sitting_down(waiting: Guest) -> None:
    """Whoever takes the last open seat starts the game."""
    bert = waiting.sit("Bert", "c")
    assert entry(waiting) == {"kind": "sat", "seat": "c", "name": "Bert"}
    assert bert.frame()["table"]["you"] == {"seats": "c", "is_owner": False, "is_unseated": False}
    clara = waiting.sit("Clara")
    assert waiting.frame()["table"]["stage"] == "playing"
    assert names(waiting) == [("person", "Anna"), ("person", "Clara"), ("person", "Bert")]
    assert clara.frame()["view"]["seat"] == "b"
    assert refusal_of(waiting.command("sit", secret=new_secret(), player="Dora")) == (409, "already_started")


def test_one_secret_may_hold_several_seats(waiting: Guest) -> None:
    """The reply names all seats that the secret holds now."""
    reply = waiting.command("sit", secret=waiting.secret, player="Bert", seat="b").json()
    assert reply["seats"] == "ab"


def test_taken_and_unknown_seats(waiting: Guest) -> None:
    """A seat is taken only by one, and only if it exists."""
    assert refusal_of(waiting.command("sit", secret=new_secret(), player="Bert", seat="a")) == (409, "seat_taken")
    assert refusal_of(waiting.command("sit", secret=new_secret(), player="Bert", seat="e")) == (422, "unknown_seat")


def test_leaving(waiting: Guest) -> None:
    """A seat is given back before the start, by its holder, and is open then."""
    bert = waiting.sit("Bert", "b")
    assert refusal_of(waiting.command("leave", seat="b")) == (403, "not_your_seat")
    assert bert.command("leave", seat="b").status_code == 200
    assert entry(waiting) == {"kind": "left", "seat": "b"}
    assert names(waiting)[1] == ("open", "")
    assert refusal_of(bert.command("leave", seat="b")) == (403, "not_your_seat")


def test_nobody_leaves_a_running_game(playing: Guest) -> None:
    """After the start a seat stays with its holder."""
    assert refusal_of(playing.command("leave", seat="a")) == (409, "already_started")


def test_renaming(playing: Guest) -> None:
    """The holder of a seat may change the name at any time; markup is only text."""
    assert playing.command("rename", seat="a", player="<b>Änne</b>").status_code == 200
    assert entry(playing) == {"kind": "renamed", "seat": "a", "name": "<b>Änne</b>"}
    assert names(playing)[0] == ("person", "<b>Änne</b>")
    assert refusal_of(playing.command("rename", seat="b", player="Bot")) == (403, "not_your_seat")
    assert refusal_of(playing.another().command("rename", seat="a", player="X")) == (401, "secret_missing")


def test_changing_seats(waiting: Guest) -> None:
    """The owner makes open seats computer players' and back, but takes no person's seat away."""
    bert = waiting.sit("Bert", "b")
    assert waiting.command("change_seat", seat="c", to={"kind": "bot", "level": "duke"}).status_code == 200
    assert entry(waiting) == {"kind": "seat_changed", "seat": "c", "to": {"kind": "bot", "level": "duke"}}
    assert waiting.frame()["table"]["stage"] == "waiting"
    assert waiting.command("start").status_code == 200
    table = waiting.house.open(person("Anna"), OPEN, *bots(1))
    assert table.command("change_seat", seat="c", to=OPEN).status_code == 200
    assert entry(table) == {"kind": "seat_changed", "seat": "c", "to": {"kind": "open"}}
    assert names(table)[2] == ("open", "")
    assert refusal_of(table.command("change_seat", seat="a", to=OPEN)) == (409, "seat_taken")
    assert refusal_of(table.another(bert.secret).command("change_seat", seat="b", to=OPEN)) == (403, "not_owner")
    assert refusal_of(table.another().command("change_seat", seat="b", to=OPEN)) == (401, "secret_missing")
    assert refusal_of(waiting.command("change_seat", seat="c", to=OPEN)) == (409, "already_started")


def test_starting(waiting: Guest) -> None:
    """The owner starts; open seats become computer players of the level."""
    bert = waiting.sit("Bert", "c")
    assert refusal_of(bert.command("start", level="squire")) == (403, "not_owner")
    assert waiting.command("start", level="squire").status_code == 200
    assert names(waiting) == [("person", "Anna"), ("bot", "squire"), ("person", "Bert")]
    started = entry(waiting)
    assert (started["kind"], started["first"], len(started["seats"])) == ("started", "a", 3)
    assert refusal_of(waiting.command("start", level="squire")) == (409, "already_started")


# Playing


def test_playing_a_turn(playing: Guest) -> None:
    """A turn is played as a whole and answered with its number."""
    reply = playing.play().json()
    assert (reply["ok"], reply["turn"]) == (True, 1)


def test_turns_out_of_order(playing: Guest) -> None:
    """A turn that is over, or not one's own, is refused, and so is one before the start and after the end."""
    view = playing.frame()["view"]
    move = view["moves"][0]["move"]
    assert refusal_of(playing.command("play", moves=[move, "."], turn=7)) == (409, "turn_over")
    stranger = playing.another(new_secret())
    assert refusal_of(stranger.command("play", moves=[move, "."], turn=0)) == (403, "not_your_seat")
    assert refusal_of(playing.another().command("play", moves=[move, "."], turn=0)) == (401, "secret_missing")


def test_not_your_turn(house: House) -> None:
    """Whoever holds another seat is told who is to move."""
    owner = house.open(person("Anna"), OPEN, *bots(1))
    bert = owner.sit("Bert")
    answer = bert.command("play", moves=["1L", "."], turn=0)
    assert refusal_of(answer) == (409, "not_your_turn")
    assert answer.json()["refusal"]["arguments"] == {"seat": "b", "to_move": "a"}
    waiting = house.open(person("Anna"), OPEN, *bots(1))
    assert refusal_of(waiting.command("play", moves=["1L", "."], turn=0)) == (409, "not_started")


def test_illegal_turns_cite_the_rule(playing: Guest) -> None:
    """What the rules forbid is refused with their section, and nothing has changed."""
    before = playing.frame()
    hand = before["view"]["hand"]
    missing = next(card for card in range(1, 55) if card not in hand)
    answer = playing.command("play", moves=[f"{missing}L", "."], turn=0)
    assert refusal_of(answer) == (409, "card_not_in_hand")
    assert answer.json()["refusal"]["section"].startswith("2")
    move = before["view"]["moves"][0]["move"]
    assert refusal_of(playing.command("play", moves=[move], turn=0)) == (409, "turn_unfinished")
    assert refusal_of(playing.command("play", moves=[move, ".", "."], turn=0)) == (409, "turn_decided")
    assert refusal_of(playing.command("play", moves=["@L1"], turn=0)) == (409, "knight_first")
    assert refusal_of(playing.command("play", moves=["99L"], turn=0)) == (400, "bad_notation")
    assert refusal_of(playing.command("play", moves=[], turn=0)) == (422, "wrong_value")
    assert playing.frame() == before


def test_a_command_is_carried_out_once(playing: Guest) -> None:
    """The same id again gets the same reply; somebody else's command with this id is another one."""
    command = new_id()
    first = playing.command("rename", command, seat="a", player="Anne")
    number = playing.frame()["seq"]
    assert playing.command("rename", command, seat="a", player="Other").json() == first.json()
    assert playing.frame()["seq"] == number
    stranger = playing.another(new_secret())
    assert refusal_of(stranger.command("rename", command, seat="a", player="X")) == (403, "not_your_seat")


def test_a_turn_sent_again_is_answered_as_before(house: House) -> None:
    """Although its turn is over by then."""
    owner = house.open(person("Anna"), person("Bert"), person("Clara"))
    view = owner.frame()["view"]
    parts: dict[str, Any] = {"moves": [view["moves"][0]["move"], "."], "turn": 0}
    command = new_id()
    first, again = (owner.command("play", command, **parts) for _ in range(2))
    assert first.status_code == 200 and first.json() == again.json()
    assert owner.frame()["view"]["turn"] == 1


# The owner's wishes


def test_changing_the_stand_in_and_hints(playing: Guest) -> None:
    """The owner changes them at any time, nobody else does."""
    assert playing.command("change_stand_in", level="duke").status_code == 200
    assert entry(playing) == {"kind": "stand_in_changed", "level": "duke"}
    assert playing.command("change_stand_in", level=None).status_code == 200
    assert playing.frame()["table"]["stand_in"] is None
    assert playing.command("change_hints", hints=False).status_code == 200
    assert entry(playing) == {"kind": "hints_changed", "hints": False}
    assert refusal_of(playing.ask("/hint", {"moves": []})) == (409, "hints_off")
    stranger = playing.another(new_secret())
    assert refusal_of(stranger.command("change_stand_in", level=None)) == (403, "not_owner")
    assert refusal_of(stranger.command("change_hints", hints=True)) == (403, "not_owner")


# The end


def test_the_end(over: Guest) -> None:
    """The last frame has the account, all coins are shown, and no more is played."""
    view = over.frame()["view"]
    result = view["result"]
    assert view["is_over"] and not view["moves"]
    assert result["coins"] == {seat: sum(line["coins"] for line in lines) for seat, lines in result["account"].items()}
    assert all(seat["coins"] is not None for seat in view["seats"])
    turn = view["turn"]
    assert refusal_of(over.command("play", moves=["1L", "."], turn=turn)) == (409, "game_over")
    assert refusal_of(over.ask("/preview", {"moves": [], "turn": turn})) == (409, "game_over")


def test_a_rematch(over: Guest, playing: Guest) -> None:
    """All who ask get the same new table; the same secrets hold the same seats, and the next seat begins."""
    assert refusal_of(over.another(new_secret()).command("rematch")) == (403, "not_your_seat")
    assert refusal_of(over.another().command("rematch")) == (401, "secret_missing")
    assert refusal_of(playing.command("rematch")) == (409, "not_over")
    tables = {over.command("rematch").json()["table"] for _ in range(3)}
    assert len(tables) == 1
    assert over.frame()["table"]["rematch"] in tables
    again = Guest(over.house, tables.pop(), over.secret).frame()["table"]
    assert again["stage"] == "playing" and again["you"] == {"seats": "ab", "is_owner": True, "is_unseated": False}
    assert again["first"] == "b"
