"""A table in use: what is done there, its audience and its driver."""

import asyncio
import logging
import math
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import suppress
from typing import TypeVar

import orjson

from rheinlaender.i18n import Refusal
from rheinlaender.server import errors
from rheinlaender.server.contract.commands import BotWish, ChangeSeat, Command, Rematch, Unseat
from rheinlaender.server.live.audience import Audience
from rheinlaender.server.live.backlog import Backlog
from rheinlaender.server.live.commands import draft_of, may_rematch, rematch_parts, started
from rheinlaender.server.live.computer import Computer
from rheinlaender.server.live.driver import Driver
from rheinlaender.server.live.following import Following
from rheinlaender.server.live.judging import Draft, must_watch
from rheinlaender.server.live.subscriber import CLOCKS, FRAME, Sent, Subscriber
from rheinlaender.server.live.talking import Talking
from rheinlaender.server.live.works import Works
from rheinlaender.server.measures import COMMANDS
from rheinlaender.server.store.log import Store
from rheinlaender.server.store.neighbours import Holders, Neighbours
from rheinlaender.server.store.orders import CommandKnown, NumberSkipped, NumberTaken
from rheinlaender.server.traces import span
from rheinlaender.server.values.chance import SEED_BYTES
from rheinlaender.server.values.changes import after
from rheinlaender.server.values.clock import Now
from rheinlaender.server.values.entry import Parts
from rheinlaender.server.values.secret import command_key, digest_of
from rheinlaender.server.values.table import Table
from rheinlaender.server.writing.frames import frame_text, in_epoch, write_clocks

WATCHED_SECONDS = 30.0
"""How long a table counts as watched after somebody asked about it or went."""
TRIES = 10
EPOCH_BYTES = 4
log = logging.getLogger("rheinlaender.server")
Answer = TypeVar("Answer")
OpenNext = Callable[[str, Parts], Awaitable[str]]
"""Opens the table of an opening, ready to be played at, or finds it; its id."""


