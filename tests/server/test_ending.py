"""Ending by agreement: all people agree, or it goes on; what was hidden stays so, and the record can be read."""

from pathlib import Path
from typing import Any

import pytest

from rheinlaender.notation.record import read_record, write_record
from rheinlaender.server.contract.commands import OpenTable, OpenWish, PersonWish, SeatWish, Sit, Vote
from rheinlaender.server.live.commands import draft_of, opening_parts, started
from rheinlaender.server.live.refusals import NothingProposed
from rheinlaender.server.values.changes import after
from rheinlaender.server.values.clock import Now
from rheinlaender.server.values.entry import OVER, PLAYING, Entry
from rheinlaender.server.values.secret import digest_of
from rheinlaender.server.values.table import Table, opened_table
from tests.server.house import OPEN, Guest, House, bots, person, refusal_of, running

AT = "2026-01-31T12:{minute:02}:00Z"
ANNA, BERT, CLARA = (letter * 22 for letter in "abc")


def vote(guest: Guest, is_agreed: bool = True) -> Any:
    """Want to end the game, or not."""
    return guest.command("vote", what="end", is_agreed=is_agreed)


def table_of(guest: Guest) -> dict[str, Any]:
    table: dict[str, Any] = guest.frame()["table"]
    return table


@pytest.fixture
def anna(house: House) -> Guest:
    """Anna, at a table with a computer player and a free seat."""
    return house.open(person("Anna"), OPEN, *bots(1), clock={"bank": 600, "increment": 0})


@pytest.fixture
def bert(anna: Guest) -> Guest:
    """Bert, with whom the game begins."""
    return anna.sit("Bert")


def test_a_game_ends_when_all_people_agree(anna: Guest, bert: Guest) -> None:
    """Computer players are not asked. Nobody plays any more, no clock runs, and there is no result."""
    with bert.socket() as line:
        line.next("frame")
        assert vote(anna).status_code == 200
        proposed = line.next("frame")
        assert (proposed["table"]["end_votes"], proposed["table"]["stage"]) == ("a", "playing")
        assert proposed["entry"] | {"at": ""} == {
            "kind": "voted",
            "at": "",
            "what": "end",
            "seats": "a",
            "is_agreed": True,
        }
        assert vote(bert).status_code == 200
        ended = line.next("frame")
        assert line.next("clocks")["running"] is None
    assert (ended["table"]["stage"], ended["table"]["ended"]) == ("over", "agreement")
    assert (ended["view"]["is_over"], ended["view"]["result"], ended["view"]["moves"]) == (False, None, [])
    view = anna.frame()["view"]
    assert view["moves"] == [] and len(view["hand"]) == 5
    assert refusal_of(anna.command("play", moves=[f"{view['hand'][0]}-"], turn=0)) == (409, "game_over")
    assert refusal_of(anna.ask("/preview", {"moves": [], "turn": 0})) == (409, "game_over")
    for guest in (anna, bert):
        assert refusal_of(vote(guest)) == (409, "game_over")
    status = anna.house.client.post(
        "/api/tables/status", json={"tables": [{"table": anna.table, "secret": anna.secret}]}
    ).json()["tables"][0]
    assert (status["stage"], status["winners"], status["your_turn"], status["to_move"]) == ("over", "", False, None)


def test_what_was_hidden_stays_so(anna: Guest, bert: Guest) -> None:
    """Each sees the game from the own seat, watchers as watchers; nobody everything."""
    assert anna.play().status_code == 200
    vote(anna)
    vote(bert)
    hand = anna.frame()["view"]["hand"]
    assert bert.frame()["view"]["hand"] != hand and anna.another().frame()["view"]["hand"] == []
    for path in ("/replay", "/record", "/board.svg"):
        for guest, seat in ((anna, "*"), (anna, "b"), (bert, "a"), (anna.another(), "a"), (anna.another(), "*")):
            assert refusal_of(guest.get(path, seat=seat)) == (403, "still_hidden")
        assert anna.get(path, seat="a").status_code == bert.get(path, seat="-").status_code == 200


def test_its_record_is_one_of_a_game_that_was_given_up(anna: Guest, bert: Guest) -> None:
    """It can be read, written again and replayed, says how it ended, and is refused by reviews with a reason."""
    assert anna.play().status_code == 200
    vote(bert)
    vote(anna)
    text = anna.get("/record", seat="a").text
    record = read_record(text)
    assert (record.headers["Termination"], record.headers["Result"]) == ("agreement", "*")
    assert not record.game.is_over and len(record.game.turns) >= 1
    assert write_record(record.game, record.headers, record.seat) == text
    replay = anna.house.client.post("/api/replay", content=text, headers={"Content-Type": "text/plain"})
    assert replay.status_code == 200 and len(replay.json()["frames"]) == len(record.game.turns) + 1
    review = anna.house.client.post("/api/review", content=text, headers={"Content-Type": "text/plain"})
    assert refusal_of(review) == refusal_of(anna.get("/review")) == (409, "no_result")


