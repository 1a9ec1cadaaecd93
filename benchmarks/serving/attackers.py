"""Those who attack, in a process of their own: `python -m benchmarks.serving.attackers NAME HTTP ADDRESS SECONDS`.

A line says that the attack is ready; then it lasts so many seconds, and a line of JSON says what came of it. It
has a low priority, as if it were on a machine of its own.
"""

import asyncio
import json
import os
import secrets
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

LOW_PRIORITY = 10
PARALLEL = 32
UPLOADS = 6
UNWATCHED = 40
STREAMS = 60
SLOW = 1000
WATCHERS = 500
WATCHERS_OF_ADDRESS = 190
BUFFER = 4096
RENAMES = 300
FLOODS = 8
FRAMES = 5000
REVIEWS, ASKING_SECONDS = 4, 0.5
GAMES = Path(__file__).resolve().parents[2] / "tests" / "games"
EMPTY = [bytes([0x80 | opcode, 0x80, 0, 0, 0, 0]) for opcode in (0x9, 0xA)] + [bytes([0, 0x80, 0, 0, 0, 0])]
"""Empty frames: a ping, a pong, and a part of a message."""
UPGRADE = (
    "GET /api/tables/{table}/socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MTIzNDU2Nzg5MDEyMzQ1Ng==\r\n\r\n"
)
RECORD = """[Event "Rheinlaender"]\n[Seats "3"]\n\nrh1 seats=3 garrisons={}\n"""


class Attacker:
    """Somebody at one address who means harm."""

    def __init__(self, http: str, address: str, seconds: float) -> None:
        self.http, self.address, self.seconds = http, address, seconds
        self.port = int(http.rsplit(":", 1)[1])
        self.outcomes: Counter[str] = Counter()
        self.until = 0.0
        limits = httpx.Limits(max_connections=PARALLEL)
        self.client = httpx.AsyncClient(
            transport=httpx.AsyncHTTPTransport(local_address=address, limits=limits), timeout=60, base_url=http
        )

    def begin(self) -> None:
        """Say that all is prepared."""
        print("ready", flush=True)
        self.until = time.monotonic() + self.seconds

    @property
    def is_over(self) -> bool:
        """Whether it has lasted long enough."""
        return time.monotonic() >= self.until

    async def ask(self, method: str, path: str, **parts: Any) -> None:
        """Ask something and count the answer."""
        try:
            answer = await self.client.request(method, path, **parts)
            self.outcomes[str(answer.status_code)] += 1
        except (httpx.HTTPError, OSError) as error:
            self.outcomes[type(error).__name__] += 1

    async def keep_asking(self, parallel: int, ask: Callable[[int], Awaitable[None]]) -> None:
        """Ask again and again, so many at once."""

        async def one(number: int) -> None:
            while not self.is_over:
                await ask(number)

        await asyncio.gather(*(one(number) for number in range(parallel)))

    async def open(self, *seats: dict[str, Any]) -> tuple[str, str]:
        """Open a table; its id and the owner's secret."""
        secret = secrets.token_urlsafe(16)
        body = {"id": secrets.token_hex(8), "secret": secret, "seats": list(seats), "first": "a"}
        answer = await self.client.post("/api/tables", json=body)
        answer.raise_for_status()
        return str(answer.json()["table"]), secret

    async def rename(self, table: str, secret: str) -> None:
        """Give the owner's seat another name."""
        command = {"id": secrets.token_hex(8), "name": "rename", "seat": "a", "player": secrets.token_hex(4)}
        headers = {"Authorization": f"Bearer {secret}"}
        await self.ask("POST", f"/api/tables/{table}/commands", json=command, headers=headers)


PERSON = {"kind": "person", "name": "Eve"}
SQUIRE = {"kind": "bot", "level": "squire"}
ARCHBISHOP = {"kind": "bot", "level": "archbishop"}


