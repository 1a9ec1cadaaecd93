"""Live tables: frames on sockets and streams, presence, computer players, absent people, limits."""

import asyncio
import json
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from rheinlaender.server.live.subscriber import STOP, Sent, Subscriber
from tests.server.house import LIMITS, OPEN, Guest, House, Line, bots, new_id, new_secret, person, refusal_of, running


def closing(line: Line) -> tuple[dict[str, Any], int]:
    """Why a socket is closed, and by which code."""
    failure = line.next("failure")
    with pytest.raises(ConnectionClosed) as closed:
        line.socket.recv(timeout=60)
    assert closed.value.rcvd is not None
    return failure, closed.value.rcvd.code


@pytest.fixture
def three(house: House) -> list[Guest]:
    """Three people at a running table."""
    owner = house.open(person("Anna"), OPEN, OPEN)
    return [owner, owner.sit("Bert", "b"), owner.sit("Clara", "c")]


# Sockets


def test_everybody_gets_every_frame_in_order(three: list[Guest]) -> None:
    """People and watchers see the same turns; each sees only the own hand and the own drawn card."""
    anna, bert, clara = three
    with anna.socket() as a, bert.socket() as b, anna.another().socket() as w:
        start = [line.next("frame")["seq"] for line in (a, b, w)]
        assert len(set(start)) == 1
        for guest in (anna, bert, clara):
            assert guest.play().status_code == 200
        frames = [[line.next("frame") for _ in range(3)] for line in (a, b, w)]
    for seen in zip(*frames, strict=True):
        assert len({frame["seq"] for frame in seen}) == 1
        assert len({json.dumps(frame["view"]["knights"]) for frame in seen}) == 1
    drawn = [[event for event in seen[0]["entry"]["events"] if event["name"] == "card_drawn"] for seen in frames]
    assert drawn[0][0]["card"] in frames[0][0]["view"]["hand"]
    assert drawn[1][0]["card"] is drawn[2][0]["card"] is None
    assert [frame["view"]["hand"] for frame in frames[2]] == [[], [], []]
    assert [frame["view"]["seat"] for frame in (frames[0][0], frames[1][0], frames[2][0])] == ["a", "b", None]


def test_a_command_on_a_socket(three: list[Guest]) -> None:
    """It is answered on the socket, and again when it is sent again."""
    with three[0].socket() as line:
        view = line.next("frame")["view"]
        command = {"id": new_id(), "name": "play", "moves": [view["moves"][0]["move"], "."], "turn": 0}
        line.send(command=command)
        first = line.next("reply")
        line.send(command=command)
        assert first == line.next("reply") == {"id": command["id"], "ok": True, "turn": 1}
        line.send(command={**command, "id": new_id()})
        refused = line.next("reply")
        assert (refused["ok"], refused["refusal"]["code"]) == (False, "turn_over")


def test_a_line_that_broke_goes_on_where_it_was(three: list[Guest]) -> None:
    """With `after` all later frames are sent, from memory or from the log; with null the newest."""
    for _ in range(14):
        for guest in three:
            assert guest.play().status_code == 200
    newest = three[1].frame()
    with three[1].socket(after=-1) as line:
        frames = [line.next("frame") for _ in range(newest["seq"] + 1)]
    assert [frame["seq"] for frame in frames] == list(range(newest["seq"] + 1))
    assert frames[-1] == newest
    for after in (newest["seq"] - 2, 5):
        with three[1].socket(after=after) as line:
            assert [line.next("frame") for _ in range(newest["seq"] - after)] == frames[after + 1 :]
    with three[1].socket(after=None) as line:
        assert line.next("frame") == newest


def test_a_watcher_sits_down_on_the_socket(house: House) -> None:
    """From then on the socket is that of the seat."""
    owner = house.open(person("Anna"), OPEN, OPEN)
    with owner.another().socket() as line:
        assert line.next("frame")["table"]["you"]["seats"] == ""
        line.send(command={"id": new_id(), "name": "sit", "secret": new_secret(), "player": "Bert", "seat": None})
        assert line.next("reply")["seats"] == "b"
        assert owner.command("start", level="squire").status_code == 200
        assert line.frame_when(lambda frame: frame["entry"]["kind"] == "started")["view"]["seat"] == "b"


def test_a_command_is_carried_out_to_its_end(house: House) -> None:
    """Whoever sits down last and is gone before the answer leaves a table that has started, and everybody is told."""
    for _ in range(8):
        owner = house.open(person("Anna"), OPEN, person("Clara"))
        with owner.socket() as line:
            assert line.next("frame")["table"]["stage"] == "waiting"
            hasty = owner.another().socket()
            with hasty as other:
                other.next("frame")
                other.send(
                    command={"id": new_id(), "name": "sit", "secret": new_secret(), "player": "Bert", "seat": "b"}
                )
            assert line.frame_when(lambda frame: frame["entry"]["kind"] == "started")["table"]["stage"] == "playing"


