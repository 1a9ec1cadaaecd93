"""The backlog of a table: its older states, worked out from the log a page at a time, so that nobody holds them all."""

import asyncio
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from rheinlaender.server.store.log import Store, read_entries
from rheinlaender.server.values.changes import go_on
from rheinlaender.server.values.entry import Entry
from rheinlaender.server.values.table import Table
from rheinlaender.server.writing.frames import frame_text

PAGE = 20
RESTS = 2
"""How many times as long as it works the thread rests."""
thread = ThreadPoolExecutor(1, thread_name_prefix="backlog")
"""One for all tables: however many ask for long logs, those who play lose little by it."""


class Backlog:
    """The states of a table from the first one on, with the frames of one holder."""

    def __init__(self, store: Store, table: str, holder: str | None) -> None:
        self.store, self.table, self.holder = store, table, holder
        self._last: Table | None = None

    async def next_page(self) -> list[Table]:
        """The next few states; none when the log has no more."""
        return await asyncio.get_running_loop().run_in_executor(thread, self._work_out_page)

    def _work_out_page(self) -> list[Table]:
        """The states after the next entries, whose frames are written."""
        after = -1 if self._last is None else self._last.number
        with resting():
            entries = self.store.ask(lambda connection: read_entries(connection, self.table, after, PAGE))
        return [self._work_out(entry) for entry in entries]

    def _work_out(self, entry: Entry) -> Table:
        """The state after an entry, and its frame."""
        with resting():
            self._last = go_on(self.table, self._last, [entry])[-1]
            frame_text(self._last, self._last.viewer(self.holder))
        return self._last


@contextmanager
def resting() -> Iterator[None]:
    """Work, and then rest for longer than that took: meanwhile whoever plays has the processor."""
    begin = time.monotonic()
    yield
    time.sleep(RESTS * (time.monotonic() - begin))