async def quadratic(attacker: Attacker) -> None:
    """Six uploads at once of what took a quadratic time to read."""
    garrisons = RECORD.format(",".join(f"{number}:a" for number in range(30_000)))
    texts = [garrisons[:181_000], garrisons[:32_000], RECORD.format("0:a") + "\n" * 200_000, "\n" * 32_000]
    attacker.begin()

    async def upload(number: int) -> None:
        await attacker.ask("POST", "/api/replay", content=texts[number % len(texts)], headers=PLAIN)

    await attacker.keep_asking(UPLOADS, upload)


PLAIN = {"Content-Type": "text/plain"}


async def unwatched(attacker: Attacker) -> None:
    """Forty tables of five Archbishops that nobody watches."""
    for _ in range(UNWATCHED):
        await attacker.open(*[ARCHBISHOP] * 5)
        attacker.outcomes["opened"] += 1
    attacker.begin()
    await asyncio.sleep(attacker.seconds)


async def renames(attacker: Attacker) -> None:
    """Somebody who renames a seat as often as they can."""
    table, secret = await attacker.open(PERSON, SQUIRE, SQUIRE)
    attacker.begin()
    await attacker.keep_asking(8, lambda _: attacker.rename(table, secret))


async def streams(attacker: Attacker) -> None:
    """Sixty streams of a long log that are opened and never read."""
    table, secret = await attacker.open(PERSON, SQUIRE, SQUIRE)
    for _ in range(RENAMES):
        await attacker.rename(table, secret)
    attacker.outcomes.clear()
    lines = [await raw_line(attacker) for _ in range(STREAMS)]
    attacker.begin()
    for _, writer in lines:
        writer.write(f"GET /api/tables/{table}/events?after=-1 HTTP/1.1\r\nHost: table\r\n\r\n".encode())
    await asyncio.sleep(attacker.seconds)
    attacker.outcomes["open"] = sum(not reader.at_eof() for reader, _ in lines)