def test_presence(three: list[Guest]) -> None:
    """Everybody is told who is there; a watcher does not count."""
    with three[0].socket() as a:
        assert a.next("presence") == {"a": True, "b": False, "c": False}
        with three[1].socket() as b, three[0].another().socket() as w:
            assert a.next("presence") == b.next("presence") == w.next("presence")
        assert a.next("presence") == {"a": True, "b": False, "c": False}


def test_ping(three: list[Guest]) -> None:
    """A ping is answered with its number."""
    with three[0].socket() as line:
        line.send(ping=17)
        assert line.next("pong") == 17


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ("nonsense", "malformed"),
        ('{"hello": {"secret": "short"}}', "wrong_value"),
        ('{"ping": 1}', "wrong_value"),
        (b"\x00\x01", "malformed"),
        ("9" * 20_000, "too_large"),
    ],
)
def test_wrong_first_messages(house: House, message: Any, code: str) -> None:
    """The socket says why and is closed; a message that is far too long closes it at once."""
    guest = house.open(person("Anna"), *bots(2))
    with connect(f"ws://127.0.0.1:{house.port}{guest.path}/socket") as socket:
        socket.send(message)
        if code == "too_large":
            with pytest.raises(ConnectionClosed) as closed:
                socket.recv(timeout=60)
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 1009
        else:
            failure, number = closing(Line(socket))
            assert (failure["code"], number) == (code, 1008)


def test_sockets_of_unknown_tables(house: House) -> None:
    """There is no such table."""
    with Guest(house, "no-such-table", None).socket() as line:
        assert closing(line)[0]["code"] == "no_such_table"


def test_sockets_of_other_sites(house: House) -> None:
    """A page of another site cannot open a socket; the server's own can."""
    path = house.open(person("Anna"), *bots(2)).path
    address = f"ws://127.0.0.1:{house.port}{path}/socket"
    with pytest.raises(InvalidStatus) as refused, connect(address, origin=Origin("https://evil.example")):
        pass
    assert refused.value.response.status_code == 403
    with connect(address, origin=Origin(f"http://127.0.0.1:{house.port}")):
        pass


def test_a_subscriber_that_does_not_keep_up_is_dropped() -> None:
    """Nothing more waits for it then; the end of the server is told to everybody."""

    async def overflow() -> None:
        slow = Subscriber(None, 3)
        for number in range(5):
            slow.send(Sent("frame", "{}", number))
        assert slow.is_dropped and slow.dropped.is_set() and slow.waiting.qsize() == 3
        slow.stop()
        kinds = [slow.waiting.get_nowait().kind for _ in range(slow.waiting.qsize())]
        assert kinds[-1] == STOP

    asyncio.run(overflow())


# Streams


def test_a_stream_is_the_same_as_a_socket(three: list[Guest]) -> None:
    """The same frames with the same numbers, resumed by `after` or `Last-Event-ID`."""
    for guest in three:
        guest.play()
    newest = three[0].frame()["seq"]
    with three[0].socket(after=-1) as line:
        on_socket = [line.next("frame") for _ in range(newest + 1)]
    events = [event for event in three[0].events(newest + 1, after=-1) if event[0] == "frame"]
    assert [frame for _, _, frame in events] == on_socket
    assert [number for _, number, _ in events] == [str(number) for number in range(newest + 1)]
    resumed = three[0].events(2, {"Last-Event-ID": str(newest - 2)})
    assert [frame for kind, _, frame in resumed if kind == "frame"] == on_socket[-2:]
    assert three[0].events(1)[0][2] == on_socket[-1]


def test_a_stream_is_presence_too(three: list[Guest]) -> None:
    """Whoever reads a stream is there, and gone when it is closed."""
    with three[0].socket() as line:
        assert line.next("presence")["b"] is False
        three[1].events(1)
        assert line.next("presence")["b"] is True
        assert line.next("presence")["b"] is False


# Pass and play


def test_pass_and_play(house: House) -> None:
    """One secret with several seats sees the hand of the one that is to move, and no card that others drew."""
    owner = house.open(person("Anna"), person("Bert"), person("Clara"))
    seen = []
    for seat in "abcab":
        view = owner.frame()["view"]
        seen.append(view["seat"])
        assert view["to_move"] == seat and view["moves"]
        owner.play()
        drawn = [event for event in owner.frame()["entry"]["events"] if event["name"] == "card_drawn"]
        assert drawn == [{"name": "card_drawn", "seat": seat, "card": None}]
    assert "".join(seen) == "abcab"


