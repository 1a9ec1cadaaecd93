"""The room: all tables. Those in use are in memory; the others are in the store."""

import asyncio
import re
import secrets
from contextlib import suppress

from rheinlaender.server import errors
from rheinlaender.server.contract.commands import BotWish, GivenPosition, OpenTable
from rheinlaender.server.live.calling import Calling
from rheinlaender.server.live.commands import branching_parts, opening_parts
from rheinlaender.server.live.computer import Computer
from rheinlaender.server.live.former import position_of_former
from rheinlaender.server.live.hearing import Hearing
from rheinlaender.server.live.hints import Hints
from rheinlaender.server.live.kept import Kept
from rheinlaender.server.live.live_table import LiveTable
from rheinlaender.server.live.lobby import Lobby
from rheinlaender.server.live.other_moves import OtherMoves
from rheinlaender.server.live.reading import Reading
from rheinlaender.server.live.reviews import Reviews
from rheinlaender.server.settings import ELSEWHERE, Settings
from rheinlaender.server.store.log import Store
from rheinlaender.server.store.neighbours import Neighbours, NoNeighbours, meet
from rheinlaender.server.thinkers.asking import Thinkers
from rheinlaender.server.values.chance import SEED_BYTES
from rheinlaender.server.values.changes import replay
from rheinlaender.server.values.entry import OVER, Parts
from rheinlaender.server.values.secret import command_key, digest_of

MOST_PICTURES = 100
STOP_RETRY_SECONDS = 1
KNOWN_IDS = re.compile(r"[A-Za-z0-9_-]{8,64}")


class Room:
    """All tables, each loaded from its log when somebody wants it."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings
        self.store = store
        self.thinkers = Thinkers(settings.database) if settings.thinkers == ELSEWHERE else None
        self.computer = Computer(settings.workers, settings.bots, self.thinkers)
        self.hints = Hints(self.computer)
        self.calling = Calling(store, settings)
        self.lobby = Lobby(store)
        self.reviews = Reviews(store, self.computer, settings.review_playouts)
        self.other_moves = OtherMoves(self.reviews)
        self.reading = Reading(settings.limits.waiting_readings, settings.reading_seconds)
        self.pictures: Kept[tuple[str, int, int | None, str, str], str] = Kept(MOST_PICTURES)
        self.in_use: dict[str, LiveTable] = {}
        """The tables that are in memory, by their ids."""
        self.neighbours: Neighbours = NoNeighbours()
        self.is_stopped = False
        """Whether nobody is let in any more: a table that is loaded now would keep others from playing there."""
        self._loading: dict[str, asyncio.Lock] = {}

    async def begin(self) -> None:
        """Meet the other servers on the same database, and listen for thinkers elsewhere, if they are asked."""
        await self.calling.begin()
        self.neighbours = await meet(self.store.engine, Hearing(self))
        if self.thinkers is not None:
            await self.thinkers.start()

    async def open_table(self, asked: OpenTable, holder: str | None = None) -> tuple[LiveTable, bool]:
        """Open a table; the same id again finds the table that is there. Whether it is new.

        The holder of a secret may play on from a former game that they may see.
        """
        for wish in asked.seats:
            if isinstance(wish, BotWish):
                self.computer.registered.check(wish.level)
        opening = command_key(digest_of(asked.secret), asked.id)
        table, is_new = await self._open(opening, await self._opening(asked, holder))
        if asked.is_public:
            self.lobby.look_again()
        return await self._ready(table), is_new

    async def _opening(self, asked: OpenTable, holder: str | None) -> Parts:
        """The first entry of a table, whose game may begin at a position."""
        if asked.beginning is None:
            return opening_parts(asked)
        if isinstance(asked.beginning, GivenPosition):
            return await asyncio.to_thread(branching_parts, asked, asked.beginning.position, None)
        line = await position_of_former(await self.table(asked.beginning.table), asked.beginning, holder)
        return await asyncio.to_thread(branching_parts, asked, line, asked.beginning.table)

    async def open_next(self, opening: str, parts: Parts) -> str:
        """Open a table of which all is known, such as the next one of people who play again, or find it; its id."""
        table, _ = await self._open(opening, parts)
        await self._ready(table)
        return table

    async def _open(self, opening: str, parts: Parts) -> tuple[str, bool]:
        """Write the first entry of a table; the id of the table that this opening leads to, and whether it is new."""
        new = secrets.token_urlsafe(9)
        found = await self.store.open_table(new, opening, {"seed": secrets.token_hex(SEED_BYTES)} | parts)
        return found, found == new

    async def _ready(self, table: str) -> LiveTable:
        """A table, started if no seat is open."""
        live = await self.table(table)
        await live.start_if_full()
        return live

    async def table(self, table: str) -> LiveTable:
        """A table by its id, loaded if it is not in use."""
        if not KNOWN_IDS.fullmatch(table):
            raise errors.NoSuchTable()
        if self.is_stopped:
            raise errors.ServerBusy(seconds=STOP_RETRY_SECONDS)
        if table in self.in_use:
            await self._refresh(table)
        if table not in self.in_use:
            await self._load_once(table)
        live = self.in_use[table]
        live.watch()
        return live

    async def _refresh(self, table: str) -> None:
        """Take in whatever other servers have written; a table whose log is another one now is put away."""
        live = self.in_use[table]
        with suppress(errors.ServerBusy):
            await live.refresh()
        if live.is_outdated and self.in_use.get(table) is live:
            del self.in_use[table]

    async def _load_once(self, table: str) -> None:
        """Load a table, and start it if that was not done any more; whoever else wants it waits."""
        async with self._loading.setdefault(table, asyncio.Lock()):
            try:
                if table not in self.in_use:
                    self.in_use[table] = await self._load(table)
                    await self.in_use[table].start_if_full()
            finally:
                self._loading.pop(table, None)

    async def _load(self, table: str) -> LiveTable:
        entries = await self.store.entries(table)
        if not entries:
            raise errors.NoSuchTable()
        states = await asyncio.to_thread(replay, table, entries)
        if states[-1].clock is not None and states[-1].stage != OVER:
            await self.store.uptime.begin()
        elsewhere = await self.neighbours.elsewhere([table])
        if table in self.in_use:
            return self.in_use[table]
        live = LiveTable(states, self.store, self.neighbours, self.computer, self.settings.pause, self.open_next)
        live.audience.call_absent = self.calling.caller_of(live)
        live.notice_people(elsewhere.get(table, frozenset()))
        return live

    def put_away(self, before: float) -> None:
        """Forget the tables that nobody has used since a time; their logs keep them."""
        for table, live in list(self.in_use.items()):
            if live.is_idle and live.used < before:
                del self.in_use[table]

    async def stop(self) -> None:
        """Let nobody in and no computer player begin another turn, and say goodbye to everybody."""
        self.is_stopped = True
        for live in self.in_use.values():
            live.audience.stop()
        await asyncio.gather(*(live.driver.stop() for live in self.in_use.values()))
        self.reading.stop()
        await self.calling.stop()
        await self.reviews.stop()
        await self.computer.stop()
        if self.thinkers is not None:
            await self.thinkers.stop()

    async def end(self) -> None:
        """Take leave of the other servers, when everybody has gone."""
        await self.neighbours.close()
