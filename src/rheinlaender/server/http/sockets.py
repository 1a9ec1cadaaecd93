"""Sockets: a table live, frames out and commands in. The trade calls this and `stream` transports."""

import asyncio
import contextlib
import logging
import math
import time
from typing import TypeVar

import orjson
from fastapi import WebSocket, WebSocketDisconnect
from pydantic import BaseModel, ValidationError

from rheinlaender.i18n import Refusal
from rheinlaender.server import errors
from rheinlaender.server.contract.commands import Command
from rheinlaender.server.contract.sockets import HelloMessage, SocketMessage
from rheinlaender.server.errors import write_refusal
from rheinlaender.server.http.limits import Bucket, Gate, address_of, counted, quotas_at, stranger_quotas
from rheinlaender.server.http.lobby import check_publishing
from rheinlaender.server.http.refusing import OUTAGE_RETRY_SECONDS
from rheinlaender.server.live.live_table import LiveTable
from rheinlaender.server.live.room import Room
from rheinlaender.server.live.subscriber import FRAME, REPLY, STOP, Sent, Subscriber
from rheinlaender.server.logs import log_outage
from rheinlaender.server.measures import REFUSALS, TOLD
from rheinlaender.server.store.database import OUTAGES
from rheinlaender.server.values.entry import Parts
from rheinlaender.server.values.secret import digest_of

HELLO_SECONDS = 10.0
GOODBYE_SECONDS = 2.0
REFUSED, FAILED, RESTART, AGAIN_LATER = 1008, 1011, 1012, 1013
CODES: dict[type[Refusal], int] = {
    errors.TooSlow: AGAIN_LATER,
    errors.TooManyRequests: AGAIN_LATER,
    errors.ServerBusy: AGAIN_LATER,
    errors.EntryTooNew: AGAIN_LATER,
    errors.ServerFailed: FAILED,
}
log = logging.getLogger("rheinlaender.server")
Model = TypeVar("Model", bound=BaseModel)


class Socket:
    """One socket of a table."""

    def __init__(self, websocket: WebSocket, room: Room, gate: Gate) -> None:
        self.websocket, self.room, self.gate = websocket, room, gate
        self.limits = gate.limits
        self.bucket = Bucket(*gate.limits.socket_messages)

    async def serve(self, table: str) -> None:
        """Greet, then send and receive until either side goes."""
        await self.websocket.accept()
        try:
            address = address_of(self.websocket)
            self.gate.requests.take(address)
            live = await self.room.table(table)
            with self.gate.connection(stranger_quotas(self.limits, address)):
                hello = (await asyncio.wait_for(self.read(HelloMessage), HELLO_SECONDS)).hello
            subscriber = Subscriber(digest_of(hello.secret), self.limits.waiting_messages)
            quotas = quotas_at(self.limits, address, live.table, subscriber.holder)
            with self.gate.connection(quotas), counted("socket", quotas):
                await self.attend(live, subscriber, hello.after)
        except WebSocketDisconnect:
            return
        except TimeoutError:
            await self.fail(errors.TooSlow())
        except Refusal as refusal:
            await self.fail(refusal)
        except OUTAGES as error:
            log_outage(error)
            await self.fail(errors.ServerBusy(seconds=OUTAGE_RETRY_SECONDS))
        except Exception:
            log.exception("socket failed", extra={"table": table})
            await self.fail(errors.ServerFailed())

    async def attend(self, live: LiveTable, subscriber: Subscriber, after: int | None) -> None:
        """Send what comes and carry out what is asked."""
        tasks = [
            asyncio.create_task(self.send_all(live, subscriber, after)),
            asyncio.create_task(self.receive_all(live, subscriber)),
            asyncio.create_task(self.drop(subscriber)),
        ]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            live.unsubscribe(subscriber)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        for task in done:
            task.result()

    async def send_all(self, live: LiveTable, subscriber: Subscriber, after: int | None) -> None:
        """Send the frames that were missed, and then every message, until the server stops."""
        async for message in live.subscribe(subscriber, after):
            await self.send(message)
        while (message := await subscriber.waiting.get()).kind != STOP:
            await self.send(message)
            if message.kind == FRAME:
                TOLD.observe(time.monotonic() - message.at)
        await self.websocket.close(RESTART)

    async def drop(self, subscriber: Subscriber) -> None:
        """Give a socket up that does not take what is sent to it."""
        await subscriber.dropped.wait()
        raise subscriber.refusal

    async def receive_all(self, live: LiveTable, subscriber: Subscriber) -> None:
        """Carry out commands and answer pings."""
        while True:
            message = await self.read(SocketMessage)
            if message.ping is not None:
                subscriber.send(Sent("pong", str(message.ping)))
            if message.command is not None:
                reply = await self.reply(live, subscriber, message.command)
                subscriber.send(Sent(REPLY, orjson.dumps(reply, default=str).decode()))

    async def reply(self, live: LiveTable, subscriber: Subscriber, command: Command) -> Parts:
        """Carry out a command; the reply, which may be a refusal."""
        try:
            check_publishing(command, self.room.settings, self.gate, address_of(self.websocket))
            reply = await live.command(subscriber.holder, command)
        except Refusal as refusal:
            REFUSALS.labels(refusal.code).inc()
            return {"id": command.id, "ok": False, "refusal": write_refusal(refusal)}
        if command.name == "sit" and subscriber.holder is None:
            live.identify(subscriber, digest_of(command.secret))
        return reply

    async def read(self, model: type[Model]) -> Model:
        """The next message, or a refusal."""
        seconds = self.bucket.take()
        if seconds:
            raise errors.TooManyRequests(seconds=math.ceil(seconds))
        message = await self.websocket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message["code"])
        text = message.get("text") or ""
        if len(text) > self.limits.message_size:
            raise errors.TooLarge(most=self.limits.message_size)
        try:
            return model.model_validate_json(text)
        except ValidationError as error:
            raise refusal_of_message(error) from error

    async def send(self, message: Sent) -> None:
        """Send a message in its envelope."""
        await self.websocket.send_text(f'{{"{message.kind}":{message.text}}}')

    async def fail(self, refusal: Refusal) -> None:
        """Say why, and close."""
        REFUSALS.labels(refusal.code).inc()
        failure = orjson.dumps(write_refusal(refusal), default=str).decode()
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
            async with asyncio.timeout(GOODBYE_SECONDS):
                await self.send(Sent("failure", failure))
                await self.websocket.close(CODES.get(type(refusal), REFUSED))


def refusal_of_message(error: ValidationError) -> Refusal:
    """The refusal of a message that is not as it must be: not JSON, or a part of it wrong."""
    first = error.errors(include_url=False, include_input=False)[0]
    if first["type"] == "json_invalid":
        return errors.Malformed(problem="JSON")
    return errors.WrongValue(part=".".join(map(str, first["loc"])), problem=first["msg"])
