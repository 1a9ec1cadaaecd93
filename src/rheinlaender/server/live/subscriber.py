"""Subscribers: those to whom a table's messages are sent. One that does not keep up is dropped and slows nobody."""

import asyncio
import time
from dataclasses import dataclass, field

from rheinlaender.i18n import Refusal
from rheinlaender.server.errors import TooSlow

FRAME, CLOCKS, PRESENCE, WATCHERS, TALK = "frame", "clocks", "presence", "watchers", "talk"
REPLY, STOP = "reply", "stop"


@dataclass(frozen=True)
class Sent:
    """A message for a subscriber: what it is, its number if it is a frame, its JSON, and since when it waits."""

    kind: str
    text: str
    number: int | None = None
    at: float = field(default_factory=time.monotonic)


class Subscriber:
    """Somebody who is connected to a table. `holder` is the digest of the secret, None for a watcher."""

    def __init__(self, holder: str | None, most_waiting: int) -> None:
        self.holder = holder
        self.waiting: asyncio.Queue[Sent] = asyncio.Queue(most_waiting + 1)
        self.epoch = ""
        """Where it is not empty: the epoch of one who knew more of the log than there is now."""
        self.is_behind = True
        """Whether it is still being sent what it has missed."""
        self.is_dropped = False
        self.dropped = asyncio.Event()
        self.refusal: Refusal = TooSlow()
        """Why it was dropped."""

    def send(self, message: Sent) -> None:
        """Let a message wait to be sent; when too many wait already, the subscriber is dropped."""
        if self.is_dropped:
            return
        if self.waiting.qsize() >= self.waiting.maxsize - 1:
            self.is_dropped = True
            self.dropped.set()
        else:
            self.waiting.put_nowait(message)

    def turn_away(self, refusal: Refusal) -> None:
        """Send nothing more, for a reason."""
        self.refusal, self.is_dropped = refusal, True
        self.dropped.set()

    def stop(self) -> None:
        """Say that the server stops; nothing is sent after that."""
        self.is_dropped = True
        while self.waiting.full():
            self.waiting.get_nowait()
        self.waiting.put_nowait(Sent(STOP, ""))
