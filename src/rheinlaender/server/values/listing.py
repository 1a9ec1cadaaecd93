"""Listings: public tables as the lobby tells of them, from those entries of their logs that matter there. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from rheinlaender.server.values.changes import replay
from rheinlaender.server.values.clock import DAYS
from rheinlaender.server.values.entry import PLAYING, WAITING, Entry
from rheinlaender.server.values.named import NAMING
from rheinlaender.server.values.rating import Rating
from rheinlaender.server.values.seat import PERSON
from rheinlaender.server.values.table import Table

TELLING = (*NAMING, "stand_in_changed", "hints_changed", "watchers_changed", "public_changed")
"""The kinds of entries by which a listing changes; a turn is none of them."""
LISTED_SECONDS = 600
LISTED_SECONDS_OVER_DAYS = 3 * 86400
"""How long a public table is listed after the last of its people has gone: nobody waits for nobody."""


@dataclass(frozen=True)
class Listing:
    """A public table, before its first turn, and since when it waits or is played."""

    table: Table
    since: str
    ratings: Mapping[str, Rating] = field(default_factory=dict)
    """The ratings among people, by the digests of the secrets that hold seats here; who is missing begins."""

    @property
    def strengths(self) -> dict[str, str]:
        """How strong the people of the table are, by seat."""
        people = [seat for seat in self.table.seats if seat.kind == PERSON]
        return {seat.letter: self.ratings.get(str(seat.holder), Rating()).strength for seat in people}

    @property
    def is_open(self) -> bool:
        """Whether somebody who finds it can sit down, or watch."""
        if not self.table.is_public:
            return False
        is_waiting = self.table.stage == WAITING and self.table.open_seats != ""
        return is_waiting or (self.table.stage == PLAYING and self.table.watchers)

    def is_abandoned(self, seen: str, now: str) -> bool:
        """Whether nobody of the table was there for too long."""
        patience = LISTED_SECONDS_OVER_DAYS if self.table.pace == DAYS else LISTED_SECONDS
        return (datetime.fromisoformat(now) - datetime.fromisoformat(seen)).total_seconds() > patience


def listing_of(table: str, log: Sequence[Entry]) -> Listing:
    """The listing of a table, by the entries of `TELLING` in its log."""
    started = (entry.at for entry in log if entry.kind == "started")
    return Listing(replay(table, log)[-1], next(started, log[0].at))