def test_the_same_people_play_again(anna: Guest, bert: Guest) -> None:
    """A rematch is open to them as after any game; the next seat begins."""
    vote(anna)
    vote(bert)
    following = anna.command("rematch", first="loser").json()["table"]
    assert bert.command("rematch").json()["table"] == following
    again = Guest(anna.house, following, bert.secret).frame()["table"]
    assert (again["stage"], again["first"], again["you"]["seats"], again["ended"]) == ("playing", "b", "b", None)


def test_whoever_declines_plays_on(anna: Guest, bert: Guest) -> None:
    """Then nothing is proposed any more, and nobody can ask again in the same turn."""
    assert refusal_of(vote(bert, is_agreed=False)) == (409, "nothing_proposed")
    vote(anna)
    assert vote(bert, is_agreed=False).status_code == 200
    assert (table_of(anna)["end_votes"], table_of(anna)["end_until"]) == ("", None)
    for guest in (anna, bert):
        assert refusal_of(vote(guest)) == (409, "end_declined")
    assert anna.play().status_code == 200
    assert vote(bert).status_code == 200 and table_of(anna)["end_votes"] == "b"
    assert vote(bert, is_agreed=False).status_code == 200, "who proposed can withdraw"


def test_who_has_a_say(anna: Guest) -> None:
    """Only who plays: nobody before the start, no watcher, nobody who has resigned, whose consent is not needed."""
    assert refusal_of(vote(anna)) == (409, "not_started")
    bert = anna.sit("Bert")
    assert table_of(anna)["deciders"] == "ab"
    assert refusal_of(vote(anna.another())) == (401, "secret_missing")
    assert refusal_of(vote(anna.another("x" * 22))) == (403, "not_your_seat")
    assert bert.command("resign").status_code == 200
    assert refusal_of(vote(bert)) == (409, "has_resigned")
    assert table_of(bert)["deciders"] == "a"
    assert vote(anna).status_code == 200 and table_of(anna)["ended"] == "agreement"


def test_one_person_alone_needs_nobody(house: House) -> None:
    """Against computer players, or where all share a screen, one word ends the game; none thinks on."""
    for seats in ([person("Anna"), *bots(2)], [person("Anna"), person("Bert"), *bots(1)]):
        alone = house.open(*seats)
        assert vote(alone).status_code == 200
        number = alone.frame()["seq"]
        assert (table_of(alone)["stage"], alone.frame()["seq"]) == ("over", number)


def test_it_is_so_after_a_restart(tmp_path: Path) -> None:
    """The log tells it: whoever comes back finds the game ended, and nobody plays there."""
    with running(tmp_path) as house:
        alone = house.open(person("Anna"), *bots(2))
        assert vote(alone).status_code == 200
        before = alone.frame()
    with running(tmp_path) as house:
        assert Guest(house, alone.table, alone.secret).frame() == before


# Time


def at(minute: int) -> Now:
    return Now(0, AT.format(minute=minute))


@pytest.fixture
def begun() -> Table:
    """A game of three people."""
    seats: list[SeatWish] = [PersonWish(kind="person", name="Anna"), OpenWish(kind="open"), OpenWish(kind="open")]
    asked = OpenTable(id="opening1", secret=ANNA, seats=seats, first="a")
    table = opened_table("rhine", Entry(0, "opened", opening_parts(asked), at(0).at))
    for secret, name in ((BERT, "Bert"), (CLARA, "Clara")):
        sit = Sit(id="command1", name="sit", secret=secret, player=name)
        table = then(table, digest_of(secret), sit, 0)
    draft = started(table, None, seed=7)
    return after(table, Entry(3, draft.kind, draft.parts, at(0).at))


def then(table: Table, holder: str | None, command: Any, minute: int) -> Table:
    """The table after a command."""
    draft = draft_of(table, holder, command, 7, at(minute))
    following = after(table, Entry(table.number + 1, draft.kind, draft.parts, at(minute).at))
    assert draft.stage == following.stage, "what the database is told is what the log says"
    return following


def end(is_agreed: bool = True) -> Vote:
    return Vote(id="command1", name="vote", what="end", is_agreed=is_agreed)


def test_a_proposal_lapses(begun: Table) -> None:
    """After ten minutes at a live table it is as if nobody had asked; who agrees then proposes anew."""
    table = then(begun, digest_of(ANNA), end(), 1)
    assert table.ending.until(table.pace) == at(11).at
    table = then(table, digest_of(BERT), end(), 10)
    assert (table.ending.seats, table.stage) == ("ab", PLAYING)
    lapsed = then(table, digest_of(CLARA), end(), 11)
    assert (lapsed.ending.seats, lapsed.stage) == ("c", PLAYING)
    with pytest.raises(NothingProposed):
        then(table, digest_of(CLARA), end(is_agreed=False), 11)
    ended = then(table, digest_of(CLARA), end(), 10)
    assert (ended.ended, ended.stage, ended.to_move) == ("agreement", OVER, None)
