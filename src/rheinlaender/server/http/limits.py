"""Limits: how often an address may ask, how many connections it may have, and how long a message may be.

The trade calls the first one rate limiting by token buckets.
"""

import asyncio
import math
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from ipaddress import IPv6Address, ip_address

import orjson
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rheinlaender.server.errors import LengthMissing, TooLarge, TooManyConnections, TooManyRequests, write_refusal
from rheinlaender.server.live.refusals import PublishedTooOften
from rheinlaender.server.measures import CONNECTIONS, REFUSALS
from rheinlaender.server.settings import Limits
from rheinlaender.server.values.table import Table

MOST_BUCKETS = 10_000
REFUSED_SECONDS = 1.0
"""How long somebody waits for a refusal who was refused again and again: each costs us as much as a small answer."""
IPV6_NETWORK_BITS = 64
RECORDS = ("/api/replay", "/api/review", "/api/review/move", "/api/position")
"""Where records are sent, which are longer than messages."""
Quotas = dict[tuple[str, ...], int]
"""What a connection is counted as, and the most of each that may be open."""


class Bucket:
    """A bucket of tokens: a burst, and a steady flow after it."""

    def __init__(self, burst: float, per_second: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.burst, self.per_second, self.clock = burst, per_second, clock
        self.tokens, self.at = burst, clock()

    def take(self, cost: float = 1) -> float:
        """Take some tokens: 0, or the seconds after which there will be so many."""
        now = self.clock()
        self.tokens = min(self.burst, self.tokens + (now - self.at) * self.per_second)
        self.at = now
        if self.tokens < cost:
            return (cost - self.tokens) / self.per_second
        self.tokens -= cost
        return 0.0

    def owe(self, cost: float) -> None:
        """Take tokens that may not be there yet: nothing can be taken until they have come."""
        self.take(0)
        self.tokens -= cost

    @property
    def is_full(self) -> bool:
        """Whether it has filled up again, so that it may be forgotten."""
        return self.tokens + (self.clock() - self.at) * self.per_second >= self.burst


class Buckets:
    """A bucket for each address, or for each person."""

    def __init__(self, burst: float, per_second: float) -> None:
        self.burst, self.per_second = burst, per_second
        self.of: dict[str, Bucket] = {}

    def take(self, asker: str, cost: float = 1) -> None:
        """Count a request of an asker with its cost, or refuse it."""
        seconds = self.bucket_of(asker).take(cost)
        if seconds:
            raise TooManyRequests(seconds=math.ceil(seconds))

    def bucket_of(self, asker: str) -> Bucket:
        """The bucket of an asker; when there are very many, those that are full are forgotten."""
        if len(self.of) >= MOST_BUCKETS:
            self.of = {known: bucket for known, bucket in self.of.items() if not bucket.is_full}
        return self.of.setdefault(asker, Bucket(self.burst, self.per_second))


class Gate:
    """What the addresses ask and have open."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.openings = Buckets(*limits.openings)
        self.requests = Buckets(*limits.requests)
        self.files = Buckets(*limits.files)
        self.work = Buckets(*limits.work)
        self.work_of_person = Buckets(*limits.work_of_person)
        self.hints = Buckets(*limits.hints)
        self.refused = Buckets(*limits.refused)
        self.mails = Buckets(*limits.mails)
        self.talk = Buckets(*limits.talk)
        self.publishing = Buckets(*limits.publishing)
        self.connections: Counter[tuple[str, ...]] = Counter()

    def spend(self, address: str, holder: str | None, cost: float) -> None:
        """Count a work by person, so that one does not use up what an address has, and then by address.

        All who show no secret at an address count as one.
        """
        self.work_of_person.take(holder or f"nobody at {address}", cost)
        self.work.take(address, cost)

    def publish(self, address: str) -> None:
        """Count a table that an address makes public, or refuse it."""
        seconds = self.publishing.bucket_of(address).take()
        if seconds:
            raise PublishedTooOften(seconds=math.ceil(seconds))

    async def hold(self, address: str) -> None:
        """Let an address that goes on after it was refused wait for the next refusal (the trade's word is tarpit)."""
        if self.refused.bucket_of(address).take():
            await asyncio.sleep(REFUSED_SECONDS)

    def check_connection(self, quotas: Quotas) -> None:
        """Refuse one more connection if one of its quotas is used up."""
        if any(self.connections[name] >= most for name, most in quotas.items()):
            raise TooManyConnections()

    @contextmanager
    def connection(self, quotas: Quotas) -> Iterator[None]:
        """Count a connection in its quotas while it is open, or refuse it."""
        self.check_connection(quotas)
        self.connections.update(quotas.keys())
        try:
            yield
        finally:
            self.connections.subtract(quotas.keys())
            for name in quotas:
                if not self.connections[name]:
                    del self.connections[name]


def stranger_quotas(limits: Limits, address: str) -> Quotas:
    """The quotas of a connection that has not said yet what it is."""
    return {("stranger", address): limits.connections_per_address}


def quotas_at(limits: Limits, address: str, table: Table, holder: str | None) -> Quotas:
    """The quotas of a connection to a table; however many watch, those who play there are let in."""
    viewer = table.viewer(holder)
    if viewer.seats or viewer.is_owner:
        person = ("player", table.id, str(holder))
        return {("player", address): limits.connections_per_address, person: limits.connections_per_person}
    return {
        ("watcher",): limits.watchers,
        ("watcher", address): limits.connections_per_address,
        ("watcher of", table.id): limits.watchers_per_table,
    }


def counted(kind: str, quotas: Quotas) -> AbstractContextManager[None]:
    """Count a socket or a stream while it is open, by who has it; without whose it is."""
    who = "watcher" if ("watcher",) in quotas else "player"
    return CONNECTIONS.labels(kind, who).track_inprogress()


def address_of(connection: HTTPConnection) -> str:
    """The address of a client; of an IPv6 address its network, in which a client can choose as it likes."""
    return counted_as(connection.client.host) if connection.client else "-"


def counted_as(host: str) -> str:
    """What an address is counted as."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv6Address) and address.ipv4_mapped is None:
        return f"{int(address) >> IPV6_NETWORK_BITS:x}::"
    return host


class BodyLimit:
    """Refuses requests whose body is too long, or in pieces, before it is read as a whole."""

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self.app, self.limits = app, limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on if its body is not too long."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        most = self.limits.record_size if scope["path"] in RECORDS else self.limits.message_size
        try:
            check_length(scope)
            body = await _read(receive, most)
        except (LengthMissing, TooLarge) as refusal:
            await _refuse(refusal, send)
        except ClientDisconnect:
            return
        else:
            await self.app(scope, _giving(body, receive), send)


def check_length(scope: Scope) -> None:
    """Refuse a body in pieces, of which it is not known how many come: a few kilobytes may be thousands of them."""
    if any(name == b"transfer-encoding" for name, _ in scope["headers"]):
        raise LengthMissing()


async def _read(receive: Receive, most: int) -> bytes:
    """The body of a request, if it is not too long and the sender stays until its end."""
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect()
        body += message.get("body", b"")
        if len(body) > most:
            raise TooLarge(most=most)
        if not message.get("more_body", False):
            return bytes(body)


def _giving(body: bytes, receive: Receive) -> Receive:
    """A channel that gives a body that was read already, and then whatever comes."""
    waiting = [body]

    async def give() -> Message:
        if waiting:
            return {"type": "http.request", "body": waiting.pop(), "more_body": False}
        return await receive()

    return give


async def _refuse(refusal: LengthMissing | TooLarge, send: Send) -> None:
    """Answer without looking at the rest of the request."""
    REFUSALS.labels(refusal.code).inc()
    body = orjson.dumps({"refusal": write_refusal(refusal)})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
