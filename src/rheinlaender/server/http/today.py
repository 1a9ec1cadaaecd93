"""Routes of the deal of the day. Whoever shows the key of an identity is told of their own attempt."""

import asyncio
from typing import Annotated

import orjson
from fastapi import APIRouter, Depends, Path, Request, Response

from rheinlaender.server import errors
from rheinlaender.server.contract.today import Date, DayBody, DayGame, DayStart, GameName, StartedAttempt
from rheinlaender.server.http.answering import JSON, MADE, answer, refusals
from rheinlaender.server.http.asked import Limited, Sender, Spend, TheRoom, count_opening, count_request
from rheinlaender.server.http.identities import MAKING_COST, OwnKey
from rheinlaender.server.http.limits import address_of
from rheinlaender.server.http.static import EFFORT, KEEP_NOT, Content
from rheinlaender.server.live.today import Today
from rheinlaender.server.values.identity import KEY

LOOK_COST, GAME_COST = 3, 20
today = APIRouter(prefix="/api/today", dependencies=[Depends(count_request)])


def today_of(room: TheRoom) -> Today:
    """The deals of the days of the room."""
    return Today(room)


def shown_key(sender: Sender) -> str | None:
    """The key that the sender shows, if any."""
    if sender is not None and not KEY.fullmatch(sender.credentials):
        raise errors.Malformed(problem="Authorization")
    return None if sender is None else sender.credentials


TheDays = Annotated[Today, Depends(today_of)]
ShownKey = Annotated[str | None, Depends(shown_key)]


@today.get("", response_model=DayBody, responses=refusals(404))
async def deal_of_today(found: TheDays, key: ShownKey, spend: Spend) -> Response:
    """The deal of this day in UTC."""
    spend(LOOK_COST)
    return answer(await found.tell(found.date, key))


@today.get("/{date}", response_model=DayBody, responses=refusals(404))
async def deal_of_day(found: TheDays, key: ShownKey, spend: Spend, date: Annotated[Date, Path()]) -> Response:
    """The deal of a day that has passed, with its seed; or of this one."""
    spend(LOOK_COST)
    return answer(await found.tell(date, key))


@today.get("/{date}/games/{game}", response_model=DayGame, responses=refusals(403, 404))
async def game_of_day(
    request: Request,
    found: TheDays,
    key: ShownKey,
    spend: Spend,
    date: Annotated[Date, Path()],
    game: Annotated[GameName, Path()],
) -> Response:
    """A game of a day turn by turn: for those who have finished theirs, and when the day is over for everybody."""
    spend(GAME_COST)
    told = await found.game(date, key, game)
    content = await asyncio.to_thread(Content.of, orjson.dumps(told), JSON, EFFORT)
    return content.answer(request, KEEP_NOT)


@today.post(
    "",
    status_code=MADE,
    response_model=StartedAttempt,
    responses=refusals(401, 404, 409, 410),
    dependencies=[Depends(count_opening)],
)
async def begin(
    request: Request, asked: DayStart, key: OwnKey, found: TheDays, gate: Limited, spend: Spend
) -> Response:
    """Begin the attempt that counts, of which there is one, or practise; the same again finds the same table."""
    spend(LOOK_COST)
    if not await found.identities.is_known(key):
        gate.openings.take(address_of(request), MAKING_COST)
    return answer(await found.begin(asked, key), MADE)
