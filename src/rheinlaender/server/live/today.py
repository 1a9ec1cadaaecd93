"""The deal of the day: everybody plays the same cards against the same computer players, and one attempt counts.

Nothing of it is kept in memory: what the logs and the database say is the same at every server, and after every end.
"""

import asyncio
import secrets
from contextlib import suppress
from dataclasses import dataclass

from rheinlaender.game.fair import commitment_of
from rheinlaender.server.contract.commands import BotWish, OpenTable, PersonWish
from rheinlaender.server.contract.identities import IdentityWish, SeatKey
from rheinlaender.server.contract.today import DayStart
from rheinlaender.server.errors import EntryTooNew, NoSuchTable
from rheinlaender.server.live.commands import opening_parts
from rheinlaender.server.live.identities import Identities
from rheinlaender.server.live.refusals import AttemptFirst, DayOver, FinishFirst, PractisedEnough, TodayOff
from rheinlaender.server.live.room import Room
from rheinlaender.server.store import days
from rheinlaender.server.store.keys import kept_key
from rheinlaender.server.values.attempt import ARCHBISHOP, COUNTED, OWN_SEAT, DayAttempt, day_outcome_of
from rheinlaender.server.values.chance import SEED_BYTES
from rheinlaender.server.values.changes import replay
from rheinlaender.server.values.day import (
    FORMER_SEARCHER,
    NO_OWNER,
    SEARCHER,
    SIMULATIONS,
    Day,
    date_of,
    days_later,
    own_secret,
    seed_of,
)
from rheinlaender.server.values.entry import OVER, Parts
from rheinlaender.server.values.identity import identity_of
from rheinlaender.server.values.patience import RESIGNED
from rheinlaender.server.writing.today import DayAsSeen, table_of_game, write_day, write_game

KEY = "today"
"""The name of the key of the house from which the seeds of all days follow."""
MOST_PRACTICE = 20
MOST_SETTLED = 20
"""How many games are looked at when somebody asks; the next one who asks goes on."""
MOST_DAYS = 60
INSTEAD = {"duke": "knight", "archbishop": "knight"}
"""Who plays in the place of those who search, at a server where nobody can."""


@dataclass(frozen=True)
class Agreed:
    """What everybody plays on a day."""

    edition: str
    levels: tuple[str, ...]
    simulations: dict[str, int]
    searcher: str


