"""Following a log: a table as its log tells it, whoever writes there; a log that was set back is noticed."""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Sequence

from rheinlaender.server import errors
from rheinlaender.server.store.log import Store
from rheinlaender.server.values.changes import after, replay
from rheinlaender.server.values.entry import Entry, is_same
from rheinlaender.server.values.table import Table

RECENT = 12
"""How many states of a table are kept for those who come back after a short break."""
SET_BACK_SECONDS = 1
"""When to come back to a table whose log has to be read anew."""
log = logging.getLogger("rheinlaender.server")


class Following(ABC):
    """A table of which the newest states are kept; older ones are worked out again from the log."""

    def __init__(self, tables: Sequence[Table], store: Store) -> None:
        self.recent = deque(tables[-RECENT:], RECENT)
        self.store = store
        self.lock = asyncio.Lock()
        self.is_outdated = False
        """Whether the log is another one than what is known here, so that the table has to be loaded anew."""

    @property
    def table(self) -> Table:
        """The table as it is now."""
        return self.recent[-1]

    async def states(self) -> list[Table]:
        """The table after each entry of its log."""
        entries = await self.store.entries(self.table.id)
        return await asyncio.to_thread(replay, self.table.id, entries)

    async def catch_up(self) -> None:
        """Take in what was written to the log by somebody else; whoever calls this has the lock."""
        self._take_found(await self.store.entries(self.table.id, self.table.number - 1))

    def take_read(self, found: Sequence[Entry]) -> None:
        """Take in what was read, if it goes on where this table is, and nobody writes to it here just now."""
        following = [entry for entry in found if entry.number >= self.table.number]
        if following and following[0].number == self.table.number and not self.lock.locked():
            self._take_found(following)

    def _take_found(self, found: Sequence[Entry]) -> None:
        """Take in the entries after the newest that is known, which comes first."""
        if not found or not is_same(found[0], self.table.entry):
            raise self.set_back()
        for entry in found[1:]:
            self._take(after(self.table, entry))

    async def catch_up_to(self, number: int) -> None:
        """Take in what was written to the log up to a number, if it is not known yet."""
        if self.table.number < number:
            async with self.lock:
                if self.table.number < number:
                    await self.catch_up()

    async def refresh(self) -> None:
        """Take in whatever other servers have written."""
        if self.store.is_shared:
            known = self.table.number
            newest = await self.store.newest([self.table.id])
            await self.compare(known, newest.get(self.table.id, -1))

    async def compare(self, known: int, newest: int) -> None:
        """Take in what the log has more than was known here when it was looked at; one that has less was set back."""
        if newest < known:
            raise self.set_back()
        await self.catch_up_to(newest)

    async def refusal_of_set_back(self) -> errors.ServerRefusal:
        """What is answered where the log is shorter than was known here: come back, unless there is no log any more."""
        newest = await self.store.newest([self.table.id])
        busy = self.set_back()
        return busy if newest else errors.NoSuchTable()

    def set_back(self) -> errors.ServerBusy:
        """Play here no more, let everybody come back, and say so: the log is not the one that was known here.

        An older copy was put in its place, or something in it was erased.
        """
        if not self.is_outdated:
            log.warning("the log of a table was set back: it is read anew", extra={"table": self.table.id})
            self.leave()
        return errors.ServerBusy(seconds=SET_BACK_SECONDS)

    @abstractmethod
    def _take(self, table: Table) -> None:
        """Go on to the next state of the table, and tell everybody."""

    @abstractmethod
    def leave(self) -> None:
        """Be a table in use no more: say goodbye to everybody, who come back to the table as it is loaded then."""
