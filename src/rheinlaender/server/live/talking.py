"""Talking at a table: what is said is judged, written beside the log, and told to those who may hear it."""

import asyncio
from typing import Any, Protocol

import orjson

from rheinlaender.i18n import Refusal
from rheinlaender.server import errors
from rheinlaender.server.contract.talk import Say, SayText
from rheinlaender.server.live import refusals
from rheinlaender.server.live.audience import Audience
from rheinlaender.server.live.judging import must_watch
from rheinlaender.server.live.subscriber import TALK, Sent
from rheinlaender.server.store import talk
from rheinlaender.server.store.log import Store
from rheinlaender.server.values.entry import Parts
from rheinlaender.server.values.remark import LONGEST, Remark, cleaned, hears, speaks_in
from rheinlaender.server.values.secret import command_key
from rheinlaender.server.values.table import Table
from rheinlaender.server.writing.talk import write_remark


class Talkable(Protocol):
    """What talking needs of the table at which it is done."""

    audience: Audience

    @property
    def table(self) -> Table:
        """The table as it is now."""


class Talking:
    """What is said at a table. Nothing of it is kept in memory, and nothing of it reaches the game."""

    def __init__(self, live: Talkable, store: Store) -> None:
        self.live, self.store = live, store
        self.told: dict[str, int] = {}
        """The number of the newest remark that was told here, by room."""
        self._works: set[asyncio.Task[Any]] = set()

    async def say(self, holder: str | None, asked: Say) -> Parts:
        """Say something, once; as it was written. It is finished also when whoever says it has gone."""
        task = asyncio.create_task(self._say(holder, asked))
        self._works.add(task)
        task.add_done_callback(self._works.discard)
        return await asyncio.shield(task)

    async def _say(self, holder: str | None, asked: Say) -> Parts:
        key, table = command_key(holder, asked.id), self.live.table
        try:
            remark = judged(table, holder, asked, self.store.clock())
        except Refusal:
            known = await self.store.read(lambda connection: talk.read_command(connection, table.id, key))
            if known is None:
                raise
            return write_remark(known, table, holder)
        written = await asyncio.to_thread(talk.write_remark, self.store.engine, table.id, remark, key)
        if self.told.get(written.room, written.number - 1) == written.number - 1:
            self._tell([written])
        else:
            await self.hear(written.room, written.number)
        return write_remark(written, table, holder)

    async def look(self, holder: str | None) -> Parts:
        """What was said, as far as the holder of a secret hears it."""
        table = self.live.table
        rooms = hears(table, table.viewer(holder))
        said = await self.store.read(lambda connection: talk.read_newest(connection, table.id, rooms))
        return {"said": [write_remark(remark, table, holder) for remark in said]}

    async def hear(self, room: str, number: int) -> None:
        """Tell what was said at another server, and whatever was missed before it."""
        table, last = self.live.table.id, self.told.get(room, number - 1)
        if number > last:
            self._tell(await self.store.read(lambda connection: talk.read_after(connection, table, room, last)))

    def _tell(self, said: list[Remark]) -> None:
        """Tell those who hear it; also whoever is behind with frames, for it stands beside them."""
        table = self.live.table
        for remark in said:
            if remark.number <= self.told.get(remark.room, 0):
                continue
            self.told[remark.room] = remark.number
            for subscriber in self.live.audience.subscribers:
                if remark.room in hears(table, table.viewer(subscriber.holder)):
                    written = write_remark(remark, table, subscriber.holder)
                    subscriber.send(Sent(TALK, orjson.dumps(written).decode()))


def judged(table: Table, holder: str | None, asked: Say, at: str) -> Remark:
    """What somebody says, before it is written; refused where they may not, or where there is nothing to it. Pure."""
    if holder is None:
        raise errors.SecretMissing()
    viewer = table.viewer(holder)
    if viewer.is_unseated:
        raise errors.Unseated()
    must_watch(table, holder, at)
    if table.quiet_seats:
        raise refusals.TalkOff()
    return Remark(speaks_in(table, viewer), holder, viewer.seats[:1], _parts(table, asked), at)


def _parts(table: Table, asked: Say) -> Parts:
    if not isinstance(asked, SayText):
        if asked.about is not None and asked.about > table.turn:
            raise errors.NoSuchTurn(turn=asked.about)
        return {"reaction": asked.reaction, "about": asked.about}
    text = cleaned(asked.text)
    if not text:
        raise refusals.NothingSaid()
    if len(text) > LONGEST:
        raise refusals.SaidTooLong(most=LONGEST)
    return {"text": text}
