"""Firefox for Playwright, by WebDriver BiDi: Debian's own, with an answer for what Playwright asks and it lacks.

Playwright starts it as it would start Firefox (`python -m tests.browser.firefox PROGRAM ARGUMENTS`) and connects to the
address that it says; everything is handed on, there and back.
"""

import asyncio
import json
import re
import sys
from asyncio.subprocess import PIPE, Process

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve

LACKING = "emulation.setMediaFeaturesOverride"
"""Light or dark: the pages are asked for it by their own setting."""
SAID = re.compile(rb"WebDriver BiDi listening on (ws://\S+)")


async def address_of(process: Process) -> str:
    """Where Firefox listens, as it says itself."""
    assert process.stderr is not None
    async for line in process.stderr:
        if found := SAID.search(line):
            return found[1].decode()
    raise RuntimeError("Firefox does not say where it listens")


async def hand_over(client: ServerConnection, browser: ClientConnection) -> None:
    """Hand on what Playwright asks."""
    async for message in client:
        asked = json.loads(message)
        if asked["method"] == LACKING:
            await client.send(json.dumps({"type": "success", "id": asked["id"], "result": {}}))
        else:
            await browser.send(message)


async def hand_back(client: ServerConnection, browser: ClientConnection) -> None:
    """Hand on what Firefox answers."""
    async for message in browser:
        await client.send(message)


async def stand_between(program: str, arguments: list[str]) -> None:
    """Start Firefox and serve it until it ends."""
    process = await asyncio.create_subprocess_exec(program, *arguments, stderr=PIPE)
    address = await address_of(process)

    async def attend(client: ServerConnection) -> None:
        assert client.request is not None
        async with connect(address + client.request.path, max_size=None) as browser:
            ways = [asyncio.create_task(way(client, browser)) for way in (hand_over, hand_back)]
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)

    async with serve(attend, "127.0.0.1", 0, max_size=None) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        print(f"WebDriver BiDi listening on ws://127.0.0.1:{port}", file=sys.stderr, flush=True)
        assert process.stderr is not None
        while await process.stderr.readline():
            pass
    await process.wait()


if __name__ == "__main__":
    asyncio.run(stand_between(sys.argv[1], sys.argv[2:]))
