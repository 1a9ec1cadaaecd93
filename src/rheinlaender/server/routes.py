"""Routes of the tables: what is asked by HTTP, and how it is answered."""

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Body, Depends, Header, Query, Request, Response, WebSocket
from fastapi.responses import StreamingResponse

from rheinlaender.notation.record import Record, read_record
from rheinlaender.server import errors, messages, questions
from rheinlaender.server.http import stream
from rheinlaender.server.http.asked import Holder, Limited, Live, Place, count, count_opening
from rheinlaender.server.http.limits import address_of
from rheinlaender.server.http.sockets import Socket
from rheinlaender.server.http.static import KEEP_NOT, Content
from rheinlaender.server.live.commands import own_turn
from rheinlaender.server.live.live_table import LiveTable
from rheinlaender.server.live.room import Room
from rheinlaender.server.live.subscriber import Subscriber
from rheinlaender.server.messages import Language, SeatOrAll
from rheinlaender.server.records import record_text, states_of_record
from rheinlaender.server.values.entry import Parts
from rheinlaender.server.values.secret import digest_of
from rheinlaender.server.values.table import Table
from rheinlaender.server.values.viewer import WATCHER, Viewer
from rheinlaender.server.writing.frames import frame_text

MADE, FOUND = 201, 200
EFFORT = 6
TEXT = {"schema": {"type": "string"}}
SVG, RECORD, EVENTS = "image/svg+xml", "text/plain", "text/event-stream"
Seen = Annotated[SeatOrAll, Query(description="A seat letter, `-` for a watcher, `*` for everything")]


def found(**parts: Any) -> dict[int | str, dict[str, Any]]:
    """What a route answers that is not described by its model alone, for the specification."""
    return {FOUND: parts}


def refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """What a route may refuse with, for the specification."""
    return {status: {"model": messages.RefusalAnswer} for status in (400, 413, 422, 429, 500, *statuses)}


def answer(body: Any, status: int = FOUND) -> Response:
    """An answer in JSON that no cache keeps."""
    content = body if isinstance(body, str) else orjson.dumps(body)
    return Response(content, status, {"Cache-Control": KEEP_NOT}, "application/json")


routes = APIRouter(prefix="/api", dependencies=[Depends(count)])


@routes.post(
    "/tables",
    status_code=MADE,
    response_model=messages.Opened,
    responses={**found(model=messages.Opened), **refusals()},
    dependencies=[Depends(count_opening)],
)
async def open_table(asked: messages.OpenTable, room: Place) -> Response:
    """Open a table. The same id again answers with the same table."""
    live, is_new = await room.open_table(asked)
    held = live.table.held_by(digest_of(asked.secret))
    return answer({"table": live.table.id, "seats": held}, MADE if is_new else FOUND)


@routes.post("/tables/status", response_model=messages.StatusAnswer, responses=refusals())
async def status(asked: messages.StatusQuestion, room: Place) -> Response:
    """How tables stand, for the list of one's tables."""
    return answer({"tables": [await status_of(room, known) for known in asked.tables]})


async def status_of(room: Room, known: messages.KnownTable) -> Parts:
    """How a table stands for the holder of a secret."""
    try:
        live = await room.table(known.table)
    except errors.NoSuchTable:
        return questions.no_status(known.table)
    return questions.status(live.table, live.table.viewer(digest_of(known.secret)))


@routes.get("/tables/{table}", response_model=messages.Frame, responses=refusals(404))
async def newest_frame(live: Live, holder: Holder) -> Response:
    """The newest frame, as the sender may see it."""
    return answer(frame_text(live.table, live.table.viewer(holder)))


@routes.post(
    "/tables/{table}/commands",
    response_model=messages.Reply,
    response_model_exclude_none=True,
    responses=refusals(401, 403, 404, 409, 503),
)
async def command(asked: messages.Command, live: Live, holder: Holder) -> Response:
    """Carry out a command. It is durable when it is answered, and the same id again is answered as before."""
    return answer(await live.command(holder, asked))


@routes.post("/tables/{table}/preview", response_model=messages.Preview, responses=refusals(401, 403, 404, 409))
async def preview(asked: messages.PreviewQuestion, live: Live, holder: Holder) -> Response:
    """What decisions would do, up to the draw."""
    seat = own_turn(live.table, holder, asked.turn)
    return answer(questions.preview(live.table, asked.moves, asked.attempt, seat))


@routes.post("/tables/{table}/hint", response_model=messages.Hint, responses=refusals(401, 403, 404, 409))
async def hint(asked: messages.HintQuestion, live: Live, room: Place, holder: Holder) -> Response:
    """A good move and why."""
    seat = own_turn(live.table, holder, asked.turn)
    if not live.table.hints:
        raise errors.HintsOff()
    assert live.table.game is not None
    game, *_ = questions.considered(live.table.game, asked.moves, None, seat)
    if game.is_turn_decided:
        raise errors.TurnDecided(move=asked.moves[-1])
    return answer(await room.computer.hint(game))


