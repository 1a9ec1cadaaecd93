"""The audience of a table: who is connected to it, here or at another server, and which of its people are there."""

import asyncio
import re
import secrets
from collections.abc import Callable
from typing import Protocol

import orjson

from rheinlaender.server.errors import WatchersOff
from rheinlaender.server.live.subscriber import PRESENCE, WATCHERS, Sent, Subscriber
from rheinlaender.server.values.clock import Now
from rheinlaender.server.values.seat import PERSON
from rheinlaender.server.values.table import Table

COUNTED = re.compile(r"watchers-[0-9a-f]+-(\d+)")
"""How a server tells others how many watch there, in one word that no other server says."""
WORD_BYTES = 4
COUNT_SECONDS = 0.5
"""How long a new number of watchers waits to be told: a crowd that comes or goes is told of once."""


def nobody() -> None:
    """Nobody is called."""


class Watchable(Protocol):
    """What an audience needs of the table that it looks at."""

    @property
    def table(self) -> Table:
        """The table as it is now."""

    def notice_people(self) -> None:
        """Somebody came or went."""

    def clocks(self) -> Sent | None:
        """What everybody has left, at a table with clocks."""

    def now(self) -> Now:
        """The time that it is."""


class Audience:
    """The subscribers of a table."""

    def __init__(self, shown: Watchable) -> None:
        self.shown = shown
        self.subscribers: set[Subscriber] = set()
        self.elsewhere: frozenset[str] = frozenset()
        """Who is connected at other servers: the digests of secrets, and how many watch."""
        self.word = secrets.token_hex(WORD_BYTES)
        self._presence = ""
        self._watchers = self._watchers_here = 0
        """How many watch, as it was told to the subscribers, and to other servers."""
        self._counting: asyncio.TimerHandle | None = None
        self.call_absent: Callable[[], None] = nobody
        """Calls those who are not there, where they should hear what has happened."""

    def __len__(self) -> int:
        return len(self.subscribers)

    @property
    def is_there(self) -> bool:
        """Whether anybody is connected, wherever."""
        return bool(self.subscribers or self.elsewhere)

    @property
    def has_people(self) -> bool:
        """Whether somebody is connected here who has a part in the table."""
        return any(not self.shown.table.viewer(holder).is_watcher for holder in self._holders())

    def here(self) -> frozenset[str]:
        """Who is connected here: the digests of secrets, and how many watch, as far as it was counted."""
        count = self._watchers_here or min(1, self._count_here())
        return self._holders() | ({f"watchers-{self.word}-{count}"} if count else set())

    def _holders(self) -> frozenset[str]:
        return frozenset(subscriber.holder for subscriber in self.subscribers if subscriber.holder)

    def _count_here(self) -> int:
        return sum(self.shown.table.viewer(subscriber.holder).is_watcher for subscriber in self.subscribers)

    def watchers(self) -> int:
        """How many are connected who have no part in the table, wherever."""
        counted = filter(None, map(COUNTED.fullmatch, self.elsewhere))
        return self._count_here() + sum(int(found[1]) for found in counted)

    def presence(self) -> dict[str, bool]:
        """Whether the people of the table are connected, by seat."""
        holders = self._holders() | self.elsewhere
        return {seat.letter: seat.holder in holders for seat in self.shown.table.seats if seat.kind == PERSON}

    def catch_up(self, subscriber: Subscriber) -> None:
        """Send everything from now on to somebody who has missed nothing any more."""
        subscriber.is_behind = False
        if (clocks := self.shown.clocks()) is not None:
            subscriber.send(clocks)
        subscriber.send(Sent(PRESENCE, orjson.dumps(self.presence()).decode()))
        subscriber.send(Sent(WATCHERS, str(self.watchers())))

    def tell(self, message: Callable[[Subscriber], Sent]) -> None:
        """Send everybody their message; whoever has to catch up first will see it then."""
        for subscriber in self.subscribers:
            if not subscriber.is_behind:
                subscriber.send(message(subscriber))

    def tell_clocks(self) -> None:
        """Tell everybody what everybody has left."""
        clocks = self.shown.clocks()
        if clocks is not None:
            self.tell(lambda _: clocks)

    def tell_people(self) -> None:
        """Tell everybody who is there, if that has changed, and a little later how many watch."""
        presence = orjson.dumps(self.presence()).decode()
        if presence != self._presence:
            message = Sent(PRESENCE, presence)
            self.tell(lambda _: message)
        self._presence = presence
        if self._counting is None and self.watchers() != self._watchers:
            self._counting = asyncio.get_running_loop().call_later(COUNT_SECONDS, self._tell_watchers)
        self.call_absent()

    def _tell_watchers(self) -> None:
        """Tell everybody, and other servers, how many watch."""
        self._counting, self._watchers, self._watchers_here = None, self.watchers(), self._count_here()
        message = Sent(WATCHERS, str(self._watchers))
        self.tell(lambda _: message)
        self.shown.notice_people()

    def turn_away(self) -> None:
        """Let nobody watch any longer who may not."""
        for subscriber in self.subscribers:
            if not self.shown.table.may_watch(subscriber.holder, self.shown.now().at):
                subscriber.turn_away(WatchersOff())

    def stop(self) -> None:
        """Say goodbye to everybody."""
        if self._counting is not None:
            self._counting.cancel()
        for subscriber in self.subscribers:
            subscriber.stop()
