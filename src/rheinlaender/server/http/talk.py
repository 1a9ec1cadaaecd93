"""Routes for talking at a table."""

from fastapi import APIRouter, Depends, Request, Response

from rheinlaender.server.contract.talk import RemarkBody, Say, Talk
from rheinlaender.server.http.answering import answer, refusals
from rheinlaender.server.http.asked import Holder, Limited, Spend, Watched, count_request
from rheinlaender.server.http.limits import address_of

LOOK_COST, SAY_COST = 2, 4
talk = APIRouter(prefix="/api", dependencies=[Depends(count_request)])


@talk.get("/tables/{table}/talk", response_model=Talk, responses=refusals(403, 404))
async def look_at_talk(live: Watched, holder: Holder, spend: Spend) -> Response:
    """What was said at a table, as far as the sender hears it: the newest of each room."""
    spend(LOOK_COST)
    return answer(await live.talk.look(holder))


@talk.post("/tables/{table}/talk", response_model=RemarkBody, responses=refusals(401, 403, 404, 409))
async def say(request: Request, asked: Say, live: Watched, holder: Holder, gate: Limited, spend: Spend) -> Response:
    """Say something. It is durable when it is answered, and the same id again is answered as before."""
    spend(SAY_COST)
    is_known = not live.table.viewer(holder).is_watcher
    gate.talk.take(str(holder) if is_known else f"watcher at {address_of(request)}")
    return answer(await live.talk.say(holder, asked))
