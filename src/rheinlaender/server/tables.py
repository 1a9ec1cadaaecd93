"""The room: the tables in use, loaded from their logs, each with its lock, its subscribers and its computer players."""

import asyncio
import gc
import logging
import re
import secrets
import time
from collections import deque
from collections.abc import Coroutine, Sequence
from typing import Any

import orjson

from rheinlaender.i18n import Refusal
from rheinlaender.server import errors
from rheinlaender.server.commands import Step, may_rematch, opening_parts, rematch_parts, started, step_of
from rheinlaender.server.computer import Computer, Driver
from rheinlaender.server.frames import frame_text
from rheinlaender.server.messages import Command, OpenTable, Rematch
from rheinlaender.server.secret import command_key, digest_of
from rheinlaender.server.settings import Settings
from rheinlaender.server.store import CommandKnown, NumberTaken, Store
from rheinlaender.server.subscriber import FRAME, PRESENCE, Sent, Subscriber
from rheinlaender.server.table import PERSON, WAITING, Parts, Table, after, replay

RECENT = 12
"""How many states of a table are kept for those who come back after a short break."""
TRIES = 5
KNOWN_IDS = re.compile(r"[A-Za-z0-9_-]{8,64}")
SWEEP_SECONDS = 30.0
log = logging.getLogger("rheinlaender.server")


class LiveTable:
    """A table in use. Its newest states are kept; older ones are worked out again from the log."""

    def __init__(self, tables: Sequence[Table], room: "Room") -> None:
        self.recent = deque(tables, RECENT)
        self.room = room
        self.lock = asyncio.Lock()
        self.subscribers: set[Subscriber] = set()
        self.absent_since = {seat.letter: time.monotonic() for seat in self.table.seats}
        self.used = self.turn_began = time.monotonic()
        self._told: dict[str, bool] = {}
        self._works: set[asyncio.Task[Any]] = set()
        self.driver = Driver(self, room.computer, room.settings.pause)

    @property
    def table(self) -> Table:
        """The table as it is now."""
        return self.recent[-1]

    @property
    def is_idle(self) -> bool:
        """Whether nobody needs the table now."""
        return not (self.subscribers or self.lock.locked() or self.driver.is_busy)

    # Entries

    async def command(self, holder: str | None, command: Command) -> Parts:
        """Carry a command out, once; the reply, which is the same when the command comes again."""
        sender = digest_of(command.secret) if command.name == "sit" else holder
        key = command_key(sender, command.id)
        try:
            reply = await self._to_the_end(self._carry_out(holder, command, key))
        except CommandKnown as known:
            reply = known.reply
        except Refusal:
            known_reply = await self.room.store.reply_of(self.table.id, key)
            if known_reply is None:
                raise
            reply = known_reply
        return {"id": command.id, "ok": True, **reply}

    async def _to_the_end(self, work: Coroutine[Any, Any, Parts]) -> Parts:
        """Do what must not be left halfway, also when whoever asked for it has gone."""
        task = asyncio.create_task(work)
        self._works.add(task)
        task.add_done_callback(self._finished)
        return await asyncio.shield(task)

    def _finished(self, task: asyncio.Task[Any]) -> None:
        """Let go of a work that is done; nobody may be left to hear of its refusal."""
        self._works.discard(task)
        if not task.cancelled():
            task.exception()

    async def _carry_out(self, holder: str | None, command: Command, key: str) -> Parts:
        async with self.lock:
            if isinstance(command, Rematch):
                return await self._rematch(holder, key)
            for _ in range(TRIES):
                step = step_of(self.table, holder, command, secrets.randbits(64))
                if await self._append(step, key):
                    if step.kind == "sat":
                        await self._start_if_full()
                    return step.reply
        raise errors.TableBusy()

    async def _rematch(self, holder: str | None, key: str) -> Parts:
        """Open the next table, or find the one that is there."""
        may_rematch(self.table, holder)
        if self.table.rematch is not None:
            return {"table": self.table.rematch}
        table, _ = await self.room.open(f"rematch:{self.table.id}", rematch_parts(self.table))
        await (await self.room.table(table)).start_if_full()
        step = Step("rematch", {"table": table}, {"table": table}, self.table.stage)
        while self.table.rematch is None:
            await self._append(step, key)
        return {"table": table}

    async def play_for(self, number: int, step: Step) -> None:
        """Play the turn of a computer player, if nothing has happened since entry `number`."""
        async with self.lock:
            if self.table.number == number:
                await self._append(step, None)

    async def start_if_full(self) -> None:
        """Start the game if no seat is open."""
        async with self.lock:
            await self._start_if_full()

    async def _start_if_full(self) -> None:
        while self.table.stage == WAITING and not self.table.open_seats:
            await self._append(started(self.table, None, secrets.randbits(64)), None)

    async def _append(self, step: Step, key: str | None) -> bool:
        """Write the next entry and tell everybody; False if somebody else wrote one first, which is taken in."""
        number, store = self.table.number + 1, self.room.store
        written = store.append(self.table.id, number, step.kind, step.parts, key, step.reply, step.stage)
        try:
            entry = await asyncio.shield(written)
        except NumberTaken:
            await self._catch_up()
            return False
        except CommandKnown:
            await self._catch_up()
            raise
        self._take(after(self.table, entry))
        return True

    async def _catch_up(self) -> None:
        """Take in what was written to the log by somebody else."""
        for entry in await self.room.store.entries(self.table.id, self.table.number):
            self._take(after(self.table, entry))

    def _take(self, table: Table) -> None:
        """Go on to the next state of the table, and tell everybody."""
        if table.turn != self.table.turn:
            self.turn_began = time.monotonic()
        self.table.forget()
        self.recent.append(table)
        log.debug("entry", extra={"table": table.id, "number": table.number, "kind": table.entry.kind})
        self.used = time.monotonic()
        for subscriber in self.subscribers:
            subscriber.send(self.frame(table, subscriber))
        self.driver.wake()

    # Subscribers

    def frame(self, table: Table, subscriber: Subscriber) -> Sent:
        """The frame of a state of the table for a subscriber."""
        return Sent(FRAME, frame_text(table, table.viewer(subscriber.holder)), table.number)

    async def subscribe(self, subscriber: Subscriber, last: int | None) -> list[Table]:
        """Send a subscriber everything from now on; the states it has missed, of which the newest is now."""
        missed = [self.table] if last is None else await self._states_after(last)
        self.subscribers.add(subscriber)
        self._tell_presence(subscriber)
        self.driver.wake()
        return missed

    async def _states_after(self, last: int) -> list[Table]:
        """The states of the table after entry `last`, from memory or from the log."""
        older: list[Table] = []
        if last + 1 < self.recent[0].number:
            entries = await self.room.store.entries(self.table.id)
            states = await asyncio.to_thread(replay, self.table.id, entries)
            older = [state for state in states if state.number > last]
        seen = older[-1].number if older else last
        return older + [state for state in self.recent if state.number > seen]

    def identify(self, subscriber: Subscriber, holder: str | None) -> None:
        """Let a watcher who took a seat be seen there."""
        subscriber.holder = holder
        self._tell_presence()
        self.driver.wake()

    def unsubscribe(self, subscriber: Subscriber) -> None:
        """Send nothing more to a subscriber."""
        self.subscribers.discard(subscriber)
        self.used = time.monotonic()
        absent = {seat for seat, is_there in self.presence().items() if not is_there}
        self.absent_since |= {
            seat: time.monotonic() for seat in self.table.held_by(subscriber.holder) if seat in absent
        }
        self._tell_presence()
        self.driver.wake()

    def presence(self) -> dict[str, bool]:
        """Whether the people of the table are connected, by seat."""
        holders = {subscriber.holder for subscriber in self.subscribers}
        return {seat.letter: seat.holder in holders for seat in self.table.seats if seat.kind == PERSON}

    def _tell_presence(self, *newcomers: Subscriber) -> None:
        """Tell everybody who is there, if that has changed; newcomers are told in any case."""
        presence = self.presence()
        message = Sent(PRESENCE, orjson.dumps(presence).decode())
        for subscriber in self.subscribers if presence != self._told else newcomers:
            subscriber.send(message)
        self._told = presence