# Computer players and absent people


def test_computer_players_play_alone(house: House) -> None:
    """A table of computer players of all quick levels plays to its end, with a watcher."""
    guest = house.open({"kind": "bot", "level": "squire"}, {"kind": "bot", "level": "knight"}, *bots(1))
    with guest.another().socket() as line:
        last = line.frame_when(lambda frame: frame["table"]["stage"] == "over")
    assert last["entry"]["by"] in ("squire", "knight")
    assert last["view"]["result"]["winners"]


def test_an_absent_person_is_played_for_and_gets_the_seat_back(three: list[Guest]) -> None:
    """After the grace a stand-in plays, in later turns at once; whoever comes back plays again at once."""
    anna, bert, _ = three
    live = anna.house.server.app.state.room.in_use[anna.table]
    live.recent[-1] = replace(live.table, grace=1)
    with anna.socket() as line:
        assert line.next("frame")["view"]["to_move"] == "a"
        assert anna.command("change_stand_in", level="squire").status_code == 200
        anna.play()
        played = line.frame_when(lambda frame: frame["entry"].get("seat") == "b")
        assert played["entry"]["by"] == "squire"
        line.frame_when(lambda frame: frame["view"]["to_move"] == "a")
        anna.play()
        line.frame_when(lambda frame: frame["view"]["to_move"] == "a" and frame["entry"].get("seat") == "c")
        with bert.socket() as back:
            assert back.next("frame")["view"]["to_move"] == "a"
            anna.play()
            back.frame_when(lambda frame: frame["view"]["to_move"] == "b")
            time.sleep(0.2)
            assert bert.play().status_code == 200
            assert back.frame_when(lambda frame: frame["entry"].get("seat") == "b")["entry"]["by"] == "person"


def test_without_a_stand_in_the_table_waits(three: list[Guest]) -> None:
    """An absent person's turn stays open."""
    three[0].play()
    time.sleep(0.2)
    assert three[0].frame()["view"]["to_move"] == "b"


# The list of tables


def test_status(house: House, three: list[Guest]) -> None:
    """How one's tables stand, and that others do not exist."""
    owner = house.open(person("Anna"), OPEN, *bots(1))
    asked = [
        {"table": three[0].table, "secret": three[0].secret},
        {"table": three[0].table, "secret": three[1].secret},
        {"table": owner.table, "secret": None},
        {"table": "no-such-table", "secret": None},
    ]
    tables = house.client.post("/api/tables/status", json={"tables": asked}).json()["tables"]
    assert [table["exists"] for table in tables] == [True, True, True, False]
    assert [table["your_turn"] for table in tables] == [True, False, False, False]
    assert [table["held"] for table in tables] == ["a", "b", "", ""]
    assert [table["stage"] for table in tables] == ["playing", "playing", "waiting", "waiting"]
    assert [table["to_move"] for table in tables] == ["a", "a", None, None]


# Limits


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server with narrow limits."""
    limits = replace(
        LIMITS, openings=(3, 0.01), requests=(40, 0.5), socket_messages=(5, 0.5), connections_per_address=3
    )
    with running(tmp_path_factory.mktemp("strict"), limits=limits) as house:
        yield house


def test_limits(strict: House) -> None:
    """Whoever asks too often is told when to come back; too many connections and messages are refused."""
    guest = strict.open(person("Anna"), *bots(2))
    with guest.socket() as one, guest.socket() as two, guest.socket() as three, guest.socket() as four:
        assert closing(four)[0]["code"] == "too_many_connections"
        assert refusal_of(guest.get("/events")) == (429, "too_many_connections")
        with suppress(ConnectionClosed):
            for _ in range(6):
                one.send(ping=1)
        failure, code = closing(one)
        assert (failure["code"], code) == ("too_many_requests", 1013)
        two.send(ping=2)
        assert two.next("pong") == 2
        three.next("frame")
    for _ in range(2):
        strict.open(person("Anna"), *bots(2))
    body = {"id": new_id(), "secret": new_secret(), "seats": [person("Anna"), *bots(2)]}
    flooded = strict.client.post("/api/tables", json=body)
    assert refusal_of(flooded) == (429, "too_many_requests")
    assert int(flooded.headers["retry-after"]) > 1
    answers: list[httpx.Response] = [guest.get() for _ in range(60)]
    assert {answer.status_code for answer in answers} == {200, 429}


def test_long_bodies(house: House) -> None:
    """They are refused before they are read."""
    answer = house.client.post("/api/tables", content=b"[" * 20_000)
    assert refusal_of(answer) == (413, "too_large")
