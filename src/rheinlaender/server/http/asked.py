"""What every request brings: the room, the limits, the sender and the table it is about."""

from typing import Annotated, cast

from fastapi import Depends, Path, Security
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import TypeAdapter, ValidationError
from starlette.requests import HTTPConnection

from rheinlaender.server import errors
from rheinlaender.server.contract.words import Id, Secret
from rheinlaender.server.http.limits import Gate, address_of
from rheinlaender.server.live.live_table import LiveTable
from rheinlaender.server.live.room import Room
from rheinlaender.server.values.secret import digest_of

bearer = HTTPBearer(auto_error=False, scheme_name="secret", description="The secret of an owner or of a seat")
_secret = TypeAdapter[str](Secret)


def room_of(request: HTTPConnection) -> Room:
    """The room with all tables."""
    return cast(Room, request.app.state.room)


def gate_of(request: HTTPConnection) -> Gate:
    """What the addresses ask and have open."""
    return cast(Gate, request.app.state.gate)


def count(request: HTTPConnection) -> None:
    """Count a request of its address, or refuse it."""
    gate_of(request).requests.take(address_of(request))


def count_opening(request: HTTPConnection) -> None:
    """Count the opening of a table."""
    gate_of(request).openings.take(address_of(request))


def holder_of(sender: Annotated[HTTPAuthorizationCredentials | None, Security(bearer)]) -> str | None:
    """The digest of the sender's secret, or None for a watcher."""
    if sender is None:
        return None
    try:
        return digest_of(_secret.validate_python(sender.credentials))
    except ValidationError:
        raise errors.Malformed(problem="Authorization") from None


async def table_of(room: Annotated[Room, Depends(room_of)], table: Annotated[Id, Path()]) -> LiveTable:
    """The table that a request is about."""
    return await room.table(table)


Place = Annotated[Room, Depends(room_of)]
Limited = Annotated[Gate, Depends(gate_of)]
Holder = Annotated[str | None, Depends(holder_of)]
Live = Annotated[LiveTable, Depends(table_of)]
