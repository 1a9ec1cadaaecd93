"""Secrets: deal what a viewer has not seen otherwise, and every byte that the server sends to it stays the same.

Two servers hold the same tables: same people, same turns, same public cards; but for each table there is one viewer,
and all cards that this viewer has never seen, the order of the deck and the seed differ.
"""

import asyncio
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from websockets.sync.client import ClientConnection, connect

from rheinlaender.server.store.database import writing as writing_to
from rheinlaender.server.store.log import Store
from rheinlaender.server.store.schema import lobby
from rheinlaender.server.values.entry import Parts
from rheinlaender.server.values.secret import digest_of
from tests.long import SERVER_TEST, others_long
from tests.server import asking
from tests.server.player import bearer
from tests.server.postgres import new_address
from tests.server.process import ServerProcess, serving
from tests.server.several import IS_LONG, several
from tests.server.worlds import Course, other_world, play_course, played_card

SEATS = "abcd"
SECRETS = {seat: f"secret-of-seat-{seat}-000000" for seat in SEATS}
OWNER = "secret-of-the-owner-000000"
STRANGER = "secret-of-a-stranger-000000"
WATCHER = "-"
LENGTHS = (0, 13, 29, 44)
"""After how many turns the viewers look; the deck is shuffled now and then between them, but not in the next turn."""
SEEDS = (1111111111111111111, 2222222222222222222)
AT = "2026-01-31T12:00:00Z"
ALWAYS = "2999-01-31T12:00:00Z"
"""When people of public tables were there last: they are listed, whenever the test runs."""
CASES = [(length, viewer) for length in LENGTHS for viewer in (*SEATS, WATCHER)]
GIVEN_UP = [(21, viewer) for viewer in ("c", WATCHER)]
"""Tables at which the game is ended by agreement after so many turns."""
WRONG_NOW: list[dict[str, Any]] = [
    {"name": "ready"},
    {"name": "unseat", "seat": "b", "to": {"kind": "open"}},
    {"name": "start", "level": None},
    {"name": "change_watchers", "watchers": False},
    {"name": "change_public", "is_public": True},
    {"name": "vote", "what": "end", "is_agreed": False},
]
"""What none of the viewers may ask in the middle of a game."""


def name_of(length: int, viewer: str) -> str:
    """The id of the table that is for one viewer after so many turns."""
    return f"table-{length}-{'watcher' if viewer == WATCHER else viewer}"


def holders() -> list[dict[str, Any]]:
    """Four people."""
    return [
        {"kind": "person", "name": f"Player {seat}", "level": None, "holder": digest_of(SECRETS[seat])}
        for seat in SEATS
    ]


async def write_table(store: Store, table: str, world: Course, length: int, seed: int) -> None:
    """Write the log of a table up to a turn."""
    opened: Parts = {"owner": digest_of(OWNER), "seats": holders(), "options": "parker", "first": "a", "pace": "live"}
    opened |= {"stand_in": None, "grace": 60, "hints": True, "ready_check": True, "watchers": True, "is_public": True}
    await store.open_table(table, f"opening-{table}", opened)
    started = {"seats": holders(), "first": "a", "position": world.write_first(), "seed": seed}
    await store.append(table, 1, "started", started)
    for number, turn in enumerate(world.turns[:length], 2):
        await store.append(table, number, "turn", turn)


async def write_worlds(addresses: list[str], course: Course) -> None:
    """Write all tables into both databases, as they went and as they might have gone.

    What the viewer sees of the turn that comes next is the same in both, so that it can be played.
    """
    stores = [Store(address, clock=lambda: AT) for address in addresses]
    for store in stores:
        await store.open()
    writing = []
    for length, viewer in CASES + GIVEN_UP:
        other = other_world(course, None if viewer == WATCHER else viewer, length + 1, Random(length))
        for store, world, seed in zip(stores, (course, other), SEEDS, strict=True):
            writing.append(write_table(store, name_of(length, viewer), world, length, seed))
    await asyncio.gather(*writing)
    for store in stores:
        with writing_to(store.engine) as connection:
            connection.execute(lobby.update().values(seen=ALWAYS))
        await store.close()


