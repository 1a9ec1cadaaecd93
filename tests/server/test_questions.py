"""Questions that change nothing: previews, hints, replays, records and pictures."""

from typing import Any

import httpx
import pytest

from rheinlaender.notation.record import read_record
from rheinlaender.server.live import computer as computer_module
from tests.server.house import OPEN, Guest, House, bots, new_secret, person, refusal_of


@pytest.fixture
def playing(house: House) -> Guest:
    return house.open(person("Anna"), person("Bert"), person("Clara"))


@pytest.fixture(scope="module")
def over(house: House) -> Guest:
    """The owner of a finished game between one person and computer players."""
    owner = house.open({"kind": "person", "name": 'Änne "A"'}, *bots(2))
    owner.play_to_the_end()
    return owner


@pytest.fixture(scope="module")
def running(house: House) -> Guest:
    """The owner, on seat a, of a game that is going on; seat b is Bert's."""
    owner = house.open(person("Anna"), OPEN, *bots(1))
    bert = owner.sit("Bert")
    with owner.socket() as line:
        for _ in range(6):
            line.frame_when(lambda frame: frame["view"] is not None and frame["view"]["to_move"] == "a")
            owner.play()
            line.frame_when(lambda frame: frame["view"]["to_move"] == "b")
            bert.play()
        line.frame_when(lambda frame: frame["view"]["to_move"] == "a")
    return owner


# Previews and hints


def test_a_preview_shows_consequences(playing: Guest) -> None:
    """Events, the view after them without the card, the moves that may follow and what each seat gains."""
    before = playing.frame()["view"]
    move = before["moves"][0]
    preview = playing.ask("/preview", {"moves": [move["move"]], "turn": 0}).json()
    assert [event["name"] for event in preview["events"]][:2] == ["card_played", "knight_settled"]
    assert preview["view"]["hand"] == [card for card in before["hand"] if card != move["card"]]
    assert preview["view"]["knights"] == {move["field"]: "a"}
    assert preview["view"]["last"] == {"seat": "a", "fields": [move["field"]]}
    assert preview["changes"]["supply"]["a"] <= -1
    assert not preview["is_complete"]
    assert {following["kind"] for following in preview["moves"]} == {"bastion", "none"}
    done = playing.ask("/preview", {"moves": [move["move"], "."], "turn": 0}).json()
    assert done["is_complete"] and done["moves"] == []
    assert "card_drawn" not in [event["name"] for event in done["events"]]
    assert playing.frame()["view"] == before


def test_a_preview_of_nothing(playing: Guest) -> None:
    """It is the view as it stands, with its moves."""
    view = playing.frame()["view"]
    preview = playing.ask("/preview", {"moves": [], "turn": 0}).json()
    assert preview["view"] == view and preview["moves"] == view["moves"]
    assert preview["changes"] == {"supply": {}, "coins": {}, "worth": {}}


def test_an_attempt_is_named(playing: Guest) -> None:
    """A card on a field, and a field for a bastion, are answered as the moves that they are."""
    knight = playing.frame()["view"]["moves"][0]
    pointed = {"card": knight["card"], "field": knight["field"]}
    preview = playing.ask("/preview", {"moves": [], "attempt": pointed, "turn": 0}).json()
    assert preview == playing.ask("/preview", {"moves": [knight["move"]], "turn": 0}).json()
    assert preview["decisions"] == [knight]
    bastion = preview["moves"][-1]
    second = {"moves": [knight["move"]], "attempt": {"field": bastion["field"]}}
    assert playing.ask("/preview", second).json()["decisions"] == [knight, bastion]


