"""A server in a thread of the test, and how to speak with it."""

import asyncio
import json
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from rheinlaender.server.run import TableServer, listen, make_server
from rheinlaender.server.settings import Limits, Settings
from tests.server import asking
from tests.server.player import bearer, bots, new_id, new_secret, person

LIMITS = Limits().times(100)
PATIENCE = 60.0
Found = TypeVar("Found")
Event = tuple[str, str | None, Any]


def settings_for(folder: Path, **changes: Any) -> Settings:
    """Settings for a test: no pauses, no compiling, wide limits."""
    database = f"sqlite:///{folder / 'tables.db'}"
    plain: dict[str, Any] = {"database": database, "pause": 0.0, "is_compiling": False, "limits": LIMITS}
    return Settings(**plain | changes)


class House:
    """A running server."""

    def __init__(self, settings: Settings, port: int = 0) -> None:
        self.listening = listen("127.0.0.1", port)
        self.port = int(self.listening.getsockname()[1])
        self.http = f"http://127.0.0.1:{self.port}"
        self.client = asking.client(base_url=self.http, timeout=PATIENCE)
        self.is_up = threading.Event()
        self.server: TableServer = make_server(settings, self.is_up.set)
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.serve, daemon=True)

    def serve(self) -> None:
        """Serve until it is told to stop, in the thread of the server."""
        with asyncio.Runner(loop_factory=lambda: self.loop) as runner:
            runner.run(self.server.serve([self.listening]))

    def start(self) -> None:
        """Start, and wait until the server listens."""
        self.thread.start()
        assert self.is_up.wait(PATIENCE)

    def stop(self) -> None:
        """Stop gracefully."""
        self.client.close()
        self.server.should_exit = True
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()

    def run(self, work: Coroutine[Any, Any, Found]) -> Found:
        """Do a work in the loop of the server."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE)

    def open(self, *seats: dict[str, Any], **parts: Any) -> "Guest":
        """Open a table; its owner."""
        secret = new_secret()
        body = {"id": new_id(), "secret": secret, "seats": list(seats), "first": "a", **parts}
        answer = self.client.post("/api/tables", json=body)
        assert answer.status_code == 201, answer.text
        return Guest(self, answer.json()["table"], secret)


@contextmanager
def running(folder: Path, **changes: Any) -> Iterator[House]:
    """A server while it runs, with its database in a folder and what is changed of its settings."""
    house = House(settings_for(folder, **changes))
    house.start()
    try:
        yield house
    finally:
        house.stop()


class Guest:
    """Somebody at a table, by requests and sockets."""

    def __init__(self, house: House, table: str, secret: str | None) -> None:
        self.house, self.table, self.secret = house, table, secret
        self.path = f"/api/tables/{table}"

    def another(self, secret: str | None = None) -> "Guest":
        """Somebody else at the same table: a watcher, or the holder of a secret."""
        return Guest(self.house, self.table, secret)

    def sit(self, name: str, seat: str | None = None) -> "Guest":
        """Somebody who takes a seat."""
        guest = self.another(new_secret())
        assert guest.command("sit", secret=guest.secret, player=name, seat=seat).status_code == 200
        return guest

    def command(self, name: str, command_id: str | None = None, **parts: Any) -> httpx.Response:
        """Send a command; the answer."""
        return self.ask("/commands", {"id": command_id or new_id(), "name": name, **parts})

    def ask(self, path: str, body: Any) -> httpx.Response:
        """Ask about the table."""
        return self.house.client.post(self.path + path, json=body, headers=bearer(self.secret))

    def get(self, path: str = "", **query: Any) -> httpx.Response:
        """Get something about the table."""
        return self.house.client.get(self.path + path, params=query, headers=bearer(self.secret))

    def frame(self) -> dict[str, Any]:
        """The newest frame."""
        frame: dict[str, Any] = self.get().json()
        return frame

    def play(self, number: int = 0) -> httpx.Response:
        """Play a legal turn without a bastion."""
        view = self.frame()["view"]
        move = view["moves"][number]["move"]
        preview = self.ask("/preview", {"moves": [move], "turn": view["turn"]}).json()
        moves = [move] if preview["is_complete"] else [move, "."]
        return self.command("play", moves=moves, turn=view["turn"])

    def play_to_the_end(self) -> None:
        """Play one's turns until the game is over."""
        with self.socket() as line:
            frame = line.next("frame")
            while frame["table"]["stage"] != "over":
                if frame["view"]["moves"]:
                    self.play(len(frame["view"]["moves"]) // 2)
                frame = line.next("frame")

    @contextmanager
    def socket(self, after: int | None = None) -> Iterator["Line"]:
        """A socket that has said hello, if it was not refused before."""
        address = f"ws://127.0.0.1:{self.house.port}{self.path}/socket"
        with connect(address, max_size=None, open_timeout=PATIENCE) as socket:
            line = Line(socket)
            with suppress(ConnectionClosed):
                line.send(hello={"secret": self.secret, "after": after})
            yield line

    def events(
        self, frames: int, headers: dict[str, str] | None = None, **query: Any
    ) -> list[tuple[str, str | None, Any]]:
        """Server-sent events as kind, id and message, until so many frames have come."""
        found: list[tuple[str, str | None, Any]] = []
        sent = {**bearer(self.secret), **(headers or {})}
        with self.house.client.stream("GET", f"{self.path}/events", params=query, headers=sent) as answer:
            assert answer.headers["content-type"].startswith("text/event-stream")
            event: dict[str, str] = {}
            for line in answer.iter_lines():
                name, _, value = line.partition(": ")
                if line:
                    event[name] = value
                elif event.get("data"):
                    found.append((event["event"], event.get("id"), json.loads(event["data"])))
                    event = {}
                    if sum(kind == "frame" for kind, _, _ in found) == frames:
                        return found
        return found


class Line:
    """A socket."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket

    def send(self, **message: Any) -> None:
        """Send a message."""
        self.socket.send(json.dumps(message))

    def next(self, kind: str) -> Any:
        """The next message of a kind; others are passed over."""
        while True:
            message = json.loads(self.socket.recv(timeout=PATIENCE))
            if kind in message:
                return message[kind]

    def frame_when(self, is_it: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The next frame of which something is true."""
        while True:
            frame: dict[str, Any] = self.next("frame")
            if is_it(frame):
                return frame


def refusal_of(answer: httpx.Response) -> tuple[int, str]:
    """The status and the code of a refusal."""
    return answer.status_code, answer.json()["refusal"]["code"]


OPEN = {"kind": "open"}


def played_in_private(house: House) -> Guest:
    """The owner of a finished game between one person and computer players, at which nobody may watch."""
    owner = house.open(person("Anna"), *bots(2), options="short")
    assert owner.command("change_watchers", watchers=False).status_code == 200
    owner.play_to_the_end()
    return owner


__all__ = ["OPEN", "Guest", "House", "Line", "bearer", "bots", "new_id", "new_secret", "person", "refusal_of"]
