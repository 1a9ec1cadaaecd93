"""Structured logs: a line of JSON for each thing that happened. Secrets, names and addresses of pages stay out."""

import json
import logging
import math
import secrets
import sys
import time
from collections.abc import Callable
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

from rheinlaender.server.measures import OUTAGES

FORMATS = ("json", "plain")
REQUEST_BYTES = 8
request: ContextVar[str] = ContextVar("request", default="")
"""The id of the request, or the socket, in which something is done."""
OWN_PARTS = ("table", "method", "route", "status", "milliseconds", "kind", "number", "seconds", "address")


def new_request() -> str:
    """The id of a request that has none."""
    return secrets.token_hex(REQUEST_BYTES)


class JsonLines(logging.Formatter):
    """Writes a record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record."""
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if request.get():
            line["request"] = request.get()
        line |= {name: getattr(record, name) for name in OWN_PARTS if hasattr(record, name)}
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


class PlainLines(logging.Formatter):
    """Writes a record as a line for people, with the same parts."""

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record."""
        line = json.loads(JsonLines().format(record))
        exception = line.pop("exception", None)
        first = [line.pop(name) for name in ("at", "level", "logger", "message")]
        rest = [f"{name}={value}" for name, value in line.items()]
        return " ".join([*first, *rest]) + (f"\n{exception}" if exception else "")


class NoAddresses(logging.Filter):
    """Leaves out the lines in which uvicorn tells of each socket with its address and its table."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record may be written."""
        return '"WebSocket %s"' not in str(record.msg)


class Seldom:
    """Says something at most once in a while, however often it happens."""

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.seconds, self.clock = seconds, clock
        self.silent_until = -math.inf

    def say(self, line: Callable[[], None]) -> None:
        """Say a line, unless one was said a moment ago."""
        if self.clock() >= self.silent_until:
            self.silent_until = self.clock() + self.seconds
            line()


OUTAGE_SECONDS = 30.0
outages = Seldom(OUTAGE_SECONDS)


def log_outage(error: BaseException) -> None:
    """One line for a database that fails, however many ask for it; nothing of what was asked."""
    OUTAGES.inc()
    log = logging.getLogger("rheinlaender.server")
    outages.say(lambda: log.error("the database fails: %s", type(error).__name__))


def start_logging(level: str, log_format: str = "json") -> None:
    """Write everything to standard error, as JSON lines or for people."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(PlainLines() if log_format == "plain" else JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
        logger.setLevel(max(root.level, logging.INFO))
    logging.getLogger("uvicorn.error").addFilter(NoAddresses())
    logging.getLogger("uvicorn.access").disabled = True
    logging.getLogger("alembic").setLevel(max(root.level, logging.WARNING))