async def seen_states(live: LiveTable, holder: str | None, seat: str) -> list[Table]:
    """The states of a table, if the sender may see them from the seat."""
    questions.may_see(live.table, live.table.viewer(holder), seat)
    return await live.states()


@routes.get("/tables/{table}/replay", response_model=messages.Replay, responses=refusals(403, 404, 409))
async def replay_of_table(request: Request, live: Live, holder: Holder, seat: Seen = "-") -> Response:
    """The game from its opening on."""
    states = await seen_states(live, holder, seat)
    content = await asyncio.to_thread(write_replay, states, states[-1].viewer(holder), seat)
    return content.answer(request, KEEP_NOT)


@routes.get(
    "/tables/{table}/record",
    response_class=Response,
    responses={**found(content={RECORD: TEXT}), **refusals(403, 404, 409)},
)
async def record_of_table(live: Live, holder: Holder, seat: Seen = "-") -> Response:
    """The game as a record (`.rhg`)."""
    questions.may_see(live.table, live.table.viewer(holder), seat)
    headers = {
        "Cache-Control": KEEP_NOT,
        "Content-Disposition": f'attachment; filename="rheinlaender-{live.table.id}.rhg"',
    }
    return Response(record_text(live.table, seat), headers=headers, media_type=RECORD)


@routes.get(
    "/tables/{table}/board.svg",
    response_class=Response,
    responses={**found(content={SVG: TEXT}), **refusals(403, 404, 409)},
)
async def board_of_table(
    live: Live,
    holder: Holder,
    turn: Annotated[int | None, Query(ge=0, le=1000)] = None,
    seat: Seen = "-",
    language: Language = "en",
) -> Response:
    """The board after a turn as a picture."""
    state = questions.state_at(await seen_states(live, holder, seat), turn)
    picture = await asyncio.to_thread(questions.board_picture, state, seat, language)
    return Response(picture, headers={"Cache-Control": KEEP_NOT}, media_type=SVG)


@routes.get(
    "/tables/{table}/events",
    response_class=Response,
    responses={**found(content={EVENTS: TEXT}), **refusals(404)},
)
async def event_stream(
    request: Request,
    live: Live,
    room: Place,
    gate: Limited,
    holder: Holder,
    after: Annotated[int | None, Query(ge=-1, le=1_000_000)] = None,
    last_event_id: Annotated[int | None, Header(ge=-1, le=1_000_000)] = None,
) -> Response:
    """The frames as server-sent events."""
    address, at_table = address_of(request), len(live.audience)
    gate.check_connection(address, at_table)

    async def events() -> AsyncIterator[str]:
        subscriber = Subscriber(holder, gate.limits.waiting_messages)
        last = last_event_id if after is None else after
        with gate.connection(address, at_table):
            try:
                async for event in stream.events(live, subscriber, last, room.settings.heartbeat):
                    yield event
            finally:
                live.unsubscribe(subscriber)

    headers = {"Cache-Control": KEEP_NOT, "X-Accel-Buffering": "no"}
    return StreamingResponse(events(), headers=headers, media_type=EVENTS)


@routes.post("/replay", response_model=messages.Replay, responses=refusals())
async def replay_of_record(
    request: Request,
    text: Annotated[str, Body(media_type=RECORD)],
    seat: Annotated[SeatOrAll | None, Query()] = None,
) -> Response:
    """The game of a record (`.rhg`), seen from a seat; without one, as the record shows it."""
    content = await asyncio.to_thread(read_replay, text, seat)
    return content.answer(request, KEEP_NOT)


def read_replay(text: str, seat: str | None) -> Content:
    """The replay of a record."""
    record = read_record(text)
    states = states_of_record(record)
    return write_replay(states, WATCHER, may_see_record(record, states[-1], seat))


def write_replay(states: list[Table], viewer: Viewer, seat: str) -> Content:
    """A replay, compressed: its frames are much alike."""
    return Content.of(orjson.dumps(questions.replay_frames(states, viewer, seat)), "application/json", EFFORT)


def may_see_record(record: Record, table: Table, seat: str | None) -> str:
    """The seat from which a record is to be seen; one that hides cards only from its own seat, or as a watcher."""
    if record.seat is not None and seat not in (None, record.seat, questions.NO_SEAT):
        raise errors.StillHidden()
    if seat is None:
        return record.seat or questions.ALL
    return questions.known_seat(table, seat)


@routes.websocket("/tables/{table}/socket")
async def socket(websocket: WebSocket, table: str) -> None:
    """A table live."""
    await Socket(websocket, websocket.app.state.room, websocket.app.state.gate).serve(table)
