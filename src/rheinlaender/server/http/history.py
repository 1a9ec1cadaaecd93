"""Routes of somebody's history: their games that are over and their ratings, for whoever shows the key."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response

from rheinlaender.server.contract.history import Edition, HistoryBody, OpponentName, Pool, RatingsBody, WonOrLost
from rheinlaender.server.contract.statistics import StatisticsBody
from rheinlaender.server.http.answering import answer, refusals
from rheinlaender.server.http.asked import Spend, TheRoom, count_request
from rheinlaender.server.http.identities import OwnKey
from rheinlaender.server.live.history import History
from rheinlaender.server.live.statistics import Statistics
from rheinlaender.server.store.history import Wanted

LOOK_COST, STATISTICS_COST = 5, 20
history = APIRouter(prefix="/api/identity", dependencies=[Depends(count_request)])


def history_of(request: Request, room: TheRoom) -> History:
    """The histories of the room's store."""
    return History(room.store, request.app.state.chores.noting)


def wanted_of(
    against: Annotated[
        Pool | None, Query(description="Games with other people, or with computer players alone")
    ] = None,
    edition: Annotated[Edition | None, Query()] = None,
    seats: Annotated[int | None, Query(ge=3, le=5)] = None,
    result: Annotated[WonOrLost | None, Query(description="`none`: ended by agreement")] = None,
    before: Annotated[int | None, Query(ge=1, le=2**31 - 1, description="The page after one: its `next`")] = None,
) -> Wanted:
    """Which games are asked for."""
    return Wanted(against, edition, seats, result, None, before)


Known = Annotated[History, Depends(history_of)]


@history.get("/history", response_model=HistoryBody, responses=refusals(401, 404, 410))
async def games(
    key: OwnKey,
    known: Known,
    spend: Spend,
    wanted: Annotated[Wanted, Depends(wanted_of)],
    opponent: Annotated[OpponentName | None, Query(description="Games with somebody, and how one fared")] = None,
) -> Response:
    """One's games that are over, a page at a time, the newest first."""
    spend(LOOK_COST)
    return answer(await known.games(key, wanted, opponent))


@history.get("/ratings", response_model=RatingsBody, responses=refusals(401, 404, 410))
async def ratings(key: OwnKey, known: Known, spend: Spend) -> Response:
    """One's ratings, among people and against computer players, and whom one has met."""
    spend(LOOK_COST)
    return answer(await known.ratings(key))


@history.get("/statistics", response_model=StatisticsBody, responses=refusals(401, 404, 410))
async def statistics(key: OwnKey, known: Known, spend: Spend) -> Response:
    """One's results by opponent and edition, and what reviews found about one's play."""
    spend(STATISTICS_COST)
    return answer(await Statistics(known).tell(key))
