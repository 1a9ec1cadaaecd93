"""Reading what strangers send: records and positions, which may be anything."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from rheinlaender.server.errors import ServerBusy

RETRY_SECONDS = 5
Answer = TypeVar("Answer")


class Reading:
    """One thread, in which one thing after the other is read, so that tables never wait for it.

    Only so many wait, and nobody longer than some seconds.
    """

    def __init__(self, most_waiting: int, seconds: float) -> None:
        self.most_waiting, self.seconds = most_waiting, seconds
        self.waiting = 0
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="reading")

    async def read(self, work: Callable[..., Answer], *arguments: Any) -> Answer:
        """Do a work of reading in its turn, or refuse it."""
        if self.waiting >= self.most_waiting:
            raise ServerBusy(seconds=RETRY_SECONDS)
        self.waiting += 1
        try:
            working = asyncio.get_running_loop().run_in_executor(self._thread, work, *arguments)
            return await asyncio.wait_for(working, self.seconds)
        except TimeoutError:
            raise ServerBusy(seconds=RETRY_SECONDS) from None
        finally:
            self.waiting -= 1

    def stop(self) -> None:
        """Read nothing more."""
        self._thread.shutdown(wait=False, cancel_futures=True)
