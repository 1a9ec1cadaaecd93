"""Routes of reviews: for tables at which the game is over, and for records. Before the end nothing is told."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Body, Depends, Query, Request, Response

from rheinlaender.review.errors import NoResult
from rheinlaender.server import errors
from rheinlaender.server.contract.reviews import Depth, ReviewAnswer
from rheinlaender.server.http.answering import JSON, refusals
from rheinlaender.server.http.asked import Spend, TheRoom, Watched, count_request
from rheinlaender.server.http.static import EFFORT, KEEP_NOT, Content
from rheinlaender.server.live.reviews import digest_of_text, read_finished
from rheinlaender.server.values.entry import OVER

LOOK_COST, RECORD_COST = 3, 25
RECORD = "text/plain"
AskedDepth = Annotated[Depth, Query(description="How deep: each has four times as many play-outs as the one before")]
reviews = APIRouter(prefix="/api", dependencies=[Depends(count_request)])


@reviews.get("/tables/{table}/review", response_model=ReviewAnswer, responses=refusals(403, 404, 409))
async def review_of_table(
    request: Request, live: Watched, room: TheRoom, spend: Spend, depth: AskedDepth = "usual"
) -> Response:
    """The review of a game that is over, or how far it is; it goes on as long as somebody asks again and again."""
    spend(LOOK_COST)
    if live.table.stage != OVER:
        raise errors.NotOver()
    if not live.table.is_revealed:
        raise NoResult()
    return await compressed(request, await room.reviews.look(live.table.id, live.table.begun_game, depth))


@reviews.post("/review", response_model=ReviewAnswer, responses=refusals(409))
async def review_of_record(
    request: Request,
    room: TheRoom,
    spend: Spend,
    text: Annotated[str, Body(media_type=RECORD)],
    depth: AskedDepth = "usual",
) -> Response:
    """The same for a record (`.rhg`) of a whole game, which is sent again each time."""
    known = digest_of_text(text)
    spend(LOOK_COST if known in room.reviews.records else RECORD_COST)
    if known not in room.reviews.records:
        room.reviews.records[known] = await room.reading.read(read_finished, text)
    return await compressed(request, await room.reviews.look(*room.reviews.records[known], depth))


async def compressed(request: Request, found: bytes) -> Response:
    """An answer that may be long: nobody waits while it is made small."""
    content = await asyncio.to_thread(Content.of, found, JSON, EFFORT)
    return content.answer(request, KEEP_NOT)