@pytest.fixture(scope="module")
def course() -> Course:
    return play_course(len(SEATS), seed=3, length=max(LENGTHS) + 1)


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory, course: Course) -> Iterator[list[ServerProcess]]:
    folders: list[Path] = [tmp_path_factory.mktemp(f"world{number}") for number in (1, 2)]
    addresses = [f"sqlite:///{folder / 'tables.db'}" for folder in folders]
    asyncio.run(write_worlds(addresses, course))
    with serving(addresses[0], folders[0]) as one, serving(addresses[1], folders[1]) as two:
        yield [one, two]


class Ear:
    """Collects every byte that one server sends to one viewer of one table."""

    def __init__(self, server: ServerProcess, length: int, viewer: str, other: ServerProcess | None = None) -> None:
        self.secret = SECRETS.get(viewer)
        self.table, self.server = name_of(length, viewer), server
        self.other = other or server
        """The server at which others play."""
        self.address = f"127.0.2.{(CASES + GIVEN_UP).index((length, viewer)) + 1}"
        transport = httpx.HTTPTransport(local_address=self.address, verify=False)
        self.client = asking.client(base_url=server.http, transport=transport, headers=bearer(self.secret), timeout=60)
        self.heard: list[tuple[str, bytes]] = []
        self.ignored = {"date", "server", "x-request-id"}
        self.numbers = count()

    def ask(self, method: str, path: str, body: Any = None, **query: str) -> httpx.Response:
        """Ask, and keep the answer with its status and headers."""
        answer = self.client.request(method, path, json=body, params=query)
        headers = {name: value for name, value in answer.headers.items() if name not in self.ignored}
        own_port = f"127.0.0.1:{self.server.port}"
        headers["content-security-policy"] = headers["content-security-policy"].replace(own_port, "HOST")
        self.heard.append(
            (f"{method} {path} {body} {query}", f"{answer.status_code} {headers} ".encode() + answer.content)
        )
        assert answer.status_code < 429, answer.text
        return answer

    def ask_table(self, method: str, path: str, body: Any = None, **query: str) -> httpx.Response:
        """Ask about the table."""
        return self.ask(method, f"/api/tables/{self.table}{path}", body, **query)

    def forget_times(self) -> None:
        """Ignore what follows from the time of a turn that was played in the test: digests and compressed lengths."""
        self.ignored.add("etag")
        self.client.headers["Accept-Encoding"] = "identity"

    def command(self, **parts: Any) -> dict[str, Any]:
        """A command with an id that is the same in both worlds."""
        return {"id": f"command-{next(self.numbers):04}", **parts}

    @contextmanager
    def socket(self) -> Iterator[ClientConnection]:
        """A socket that has said hello."""
        address = f"ws://127.0.0.1:{self.server.port}/api/tables/{self.table}/socket"
        with connect(address, max_size=None, source_address=(self.address, 0), close_timeout=1) as socket:
            socket.send(json.dumps({"hello": {"secret": self.secret, "after": -1}}))
            yield socket

    def listen(self, socket: ClientConnection, wanted: str, number: int | None = None) -> None:
        """Keep what a socket sends until a message of a kind (and of a number) has come."""
        while True:
            message = socket.recv(timeout=60)
            assert isinstance(message, str)
            if message.startswith('{"watchers":'):
                continue  # how many watch follows from when the lines of the test close
            self.heard.append(("socket", message.encode()))
            found = json.loads(message).get(wanted)
            if found is not None and number in (None, found.get("seq") if isinstance(found, dict) else None):
                return

    def stream(self, frames: int) -> None:
        """Keep the stream of server-sent events up to so many frames."""
        with self.client.stream("GET", f"/api/tables/{self.table}/events", params={"after": "-1"}) as answer:
            seen = 0
            for line in answer.iter_lines():
                self.heard.append(("stream", line.encode()))
                seen += line == "event: frame"
                if seen == frames and line.startswith("data: "):
                    return


