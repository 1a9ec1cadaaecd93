"""Connections: whoever sends requests too slowly, or does not take what is sent, is let go; nobody opens too many."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import h11
from uvicorn import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from rheinlaender.server.errors import TooManyRequests
from rheinlaender.server.http.limits import Bucket, Buckets, counted_as
from rheinlaender.server.measures import LINES, REFUSALS
from rheinlaender.server.settings import Limits

UNFINISHED = (h11.IDLE, h11.SEND_BODY)
"""The states of a sender from whom more of a request is to come."""
PIECE_BYTES = 1024
"""So much of what came is looked at before it is asked whether that is too much."""
MOST_READS = 150
"""In so many parts a request may come. The longest one has about sixty where parts are as small as they get."""
TRANSFER = b"transfer-encoding"
COST_OF_A_CUT = 40
"""Whoever is cut off for sending without end has opened so many connections, as they are counted."""


def pieces(data: bytes) -> Iterator[bytes]:
    """What came, a piece at a time."""
    return (data[begin : begin + PIECE_BYTES] for begin in range(0, len(data), PIECE_BYTES))


class Deadline:
    """A time after which something is done, unless it is called off."""

    def __init__(self, seconds: float, action: Callable[[], object]) -> None:
        self.seconds, self.action = seconds, action
        self._timer: asyncio.TimerHandle | None = None

    def set(self) -> None:
        """Begin to wait, if that was not begun."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(self.seconds, self.action)

    def call_off(self) -> None:
        """Wait no more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class Lines:
    """How many connections are open, and from which addresses; those of trusted proxies are not counted by address."""

    def __init__(self, limits: Limits, proxies: Callable[[str], bool]) -> None:
        self.limits, self.is_proxy = limits, proxies
        self.by_address: Counter[str] = Counter()
        self.new = Buckets(*limits.new_lines)

    def take(self, address: str) -> bool:
        """Count one more connection, and say whether it may be."""
        self.by_address[address] += 1
        LINES.set(self.by_address.total())
        may_be = self.by_address.total() <= self.limits.lines and (self.is_proxy(address) or self._may_have(address))
        if not may_be:
            REFUSALS.labels("too_many_lines").inc()
        return may_be

    def _may_have(self, address: str) -> bool:
        """Whether an address may have one more connection: it has not too many, and opens them not too fast."""
        try:
            self.new.take(counted_as(address))
        except TooManyRequests:
            return False
        return self.by_address[address] <= self.limits.lines_per_address

    def punish(self, address: str) -> None:
        """Count a connection that had to be cut as many that are opened, so that not another follows at once."""
        self.new.bucket_of(counted_as(address)).owe(COST_OF_A_CUT)

    def give_back(self, address: str) -> None:
        """Count one connection less."""
        self.by_address[address] -= 1
        LINES.set(self.by_address.total())
        if not self.by_address[address]:
            del self.by_address[address]


class TakenInTime(asyncio.Protocol):
    """What is sent has to be taken: whoever does not read it is given a while (back pressure with a time limit)."""

    taken: Deadline

    def pause_writing(self) -> None:
        """Give whoever does not take what is sent a while."""
        super().pause_writing()
        self.taken.set()

    def resume_writing(self) -> None:
        """It is being taken."""
        super().resume_writing()
        self.taken.call_off()


class HttpLine(TakenInTime, H11Protocol):
    """A connection for requests. A whole request has to come in time, and answers have to be taken."""

    def __init__(self, config: Config, *arguments: Any, **parts: Any) -> None:
        super().__init__(config, *arguments, **parts)
        self.lines: Lines = config.app.state.lines  # type: ignore[union-attr]  # it is our own application
        limits = self.lines.limits
        self.request_in_time = Deadline(limits.request_seconds, self.give_up)
        self.taken = Deadline(limits.send_seconds, self.give_up)
        self.is_handed_over = False
        self.reads = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Count the connection, and wait for a request."""
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        if not self.lines.take(self.address):
            transport.abort()
        self.request_in_time.set()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing more."""
        self.let_go()
        self.lines.give_back(self.address)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what came of a request; as long as it is not whole, time runs."""
        self.reads += 1
        if self.reads > MOST_READS:
            self.give_up()
        for piece in pieces(data):
            if self.is_deaf:
                return
            super().data_received(piece)
        self.watch()

    @property
    def is_deaf(self) -> bool:
        """Whether nothing more is heard: the line is cut or handed over, or a body has no length and is refused."""
        if self.is_handed_over or self.transport.is_closing():
            return True
        return self.conn.their_state is h11.SEND_BODY and any(name == TRANSFER for name, _ in self.headers)

    def on_response_complete(self) -> None:
        """Go on with the next request, of which a part may be there."""
        self.reads = 0
        super().on_response_complete()
        if self.conn.trailing_data[0]:
            self.watch()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over."""
        self.is_handed_over = True
        self.let_go()
        super().handle_websocket_upgrade(event)

    def watch(self) -> None:
        """Let time run until the request is whole."""
        if self.conn.their_state in UNFINISHED and not self.is_handed_over:
            self.request_in_time.set()
        else:
            self.request_in_time.call_off()

    def let_go(self) -> None:
        """Wait for nothing more."""
        self.request_in_time.call_off()
        self.taken.call_off()

    def give_up(self) -> None:
        """Close at once, whatever waits to be sent."""
        REFUSALS.labels("too_slow_line").inc()
        self.transport.abort()


class SocketLine(TakenInTime, WebSocketsSansIOProtocol):
    """A connection for messages both ways, which have to be taken. Whoever sends without end is let go."""

    def __init__(self, config: Config, *arguments: Any, **parts: Any) -> None:
        super().__init__(config, *arguments, **parts)
        self.lines: Lines = config.app.state.lines  # type: ignore[union-attr]  # it is our own application
        self.taken = Deadline(self.lines.limits.send_seconds, lambda: self.transport.abort())
        self.bucket = Bucket(*self.lines.limits.socket_frames)

    def data_received(self, data: bytes) -> None:
        """Take what came a piece at a time: a quarter of a megabyte may be forty thousand frames."""
        for piece in pieces(data):
            if self.transport.is_closing():
                return
            super().data_received(piece)

    @property
    def address(self) -> str:
        """Who is at the other end."""
        return self.client[0] if self.client else ""

    def handle_events(self) -> None:
        """Take messages, their parts and beats, unless they come faster than anybody needs them."""
        if self.bucket.take(len(self.conn.events)):
            REFUSALS.labels("too_many_frames").inc()
            self.lines.punish(self.address)
            self.transport.abort()
        else:
            super().handle_events()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing more."""
        self.taken.call_off()
        self.lines.give_back(self.address)
        super().connection_lost(exc)
