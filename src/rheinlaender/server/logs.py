"""Structured logs: a line of JSON for each thing that happened. Secrets, names and addresses of pages stay out."""

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Any

OWN_PARTS = ("table", "method", "path", "status", "milliseconds", "kind", "number", "seconds", "address")


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
        line |= {name: getattr(record, name) for name in OWN_PARTS if hasattr(record, name)}
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def start_logging(level: str) -> None:
    """Write everything to standard error as JSON lines."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
        logger.setLevel(max(root.level, logging.INFO))
    logging.getLogger("uvicorn.access").disabled = True
    logging.getLogger("alembic").setLevel(max(root.level, logging.WARNING))