class Room:
    """All tables. Those in use are in memory; the others are in the store."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings
        self.store = store
        self.computer = Computer(settings.workers)
        self._live: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self._chores: list[asyncio.Task[None]] = []

    def begin(self) -> None:
        """Go on with the games that were being played, and put idle tables away."""
        self._chores = [asyncio.create_task(self._go_on()), asyncio.create_task(self._sweep())]

    async def open_table(self, asked: OpenTable) -> tuple[LiveTable, bool]:
        """Open a table; the same id again finds the table that is there. Whether it is new."""
        table, is_new = await self.open(command_key(digest_of(asked.secret), asked.id), opening_parts(asked))
        live = await self.table(table)
        await live.start_if_full()
        return live, is_new

    async def open(self, opening: str, parts: Parts) -> tuple[str, bool]:
        """Write the first entry of a table; the id of the table that this opening leads to, and whether it is new."""
        new = secrets.token_urlsafe(9)
        found = await self.store.open_table(new, opening, parts)
        return found, found == new

    async def table(self, table: str) -> LiveTable:
        """A table by its id, loaded if it is not in use."""
        if not KNOWN_IDS.fullmatch(table):
            raise errors.NoSuchTable()
        if table not in self._live:
            await self._load_once(table)
        live = self._live[table]
        live.used = time.monotonic()
        return live

    async def _load_once(self, table: str) -> None:
        """Load a table, and start it if that was not done any more; whoever else wants it waits."""
        async with self._loading.setdefault(table, asyncio.Lock()):
            try:
                if table not in self._live:
                    self._live[table] = await self._load(table)
                    await self._live[table].start_if_full()
            finally:
                self._loading.pop(table, None)

    async def _load(self, table: str) -> LiveTable:
        entries = await self.store.entries(table)
        if not entries:
            raise errors.NoSuchTable()
        states = await asyncio.to_thread(replay, table, entries)
        if table in self._live:
            return self._live[table]
        live = LiveTable(states[-RECENT:], self)
        live.driver.wake()
        return live

    async def _go_on(self) -> None:
        """Load every table that is being played, so that computer players go on after a restart."""
        for table in await self.store.unfinished():
            try:
                await self.table(table)
            except Exception:
                log.exception("table cannot be loaded", extra={"table": table})

    async def _sweep(self) -> None:
        """Put idle tables away from time to time, and tidy the memory when nobody is there to wait for it."""
        while True:
            await asyncio.sleep(min(SWEEP_SECONDS, self.settings.idle))
            self.put_away(time.monotonic() - self.settings.idle)
            if not any(live.subscribers for live in self._live.values()):
                gc.collect()

    def put_away(self, before: float) -> None:
        """Forget the tables that nobody has used since a time; their logs keep them."""
        for table, live in list(self._live.items()):
            if live.is_idle and live.used < before:
                del self._live[table]

    async def stop(self) -> None:
        """Let no computer player begin another turn, and say goodbye to everybody."""
        for chore in self._chores:
            chore.cancel()
        for live in self._live.values():
            for subscriber in live.subscribers:
                subscriber.stop()
        await asyncio.gather(*(live.driver.stop() for live in self._live.values()))
        await self.computer.stop()
