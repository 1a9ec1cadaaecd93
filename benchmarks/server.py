"""The server under load: one run on one machine, with the clients in this process and the server in another.

    python benchmarks/server.py [--quick] [--database URL]

Two loads. *Paced*: tables of one person and two computer players, as people play (each person thinks a while, computer
players make their usual pause), with watchers, and some sockets that are opened and never read. *Flat out*: tables of
computer players alone, which play as fast as the server can. Every move is durable before it is sent. A move is timed
from just before its command is sent until each socket of the table has received its frame.
"""

import argparse
import asyncio
import json
import os
import platform
import re
import secrets
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

if not __package__:
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.home import come_home

come_home("httpx", "rich", "websockets")

import httpx
from rich.console import Console
from rich.table import Table as Sheet
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

SEQ = re.compile(r'\{"frame":\{"seq":(\d+)')
GOAL_P99, GOAL_IDLE, GOAL_FIRST = 50.0, 150.0, 1.0
ADDRESSES = 60
STALLED_BUFFER = 4096
LATENESS_SECONDS = 0.01


@dataclass(frozen=True)
class Load:
    """How much there is to do."""

    tables: int = 300
    sockets: int = 1000
    stalled: int = 20
    """Tables at which one more socket is opened and never read."""
    think: tuple[float, float] = (4.0, 12.0)
    """The seconds that a person thinks, between these."""
    settle: float = 12.0
    seconds: float = 40.0
    flat_out: float = 20.0


QUICK = Load(tables=30, sockets=100, stalled=3, think=(0.5, 2.0), settle=3.0, seconds=10.0, flat_out=5.0)


def address(number: int) -> str:
    """One of the addresses of this machine from which clients come, as if they were many."""
    return f"127.0.1.{1 + number % ADDRESSES}"


# The server


class Server:
    """`rheinlaender serve` in a process of its own."""

    def __init__(self, database: str, folder: Path) -> None:
        with socket.socket() as listener:
            listener.bind(("127.0.0.1", 0))
            self.port = int(listener.getsockname()[1])
        self.http = f"http://127.0.0.1:{self.port}"
        self.log = (folder / "server.log").open("wb")
        command = [sys.executable, "-m", "rheinlaender", "serve", "--port", str(self.port)]
        begin = time.monotonic()
        self.process = subprocess.Popen([*command, "--database", database], stdout=self.log, stderr=self.log)
        self.first_answer = self.wait() - begin

    def wait(self) -> float:
        """When the first page came."""
        while True:
            try:
                httpx.get(f"{self.http}/", timeout=5).raise_for_status()
                return time.monotonic()
            except httpx.TransportError:
                if self.process.poll() is not None:
                    raise SystemExit(Path(self.log.name).read_text()) from None
                time.sleep(0.01)

    def memory(self) -> float:
        """The megabytes that the process holds."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+)", status)
        assert found is not None
        return int(found[1]) / 1024

    def processor_seconds(self) -> float:
        """The processor time that the process has used."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def engine(self) -> str:
        """Whether the engine is compiled yet."""
        return str(httpx.get(f"{self.http}/healthz", timeout=10).json()["engine"])

    def stop(self) -> float:
        """Ask the process to end; the seconds that it took."""
        begin = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
        self.log.close()
        return time.monotonic() - begin


# The clients


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


async def play(http: str, table: Table, load: Load) -> None:
    """Sit at a table and play legal moves after thinking a while."""
    random = Random(table.number)
    line = await greet(http, table, table.secret)
    async for message in line:
        at = time.monotonic()
        frame = json.loads(message).get("frame")
        if frame is None:
            continue
        table.came[frame["seq"]].append(at)
        if frame["view"] and frame["view"]["moves"]:
            asyncio.get_running_loop().call_later(random.uniform(*load.think), start_move, line, table, frame, random)


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


# The measurements


