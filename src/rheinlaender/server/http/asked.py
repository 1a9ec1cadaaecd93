"""What every request brings: the room, the limits, the sender and the table it is about."""

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Annotated, Any, TypeVar, cast

from fastapi import Depends, Path, Security
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import TypeAdapter, ValidationError
from starlette.requests import ClientDisconnect, HTTPConnection, Request

from rheinlaender.server import errors
from rheinlaender.server.contract.words import Id, Secret
from rheinlaender.server.http.limits import Gate, address_of
from rheinlaender.server.live.judging import must_watch
from rheinlaender.server.live.live_table import LiveTable
from rheinlaender.server.live.room import Room
from rheinlaender.server.values.secret import digest_of

bearer = HTTPBearer(auto_error=False, scheme_name="secret", description="The secret of an owner or of a seat")
_secret = TypeAdapter[str](Secret)
Answer = TypeVar("Answer")


def room_of_request(request: HTTPConnection) -> Room:
    """The room with all tables."""
    return cast(Room, request.app.state.room)


def gate_of(request: HTTPConnection) -> Gate:
    """What the addresses ask and have open."""
    return cast(Gate, request.app.state.gate)


def count_request(request: HTTPConnection) -> None:
    """Count a request of its address, or refuse it."""
    gate_of(request).requests.take(address_of(request))


def count_file(request: HTTPConnection) -> None:
    """Count something that is only handed out, or refuse it."""
    gate_of(request).files.take(address_of(request))


def count_opening(request: HTTPConnection) -> None:
    """Count the opening of a table."""
    gate_of(request).openings.take(address_of(request))


Sender = Annotated[HTTPAuthorizationCredentials | None, Security(bearer)]


def holder_of(sender: Sender) -> str | None:
    """The digest of the sender's secret, or None for a watcher."""
    if sender is None:
        return None
    try:
        return digest_of(_secret.validate_python(sender.credentials))
    except ValidationError:
        raise errors.Malformed(problem="Authorization") from None


def spender_of(request: HTTPConnection, holder: Annotated[str | None, Depends(holder_of)]) -> Callable[[float], None]:
    """How the sender pays for a work, by its cost, or is refused."""
    return partial(gate_of(request).spend, address_of(request), holder)


async def table_of(room: Annotated[Room, Depends(room_of_request)], table: Annotated[Id, Path()]) -> LiveTable:
    """The table that a request is about."""
    return await room.table(table)


def seen_table_of(
    live: Annotated[LiveTable, Depends(table_of)], holder: Annotated[str | None, Depends(holder_of)]
) -> LiveTable:
    """The table that a request wants to see, if its sender may."""
    must_watch(live.table, holder, live.now().at)
    return live


async def while_there(request: Request, work: Coroutine[Any, Any, Answer]) -> Answer:
    """What a long work comes to, which is given up when its asker goes."""
    working, going = asyncio.create_task(work), asyncio.create_task(gone(request))
    try:
        done, _ = await asyncio.wait([working, going], return_when=asyncio.FIRST_COMPLETED)
    finally:
        working.cancel()
        going.cancel()
    if working not in done:
        raise ClientDisconnect()
    return working.result()


async def gone(request: Request) -> None:
    """Wait until the asker goes."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


TheRoom = Annotated[Room, Depends(room_of_request)]
Limited = Annotated[Gate, Depends(gate_of)]
Holder = Annotated[str | None, Depends(holder_of)]
Spend = Annotated[Callable[[float], None], Depends(spender_of)]
Live = Annotated[LiveTable, Depends(table_of)]
Watched = Annotated[LiveTable, Depends(seen_table_of)]
