"""Server-sent events: the same frames as on a socket, for networks that block sockets."""

import asyncio
from collections.abc import AsyncIterator

import orjson

from rheinlaender.server.errors import write_refusal
from rheinlaender.server.live.live_table import LiveTable
from rheinlaender.server.live.subscriber import STOP, Sent, Subscriber

BEAT = ": \n\n"
FAILURE = "failure"


def write_sent_event(message: Sent) -> str:
    """A message as a server-sent event."""
    number = "" if message.number is None else f"id: {message.number}\n"
    return f"event: {message.kind}\n{number}data: {message.text}\n\n"


async def events(live: LiveTable, subscriber: Subscriber, last: int | None, beat: float) -> AsyncIterator[str]:
    """What a subscriber has missed, and then everything, with a comment now and then that keeps the line open."""
    async for message in live.subscribe(subscriber, last):
        yield write_sent_event(message)
    while not subscriber.dropped.is_set():
        try:
            message = await asyncio.wait_for(subscriber.waiting.get(), beat)
        except TimeoutError:
            yield BEAT
            continue
        if message.kind == STOP:
            return
        yield write_sent_event(message)
    yield write_sent_event(Sent(FAILURE, orjson.dumps(write_refusal(subscriber.refusal), default=str).decode()))
