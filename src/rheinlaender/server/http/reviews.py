"""Routes of reviews: for tables at which the game is over, and for records. Before the end nothing is told."""

import asyncio
from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Body, Depends, Query, Request, Response

from rheinlaender.game.game import Game
from rheinlaender.review.errors import NoResult
from rheinlaender.server import errors
from rheinlaender.server.contract.reviews import AnotherMove, Depth, ReviewAnswer
from rheinlaender.server.contract.words import MoveText
from rheinlaender.server.http.answering import JSON, answer, refusals
from rheinlaender.server.http.asked import Spend, TheRoom, Watched, count_request, while_there
from rheinlaender.server.http.static import EFFORT, KEEP_NOT, Content
from rheinlaender.server.live.live_table import LiveTable
from rheinlaender.server.live.reviews import digest_of_text, read_finished
from rheinlaender.server.live.room import Room
from rheinlaender.server.values.entry import OVER

LOOK_COST, MOVE_COST, RECORD_COST = 3, 20, 25
RECORD = "text/plain"
AskedDepth = Annotated[Depth, Query(description="How deep: each has four times as many play-outs as the one before")]
AskedDecision = Annotated[int, Query(ge=0, description="The number of a decision of the review")]
AskedMove = Annotated[MoveText, Query(description="Another move of that decision, in notation")]
RecordText = Annotated[str, Body(media_type=RECORD)]
reviews = APIRouter(prefix="/api", dependencies=[Depends(count_request)])


@reviews.get("/tables/{table}/review", response_model=ReviewAnswer, responses=refusals(403, 404, 409))
async def review_of_table(
    request: Request, live: Watched, room: TheRoom, spend: Spend, depth: AskedDepth = "usual"
) -> Response:
    """The review of a game that is over, or how far it is; it goes on as long as somebody asks again and again."""
    spend(LOOK_COST)
    return await compressed(request, await room.reviews.look(*finished_at(live), depth))


@reviews.get("/tables/{table}/review/move", response_model=AnotherMove, responses=refusals(403, 404, 409))
async def move_of_table(
    request: Request,
    live: Watched,
    room: TheRoom,
    spend: Spend,
    decision: AskedDecision,
    move: AskedMove,
    depth: AskedDepth = "usual",
) -> Response:
    """What another move of a decision is worth, by the judge of a review that is whole."""
    spend(MOVE_COST)
    return answer(await while_there(request, room.other_moves.weigh(*finished_at(live), depth, decision, move)))


@reviews.post("/review", response_model=ReviewAnswer, responses=refusals(409))
async def review_of_record(
    request: Request, room: TheRoom, spend: Spend, text: RecordText, depth: AskedDepth = "usual"
) -> Response:
    """The same for a record (`.rhg`) of a whole game, which is sent again each time."""
    return await compressed(request, await room.reviews.look(*await finished_in(text, room, spend), depth))


@reviews.post("/review/move", response_model=AnotherMove, responses=refusals(409))
async def move_of_record(
    request: Request,
    room: TheRoom,
    spend: Spend,
    text: RecordText,
    decision: AskedDecision,
    move: AskedMove,
    depth: AskedDepth = "usual",
) -> Response:
    """The same for a record, which is sent again each time."""
    spend(MOVE_COST)
    subject, game = await finished_in(text, room, spend)
    return answer(await while_there(request, room.other_moves.weigh(subject, game, depth, decision, move)))


def finished_at(live: LiveTable) -> tuple[str, Game]:
    """The subject and the game of a table, if it can be reviewed."""
    if live.table.stage != OVER:
        raise errors.NotOver()
    if not live.table.is_revealed:
        raise NoResult()
    return live.table.id, live.table.begun_game


async def finished_in(text: str, room: Room, spend: Callable[[float], None]) -> tuple[str, Game]:
    """The subject and the game of a record that can be reviewed; to read it costs more than to know it."""
    known = digest_of_text(text)
    spend(LOOK_COST if known in room.reviews.records else RECORD_COST)
    if known not in room.reviews.records:
        room.reviews.records[known] = await room.reading.read(read_finished, text)
    return room.reviews.records[known]


async def compressed(request: Request, found: bytes) -> Response:
    """An answer that may be long: nobody waits while it is made small."""
    content = await asyncio.to_thread(Content.of, found, JSON, EFFORT)
    return content.answer(request, KEEP_NOT)
