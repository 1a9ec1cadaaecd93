"""Routes of the lobby: which public tables wait for players, and which can be watched."""

from collections.abc import Sequence
from typing import Annotated

import orjson
from fastapi import APIRouter, Depends, Query, Request, Response

from rheinlaender.server.contract.commands import Command, OpenTable
from rheinlaender.server.contract.lobby import LobbyBody, Strength, TableSize
from rheinlaender.server.contract.publishing import ChangePublic
from rheinlaender.server.contract.words import Language, Pace
from rheinlaender.server.http.answering import JSON, kept, refusals
from rheinlaender.server.http.asked import Spend, TheRoom, count_request
from rheinlaender.server.http.limits import Gate
from rheinlaender.server.http.static import Content
from rheinlaender.server.live.refusals import LobbyOff
from rheinlaender.server.settings import Settings
from rheinlaender.server.values.entry import WAITING, Parts
from rheinlaender.server.values.listing import Listing
from rheinlaender.server.writing.lobby import write_listing

LOOK_COST = 0.2
PAGE_LENGTH = 40
MOST_PAGES = 10
lobby = APIRouter(prefix="/api", dependencies=[Depends(count_request)])


def check_publishing(asked: OpenTable | Command, settings: Settings, gate: Gate, address: str) -> None:
    """Refuse to make a table public where there is no lobby, or where an address has done so too often."""
    if isinstance(asked, OpenTable | ChangePublic) and asked.is_public:
        must_have_lobby(settings)
        gate.publish(address)


def must_have_lobby(settings: Settings) -> None:
    """Refuse what needs the lobby where the operator has switched it off."""
    if not settings.has_lobby:
        raise LobbyOff()


@lobby.get("/lobby", response_model=LobbyBody, responses={**kept(model=LobbyBody), **refusals(409)})
async def look(
    request: Request,
    room: TheRoom,
    spend: Spend,
    language: Language | None = None,
    pace: Pace | None = None,
    seats: Annotated[TableSize | None, Query(description="How many sit at the table.")] = None,
    strength: Annotated[Strength | None, Query(description="How strong somebody plays who sits there.")] = None,
    page: Annotated[int, Query(ge=0, lt=MOST_PAGES)] = 0,
) -> Response:
    """The public tables that wait for players, then those that can be watched: a page of those that are wanted."""
    must_have_lobby(room.settings)
    spend(LOOK_COST)
    listings = await room.lobby.listings()
    wanted = [listing for listing in listings if is_wanted(listing, language, pace, seats, strength)]
    return Content.of(orjson.dumps(write_page(wanted, page)), JSON, 1).answer(request)


def is_wanted(
    listing: Listing, language: str | None, pace: str | None, seats: int | None, strength: str | None
) -> bool:
    """Whether a table is as somebody wishes."""
    table = listing.table
    is_spoken = language in (None, table.language)
    is_so_strong = strength is None or strength in listing.strengths.values()
    return is_spoken and is_so_strong and pace in (None, table.pace) and seats in (None, len(table.seats))


def write_page(wanted: Sequence[Listing], page: int) -> Parts:
    """A page of the lobby."""
    waiting = sum(listing.table.stage == WAITING for listing in wanted)
    shown = wanted[page * PAGE_LENGTH : (page + 1) * PAGE_LENGTH]
    pages = -(-len(wanted) // PAGE_LENGTH)
    counts = {"waiting": waiting, "playing": len(wanted) - waiting, "pages": pages}
    return {"tables": [write_listing(listing) for listing in shown], **counts}
