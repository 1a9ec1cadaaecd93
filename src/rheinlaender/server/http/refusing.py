"""Refusing: how whatever is refused, not found or broken is answered."""

from typing import cast

import orjson
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from rheinlaender.i18n import Refusal
from rheinlaender.server import errors
from rheinlaender.server.errors import status_of, write_refusal
from rheinlaender.server.http.limits import address_of
from rheinlaender.server.logs import log_outage
from rheinlaender.server.measures import REFUSALS
from rheinlaender.server.store.database import OUTAGES

OUTAGE_RETRY_SECONDS = 5
UNHEARD = 499


def add_refusing(app: FastAPI) -> None:
    """Let an application answer what it refuses."""
    app.add_exception_handler(Refusal, answer_refusal)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(HTTPException, not_found)
    app.add_exception_handler(ClientDisconnect, unheard)
    for outage in OUTAGES:
        app.add_exception_handler(outage, unavailable)
    app.add_exception_handler(Exception, failed)


async def answer_refusal(request: Request, error: Exception) -> Response:
    """The answer to what is refused."""
    refusal = cast(Refusal, error)
    REFUSALS.labels(refusal.code).inc()
    if isinstance(refusal, errors.TooManyRequests):
        await request.app.state.gate.hold(address_of(request))
    headers = {"Cache-Control": "no-store"}
    if isinstance(refusal, errors.TooManyRequests | errors.ServerBusy):
        headers["Retry-After"] = str(refusal.arguments["seconds"])
    if isinstance(refusal, errors.TooManyRequests):
        headers["Connection"] = "close"  # whatever else was sent in advance is not answered one by one
    if isinstance(refusal, errors.SecretMissing):
        headers["WWW-Authenticate"] = "Bearer"
    body = orjson.dumps({"refusal": write_refusal(refusal)}, default=str)
    return Response(body, status_of(refusal), headers, "application/json")


async def invalid(request: Request, error: Exception) -> Response:
    """The answer to a message that is not as it must be; nothing of it is repeated."""
    first = cast(RequestValidationError, error).errors()[0]
    if first["type"] in ("json_invalid", "json_type"):
        return await answer_refusal(request, errors.Malformed(problem="JSON"))
    part = ".".join(str(step) for step in first["loc"] if step != "body") or "body"
    return await answer_refusal(request, errors.WrongValue(part=part, problem=first["msg"]))


async def not_found(request: Request, error: Exception) -> Response:
    """The answer under an address that nothing has, or not for such a request."""
    known = cast(HTTPException, error)
    response = await answer_refusal(request, refusal_of_status(known.status_code))
    response.headers.update(known.headers or {})
    return response


def refusal_of_status(status: int) -> Refusal:
    """The refusal for what the routes themselves refuse: a body that is no JSON, an address, a kind of request."""
    if status == errors.Malformed.status:
        return errors.Malformed(problem="JSON")
    refusals = {404: errors.NoSuchPage(), 405: errors.WrongMethod()}
    return refusals.get(status) or errors.ServerFailed()


async def unavailable(request: Request, error: Exception) -> Response:
    """The answer while the database fails: whoever asks again finds everything as it was."""
    log_outage(error)
    return await answer_refusal(request, errors.ServerBusy(seconds=OUTAGE_RETRY_SECONDS))


async def unheard(_: Request, __: Exception) -> Response:
    """The answer to somebody who has gone, which nobody hears; the trade has this number for it."""
    return Response(status_code=UNHEARD)


async def failed(request: Request, _: Exception) -> Response:
    """The answer when something goes wrong inside."""
    return await answer_refusal(request, errors.ServerFailed())