def test_an_illegal_attempt_is_refused(playing: Guest) -> None:
    """By the rule that forbids the move that is meant; what is no attempt is refused before."""
    hand = playing.frame()["view"]["hand"]
    river = {"card": hand[0], "field": f"W{hand[0]}"}
    assert refusal_of(playing.ask("/preview", {"moves": [], "attempt": river})) == (409, "river_not_open")
    assert refusal_of(playing.ask("/preview", {"moves": [], "attempt": {"field": "L1"}})) == (409, "knight_first")
    assert refusal_of(playing.ask("/preview", {"moves": [], "attempt": {"field": "L99"}})) == (422, "unknown_field")
    assert refusal_of(playing.ask("/preview", {"moves": [], "attempt": {"card": 1}})) == (422, "wrong_value")
    assert refusal_of(playing.ask("/preview", {"moves": [], "attempt": {"card": 55, "field": "L1"}})) == (
        422,
        "wrong_value",
    )
    move = playing.frame()["view"]["moves"][0]["move"]
    late = {"moves": [move, "."], "attempt": {"field": "L1"}}
    assert refusal_of(playing.ask("/preview", late)) == (409, "turn_decided")


def test_previews_are_refused_as_turns_are(playing: Guest) -> None:
    """Illegal decisions, too many of them, and those of strangers."""
    move = playing.frame()["view"]["moves"][0]["move"]
    assert refusal_of(playing.ask("/preview", {"moves": ["@L1"], "turn": 0})) == (409, "knight_first")
    assert refusal_of(playing.ask("/preview", {"moves": [move, ".", "."], "turn": 0})) == (409, "turn_decided")
    assert refusal_of(playing.ask("/preview", {"moves": [move], "turn": 3})) == (409, "turn_over")
    assert refusal_of(playing.ask("/preview", {"moves": "17L"})) == (422, "wrong_value")
    assert refusal_of(playing.another().ask("/preview", {"moves": [move]})) == (401, "secret_missing")
    assert refusal_of(playing.another(new_secret()).ask("/preview", {"moves": [move]})) == (403, "not_your_seat")


