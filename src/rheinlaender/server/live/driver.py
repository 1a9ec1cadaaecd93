"""The driver of a table: it plays the turns that no person plays."""

import asyncio
import logging
import time
from contextvars import Context
from typing import Protocol

from rheinlaender.server.live.commands import computer_turn
from rheinlaender.server.live.computer import Chosen, Computer
from rheinlaender.server.live.judging import Draft
from rheinlaender.server.live.queue import Place
from rheinlaender.server.live.waiting import nudge_of_table, stood_in
from rheinlaender.server.logs import log_outage
from rheinlaender.server.store.database import OUTAGES
from rheinlaender.server.values.clock import Now, nudge_left
from rheinlaender.server.values.entry import PLAYING
from rheinlaender.server.values.patience import THE_TABLE
from rheinlaender.server.values.seat import BOT, PERSON, Seat
from rheinlaender.server.values.table import Table

RETRY_SECONDS = 1.0
LOOK_SECONDS = 1.0
"""How long a server looks on at most before it asks again whether it is to play."""
NAP_SECONDS = (0.05, 60.0)
"""How long it waits at least and at most before it looks at the clocks again."""
log = logging.getLogger("rheinlaender.server")


class DrivenTable(Protocol):
    """What a driver needs of the table that it plays at."""

    absent_since: dict[str, float]
    turn_began: float
    is_outdated: bool

    @property
    def table(self) -> Table:
        """The table as it is now."""

    @property
    def is_watched(self) -> bool:
        """Whether anybody sees what is played."""

    def now(self) -> Now:
        """The time that it is, as the next entry will carry it."""

    def presence(self) -> dict[str, bool]:
        """Whether the people of the table are connected, by seat."""

    @property
    def is_attended(self) -> bool:
        """Whether anybody is connected here."""

    async def leads(self) -> bool:
        """Whether this server is the one that plays here."""

    def stop_leading(self) -> None:
        """Let another server play here."""

    async def play_for(self, number: int, draft: Draft) -> None:
        """Play the turn of a computer player, if nothing has happened since entry `number`."""