@dataclass
class Found:
    """What was measured."""

    first_answer: float = 0.0
    idle: float = 0.0
    compiled: float = 0.0
    opened: float = 0.0
    connected: float = 0.0
    after: float = 0.0
    waits: list[float] = field(default_factory=list)
    stalled_waits: list[float] = field(default_factory=list)
    lateness: list[float] = field(default_factory=list)
    moves: float = 0.0
    frames: float = 0.0
    processor: float = 0.0
    flat_out: float = 0.0
    flat_out_processor: float = 0.0
    stop: float = 0.0


async def measure_paced(server: Server, load: Load, found: Found) -> None:
    """Tables as people play them, with watchers and stalled sockets."""
    tables = await open_tables(server.http, load.tables, with_person=True)
    found.opened = server.memory()
    for table in tables[: load.stalled]:
        table.is_stalled = True
    watchers = [tables[number % len(tables)] for number in range(load.sockets - load.tables - load.stalled)]
    clients = [asyncio.ensure_future(keep(stall(server.http, table))) for table in tables[: load.stalled]]
    clients += [asyncio.ensure_future(keep(play(server.http, table, load))) for table in tables]
    clients += [asyncio.ensure_future(keep(watch(server.http, table))) for table in watchers]
    await asyncio.sleep(load.settle)
    found.connected = server.memory()
    clients.append(asyncio.ensure_future(keep(feel_lateness(found.lateness))))
    since, processor = time.monotonic(), server.processor_seconds()
    await asyncio.sleep(load.seconds)
    lasted = time.monotonic() - since
    found.processor = (server.processor_seconds() - processor) / lasted
    found.after = server.memory()
    await end(clients)
    for table in tables:
        waits = found.stalled_waits if table.is_stalled else found.waits
        waits += table.waits(since)
    came = [times for table in tables for times in table.came.values() if times[0] >= since]
    found.moves, found.frames = len(came) / lasted, sum(map(len, came)) / lasted


async def feel_lateness(lateness: list[float]) -> None:
    """Note by how many milliseconds this process itself wakes up too late: what no server can be blamed for."""
    while True:
        begin = time.monotonic()
        await asyncio.sleep(LATENESS_SECONDS)
        lateness.append(1000 * (time.monotonic() - begin - LATENESS_SECONDS))


async def measure_flat_out(server: Server, load: Load, found: Found) -> None:
    """Tables of computer players alone."""
    tables = await open_tables(server.http, load.tables, with_person=False)
    clients = [asyncio.ensure_future(keep(watch(server.http, table))) for table in tables]
    await asyncio.sleep(2.0)
    since, processor = time.monotonic(), server.processor_seconds()
    await asyncio.sleep(load.flat_out)
    lasted = time.monotonic() - since
    found.flat_out_processor = (server.processor_seconds() - processor) / lasted
    await end(clients)
    found.flat_out = sum(times[0] >= since for table in tables for times in table.came.values()) / lasted


async def end(clients: Sequence[asyncio.Future[None]]) -> None:
    """Let all clients go; what went wrong with them is raised."""
    for client in clients:
        client.cancel()
    outcomes = await asyncio.gather(*clients, return_exceptions=True)
    failed = [outcome for outcome in outcomes if not isinstance(outcome, asyncio.CancelledError | type(None))]
    if failed:
        print(f"{len(failed)} clients failed, the first by {failed[0]!r}", file=sys.stderr)


def measure(database: str | None, load: Load) -> Found:
    """Everything, one after the other, with a server of its own for each load."""
    found = Found()
    with tempfile.TemporaryDirectory() as folder:
        with serving(database or f"sqlite:///{folder}/paced.db", Path(folder)) as server:
            found.first_answer, found.idle = server.first_answer, server.memory()
            wait_for_engine(server)
            found.compiled = server.memory()
            asyncio.run(measure_paced(server, load, found))
            found.stop = server.stop()
        with serving(database or f"sqlite:///{folder}/flat_out.db", Path(folder)) as server:
            wait_for_engine(server)
            asyncio.run(measure_flat_out(server, load, found))
    return found


