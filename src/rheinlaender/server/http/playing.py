"""Routes for playing: tables are opened, followed and commanded."""

from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Depends, Header, Query, Request, Response, WebSocket
from fastapi.responses import StreamingResponse

from rheinlaender.server import errors
from rheinlaender.server.contract.answers import Hint, Opened, Preview, ReplyBody, StatusAnswer
from rheinlaender.server.contract.commands import Command, OpenTable
from rheinlaender.server.contract.frames import Frame
from rheinlaender.server.contract.questions import HintQuestion, KnownTable, PreviewQuestion, StatusQuestion
from rheinlaender.server.http import stream
from rheinlaender.server.http.answering import FOUND, MADE, TEXT, answer, found, refusals
from rheinlaender.server.http.asked import (
    Holder,
    Limited,
    Live,
    Spend,
    TheRoom,
    Watched,
    count_opening,
    count_request,
    while_there,
)
from rheinlaender.server.http.limits import address_of, counted, quotas_at
from rheinlaender.server.http.lobby import check_publishing
from rheinlaender.server.http.sockets import Socket
from rheinlaender.server.http.static import KEEP_NOT
from rheinlaender.server.live.judging import own_turn
from rheinlaender.server.live.room import Room
from rheinlaender.server.live.subscriber import Subscriber
from rheinlaender.server.values.entry import Parts
from rheinlaender.server.values.secret import digest_of
from rheinlaender.server.writing.frames import frame_text
from rheinlaender.server.writing.previews import considered, write_preview
from rheinlaender.server.writing.status import write_no_status, write_status

PREVIEW_COST = 2
EVENTS = "text/event-stream"
playing = APIRouter(prefix="/api", dependencies=[Depends(count_request)])


@playing.post(
    "/tables",
    status_code=MADE,
    response_model=Opened,
    responses={**found(model=Opened), **refusals(403, 404, 409)},
    dependencies=[Depends(count_opening)],
)
async def open_table(request: Request, asked: OpenTable, room: TheRoom, gate: Limited, holder: Holder) -> Response:
    """Open a table. The same id again answers with the same table; a sender's secret is for the former game."""
    check_publishing(asked, room.settings, gate, address_of(request))
    live, is_new = await room.open_table(asked, holder)
    held = live.table.held_by(digest_of(asked.secret))
    return answer({"table": live.table.id, "seats": held}, MADE if is_new else FOUND)


@playing.post("/tables/status", response_model=StatusAnswer, responses=refusals())
async def status(asked: StatusQuestion, room: TheRoom) -> Response:
    """How tables stand, for the list of one's tables."""
    found = [await table_status(room, known) for known in asked.tables]
    return answer({"tables": [status for status in found if status is not None]})


async def table_status(room: Room, known: KnownTable) -> Parts | None:
    """How a table stands for the holder of a secret; None if that cannot be told now."""
    try:
        live = await room.table(known.table)
    except errors.NoSuchTable:
        return write_no_status(known.table)
    except errors.EntryTooNew:
        return None
    holder = digest_of(known.secret)
    if not live.table.may_watch(holder, room.store.clock()):
        return write_no_status(known.table)
    return write_status(live.table, live.table.viewer(holder), room.store.now())


@playing.get("/tables/{table}", response_model=Frame, responses=refusals(403, 404))
async def newest_frame(live: Watched, holder: Holder) -> Response:
    """The newest frame, as the sender may see it."""
    return answer(frame_text(live.table, live.table.viewer(holder)))


@playing.post(
    "/tables/{table}/commands",
    response_model=ReplyBody,
    response_model_exclude_none=True,
    responses=refusals(401, 403, 404, 409),
)
async def command(
    request: Request, asked: Command, live: Live, room: TheRoom, gate: Limited, holder: Holder
) -> Response:
    """Carry out a command. It is durable when it is answered, and the same id again is answered as before."""
    check_publishing(asked, room.settings, gate, address_of(request))
    return answer(await live.command(holder, asked))


@playing.post("/tables/{table}/preview", response_model=Preview, responses=refusals(401, 403, 404, 409))
async def preview(asked: PreviewQuestion, live: Live, holder: Holder, spend: Spend) -> Response:
    """What decisions would do, up to the draw."""
    spend(PREVIEW_COST)
    seat = own_turn(live.table, holder, asked.turn)
    return answer(write_preview(live.table, asked.moves, asked.attempt, seat))


@playing.post("/tables/{table}/hint", response_model=Hint, responses=refusals(401, 403, 404, 409))
async def hint(
    request: Request, asked: HintQuestion, live: Live, room: TheRoom, gate: Limited, holder: Holder
) -> Response:
    """A good move and why."""
    seat = own_turn(live.table, holder, asked.turn)
    if not live.table.hints:
        raise errors.HintsOff()
    game, moves, _ = considered(live.table.begun_game, asked.moves, None, seat)
    if game.is_turn_decided:
        raise errors.TurnDecided(move=asked.moves[-1])
    occasion = live.table.id, live.table.number, seat, tuple(map(str, moves))
    if occasion not in room.hints.kept:
        gate.hints.take(str(holder))
    return answer(await while_there(request, room.hints.find(occasion, game, str(holder))))


@playing.get(
    "/tables/{table}/events",
    response_class=Response,
    responses={**found(content={EVENTS: TEXT}), **refusals(403, 404)},
)
async def event_stream(
    request: Request,
    live: Watched,
    room: TheRoom,
    gate: Limited,
    holder: Holder,
    after: Annotated[int | None, Query(ge=-1, le=1_000_000)] = None,
    last_event_id: Annotated[int | None, Header(ge=-1, le=1_000_000)] = None,
) -> Response:
    """The frames as server-sent events."""
    quotas = quotas_at(gate.limits, address_of(request), live.table, holder)
    gate.check_connection(quotas)

    async def events() -> AsyncIterator[str]:
        subscriber = Subscriber(holder, gate.limits.waiting_messages)
        last = last_event_id if after is None else after
        with gate.connection(quotas), counted("stream", quotas):
            try:
                async for event in stream.events(live, subscriber, last, room.settings.heartbeat):
                    yield event
            finally:
                live.unsubscribe(subscriber)

    headers = {"Cache-Control": KEEP_NOT, "X-Accel-Buffering": "no"}
    return StreamingResponse(events(), headers=headers, media_type=EVENTS)


@playing.websocket("/tables/{table}/socket")
async def socket(websocket: WebSocket, table: str) -> None:
    """A table live."""
    await Socket(websocket, websocket.app.state.room, websocket.app.state.gate).serve(table)
