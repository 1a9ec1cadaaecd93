"""Measures: how much is done here, how long it takes and what is refused, for Prometheus.

No label is a secret, a name, an address, a table or whatever somebody sent: each has a few values, known before.
"""

import asyncio
import hmac
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from wsgiref.simple_server import WSGIServer

from prometheus_client import Counter, Gauge, Histogram, Info, generate_latest, start_http_server

from rheinlaender.server.errors import PortTaken

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
LAG_SECONDS = 0.25
"""How often it is measured how late the event loop is."""

TABLES = Gauge("rheinlaender_tables", "Tables in memory, by stage.", ["stage"])
CONNECTIONS = Gauge("rheinlaender_connections", "Sockets and streams that are open.", ["kind", "who"])
LINES = Gauge("rheinlaender_lines", "Everything that is open, as the system counts it.")
ENTRIES = Counter("rheinlaender_entries", "Entries written to the logs of tables.", ["kind"])
COMMANDS = Histogram(
    "rheinlaender_command_seconds", "From a command to its answer, which is durable.", ["command"], buckets=SECONDS
)
TOLD = Histogram(
    "rheinlaender_told_seconds", "From an entry that is durable to a frame of it that was sent.", buckets=SECONDS
)
REQUESTS = Histogram(
    "rheinlaender_request_seconds", "From a request to the begin of its answer.", ["route", "status"], buckets=SECONDS
)
REFUSALS = Counter("rheinlaender_refusals", "What was refused, by cause.", ["code"])
TRANSACTIONS = Histogram("rheinlaender_transaction_seconds", "Transactions that write.", ["outcome"], buckets=SECONDS)
ORDERS = Histogram(
    "rheinlaender_transaction_orders", "Entries written in one transaction.", buckets=(1, 2, 4, 8, 16, 32, 64, 128, 256)
)
THINKING = Gauge("rheinlaender_thinking", "Works of thinking.", ["stage"])
THINKING_AGE = Gauge("rheinlaender_thinking_oldest_seconds", "How long the oldest work of thinking has waited.")
THOUGHT = Histogram("rheinlaender_thought_seconds", "Works of thinking, waiting included.", ["level"], buckets=SECONDS)
QUESTIONS = Counter(
    "rheinlaender_questions", "Questions of servers that a thinker took, by what came of them.", ["outcome"]
)
LAG = Histogram("rheinlaender_loop_lag_seconds", "How late the event loop comes to what is due.", buckets=SECONDS)
CALLS = Counter(
    "rheinlaender_calls", "Calls of people who were not at their table, by what came of them.", ["way", "outcome"]
)
OUTAGES = Counter("rheinlaender_outages", "What failed because the database did.")
COMPILED = Gauge("rheinlaender_engine_compiled", "1 when the engine is compiled.")
BUILD = Info("rheinlaender_build", "The version that runs.")


def measures_text() -> bytes:
    """All measures as Prometheus reads them."""
    return generate_latest()


def is_token(given: str, token: str) -> bool:
    """Whether somebody shows the token; how long the answer takes tells nothing about it."""
    return bool(token) and hmac.compare_digest(given.encode(), token.encode())


async def measure_lag() -> None:
    """Measure for ever how late the event loop is."""
    while True:
        due = time.monotonic() + LAG_SECONDS
        await asyncio.sleep(LAG_SECONDS)
        LAG.observe(max(0.0, time.monotonic() - due))


@contextmanager
def serving_measures(host: str, port: int | None) -> Iterator[int | None]:
    """Serve the measures at a port of their own, if there is one, in a thread; the port."""
    if port is None:
        yield None
        return
    server, thread = measures_server(host, port)
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def measures_server(host: str, port: int) -> tuple[WSGIServer, threading.Thread]:
    """The server of the measures, or a refusal if somebody else listens there."""
    try:
        return start_http_server(port, host)
    except OSError as error:
        raise PortTaken(host=host, port=port) from error
