"""The clients: people who play, people who watch, and sockets that are never read."""

import asyncio
import json
import re
import secrets
import socket
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

SEQ = re.compile(r'\{"frame":\{"seq":(\d+)')
ADDRESSES = 60
STALLED_BUFFER = 4096
LATENESS_SECONDS = 0.01


def address(number: int) -> str:
    """One of the addresses of this machine from which clients come, as if they were many."""
    return f"127.0.1.{1 + number % ADDRESSES}"


@dataclass
class Table:
    """A table and what its sockets have noticed."""

    number: int
    id: str
    secret: str
    is_stalled: bool = False
    sent: dict[int, float] = field(default_factory=dict)
    """When the command was sent that made an entry, by the entry's number."""
    came: dict[int, list[float]] = field(default_factory=lambda: defaultdict(list))
    """When the sockets received an entry."""

    def waits(self, since: float) -> list[float]:
        """The milliseconds from each command to each socket."""
        return [
            1000 * (at - sent)
            for number, sent in self.sent.items()
            if sent >= since
            for at in self.came.get(number, ())
        ]


async def open_tables(http: str, count: int, with_person: bool) -> list[Table]:
    """Open tables, each from one of many addresses."""
    first: list[dict[str, Any]] = [{"kind": "person", "name": "Anna"}] if with_person else [bot("knight")]
    clients = [
        httpx.AsyncClient(transport=httpx.AsyncHTTPTransport(local_address=address(number)), timeout=30)
        for number in range(ADDRESSES)
    ]

    async def open_one(number: int) -> Table:
        secret = secrets.token_urlsafe(16)
        seats = [*first, bot("squire"), bot("knight")]
        body = {"id": secrets.token_hex(8), "secret": secret, "seats": seats, "first": "a"}
        answer = await clients[number % ADDRESSES].post(f"{http}/api/tables", json=body)
        answer.raise_for_status()
        return Table(number, answer.json()["table"], secret)

    tables = [
        table
        for start in range(0, count, 20)
        for table in await asyncio.gather(*(open_one(number) for number in range(start, min(count, start + 20))))
    ]
    await asyncio.gather(*(client.aclose() for client in clients))
    return tables


def bot(level: str) -> dict[str, Any]:
    """A seat for a computer player."""
    return {"kind": "bot", "level": level}


async def greet(http: str, table: Table, secret: str | None, **settings: Any) -> ClientConnection:
    """A socket of a table that has said hello."""
    line = await connect(
        f"{http.replace('http', 'ws', 1)}/api/tables/{table.id}/socket",
        local_addr=(address(table.number + (secret is None)), 0),
        max_size=None,
        open_timeout=60,
        ping_interval=None,
        **settings,
    )
    await line.send(json.dumps({"hello": {"secret": secret, "after": None}}))
    return line


async def play(http: str, table: Table, think: tuple[float, float]) -> None:
    """Sit at a table and play legal moves after thinking for some seconds."""
    random = Random(table.number)
    line = await greet(http, table, table.secret)
    async for message in line:
        at = time.monotonic()
        frame = json.loads(message).get("frame")
        if frame is None:
            continue
        table.came[frame["seq"]].append(at)
        if frame["view"] and frame["view"]["moves"]:
            asyncio.get_running_loop().call_later(random.uniform(*think), start_move, line, table, frame, random)


moving: set[asyncio.Task[None]] = set()


def start_move(line: ClientConnection, table: Table, frame: dict[str, Any], random: Random) -> None:
    """Play a turn, without waiting for the reply."""
    task = asyncio.ensure_future(move(line, table, frame, random))
    moving.add(task)
    task.add_done_callback(moving.discard)


async def move(line: ClientConnection, table: Table, frame: dict[str, Any], random: Random) -> None:
    """Send a turn: a knight by chance, and no bastion."""
    view = frame["view"]
    chosen = random.choice(view["moves"])
    own = next(seat for seat in view["seats"] if seat["seat"] == view["seat"])
    has_bastion = own["bastions"] > 0 and chosen["kind"] != "change"
    moves = [chosen["move"], "."] if has_bastion else [chosen["move"]]
    command = {"id": secrets.token_hex(8), "name": "play", "moves": moves, "turn": view["turn"]}
    table.sent[frame["seq"] + 1] = time.monotonic()
    await line.send(json.dumps({"command": command}))


async def watch(http: str, table: Table) -> None:
    """Watch a table and note when its entries come."""
    line = await greet(http, table, None)
    async for message in line:
        found = SEQ.match(str(message[:40]))
        if found:
            table.came[int(found[1])].append(time.monotonic())


async def stall(http: str, table: Table) -> None:
    """Open a socket with a small buffer and never read it."""
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, STALLED_BUFFER)
    raw.bind((address(table.number + 1), 0))
    raw.setblocking(False)
    port = int(http.rsplit(":", 1)[1])
    await asyncio.get_running_loop().sock_connect(raw, ("127.0.0.1", port))
    line = await connect(
        f"ws://127.0.0.1:{port}/api/tables/{table.id}/socket", sock=raw, max_queue=1, ping_interval=None
    )
    await line.send(json.dumps({"hello": {"secret": None, "after": -1}}))
    line.transport.pause_reading()
    await asyncio.Event().wait()


async def keep(task: Any) -> None:
    """Run a client until the server ends its line."""
    try:
        await task
    except ConnectionClosed:
        return


async def end(clients: Sequence[asyncio.Future[None]]) -> None:
    """Let all clients go; what went wrong with them is raised."""
    for client in clients:
        client.cancel()
    outcomes = await asyncio.gather(*clients, return_exceptions=True)
    failed = [outcome for outcome in outcomes if not isinstance(outcome, asyncio.CancelledError | type(None))]
    if failed:
        print(f"{len(failed)} clients failed, the first by {failed[0]!r}", file=sys.stderr)


async def feel_lateness(lateness: list[float]) -> None:
    """Note by how many milliseconds this process itself wakes up too late: what no server can be blamed for."""
    while True:
        begin = time.monotonic()
        await asyncio.sleep(LATENESS_SECONDS)
        lateness.append(1000 * (time.monotonic() - begin - LATENESS_SECONDS))
