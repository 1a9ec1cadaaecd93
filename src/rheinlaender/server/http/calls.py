"""Routes for being called: which ways there are, and who wants to be called at a table."""

from fastapi import APIRouter, Depends, Response

from rheinlaender.server.calling import push
from rheinlaender.server.calling.posting import NotPublic, check_url
from rheinlaender.server.contract.calls import Done, PushEnd, PushWish, Ways
from rheinlaender.server.http.answering import answer, refusals
from rheinlaender.server.http.asked import Holder, Live, Spend, TheRoom, count_request
from rheinlaender.server.live.judging import must_have_seat
from rheinlaender.server.live.refusals import CallsOff, WrongEndpoint
from rheinlaender.server.live.room import Room
from rheinlaender.server.settings import ANYWHERE
from rheinlaender.server.store.subscriptions import PUSH, Subscription

SUBSCRIBE_COST = 4
DONE = {"ok": True}
calls = APIRouter(prefix="/api", dependencies=[Depends(count_request)])


@calls.get("/calls", response_model=Ways, responses=refusals())
async def ways(room: TheRoom) -> Response:
    """By which ways this server calls people who are not at their table."""
    return answer({"push": room.calling.public_key, "mail": room.settings.has_mail})


@calls.post("/tables/{table}/calls", response_model=Done, responses=refusals(401, 403, 404, 409))
async def subscribe(asked: PushWish, live: Live, holder: Holder, room: TheRoom, spend: Spend) -> Response:
    """Be called at a table where one has a seat; the same again changes nothing."""
    must_have_seat(live.table, holder)
    spend(SUBSCRIBE_COST)
    check_push(room, asked)
    keys = f"{asked.p256dh} {asked.auth}"
    wanted = Subscription(live.table.id, str(holder), PUSH, asked.endpoint, keys, asked.language)
    await room.calling.subscribe(wanted)
    return answer(DONE)


@calls.post("/tables/{table}/calls/stop", response_model=Done, responses=refusals(401, 403, 404, 409))
async def unsubscribe(asked: PushEnd, live: Live, holder: Holder, room: TheRoom, spend: Spend) -> Response:
    """Be called no more at a table; whoever was not has nothing to lose."""
    must_have_seat(live.table, holder)
    spend(SUBSCRIBE_COST)
    await room.calling.unsubscribe(Subscription(live.table.id, str(holder), PUSH, asked.endpoint))
    return answer(DONE)


def check_push(room: Room, asked: PushWish) -> None:
    """Refuse a push service that is not public, keys that are none, and every one where there is no Web Push."""
    if not room.calling.key:
        raise CallsOff()
    try:
        check_url(asked.endpoint, room.settings.push == ANYWHERE)
        push.check_keys(asked.p256dh, asked.auth)
    except (NotPublic, ValueError):
        raise WrongEndpoint() from None
