"""The outermost layer: headers that protect the browser, the origin of sockets, and a line in the log."""

import logging
import re
import time
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

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
ENCODED_HEADERS = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
log = logging.getLogger("rheinlaender.server")


class Outside:
    """Wraps the whole application; the trade calls it middleware."""

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
                message["headers"] = [*message["headers"], *ENCODED_HEADERS, policy_for(HTTPConnection(scope))]
            await send(message)

        try:
            await self.app(scope, receive, send_with_headers)
        finally:
            parts = {"method": scope["method"], "path": scope["path"], "status": status}
            parts["milliseconds"] = round((time.perf_counter() - began) * 1000, 1)
            log.debug("request", extra=parts)


def policy_for(connection: HTTPConnection) -> tuple[bytes, bytes]:
    """The policy for a page: it connects to the host that it came from, also by sockets, and to nobody else."""
    host = connection.headers.get("host", "")
    sockets = f" ws://{host} wss://{host}" if HOST.fullmatch(host) else ""
    return b"content-security-policy", POLICY.format(sockets=sockets).encode()


def is_same_origin(connection: HTTPConnection) -> bool:
    """Whether a socket is opened by a page of this server, or by a program that is no browser."""
    origin = connection.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == connection.headers.get("host")
