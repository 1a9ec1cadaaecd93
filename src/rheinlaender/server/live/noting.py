"""Noting: games that are over are noted soon afterwards, with ratings; what was not, after a kill, is caught up on."""

import asyncio
import logging

from rheinlaender.i18n import Refusal
from rheinlaender.server.live.kept import Kept
from rheinlaender.server.live.room import Room
from rheinlaender.server.logs import log_outage
from rheinlaender.server.store.database import OUTAGES
from rheinlaender.server.store.finished import note, read_unnoted
from rheinlaender.server.values.changes import replay
from rheinlaender.server.values.entry import OVER, Entry
from rheinlaender.server.values.outcome import GameOutcome, outcome_of
from rheinlaender.server.values.statistics import ReviewedGame
from rheinlaender.server.values.table import Table

LOOK_SECONDS = 3.0
MOST_AT_ONCE, MOST_OWN_AT_ONCE = 20, 3
"""How many games are noted before somebody else has a turn, and how many while their player waits for it."""
MOST_LOOKED_INTO = 2000
log = logging.getLogger("rheinlaender.server")


class Noting:
    """Looks from time to time which games are over, and notes them."""

    def __init__(self, room: Room) -> None:
        self.room, self.store = room, room.store
        self.passed_over: set[str] = set()
        """The tables whose logs this server does not understand: another, newer one will."""
        self.looked_into: Kept[tuple[str, str, str], ReviewedGame] = Kept(MOST_LOOKED_INTO)
        """What was found in reviews about somebody's play, by table, judge and seat."""
        self._lock = asyncio.Lock()

    async def run(self) -> None:
        """Look for ever."""
        while True:
            try:
                await self.look(MOST_AT_ONCE)
            except OUTAGES as error:
                log_outage(error)
            await asyncio.sleep(LOOK_SECONDS)

    async def look(self, most: int = MOST_OWN_AT_ONCE, own: str | None = None) -> None:
        """Note some of the games that wait, of all or of an identity."""
        async with self._lock:
            waiting = self.store.read(lambda connection: read_unnoted(connection, most, self.passed_over, own))
            for table in await waiting:
                await self._note(table)

    async def _note(self, table: str) -> None:
        """Note one game; one that cannot be understood waits for whoever can."""
        try:
            outcome = await self._outcome(table)
            if outcome is not None:
                await asyncio.to_thread(note, self.store.engine, outcome)
        except OUTAGES:
            raise
        except Refusal:
            self.passed_over.add(table)
        except Exception:
            self.passed_over.add(table)
            log.exception("a game could not be noted")

    async def _outcome(self, table: str) -> GameOutcome | None:
        """How a game ended; None where its table was erased meanwhile."""
        entries = await self.store.entries(table)
        if not entries:
            return None
        live = self.room.in_use.get(table)
        known = live.table if live is not None and live.table.stage == OVER else None
        return await asyncio.to_thread(_outcome_of, table, known, entries)


def _outcome_of(table: str, known: Table | None, entries: list[Entry]) -> GameOutcome:
    """How a game ended, by its log; its last state may be known already."""
    return outcome_of(known or replay(table, entries)[-1], entries)
