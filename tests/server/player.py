"""A client written from the protocol alone: it plays legal moves, survives broken lines and resends what got lost."""

import asyncio
import json
import secrets
import time
from collections.abc import Sequence
from math import inf
from random import Random
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from tests.server import asking

PATIENCE_SECONDS = 2.0
PAUSE_SECONDS = 0.05
LATER = {"too_many_requests", "server_busy"}
"""Failures after which one comes back."""
OVERTAKEN = {"turn_over", "not_your_turn", "game_over"}
"""Refusals of a turn that somebody else has finished in the meantime."""


def new_secret() -> str:
    """A secret of 128 bits."""
    return secrets.token_urlsafe(16)


def new_id() -> str:
    """An id for a command or an opening."""
    return secrets.token_hex(8)


def bearer(secret: str | None) -> dict[str, str]:
    """The header that carries a secret."""
    return {} if secret is None else {"Authorization": f"Bearer {secret}"}


def open_table(http: str, secret: str, seats: list[dict[str, Any]], **parts: Any) -> str:
    """Open a table; its id."""
    body = {"id": new_id(), "secret": secret, "seats": seats, "options": "parker", "first": "a", **parts}
    answer = asking.post(f"{http}/api/tables", json=body, timeout=60)
    expect(answer, 201)
    return str(answer.json()["table"])


class Busy(Exception):
    """The server says that one should come back."""


def expect(answer: httpx.Response, status: int) -> None:
    """Take an answer for what it should be, or come back later where the server says so."""
    if answer.status_code == httpx.codes.SERVICE_UNAVAILABLE:
        raise Busy(answer.text)
    assert answer.status_code == status, answer.text


def bots(count: int, level: str = "squire") -> list[dict[str, Any]]:
    """Seats for computer players."""
    return [{"kind": "bot", "level": level}] * count


def person(name: str) -> dict[str, Any]:
    """A seat that the owner's secret holds."""
    return {"kind": "person", "name": name}


def choose_turn(view: dict[str, Any], random: Random) -> list[str]:
    """A whole legal turn: a knight by chance, and no bastion."""
    move = random.choice(view["moves"])
    own = next(seat for seat in view["seats"] if seat["seat"] == view["seat"])
    has_bastion = own["bastions"] > 0 and move["kind"] != "change"
    return [move["move"], "."] if has_bastion else [move["move"]]


class Player:
    """Somebody at a table. `frames` is the log without gaps, `carried_out` are the commands that were acknowledged.

    Where a table has several addresses, every new line goes to the next one.
    """

    def __init__(
        self, http: str | Sequence[str], table: str, secret: str | None, seed: int = 0, enough: float = inf
    ) -> None:
        known = [http] if isinstance(http, str) else http
        self.addresses = [f"{name.replace('http', 'ws', 1)}/api/tables/{table}/socket" for name in known]
        self.tries = seed if len(known) > 1 else 0
        self.secret = secret
        self.random = Random(seed)
        self.frames: list[dict[str, Any]] = []
        self.acknowledged: dict[str, dict[str, Any]] = {}
        self.pending: dict[str, Any] | None = None
        self.carried_out: list[dict[str, Any]] = []
        self.patience = PATIENCE_SECONDS
        self.enough = enough
        self.lines = 0
        self.refused: list[dict[str, Any]] = []
        self.longest_wait = 0.0
        """The most seconds between two frames."""
        self._framed: float | None = None

    @property
    def is_over(self) -> bool:
        """Whether the game is over, as far as the player knows."""
        return bool(self.frames) and self.frames[-1]["table"]["stage"] == "over"

    @property
    def turns(self) -> int:
        """How many turns the player has seen."""
        return sum(frame["entry"]["kind"] == "turn" for frame in self.frames)

    @property
    def is_done(self) -> bool:
        """Whether the player has seen enough."""
        return self.is_over or self.turns >= self.enough

    async def play(self) -> None:
        """Play until the game is over, or so many turns are seen, with as many lines as it takes."""
        while not self.is_done:
            address = self.addresses[self.tries % len(self.addresses)]
            self.tries += 1
            try:
                async with connect(address, open_timeout=5, close_timeout=1, max_size=None) as line:
                    self.lines += 1
                    await self.greet(line)
                    await self.follow(line)
            except (OSError, TimeoutError, ConnectionClosed, InvalidHandshake, InvalidMessage):
                await asyncio.sleep(PAUSE_SECONDS)

    async def greet(self, line: ClientConnection) -> None:
        """Say who is there and which frame was the last, and resend the command that is not answered."""
        await line.send(json.dumps({"hello": {"secret": self.secret, "after": len(self.frames) - 1}}))
        if self.pending is not None:
            await self.send(line)

    async def follow(self, line: ClientConnection) -> None:
        """Take messages and answer by moves until the game is over or a frame is missing."""
        while not self.is_done:
            try:
                message = json.loads(await asyncio.wait_for(line.recv(), self.patience))
            except TimeoutError:
                if self.pending is None:
                    return
                await self.send(line)
                continue
            if not self.take(message):
                return
            await self.move(line)

    def take(self, message: dict[str, Any]) -> bool:
        """Take one message; False when the line is to be opened anew."""
        if "frame" in message:
            return self.take_frame(message["frame"])
        if "reply" in message:
            self.take_reply(message["reply"])
        if "failure" in message:
            assert message["failure"]["code"] in LATER, message
            return False
        return True

    def take_frame(self, frame: dict[str, Any]) -> bool:
        """Keep a new frame, ignore a known one; False when one is missing before it."""
        if frame["seq"] == len(self.frames):
            self.note_wait()
            self.frames.append(frame)
        elif frame["seq"] < len(self.frames):
            assert frame == self.frames[frame["seq"]], "a frame that was sent before has changed"
        return bool(frame["seq"] < len(self.frames))

    def note_wait(self) -> None:
        """Note how long nothing had come."""
        now = time.monotonic()
        if self._framed is not None:
            self.longest_wait = max(self.longest_wait, now - self._framed)
        self._framed = now

    def take_reply(self, reply: dict[str, Any]) -> None:
        """Note what was acknowledged; a turn that was overtaken is given up."""
        if reply["ok"]:
            known = self.acknowledged.setdefault(reply["id"], reply)
            assert known == reply, "a command was answered in two ways"
        elif reply["refusal"]["code"] not in OVERTAKEN:
            raise AssertionError(f"{self.pending} was refused: {reply}")
        else:
            self.refused.append(reply)
        if self.pending is not None and reply["id"] == self.pending["id"]:
            self.carried_out += [self.pending] if reply["ok"] else []
            self.pending = None

    async def move(self, line: ClientConnection) -> None:
        """Play a turn if it is one's own and none is on its way."""
        view = self.frames[-1]["view"] if self.frames else None
        if self.pending is None and view is not None and view["moves"]:
            moves = choose_turn(view, self.random)
            self.pending = {"id": new_id(), "name": "play", "moves": moves, "turn": view["turn"]}
            await self.send(line)

    async def send(self, line: ClientConnection) -> None:
        """Send the pending command."""
        await line.send(json.dumps({"command": self.pending}))
