"""Routes for looking back: replays, records and pictures of games."""

import asyncio
from typing import Annotated

import orjson
from fastapi import APIRouter, Body, Depends, Query, Request, Response

from rheinlaender.notation.record import Record, read_game
from rheinlaender.server import errors
from rheinlaender.server.contract.commands import FormerGame
from rheinlaender.server.contract.frames import Replay
from rheinlaender.server.contract.words import Language, SeatOrAll
from rheinlaender.server.http.answering import JSON, SVG, TEXT, found, refusals
from rheinlaender.server.http.asked import Holder, Spend, TheRoom, Watched, count_request
from rheinlaender.server.http.static import EFFORT, KEEP_NOT, Content
from rheinlaender.server.live.former import position_of_former
from rheinlaender.server.live.live_table import LiveTable
from rheinlaender.server.values.table import Table
from rheinlaender.server.values.viewer import WATCHER, Viewer
from rheinlaender.server.writing.positions import position_text
from rheinlaender.server.writing.records import record_text, states_of_record
from rheinlaender.server.writing.replays import ALL, NO_SEAT, board_picture, known_seat, may_see, state_at, write_replay

PICTURE_COST, POSITION_COST, REPLAY_COST, UPLOAD_COST = 30, 5, 20, 25
RECORD = "text/plain"
Seen = Annotated[SeatOrAll, Query(description="A seat letter, `-` for a watcher, `*` for everything")]
AskedTurn = Annotated[int, Query(ge=0, le=1000, description="How many turns were finished")]
replays = APIRouter(prefix="/api", dependencies=[Depends(count_request)])


async def seen_states(live: LiveTable, holder: str | None, seat: str) -> list[Table]:
    """The states of a table, if the sender may see them from the seat."""
    may_see(live.table, live.table.viewer(holder), seat)
    return await live.states()


@replays.get("/tables/{table}/replay", response_model=Replay, responses=refusals(403, 404, 409))
async def replay_of_table(request: Request, live: Watched, holder: Holder, spend: Spend, seat: Seen = "-") -> Response:
    """The game from its opening on."""
    spend(REPLAY_COST)
    states = await seen_states(live, holder, seat)
    content = await asyncio.to_thread(replay_content, states, states[-1].viewer(holder), seat)
    return content.answer(request, KEEP_NOT)


@replays.get(
    "/tables/{table}/record",
    response_class=Response,
    responses={**found(content={RECORD: TEXT}), **refusals(403, 404, 409)},
)
async def record_of_table(live: Watched, holder: Holder, seat: Seen = "-") -> Response:
    """The game as a record (`.rhg`)."""
    may_see(live.table, live.table.viewer(holder), seat)
    headers = {
        "Cache-Control": KEEP_NOT,
        "Content-Disposition": f'attachment; filename="rheinlaender-{live.table.id}.rhg"',
    }
    return Response(record_text(live.table, seat), headers=headers, media_type=RECORD)


@replays.get(
    "/tables/{table}/board.svg",
    response_class=Response,
    responses={**found(content={SVG: TEXT}), **refusals(403, 404, 409)},
)
async def board_of_table(
    live: Watched,
    room: TheRoom,
    holder: Holder,
    spend: Spend,
    turn: Annotated[int | None, Query(ge=0, le=1000)] = None,
    seat: Seen = "-",
    language: Language = "en",
) -> Response:
    """The board after a turn as a picture."""
    may_see(live.table, live.table.viewer(holder), seat)
    asked = live.table.id, live.table.number, turn, seat, language
    if asked not in room.pictures:
        spend(PICTURE_COST)
        state = state_at(await live.states(), turn)
        room.pictures[asked] = await asyncio.to_thread(board_picture, state, seat, language)
    return Response(room.pictures[asked], headers={"Cache-Control": KEEP_NOT}, media_type=SVG)


@replays.post("/replay", response_model=Replay, responses=refusals())
async def replay_of_record(
    request: Request,
    room: TheRoom,
    spend: Spend,
    text: Annotated[str, Body(media_type=RECORD)],
    seat: Annotated[SeatOrAll | None, Query()] = None,
) -> Response:
    """The game of a record (`.rhg`), seen from a seat; without one, as the record shows it."""
    spend(UPLOAD_COST)
    content = await room.reading.read(read_replay, text, seat)
    return content.answer(request, KEEP_NOT)


@replays.get(
    "/tables/{table}/position",
    response_class=Response,
    responses={**found(content={RECORD: TEXT}), **refusals(403, 404, 409)},
)
async def position_of_table(live: Watched, holder: Holder, spend: Spend, turn: AskedTurn, seat: Seen = "*") -> Response:
    """Where a game that is over stood after a turn, in notation, as a seat could know."""
    spend(POSITION_COST)
    asked = FormerGame(of="table", table=live.table.id, turn=turn, seen=seat)
    return plain(await position_of_former(live, asked, holder))


@replays.post(
    "/position", response_class=Response, responses={**found(content={RECORD: TEXT}), **refusals(403, 404, 409)}
)
async def position_of_record(
    room: TheRoom,
    spend: Spend,
    text: Annotated[str, Body(media_type=RECORD)],
    turn: AskedTurn,
    seat: Annotated[SeatOrAll | None, Query()] = None,
) -> Response:
    """The same of a record (`.rhg`), whether its game is over or not; without a seat, as the record shows it."""
    spend(UPLOAD_COST)
    return plain(await room.reading.read(read_place, text, turn, seat))


def plain(line: str) -> Response:
    """A line of text."""
    return Response(f"{line}\n", headers={"Cache-Control": KEEP_NOT}, media_type=RECORD)


def read_place(text: str, turn: int, seat: str | None) -> str:
    """Where the game of a record stood after a turn."""
    record = read_game(text)
    states = states_of_record(record)
    return position_text(state_at(states, turn), may_see_record(record, states[-1], seat))


def read_replay(text: str, seat: str | None) -> Content:
    """The replay of a record."""
    record = read_game(text)
    states = states_of_record(record)
    return replay_content(states, WATCHER, may_see_record(record, states[-1], seat))


def replay_content(states: list[Table], viewer: Viewer, seat: str) -> Content:
    """A replay, compressed: its frames are much alike."""
    return Content.of(orjson.dumps(write_replay(states, viewer, seat)), JSON, EFFORT)


def may_see_record(record: Record, table: Table, seat: str | None) -> str:
    """The seat from which a record is to be seen; one that hides cards only from its own seat, or as a watcher."""
    if record.seat is not None and seat not in (None, record.seat, NO_SEAT):
        raise errors.StillHidden()
    if seat is None:
        return record.seat or ALL
    return known_seat(table, seat)