class Driver:
    """Plays the turns of a table that no person plays: those of computer players, and of people who are absent."""

    def __init__(self, live: DrivenTable, computer: Computer, pause: float) -> None:
        self.live, self.computer, self.pause = live, computer, pause
        self.standing_in: set[str] = set()
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._thinking: asyncio.Task[Chosen] | None = None
        self._is_stopped = False

    @property
    def is_busy(self) -> bool:
        """Whether a turn is being played, or waited for."""
        return self._task is not None and not self._task.done()

    def wake(self) -> None:
        """Look again who is to move: an entry was written, or somebody came or went."""
        self.standing_in -= {seat for seat, is_there in self.live.presence().items() if is_there}
        self._changed.set()
        if self._thinking is not None and (self.plan() or ("", 1.0))[1] > 0:
            self._thinking.cancel()
        if not self.is_busy and not self._is_stopped and self.plan() is not None:
            self._task = asyncio.create_task(self._go(), context=Context())
        if not self.is_busy:
            self._rest()

    async def stop(self) -> None:
        """Play no more."""
        self._is_stopped = True
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self.live.stop_leading()

    def plan(self) -> tuple[str, float] | None:
        """The level that is to play now and how many seconds to wait before; None if nobody is to play.

        That is a person's turn without a clock, and every turn that nobody watches, unless people are played for.
        """
        table = self.live.table
        if self.live.is_outdated or table.stage != PLAYING or not (self.live.is_watched or self._goes_on(table)):
            return None
        seat = table.seat(str(table.to_move))
        if seat.kind == BOT:
            return str(seat.level), 0.0
        if seat.letter in table.away:
            return table.deputy, 0.0
        waits = [wait for wait in (self._wait_for_absent(table, seat), self._time_left()) if wait is not None]
        return (table.deputy, min(waits)) if waits else None

    def _wait_for_absent(self, table: Table, seat: Seat) -> float | None:
        """How long to wait for a person who has gone; None where nobody plays for them because of that."""
        if table.stand_in is None or self.live.presence()[seat.letter]:
            return None
        return self._patience(seat.letter, table.grace)

    def _time_left(self) -> float | None:
        """The seconds that whoever is to move has left; None without a clock."""
        left = self.live.table.left(str(self.live.table.to_move), self.live.now())
        return None if left is None else left / 1000

    def notice(self) -> Draft | None:
        """What is to be written before anybody plays: that a person is nudged, or has no time left."""
        table, left = self.live.table, self._time_left()
        if table.clock is None or left is None or not table.is_waiting_for_person:
            return None
        if left == 0:
            return stood_in(table)
        is_nudged = THE_TABLE in table.patience.nudged
        return nudge_of_table(table) if left * 1000 <= nudge_left(table.clock) and not is_nudged else None

    def _nap(self, wait: float) -> float:
        """How long to wait now, if somebody is to play after so many seconds: not past a nudge."""
        table, left = self.live.table, self._time_left()
        if table.clock is not None and left is not None and THE_TABLE not in table.patience.nudged:
            wait = min(wait, left - nudge_left(table.clock) / 1000)
        return min(max(wait, NAP_SECONDS[0]), NAP_SECONDS[1])

    def place(self) -> Place:
        """For whom a turn is thought about."""
        if self.live.table.is_left_alone:
            return Place.REVIEWS
        if any(self.live.presence().values()):
            return Place.PEOPLE
        return Place.WATCHERS if self.live.is_watched else Place.NOBODY

    def _goes_on(self, table: Table) -> bool:
        """Whether people at the table are played for, so that the game goes on without them; or there are none."""
        if table.is_left_alone:
            return True
        is_played_for = table.stand_in is not None or table.clock is not None
        return is_played_for and any(seat.kind == PERSON for seat in table.seats)

    def _patience(self, seat: str, grace: int) -> float:
        """How long to wait for an absent person: a while from their turn and their going, but only once."""
        if seat in self.standing_in:
            return 0.0
        since = max(self.live.absent_since[seat], self.live.turn_began)
        return max(0.0, since + grace - time.monotonic())

    async def _go(self) -> None:
        """Play until it is a person's turn; where another server plays, look on."""
        try:
            while self.plan() is not None:
                try:
                    await self._go_on()
                except OUTAGES as error:
                    log_outage(error)
                    await asyncio.sleep(RETRY_SECONDS)
                except Exception:
                    log.exception("computer player failed", extra={"table": self.live.table.id})
                    await asyncio.sleep(RETRY_SECONDS)
        finally:
            self._rest()

    def _rest(self) -> None:
        """Keep the lead where somebody here sees the game go on, so that servers do not take it in every round."""
        if self.live.is_outdated or self.live.table.stage != PLAYING or not self.live.is_attended:
            self.live.stop_leading()

    async def _go_on(self) -> None:
        """Play one turn, or wait."""
        is_leading = await self.live.leads()
        plan = self.plan()
        if plan is None:
            return
        level, wait = plan
        if not is_leading:
            await self._wait(LOOK_SECONDS)
        elif (draft := self.notice()) is not None:
            await self.live.play_for(self.live.table.number, draft)
        elif wait > 0:
            await self._wait(self._nap(wait))
        else:
            await self._turn(self.live.table, level)

    async def _wait(self, seconds: float) -> None:
        """Wait, but not longer than until something changes."""
        self._changed.clear()
        try:
            await asyncio.wait_for(self._changed.wait(), seconds)
        except TimeoutError:
            return

    async def _turn(self, table: Table, level: str) -> None:
        """Think, let people follow, and play, if the person has not come back meanwhile."""
        began = time.monotonic()
        chosen = await self._think(table, level)
        if chosen is None:
            return
        if any(self.live.presence().values()):
            await asyncio.sleep(max(0.0, began + self.pause - time.monotonic()))
        if self.plan() != (level, 0.0) or self.live.table.number != table.number:
            return
        seat = table.seat(str(table.to_move))
        if seat.kind == PERSON and seat.letter not in table.away:
            self.standing_in.add(seat.letter)
        await self.live.play_for(table.number, computer_turn(table, chosen.moves, chosen.by, chosen.share))

    async def _think(self, table: Table, level: str) -> Chosen | None:
        """What a computer player decides; None if meanwhile nobody is to play any more."""
        self._thinking = asyncio.create_task(self.computer.turn(table, level, self.place()))
        try:
            await asyncio.wait([self._thinking])
            return None if self._thinking.cancelled() else self._thinking.result()
        finally:
            self._thinking.cancel()
