"""The backlog of a table: its older states, worked out from the log a page at a time, so that nobody holds them all."""

import asyncio

from rheinlaender.server.store.log import Store
from rheinlaender.server.values.table import Table, go_on

PAGE = 20


class Backlog:
    """The states of a table from the first one on."""

    def __init__(self, store: Store, table: str) -> None:
        self.store, self.table = store, table
        self._last: Table | None = None

    async def next_page(self) -> list[Table]:
        """The next few states; none when the log has no more."""
        after = -1 if self._last is None else self._last.number
        entries = await self.store.entries(self.table, after, PAGE)
        states = await asyncio.to_thread(go_on, self.table, self._last, entries)
        self._last = states[-1] if states else self._last
        return states