class LiveTable(Following):
    """A table in use: commands and computer players change it, and everybody who is connected is told."""

    def __init__(
        self,
        tables: Sequence[Table],
        store: Store,
        neighbours: Neighbours,
        computer: Computer,
        pause: float,
        open_next: OpenNext,
    ) -> None:
        super().__init__(tables, store)
        self.neighbours, self.open_next = neighbours, open_next
        self.audience = Audience(self)
        self.talk = Talking(self, store)
        self._there: dict[str, bool] = {}
        self.absent_since = {seat.letter: time.monotonic() for seat in self.table.seats}
        self.used = self.turn_began = time.monotonic()
        self.last_watched = -math.inf
        self.works = Works()
        self.driver = Driver(self, computer, pause)

    @property
    def is_idle(self) -> bool:
        """Whether nobody needs the table now."""
        return not (self.audience or self.lock.locked() or self.driver.is_busy)

    @property
    def is_attended(self) -> bool:
        """Whether anybody is connected here."""
        return bool(self.audience)

    @property
    def is_watched(self) -> bool:
        """Whether anybody sees what is played: somebody is connected, or was there a moment ago."""
        return self.audience.is_there or time.monotonic() < self.last_watched + WATCHED_SECONDS

    def watch(self) -> None:
        """Notice that somebody asks about the table, or goes."""
        self.used = self.last_watched = time.monotonic()
        self.driver.wake()

    # Entries

    async def command(self, holder: str | None, command: Command) -> Parts:
        """Carry a command out, once; the reply, which is the same when the command comes again."""
        with COMMANDS.labels(command.name).time(), span(f"command {command.name}"):
            return await self._answer(holder, command)

    def now(self) -> Now:
        """The time that it is, as the next entry will carry it."""
        return self.store.now()

    async def _answer(self, holder: str | None, command: Command) -> Parts:
        sender = digest_of(command.secret) if command.name == "sit" else holder
        key = command_key(sender, command.id)
        try:
            reply = await self.works.to_the_end(self._carry_out(holder, command, key))
        except CommandKnown as known:
            reply = known.reply
        except Refusal:
            known_reply = await self.store.reply_of(self.table.id, key)
            if known_reply is None:
                raise
            reply = known_reply
        return {"id": command.id, "ok": True, **reply}

    async def _carry_out(self, holder: str | None, command: Command, key: str) -> Parts:
        async with self.lock:
            if isinstance(command, Rematch):
                return await self._rematch(holder, key, command)
            if isinstance(command, ChangeSeat | Unseat) and isinstance(command.to, BotWish):
                self.driver.computer.registered.check(command.to.level)
            for _ in range(TRIES):
                draft = await self._draft(lambda: self._judge(holder, command))
                if await self._append(draft, key):
                    if draft.kind in ("sat", "string_given") or self.table.ready_check:
                        await self._start_if_full()
                    return draft.reply
        raise errors.TableBusy()

    def _judge(self, holder: str | None, command: Command) -> Draft:
        return draft_of(self.table, holder, command, secrets.token_hex(SEED_BYTES), self.now())

    async def _draft(self, judge: Callable[[], Answer]) -> Answer:
        """What is judged; before it is refused, with all that other servers have written."""
        try:
            return judge()
        except Refusal:
            if not self.store.is_shared:
                raise
        await self.catch_up()
        return judge()

    async def _rematch(self, holder: str | None, key: str, asked: Rematch) -> Parts:
        """Open the next table, or find the one that is there."""
        await self._draft(lambda: may_rematch(self.table, holder))
        if self.table.rematch is not None:
            return {"table": self.table.rematch}
        awaited = self.table.held_by(holder) if asked.gives_string else ""
        table = await self.open_next(f"rematch:{self.table.id}", rematch_parts(self.table, asked.first, awaited))
        draft = Draft("rematch", {"table": table}, {"table": table}, self.table.stage)
        while self.table.rematch is None:
            await self._append(draft, key)
        return {"table": table}

    async def play_for(self, number: int, draft: Draft) -> None:
        """Play the turn of a computer player, if nothing has happened since entry `number`."""
        async with self.lock:
            if self.table.number == number:
                with suppress(errors.ServerBusy):
                    await self._append(draft, None)

    async def start_if_full(self) -> None:
        """Start the game if nobody is missing."""
        async with self.lock:
            await self._start_if_full()

    async def _start_if_full(self) -> None:
        while self.table.may_begin:
            await self._append(started(self.table, None, secrets.token_hex(SEED_BYTES)), None)

    async def _append(self, draft: Draft, key: str | None) -> bool:
        """Write the next entry and tell everybody; False if somebody else wrote one first, which is taken in."""
        number = self.table.number + 1
        written = self.store.append(
            self.table.id, number, draft.kind, draft.parts, key, draft.reply, draft.stage, self.table.rules
        )
        try:
            entry = await asyncio.shield(written)
        except NumberTaken:
            await self.catch_up()
            return False
        except CommandKnown:
            await self.catch_up()
            raise
        except NumberSkipped:
            raise await self.refusal_of_set_back() from None
        self.used = time.monotonic()
        self._take(after(self.table, entry))
        return True

    def clocks(self) -> Sent | None:
        """What everybody has left, at a table with clocks."""
        if self.table.times is None:
            return None
        return Sent(CLOCKS, orjson.dumps(write_clocks(self.table, self.now())).decode())

    def leave(self) -> None:
        """Be a table in use no more: say goodbye to everybody, who come back to the table as it is loaded then."""
        self.is_outdated = True
        self.neighbours.here(self.table.id, frozenset())
        self.audience.stop()
        self.driver.wake()

    def _take(self, table: Table) -> None:
        """Go on to the next state of the table, and tell everybody."""
        if table.turn != self.table.turn:
            self.turn_began = time.monotonic()
        self.table.forget()
        self.recent.append(table)
        log.debug("entry", extra={"table": table.id, "number": table.number, "kind": table.entry.kind})
        self.audience.turn_away()
        self.audience.tell(lambda subscriber: self.frame(table, subscriber))
        self.audience.tell_clocks()
        self.audience.tell_people()
        self.driver.wake()

    def frame(self, table: Table, subscriber: Subscriber) -> Sent:
        """The frame of a state of the table for a subscriber."""
        text = frame_text(table, table.viewer(subscriber.holder))
        return Sent(FRAME, in_epoch(text, subscriber.epoch) if subscriber.epoch else text, table.number)

    async def subscribe(self, subscriber: Subscriber, last: int | None) -> AsyncIterator[Sent]:
        """The frames that a subscriber has missed, the newest last; from then on it is sent everything.

        Meanwhile nothing waits for it, however slowly it takes them. Whoever has more frames than the log, which then
        was set back to an older copy, begins a new epoch with the newest frame that there is.
        """
        if last is not None and last > self.table.number:
            await self.refresh()
        if last is not None and last > self.table.number:
            last, subscriber.epoch = None, secrets.token_hex(EPOCH_BYTES)
        must_watch(self.table, subscriber.holder, self.now().at)
        self.audience.subscribers.add(subscriber)
        self.notice_people()
        async for state in self._states_after(self.table.number - 1 if last is None else last, subscriber.holder):
            if subscriber.is_dropped:
                return
            yield self.frame(state, subscriber)
        self.audience.catch_up(subscriber)

    async def _states_after(self, last: int, holder: str | None) -> AsyncIterator[Table]:
        """The states of the table after entry `last`, from the log and then from memory, up to the newest one."""
        backlog = Backlog(self.store, self.table.id, holder)
        while last < self.table.number:
            is_recent = last + 1 >= self.recent[0].number
            for state in list(self.recent) if is_recent else await backlog.next_page():
                if state.number > last:
                    last = state.number
                    yield state

    def identify(self, subscriber: Subscriber, holder: str | None) -> None:
        """Let a watcher who took a seat be seen there."""
        subscriber.holder = holder
        self.notice_people()

    def unsubscribe(self, subscriber: Subscriber) -> None:
        """Send nothing more to a subscriber."""
        self.audience.subscribers.discard(subscriber)
        self.notice_people()
        self.watch()

    def notice_people(self, elsewhere: Holders | None = None) -> None:
        """Somebody came or went, here or at another server: tell everybody, and other servers."""
        if elsewhere is not None:
            self.audience.elsewhere = elsewhere
        if not self.is_outdated:
            self.neighbours.here(self.table.id, self.audience.here())
        before, self._there = self._there, self.presence()
        gone = {seat for seat, was_there in before.items() if was_there and not self._there.get(seat)}
        self.absent_since |= dict.fromkeys(gone, time.monotonic())
        self.audience.tell_people()
        self.driver.wake()

    def presence(self) -> dict[str, bool]:
        """Whether the people of the table are connected, by seat."""
        return self.audience.presence()

    async def leads(self) -> bool:
        """Whether this server is the one that plays here."""
        return await self.neighbours.take(self.table.id)

    def stop_leading(self) -> None:
        """Let another server play here."""
        self.neighbours.let_go(self.table.id)