async def raw_line(attacker: Attacker, address: str | None = None) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A line that takes little before somebody reads it."""
    return await asyncio.open_connection(
        "127.0.0.1", attacker.port, local_addr=(address or attacker.address, 0), limit=BUFFER
    )


async def costly(attacker: Attacker) -> None:
    """Pictures, replays and uploads, 32 at once."""
    table, secret = await attacker.open(PERSON, SQUIRE, SQUIRE)
    record = (await attacker.client.get(f"/api/tables/{table}/record")).text
    headers = {"Authorization": f"Bearer {secret}"}
    attacker.begin()

    async def ask(number: int) -> None:
        if number % 3 == 0:
            language = ("en", "de", "nl", "hu")[attacker.outcomes.total() % 4]
            await attacker.rename(table, secret)
            path = f"/api/tables/{table}/board.svg?language={language}"
            await attacker.ask("GET", path, headers=headers if number % 2 else {})
        elif number % 3 == 1:
            await attacker.ask("GET", f"/api/tables/{table}/replay", headers=headers)
        else:
            await attacker.ask("POST", "/api/replay", content=record, headers=PLAIN)

    await attacker.keep_asking(PARALLEL, ask)


HALF = (b"", b"GET / HTTP/1.1\r\nHost: ta", b"POST /api/tables HTTP/1.1\r\nHost: t\r\nContent-Length: 900\r\n\r\n{")


async def slow(attacker: Attacker) -> None:
    """A thousand connections that are silent, send half a header or half a body."""
    attacker.begin()
    lines: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []
    for number in range(SLOW):
        try:
            line = await asyncio.wait_for(raw_line(attacker), 5)
            line[1].write(HALF[number % len(HALF)])
            lines.append(line)
        except (OSError, TimeoutError) as error:
            attacker.outcomes[type(error).__name__] += 1
    await asyncio.sleep(max(0.0, attacker.until - time.monotonic()))
    attacker.outcomes["open"] = sum(not reader.at_eof() for reader, _ in lines)


async def watchers(attacker: Attacker) -> None:
    """Five hundred watchers of one table, which goes on while they watch."""
    table, _ = await attacker.open(SQUIRE, SQUIRE, SQUIRE)
    lines = []
    for number in range(WATCHERS):
        address = f"127.0.3.{1 + number // WATCHERS_OF_ADDRESS}"
        try:
            lines.append(
                await connect(
                    f"{attacker.http}/api/tables/{table}/socket".replace("http", "ws", 1),
                    local_addr=(address, 0),
                    max_size=None,
                    ping_interval=None,
                    compression=None,
                )
            )
            await lines[-1].send('{"hello": {"secret": null, "after": null}}')
        except (OSError, InvalidHandshake, ConnectionClosed, TimeoutError) as error:
            attacker.outcomes[type(error).__name__] += 1
    attacker.begin()
    await asyncio.sleep(attacker.seconds)
    attacker.outcomes["open"] = sum(line.state.name == "OPEN" for line in lines)


async def frames(attacker: Attacker) -> None:
    """Sockets that send empty pings, pongs and parts of messages as fast as they go, opened again when they are cut."""
    table, _ = await attacker.open(SQUIRE, SQUIRE, SQUIRE)
    attacker.begin()

    async def flood(number: int) -> None:
        try:
            reader, writer = await asyncio.wait_for(raw_line(attacker), 5)
            writer.write(UPGRADE.format(table=table, port=attacker.port).encode())
            while not (reader.at_eof() or attacker.is_over):
                writer.write(EMPTY[number % len(EMPTY)] * FRAMES)
                await asyncio.wait_for(reader.read(BUFFER), 5)
            attacker.outcomes["cut"] += 1
        except (OSError, TimeoutError) as error:
            attacker.outcomes[type(error).__name__] += 1

    await attacker.keep_asking(FLOODS, flood)


async def connections(attacker: Attacker) -> None:
    """Connections that are opened and closed as fast as they go."""
    attacker.begin()

    async def touch(_: int) -> None:
        try:
            line = await asyncio.wait_for(raw_line(attacker), 5)
            line[1].transport.abort()
            attacker.outcomes["opened"] += 1
        except (OSError, TimeoutError) as error:
            attacker.outcomes[type(error).__name__] += 1

    await attacker.keep_asking(FLOODS, touch)


async def reviews(attacker: Attacker) -> None:
    """Four of the deepest reviews that are waited for at once, from when the first is worked on."""
    records = [path.read_text(encoding="ascii") for path in sorted(GAMES.glob("4-*.rhg"))[:REVIEWS]]

    async def ask(number: int) -> str:
        answer = await attacker.client.post("/api/review?depth=deepest", content=records[number], headers=PLAIN)
        attacker.outcomes[str(answer.status_code)] += 1
        await asyncio.sleep(ASKING_SECONDS)
        return str(answer.json().get("state"))

    while await ask(0) != "working":
        pass

    async def wait_on(number: int) -> None:
        await ask(number)

    attacker.begin()
    await attacker.keep_asking(REVIEWS, wait_on)


ATTACKS: dict[str, Callable[[Attacker], Awaitable[None]]] = {
    "quadratic": quadratic,
    "unwatched": unwatched,
    "renames": renames,
    "streams": streams,
    "costly": costly,
    "slow": slow,
    "watchers": watchers,
    "frames": frames,
    "connections": connections,
    "reviews": reviews,
}


async def main(name: str, http: str, address: str, seconds: str) -> None:
    """Attack, and say what came of it; what is open is left to the end of the process."""
    attacker = Attacker(http, address, float(seconds))
    await ATTACKS[name](attacker)
    print(json.dumps(attacker.outcomes), flush=True)
    os._exit(0)


if __name__ == "__main__":
    os.nice(LOW_PRIORITY)
    asyncio.run(main(*sys.argv[1:]))
