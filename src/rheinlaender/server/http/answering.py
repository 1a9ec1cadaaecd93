"""Answering: how answers are sent, and how the specification describes them."""

from typing import Any

import orjson
from fastapi import Response

from rheinlaender.server.contract.refusals import RefusalAnswer
from rheinlaender.server.http.static import KEEP_NOT

MADE, FOUND, UNCHANGED, BUSY = 201, 200, 304, 503
JSON, SVG, SCRIPT = "application/json", "image/svg+xml", "text/javascript"
TEXT = {"schema": {"type": "string"}}


def found(**parts: Any) -> dict[int | str, dict[str, Any]]:
    """What a route answers that is not described by its model alone, for the specification."""
    return {FOUND: parts}


def refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """What a route may refuse with, for the specification."""
    return {status: {"model": RefusalAnswer} for status in (400, 411, 413, 422, 429, 500, 503, *statuses)}


def answer(body: Any, status: int = FOUND) -> Response:
    """An answer in JSON that no cache keeps."""
    content = body if isinstance(body, str) else orjson.dumps(body)
    return Response(content, status, {"Cache-Control": KEEP_NOT}, JSON)


def kept(**parts: Any) -> dict[int | str, dict[str, Any]]:
    """What a route answers that a browser keeps, for the specification."""
    return {**found(**parts), UNCHANGED: {"description": "The browser has it already."}}