def ask_everything(ear: Ear, length: int) -> None:
    """Everything that a viewer can ask: rightly, wrongly, and about what is not shown."""
    view = ear.ask_table("GET", "").json()["view"]
    ear.ask("POST", "/api/tables/status", {"tables": [{"table": ear.table, "secret": ear.secret}]})
    ear.ask_table("POST", "/hint", {"moves": []})
    legal = [move["move"] for move in view["moves"]]
    for moves in ([], *([move] for move in legal[:4]), *([move, "."] for move in legal[:4])):
        ear.ask_table("POST", "/preview", {"moves": moves, "turn": length})
    for card in range(1, 55, 4):
        ear.ask_table("POST", "/preview", {"moves": [f"{card}L"], "turn": length})
        tried = {"card": card, "field": f"L{card}"}
        ear.ask_table("POST", "/preview", {"moves": [], "attempt": tried, "turn": length})
        if f"{card}-" not in legal:
            ear.ask_table("POST", "/commands", ear.command(name="play", moves=[f"{card}-"], turn=length))
    for wrong in WRONG_NOW:
        ear.ask_table("POST", "/commands", ear.command(**wrong))
    for seat in (*SEATS, "-", "*", "e"):
        ear.ask_table("GET", "/replay", seat=seat)
        ear.ask_table("GET", "/record", seat=seat)
        ear.ask_table("GET", "/board.svg", seat=seat, turn=str(length), language="de")
        ear.ask_table("GET", "/position", seat=seat, turn=str(length))
    for seat in "ab-*":
        ear.ask("POST", "/api/tables", play_on(ear.table, seat, length))
    for depth in ("usual", "deepest"):
        ear.ask_table("GET", "/review", depth=depth)
    for said in (
        {"text": "Mine is card 17"},
        {"reaction": "ouch", "about": length},
        {"reaction": "ouch", "about": 999},
    ):
        ear.ask_table("POST", "/talk", {"id": f"said-{next(ear.numbers):04}", **said})
    for turn in (length // 2, length + 1, 999):
        ear.ask_table("GET", "/board.svg", seat="-", turn=str(turn))


def play_on(table: str, seen: str, turn: int) -> dict[str, Any]:
    """Ask to play on from a game that is not over."""
    people = [{"kind": "person", "name": f"Eve {seat}"} for seat in SEATS]
    former = {"of": "table", "table": table, "turn": turn, "seen": seen}
    return {"id": "play-on-0001", "secret": STRANGER, "seats": people, "beginning": former}


def listen_to_everything(ear: Ear, viewer: str, length: int, turn: dict[str, Any]) -> None:
    """Both kinds of line from the first frame on, wrong commands, and then the next turn while it is played."""
    ear.stream(length + 2)
    with ear.socket() as socket:
        ear.listen(socket, "frame", length + 1)
        ear.listen(socket, "presence")
        for card in (1, 27, 54):
            wrong = ear.command(name="play", moves=[f"{card}W", "@L1", "."], turn=length)
            socket.send(json.dumps({"command": wrong}))
            ear.listen(socket, "reply")
        socket.send(json.dumps({"ping": 1}))
        ear.listen(socket, "pong")
        command = {"id": f"turn-{length:06}", "name": "play", "moves": turn["moves"], "turn": length}
        address = f"{ear.other.http}/api/tables/{ear.table}/commands"
        played = asking.post(address, json=command, headers=bearer(SECRETS[turn["seat"]]), timeout=30)
        assert played.status_code == 200, played.text
        ear.listen(socket, "frame", length + 2)
        for speaker in (SECRETS[turn["seat"]], OWNER):
            talked = {"id": f"said-{length:06}", "text": "What a turn!"}
            address = f"{ear.other.http}/api/tables/{ear.table}/talk"
            assert asking.post(address, json=talked, headers=bearer(speaker), timeout=30).status_code == 200
        ear.listen(socket, "talk")
    ear.forget_times()
    ear.ask_table("GET", "/talk")
    ear.ask_table("GET", "/replay", seat=viewer)
    ear.ask_table("GET", "/record", seat=viewer)


def timeless(heard: bytes) -> bytes:
    """What was heard without the times, which are those of the test."""
    return re.sub(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", b"TIME", heard)


@pytest.mark.parametrize(("length", "viewer"), others_long(CASES, CASES[::7], SERVER_TEST))
def test_hidden_cards_change_no_byte(servers: list[ServerProcess], course: Course, length: int, viewer: str) -> None:
    """In two worlds that differ only in what a viewer cannot know, the viewer is sent the same bytes."""
    compare([Ear(server, length, viewer) for server in servers], length, viewer, course.turns[length])


def compare(ears: list[Ear], length: int, viewer: str, turn: dict[str, Any]) -> None:
    """Hear everything in both worlds, and find no difference and no secret."""
    for ear in ears:
        assert ear.table in ear.ask("GET", "/api/lobby").text
        ask_everything(ear, length)
        listen_to_everything(ear, viewer, length, turn)
        ear.client.close()
    assert_same(ears)


def assert_same(ears: list[Ear]) -> None:
    """What was heard in both worlds is the same, and has no secret."""
    one, two = (ear.heard for ear in ears)
    assert [question for question, _ in one] == [question for question, _ in two]
    for (question, first), (_, second) in zip(one, two, strict=True):
        assert timeless(first) == timeless(second), question
        assert not any(str(seed).encode() in first + second for seed in SEEDS), question
        assert not any(secret.encode() in first + second for secret in (*SECRETS.values(), OWNER)), question


@pytest.mark.parametrize(("length", "viewer"), GIVEN_UP)
def test_a_game_that_was_given_up_stays_hidden(servers: list[ServerProcess], length: int, viewer: str) -> None:
    """Also when all have agreed to end it, no hidden card changes a byte of what a viewer is sent."""
    ears = [Ear(server, length, viewer) for server in servers]
    for ear in ears:
        for secret in SECRETS.values():
            command = {"id": "the-end-1", "name": "vote", "what": "end"}
            address = f"{ear.server.http}/api/tables/{ear.table}/commands"
            assert asking.post(address, json=command, headers=bearer(secret), timeout=30).status_code == 200
        ear.forget_times()
        ask_everything(ear, length)
        assert ear.ask_table("GET", "").json()["table"]["ended"] == "agreement"
        ear.client.close()
    assert_same(ears)


@pytest.mark.skipif(not IS_LONG, reason="takes a minute: make server-test")
def test_hidden_cards_change_no_byte_at_another_server(tmp_path: Path, course: Course) -> None:
    """The same holds for whoever sits at one server while others play at another one of the same database."""
    addresses = [new_address("postgresql", tmp_path) for _ in range(2)]
    asyncio.run(write_worlds(addresses, course))
    with several(addresses[0], tmp_path, 2) as one, several(addresses[1], tmp_path, 2) as two:
        for length, viewer in CASES[::7]:
            ears = [Ear(near, length, viewer, far) for near, far in (one, two)]
            compare(ears, length, viewer, course.turns[length])


def test_the_worlds_differ(course: Course) -> None:
    """The test would notice: in each other world, others hold other cards and the deck lies otherwise."""
    assert not any(course.turns[length]["was_shuffled"] for length in LENGTHS)
    for length, viewer in CASES:
        seat = None if viewer == WATCHER else viewer
        other = other_world(course, seat, length + 1, Random(length))
        assert [played_card(turn) for turn in other.turns] == [played_card(turn) for turn in course.turns[: length + 1]]
        is_dealt_anew = other.write_first() != course.write_first()
        is_drawn_anew = other.turns != course.turns[: length + 1]
        assert is_dealt_anew or is_drawn_anew
