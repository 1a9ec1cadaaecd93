"""The audience of a table: who is connected to it, here or at another server, and which of its people are there."""

from collections.abc import Callable, Sequence

import orjson

from rheinlaender.server.live.subscriber import PRESENCE, Sent, Subscriber
from rheinlaender.server.values.seat import PERSON, Seat


class Audience:
    """The subscribers of a table."""

    def __init__(self) -> None:
        self.subscribers: set[Subscriber] = set()
        self.elsewhere: frozenset[str] = frozenset()
        """Who is connected at other servers, by the digests of secrets; a watcher's is empty."""
        self._told: dict[str, bool] = {}

    def __len__(self) -> int:
        return len(self.subscribers)

    @property
    def is_there(self) -> bool:
        """Whether anybody is connected, wherever."""
        return bool(self.subscribers or self.elsewhere)

    def here(self) -> frozenset[str]:
        """Who is connected here, by the digests of secrets; a watcher's is empty."""
        return frozenset(subscriber.holder or "" for subscriber in self.subscribers)

    def catch_up(self, subscriber: Subscriber, seats: Sequence[Seat]) -> None:
        """Send everything from now on to somebody who has missed nothing any more."""
        subscriber.is_behind = False
        subscriber.send(self._presence_message(self.presence(seats)))

    def presence(self, seats: Sequence[Seat]) -> dict[str, bool]:
        """Whether the people of the table are connected, by seat."""
        holders = self.here() | self.elsewhere
        return {seat.letter: seat.holder in holders for seat in seats if seat.kind == PERSON}

    def tell(self, message: Callable[[Subscriber], Sent]) -> None:
        """Send everybody their message; whoever has to catch up first will see it then."""
        for subscriber in self.subscribers:
            if not subscriber.is_behind:
                subscriber.send(message(subscriber))

    def tell_presence(self, seats: Sequence[Seat]) -> None:
        """Tell everybody who is there, if that has changed."""
        presence = self.presence(seats)
        if presence != self._told:
            message = self._presence_message(presence)
            self.tell(lambda _: message)
        self._told = presence

    def _presence_message(self, presence: dict[str, bool]) -> Sent:
        return Sent(PRESENCE, orjson.dumps(presence).decode())

    def stop(self) -> None:
        """Say goodbye to everybody."""
        for subscriber in self.subscribers:
            subscriber.stop()