@contextmanager
def serving(database: str, folder: Path) -> Iterator[Server]:
    """A running server, stopped afterwards whatever happens."""
    server = Server(database, folder)
    try:
        yield server
    finally:
        server.stop()


def wait_for_engine(server: Server) -> None:
    """Wait until the engine is compiled, as long as that takes on this machine at most."""
    until = time.monotonic() + 120
    while server.engine() != "compiled" and time.monotonic() < until:
        time.sleep(0.5)


# The table


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which a share of the values lies."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else float("nan")


def verdict(value: float, most: float) -> str:
    """How a value stands to the most that it should be."""
    return f"{value / most:.2f} of {most:g}" + ("" if value <= most else "  (missed)")


def show(found: Found, load: Load) -> None:
    """Print the table."""
    sheet = Sheet("measured", "value", "beside the goal", title=f"{load.tables} tables, {load.sockets} sockets")
    p50, p99 = percentile(found.waits, 0.5), percentile(found.waits, 0.99)
    stalled99 = percentile(found.stalled_waits, 0.99)
    stalled50 = percentile(found.stalled_waits, 0.5)
    per_table = 1024 * (found.connected - found.compiled) / load.tables
    rows = [
        ("first page after a cold start", f"{found.first_answer:.2f} s", verdict(found.first_answer, GOAL_FIRST)),
        ("memory, idle, engine not compiled yet", f"{found.idle:.0f} MB", verdict(found.idle, GOAL_IDLE)),
        ("memory, idle, engine compiled", f"{found.compiled:.0f} MB", ""),
        ("memory, tables opened", f"{found.opened:.0f} MB", ""),
        ("memory, sockets connected", f"{found.connected:.0f} MB", f"{per_table:.0f} kB a table with its sockets"),
        ("memory at the end of the paced load", f"{found.after:.0f} MB", ""),
        ("paced: durable moves a second", f"{found.moves:.0f}", f"{found.processor:.2f} cores of the server"),
        ("paced: frames received a second", f"{found.frames:.0f}", ""),
        ("command to broadcast, 50 %", f"{p50:.1f} ms", ""),
        ("command to broadcast, 90 %", f"{percentile(found.waits, 0.9):.1f} ms", ""),
        ("command to broadcast, 99 %", f"{p99:.1f} ms", verdict(p99, GOAL_P99)),
        ("the clients' own lateness, 99 %", f"{percentile(found.lateness, 0.99):.1f} ms", "over 10 ms: a busy machine"),
        ("the same where one socket stalls, 50 %", f"{stalled50:.1f} ms", f"{stalled50 / p50:.2f} times"),
        ("the same where one socket stalls, 99 %", f"{stalled99:.1f} ms", f"{stalled99 / p99:.2f} times"),
        ("flat out: durable moves a second", f"{found.flat_out:.0f}", f"{found.flat_out_processor:.2f} cores"),
        ("graceful stop", f"{found.stop:.2f} s", ""),
    ]
    for row in rows:
        sheet.add_row(*row)
    Console(width=110).print(sheet)
    print(f"{len(found.waits) + len(found.stalled_waits)} waits measured, mean {statistics.mean(found.waits):.1f} ms;")
    python = platform.python_version()
    print(f"{os.cpu_count()} cores for server and clients together, {platform.machine()}, Python {python}")


def main() -> None:
    """Measure and show."""
    parser = argparse.ArgumentParser(description="Measure the server under load.")
    parser.add_argument("--quick", action="store_true", help="a tenth of the load, in half a minute")
    parser.add_argument("--database", help="the address of an empty database, instead of a new SQLite file")
    chosen = parser.parse_args()
    load = QUICK if chosen.quick else Load()
    show(measure(chosen.database, load), load)


if __name__ == "__main__":
    main()
