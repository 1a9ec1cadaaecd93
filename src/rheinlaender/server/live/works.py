"""Works that must not be left halfway."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

Answer = TypeVar("Answer")


class Works:
    """Does works to their ends, also when whoever asked for one has gone."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    async def to_the_end(self, work: Coroutine[Any, Any, Answer]) -> Answer:
        """What a work comes to."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return await asyncio.shield(task)

    def _finished(self, task: asyncio.Task[Any]) -> None:
        """Let go of a work that is done; nobody may be left to hear of its refusal."""
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()
