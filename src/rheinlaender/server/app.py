"""The application: routes, limits, refusals and headers, put together for one set of settings."""

import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import cast
from urllib.parse import urlsplit

import orjson
from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

import rheinlaender
from rheinlaender.bots.warm import start_warming
from rheinlaender.i18n import Refusal
from rheinlaender.server import errors
from rheinlaender.server.errors import status_of, write_refusal
from rheinlaender.server.lessons import lessons
from rheinlaender.server.limits import BodyLimit, Gate
from rheinlaender.server.pages import add_files, pages
from rheinlaender.server.routes import routes
from rheinlaender.server.rulebook import rulebook
from rheinlaender.server.settings import Settings
from rheinlaender.server.static import Files
from rheinlaender.server.store import Store
from rheinlaender.server.tables import Room

POLICY = "; ".join(
    [
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "connect-src 'self' ws: wss:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
ABOUT = "Tables of Rheinländer. docs/reference/protocol.md says how a client talks to the server."
log = logging.getLogger("rheinlaender.server")


def create_app(settings: Settings | None = None) -> FastAPI:
    """The application for some settings."""
    chosen = settings or Settings()
    app = FastAPI(
        title="Rheinländer",
        version=rheinlaender.__version__,
        description=ABOUT,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
    )
    app.state.settings = chosen
    app.state.gate = Gate(chosen.limits)
    app.include_router(routes)
    app.include_router(pages)
    app.include_router(rulebook)
    app.include_router(lessons)
    files = APIRouter()
    add_files(files, Files(chosen.web))
    app.include_router(files)
    app.add_exception_handler(Refusal, refused)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(HTTPException, not_found)
    app.add_exception_handler(Exception, failed)
    app.add_middleware(BodyLimit, limits=chosen.limits)
    app.add_middleware(Outside)
    return app


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Open the store and the room; at the end, finish writing."""
    settings: Settings = app.state.settings
    store = Store(settings.database)
    await store.open()
    room = app.state.room = Room(settings, store)
    room.begin()
    warming = start_warming() if settings.is_compiling else None
    try:
        yield
    finally:
        if warming is not None:
            warming.stop()
        await room.stop()
        await store.close()


async def refused(request: Request, error: Exception) -> Response:
    """The answer to what is refused."""
    refusal = cast(Refusal, error)
    headers = {"Cache-Control": "no-store"}
    if isinstance(refusal, errors.TooManyRequests):
        headers["Retry-After"] = str(refusal.arguments["seconds"])
    if isinstance(refusal, errors.SecretMissing):
        headers["WWW-Authenticate"] = "Bearer"
    body = orjson.dumps({"refusal": write_refusal(refusal)}, default=str)
    return Response(body, status_of(refusal), headers, "application/json")


async def invalid(request: Request, error: Exception) -> Response:
    """The answer to a message that is not as it must be; nothing of it is repeated."""
    first = cast(RequestValidationError, error).errors()[0]
    if first["type"] in ("json_invalid", "json_type"):
        return await refused(request, errors.Malformed(problem="JSON"))
    part = ".".join(str(step) for step in first["loc"] if step != "body") or "body"
    return await refused(request, errors.WrongValue(part=part, problem=first["msg"]))


async def not_found(request: Request, error: Exception) -> Response:
    """The answer under an address that nothing has, or not for such a request."""
    known = cast(HTTPException, error)
    response = await refused(request, refusal_of_status(known.status_code))
    response.headers.update(known.headers or {})
    return response


def refusal_of_status(status: int) -> Refusal:
    """The refusal for what the routes themselves refuse: a body that is no JSON, an address, a kind of request."""
    if status == errors.Malformed.status:
        return errors.Malformed(problem="JSON")
    refusals = {404: errors.NoSuchPage(), 405: errors.WrongMethod()}
    return refusals.get(status) or errors.ServerFailed()


async def failed(request: Request, error: Exception) -> Response:
    """The answer when something goes wrong inside."""
    return await refused(request, errors.ServerFailed())


class Outside:
    """The outermost layer: headers that protect the browser, the origin of sockets, and a line in the log."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, unless it is a socket of another site's page."""
        if scope["type"] == "websocket" and not is_same_origin(HTTPConnection(scope)):
            await send({"type": "websocket.close", "code": 1008})
        elif scope["type"] == "http":
            await self.answer(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request with all headers, and log it."""
        began, status = time.perf_counter(), 0

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], *ENCODED_HEADERS]
            await send(message)

        try:
            await self.app(scope, receive, send_with_headers)
        finally:
            parts = {"method": scope["method"], "path": scope["path"], "status": status}
            parts["milliseconds"] = round((time.perf_counter() - began) * 1000, 1)
            log.debug("request", extra=parts)


ENCODED_HEADERS = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]


def is_same_origin(connection: HTTPConnection) -> bool:
    """Whether a socket is opened by a page of this server, or by a program that is no browser."""
    origin = connection.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == connection.headers.get("host")