def test_hints(playing: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A legal move with reasons and risks, for each decision of the turn; chances only where somebody searched."""
    monkeypatch.setattr(computer_module, "is_warm", lambda: False)
    view = playing.frame()["view"]
    hint = playing.ask("/hint", {"moves": []}).json()
    move = {name: hint[name] for name in ("move", "kind", "card", "field")}
    assert move in view["moves"] and hint["reasons"] and isinstance(hint["risks"], list)
    assert (hint["victory"], hint["error"], hint["others"]) == (None, None, [])
    assert (hint["by"], hint["share"]) == ("knight", None), "nobody searches while the engine is not compiled"
    following = playing.ask("/hint", {"moves": [hint["move"]]}).json()
    assert following["move"][0] in "@."
    assert refusal_of(playing.ask("/hint", {"moves": [hint["move"], "."]})) == (409, "turn_decided")
    assert refusal_of(playing.another().ask("/hint", {"moves": []})) == (401, "secret_missing")


# Replays


def test_a_finished_game_is_seen_from_everywhere(over: Guest) -> None:
    """From the opening to the end, from each seat, by a watcher and with everything."""
    turns = over.frame()["view"]["turn"]
    for seat in "abc-*":
        frames = over.another().get("/replay", seat=seat).json()["frames"]
        assert [frame["entry"]["kind"] for frame in frames] == ["started"] + ["turn"] * turns
        assert [frame["view"]["turn"] for frame in frames] == list(range(turns + 1))
        assert frames[-1]["view"]["result"] == over.frame()["view"]["result"]
        drawn = {event["seat"] for frame in frames for event in events(frame) if event["card"] is not None}
        assert drawn == {"a": {"a"}, "b": {"b"}, "c": {"c"}, "-": set(), "*": set("abc")}[seat]


def events(frame: dict[str, Any]) -> list[dict[str, Any]]:
    """The draws of a frame."""
    return [event for event in frame["entry"].get("events", []) if event["name"] == "card_drawn"]


def test_a_running_game_is_seen_from_ones_own_seat_only(running: Guest) -> None:
    """Otherwise as a watcher; pictures and records alike."""
    assert running.get("/replay", seat="a").json()["frames"][-1]["view"]["hand"]
    assert running.get("/replay").json()["frames"][-1]["view"]["hand"] == []
    for path in ("/replay", "/record", "/board.svg"):
        for seat in "bc*":
            assert refusal_of(running.get(path, seat=seat)) == (403, "still_hidden")
        assert refusal_of(running.another().get(path, seat="a")) == (403, "still_hidden")
        assert refusal_of(running.get(path, seat="e")) == (422, "unknown_seat")
        assert refusal_of(running.get(path, seat="x")) == (422, "wrong_value")
        assert running.another().get(path, seat="-").status_code == 200


def test_nothing_to_replay_before_the_start(house: House) -> None:
    """The game has not started."""
    owner = house.open(person("Anna"), OPEN, OPEN)
    for path in ("/replay", "/record", "/board.svg"):
        assert refusal_of(owner.get(path)) == (409, "not_started")


def upload(house: House, text: str, **query: str) -> httpx.Response:
    return house.client.post("/api/replay", content=text, params=query, headers={"Content-Type": "text/plain"})


def test_records_go_down_and_up(house: House, over: Guest) -> None:
    """A finished game's record replays to the same game, from each seat; names come as far as they can be written."""
    answer = over.get("/record", seat="*")
    assert answer.headers["content-disposition"].endswith('.rhg"')
    record = read_record(answer.text)
    assert record.game.is_over and record.headers["PlayerA"] == "?nne ?A?"
    for seat in "abc-*":
        here = over.get("/replay", seat=seat).json()["frames"]
        there = upload(house, answer.text, seat=seat).json()["frames"]
        assert [frame["view"] for frame in there] == [frame["view"] for frame in here]
        assert [frame["entry"].get("events") for frame in there] == [frame["entry"].get("events") for frame in here]
    assert upload(house, answer.text).json()["frames"] == upload(house, answer.text, seat="*").json()["frames"]


@pytest.mark.parametrize("seat", ["a", "-"])
def test_a_record_that_hides_cards_is_seen_as_its_seat_saw_it(house: House, running: Guest, seat: str) -> None:
    """What others held is not in it."""
    text = running.get("/record", seat=seat).text
    here, there = running.get("/replay", seat=seat).json()["frames"], upload(house, text).json()["frames"]
    assert [frame["view"] for frame in there] == [
        {**frame["view"], "moves": there[number]["view"]["moves"]} for number, frame in enumerate(here)
    ]
    assert [frame["entry"].get("events") for frame in there] == [frame["entry"].get("events") for frame in here]
    assert refusal_of(upload(house, text, seat="b")) == (403, "still_hidden")


@pytest.mark.parametrize(
    ("text", "code"),
    [("", "bad_notation"), ("nonsense", "bad_notation"), ('[Format "rhg1"]\n[Board "X 00"]\n', "wrong_record")],
)
def test_wrong_records(house: House, text: str, code: str) -> None:
    """They are refused with their place."""
    answer = upload(house, text)
    assert answer.status_code in (400, 422)
    assert answer.json()["refusal"]["code"] in (code, "wrong_value")


def test_long_records(house: House) -> None:
    """More than 32 kB are not taken."""
    assert refusal_of(upload(house, "x" * 32_769)) == (413, "too_large")


def test_pictures(over: Guest) -> None:
    """The board after a turn, in each language, and no turn that was not."""
    picture = over.get("/board.svg", turn=3, seat="a", language="de")
    assert picture.headers["content-type"] == "image/svg+xml" and picture.text.startswith("<svg")
    assert over.get("/board.svg").text != picture.text
    assert refusal_of(over.get("/board.svg", turn=999)) == (404, "no_such_turn")
    assert refusal_of(over.get("/board.svg", language="la")) == (422, "wrong_value")
