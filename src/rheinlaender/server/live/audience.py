"""The audience of a table: who is connected to it, and which of its people are there."""

from collections.abc import Callable, Sequence

import orjson

from rheinlaender.server.live.subscriber import PRESENCE, Sent, Subscriber
from rheinlaender.server.values.seat import PERSON, Seat


class Audience:
    """The subscribers of a table."""

    def __init__(self) -> None:
        self.subscribers: set[Subscriber] = set()
        self._told: dict[str, bool] = {}

    def __len__(self) -> int:
        return len(self.subscribers)

    def presence(self, seats: Sequence[Seat]) -> dict[str, bool]:
        """Whether the people of the table are connected, by seat."""
        holders = {subscriber.holder for subscriber in self.subscribers}
        return {seat.letter: seat.holder in holders for seat in seats if seat.kind == PERSON}

    def tell(self, message: Callable[[Subscriber], Sent]) -> None:
        """Send everybody their message."""
        for subscriber in self.subscribers:
            subscriber.send(message(subscriber))

    def tell_presence(self, seats: Sequence[Seat], *newcomers: Subscriber) -> None:
        """Tell everybody who is there, if that has changed; newcomers are told in any case."""
        presence = self.presence(seats)
        message = Sent(PRESENCE, orjson.dumps(presence).decode())
        for subscriber in self.subscribers if presence != self._told else newcomers:
            subscriber.send(message)
        self._told = presence

    def stop(self) -> None:
        """Say goodbye to everybody."""
        for subscriber in self.subscribers:
            subscriber.stop()
