"""The outermost layer: headers that protect the browser, the origin of sockets, and a line in the log."""

import logging
import re
import time
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rheinlaender.server.logs import new_request, request
from rheinlaender.server.measures import REFUSALS, REQUESTS
from rheinlaender.server.traces import span

POLICY = "; ".join(
    [
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "connect-src 'self'{sockets}",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
HOST = re.compile(r"[A-Za-z0-9.-]+(:[0-9]{1,5})?|\[[0-9A-Fa-f:.]+\](:[0-9]{1,5})?")
"""Hosts that may stand in a policy."""
REQUEST_ID = re.compile(r"[A-Za-z0-9-]{8,64}")
ENCODED_HEADERS = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
log = logging.getLogger("rheinlaender.server")


class Outside:
    """Wraps the whole application; the trade calls it middleware."""

    def __init__(self, app: ASGIApp, is_proxied: bool = False) -> None:
        self.app, self.is_proxied = app, is_proxied

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, unless it is a socket of another site's page."""
        if scope["type"] in ("http", "websocket"):
            request.set(self.request_id(HTTPConnection(scope)))
        if scope["type"] == "websocket" and not is_same_origin(HTTPConnection(scope)):
            REFUSALS.labels("wrong_origin").inc()
            await send({"type": "websocket.close", "code": 1008})
        elif scope["type"] == "http":
            await self.answer(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    def request_id(self, connection: HTTPConnection) -> str:
        """The id by which the log knows a request: the proxy's, where there is one, or a new one."""
        given = connection.headers.get("x-request-id", "") if self.is_proxied else ""
        return given if REQUEST_ID.fullmatch(given) else new_request()

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request with all headers, measure and log it."""
        began, status, seconds = time.perf_counter(), 0, 0.0

        async def send_with_headers(message: Message) -> None:
            nonlocal status, seconds
            if message["type"] == "http.response.start":
                status, seconds = message["status"], time.perf_counter() - began
                message["headers"] = [*message["headers"], *ENCODED_HEADERS, *own_headers(HTTPConnection(scope))]
            await send(message)

        headers = HTTPConnection(scope).headers if self.is_proxied else None
        try:
            with span(scope["method"], headers, request=request.get()) as part:
                await self.app(scope, receive, send_with_headers)
                tell_route(part, scope, status)
        finally:
            REQUESTS.labels(route_of(scope), str(status)).observe(seconds)
            parts = {"method": scope["method"], "route": route_of(scope), "status": status}
            parts["milliseconds"] = round(seconds * 1000, 1)
            log.debug("request", extra=parts)


def route_of(scope: Scope) -> str:
    """The route of a request as it is written in the specification, without what somebody put into it."""
    return getattr(scope.get("route"), "path", "none")


def tell_route(part: Any, scope: Scope, status: int) -> None:
    """Tell a trace what was asked and answered."""
    if part is not None:
        part.update_name(f"{scope['method']} {route_of(scope)}")
        part.set_attributes({"http.route": route_of(scope), "http.response.status_code": status})


def own_headers(connection: HTTPConnection) -> list[tuple[bytes, bytes]]:
    """The headers that each answer has of its own."""
    return [policy_for(connection), (b"x-request-id", request.get().encode())]


def policy_for(connection: HTTPConnection) -> tuple[bytes, bytes]:
    """The policy for a page: it connects to the host that it came from, also by sockets, and to nobody else."""
    host = connection.headers.get("host", "")
    sockets = f" ws://{host} wss://{host}" if HOST.fullmatch(host) else ""
    return b"content-security-policy", POLICY.format(sockets=sockets).encode()


def is_same_origin(connection: HTTPConnection) -> bool:
    """Whether a socket is opened by a page of this server, or by a program that is no browser."""
    origin = connection.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == connection.headers.get("host")
