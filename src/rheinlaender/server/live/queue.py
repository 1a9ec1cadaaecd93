"""The queue before the threads in which computer players think: people first, then fair shares for everybody.

The trade calls it fair queueing: whoever would be done first, had everybody the same share, begins first. A hint does
not wait for all the tables that came with it.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

LEAST_SHARE = 0.05
"""However many think, a search has this part of its time."""

LEARNING = 0.1
MOST_COST = 1.0


class Place(IntEnum):
    """For whom somebody thinks; the first ones come first."""

    PEOPLE = 0
    WATCHERS = 1
    NOBODY = 2
    REVIEWS = 3


@dataclass(eq=False)
class Thought:
    """A work of thinking: for whom it is, the seconds that it would have, and what is done with its share of them.

    `asker` is the table or the person whose share it counts to. A quick one has no seconds. `elsewhere` asks a thinker
    on another machine for the same; `asking` is that, while it lasts.
    """

    asker: str
    place: Place
    seconds: float
    work: Callable[[float], Any]
    elsewhere: Callable[[float], Awaitable[Any]] | None = None
    asking: "asyncio.Future[Any] | None" = None
    answer: asyncio.Future[Any] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    is_numbered: bool = False
    """Whether it searches by number, however long that takes."""
    begin: float = 0.0
    asked: float = field(default_factory=time.monotonic)

    @property
    def is_quick(self) -> bool:
        """Whether it takes no time to speak of."""
        return self.seconds == 0

    @property
    def is_review(self) -> bool:
        """Whether it is about a game that is over."""
        return self.place == Place.REVIEWS


class Queue:
    """Those who wait to think, and those who do: one quick one, and so many others as there are workers.

    Besides them one review is thought about while nobody waits and a worker is free; it takes nobody's room.
    """

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.waiting: list[Thought] = []
        self.thinking: list[Thought] = []
        self.ends: dict[str, float] = {}
        """For each asker the time by which it has used up what it thought; others come before it until then."""
        self.cost = 0.0
        """The seconds that a thought takes besides those in which it searches, as it was lately."""
        self.now = 0.0
        """How far everybody has come who waits; these seconds are those of the shares, not of a clock."""

    def add(self, thought: Thought) -> None:
        """Let somebody wait."""
        thought.begin = max(self.now, self.ends.get(thought.asker, 0.0))
        self.ends[thought.asker] = thought.begin + thought.seconds
        self.waiting.append(thought)

    def remove(self, thought: Thought) -> None:
        """Let somebody not wait any more, who has not thought and so has used nothing up."""
        if thought in self.waiting:
            self.waiting.remove(thought)
            self.ends[thought.asker] = self.ends.get(thought.asker, 0.0) - thought.seconds

    def take(self) -> tuple[Thought, float] | None:
        """Whoever thinks next, with its share of its time; None if nobody can."""
        able = [thought for thought in self.waiting if self._has_room(thought)]
        if not able:
            return None
        chosen = min(able, key=lambda thought: (thought.place, thought.begin + thought.seconds))
        share = self._share(chosen)
        self.waiting.remove(chosen)
        self.thinking.append(chosen)
        self.now = max(self.now, chosen.begin)
        self.ends = {asker: end for asker, end in self.ends.items() if end > self.now}
        return chosen, share

    def end(self, thought: Thought) -> None:
        """Let somebody have finished."""
        self.thinking.remove(thought)

    def took(self, thought: Thought, share: float, seconds: float) -> None:
        """Learn what a thought costs besides its search, for which the next ones have less time."""
        cost = max(0.0, seconds - thought.seconds * share)
        self.cost += LEARNING * (min(MOST_COST, cost) - self.cost)

    def _has_room(self, thought: Thought) -> bool:
        if thought.is_review:
            return self._is_idle()
        busy = sum(other.is_quick == thought.is_quick and not other.is_review for other in self.thinking)
        return busy < (1 if thought.is_quick else self.workers)

    def _is_idle(self) -> bool:
        """Whether nobody waits and somebody has nothing to do, not even a review."""
        is_waited = any(not other.is_review for other in self.waiting)
        is_reviewing = any(other.is_review for other in self.thinking)
        return not (is_waited or is_reviewing) and len(self.thinking) < self.workers

    def _share(self, thought: Thought) -> float:
        """How much of its time somebody has: less, the more people think; for nobody the least."""
        if thought.is_quick or thought.is_review:
            return 1.0
        if thought.place == Place.NOBODY:
            return LEAST_SHARE
        others = (*self.waiting, *self.thinking)
        load = sum(not other.is_quick and other.place <= thought.place for other in others)
        return max(LEAST_SHARE, min(1.0, round(self.workers / load - self.cost / thought.seconds, 2)))
