"""A bad line: a proxy in front of the server that loses, repeats and reorders messages and breaks connections."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

Connection = ClientConnection | ServerConnection


class BadLine:
    """Carries messages both ways, badly; `harm` counts what it did to them."""

    def __init__(self, http: str, seed: int) -> None:
        self.upstream = http.replace("http", "ws", 1)
        self.random = Random(seed)
        self.harm = {"lost": 0, "repeated": 0, "reordered": 0, "broken": 0}

    async def carry(self, client: ServerConnection) -> None:
        """Carry one client's messages until either side or chance ends the line."""
        assert client.request is not None
        async with connect(self.upstream + client.request.path, max_size=None) as server:
            ways = [asyncio.ensure_future(self.pass_on(*way)) for way in ((client, server), (server, client))]
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)

    async def pass_on(self, source: Connection, target: Connection) -> None:
        """Pass messages on in one direction."""
        held: list[str] = []
        try:
            async for message in source:
                assert isinstance(message, str)
                await self.deliver(message, held, target)
        except (ConnectionClosed, ConnectionResetError):
            return

    async def deliver(self, message: str, held: list[str], target: Connection) -> None:
        """Deliver one message, or harm it; a greeting always arrives."""
        fate = "arrives" if "hello" in json.loads(message) else self.fate()
        if fate != "arrives":
            self.harm[fate] += 1
        if fate == "broken":
            raise ConnectionResetError
        if fate == "reordered":
            held.append(message)
        if fate in ("arrives", "repeated"):
            for text in [message, *held, *([message] if fate == "repeated" else [])]:
                await target.send(text)
            held.clear()

    def fate(self) -> str:
        """What becomes of a message."""
        return self.random.choices(("arrives", *self.harm), (80, 6, 6, 6, 2))[0]


@asynccontextmanager
async def bad_line(http: str, seed: int) -> AsyncIterator[tuple[str, BadLine]]:
    """The address of a bad line to a server."""
    line = BadLine(http, seed)
    async with serve(line.carry, "127.0.0.1", 0, max_size=None) as proxy:
        port = next(iter(proxy.sockets)).getsockname()[1]
        yield f"http://127.0.0.1:{port}", line