class Today:
    """The deals of the days of a room."""

    def __init__(self, room: Room) -> None:
        self.room, self.store = room, room.store
        self.identities = Identities(room.store)

    @property
    def date(self) -> str:
        """The date in UTC."""
        return date_of(self.store.clock())

    @property
    def can_search(self) -> bool:
        """Whether somebody is there, or will be, who can search by number."""
        return self.room.settings.is_compiling or self.room.computer.has_thinkers

    async def tell(self, date: str, key: str | None) -> Parts:
        """How the deal of a day stands for whoever asks."""
        return write_day(await self._seen(date, key))

    async def game(self, date: str, key: str | None, name: str) -> Parts:
        """A game of a day turn by turn; on the day itself only for those who have played it to the end."""
        seen = await self._seen(date, key)
        if not seen.may_look:
            raise FinishFirst()
        table = table_of_game(seen, name)
        if table is None:
            raise NoSuchTable()
        states = await asyncio.to_thread(replay, table, await self.store.entries(table))
        return await asyncio.to_thread(write_game, name, states)

    async def _seen(self, date: str, key: str | None) -> DayAsSeen:
        """A day as it stands for whoever asks."""
        agreed, identity = await self._agreed(date), None if key is None else identity_of(key)
        await self._settle(date)
        if date == self.date:
            await self._go_on_for_archbishop(date)
        attempts = await self.store.read(lambda connection: days.read_attempts(connection, date))
        own = [] if identity is None else await self._own(date, identity)
        earlier = await self.store.read(lambda connection: days.played_days(connection, self.date, MOST_DAYS))
        seed = await self._seed(date)
        return DayAsSeen(
            date=date,
            now=self.store.clock(),
            edition=agreed.edition,
            levels=agreed.levels,
            seed=seed,
            next_commitment=await self._commitment(days_later(date, 1)),
            attempts=attempts,
            own=[(one, own_secret(str(key), date, one.number)) for one in own],
            is_done=bool(own) and await self._is_done(own[0]),
            days=earlier,
        )

    async def begin(self, asked: DayStart, key: str) -> Parts:
        """Begin the attempt that counts, or go on with it; or practise, when it is over."""
        if asked.date != self.date:
            raise DayOver()
        agreed, identity = await self._agreed(asked.date), identity_of(key)
        if not await self.identities.is_known(key):
            await self.identities.save(key, IdentityWish(name=asked.name, seats=[]))
        number = await self._next_practice(asked.date, identity) if asked.is_practice else COUNTED
        secret = own_secret(key, asked.date, number)
        table = await self._open(
            asked.date, agreed, identity, number, PersonWish(kind="person", name=asked.name), secret
        )
        await self.identities.save(key, IdentityWish(seats=[SeatKey(table=table, secret=secret)]))
        await self._go_on_for_archbishop(asked.date)
        return {"table": table, "secret": secret, "seats": OWN_SEAT, "is_practice": asked.is_practice}

    async def _agreed(self, date: str) -> Agreed:
        """What is played on a date; of those that have passed only what was played."""
        levels = self.room.settings.today if self.can_search else map(_in_place, self.room.settings.today)
        now: Parts = {
            "edition": self.room.settings.today_edition,
            "levels": list(levels),
            "simulations": SIMULATIONS,
            "searcher": SEARCHER,
        }
        if date == self.date and now["levels"]:
            found = await asyncio.to_thread(days.kept_day, self.store.engine, date, now)
        else:
            known = await self.store.read(lambda connection: days.read_day(connection, date))
            if known is None or date > self.date:
                raise TodayOff()
            found = known
        searcher = found.get("searcher", FORMER_SEARCHER)
        return Agreed(found["edition"], tuple(found["levels"]), found["simulations"], searcher)

    async def _seed(self, date: str) -> str:
        """The seed of a date."""
        secret = await asyncio.to_thread(kept_key, self.store.engine, KEY, lambda: secrets.token_hex(SEED_BYTES))
        return seed_of(secret, date)

    async def _commitment(self, date: str) -> str:
        return commitment_of(bytes.fromhex(await self._seed(date)))

    async def _open(
        self, date: str, agreed: Agreed, identity: str, number: int, player: PersonWish | BotWish, secret: str
    ) -> str:
        """Open the table of an attempt, or find it: the database lets one opening lead to one table."""
        is_counted = number == COUNTED
        bots = [BotWish.model_validate({"kind": "bot", "level": level}) for level in agreed.levels]
        wish = OpenTable(
            id="deal-of-the-day",
            secret=secret,
            seats=[player, *bots],
            options=agreed.edition,
            hints=not is_counted,
        )
        day = Day(date, agreed.simulations, is_counted, agreed.searcher)
        parts = opening_parts(wish) | {"owner": NO_OWNER, "day": day.write(), "seed": await self._seed(date)}
        table = await self.room.open_next(f"{KEY}:{date}:{identity}:{number}", parts)
        await asyncio.to_thread(days.save_attempt, self.store.engine, date, identity, number, table)
        return table

    async def _own(self, date: str, identity: str) -> list[DayAttempt]:
        """The attempts of somebody, the one that counts first."""
        return await self.store.read(lambda connection: days.read_attempts(connection, date, identity))

    async def _next_practice(self, date: str, identity: str) -> int:
        """The number of the next practice, if the attempt that counts is over."""
        own = await self._own(date, identity)
        if not own or not await self._is_done(own[0]):
            raise AttemptFirst()
        if len(own) > MOST_PRACTICE:
            raise PractisedEnough(most=MOST_PRACTICE)
        return own[-1].number + 1

    async def _is_done(self, attempt: DayAttempt) -> bool:
        """Whether a game is over, or was given up."""
        if attempt.stage == OVER:
            return True
        live = await self.room.table(attempt.table)
        return live.table.stage == OVER or live.table.away.get(OWN_SEAT) == RESIGNED

    async def _settle(self, date: str) -> None:
        """Look at games that are over, each once for all."""
        for table in await self.store.read(lambda connection: days.unsettled(connection, date, MOST_SETTLED)):
            states = await asyncio.to_thread(replay, table, await self.store.entries(table))
            outcome = await asyncio.to_thread(day_outcome_of, states)
            await asyncio.to_thread(days.save_outcome, self.store.engine, table, outcome)

    async def _go_on_for_archbishop(self, date: str) -> None:
        """Let the strongest level play the same deal once somebody does, behind everybody else, after every restart."""
        known = await self._own(date, ARCHBISHOP)
        if known and known[0].stage != OVER:
            with suppress(NoSuchTable, EntryTooNew):
                await self.room.table(known[0].table)
        elif not known and self.can_search and await self._has_players(date):
            archbishop = BotWish.model_validate({"kind": "bot", "level": ARCHBISHOP})
            nobody = secrets.token_urlsafe(SEED_BYTES)
            await self._open(date, await self._agreed(date), ARCHBISHOP, COUNTED, archbishop, nobody)

    async def _has_players(self, date: str) -> bool:
        return bool(await self.store.read(lambda connection: days.read_attempts(connection, date)))


def _in_place(level: str) -> str:
    """Who plays like a level where nobody can search."""
    return INSTEAD.get(level, level)
