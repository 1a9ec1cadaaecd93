"""Identities in use: what the browser that shows a key is told, and what it changes."""

import asyncio
from collections.abc import Sequence

from rheinlaender.server.contract.identities import IdentityWish
from rheinlaender.server.store.days import read_own
from rheinlaender.server.store.finished import read_ratings
from rheinlaender.server.store.history import Wanted, read_games
from rheinlaender.server.store.identities import (
    Belonging,
    Identity,
    notice,
    put_away,
    read_belongings,
    read_identity,
    read_stages,
    save_identity,
)
from rheinlaender.server.store.log import Store, read_kinds
from rheinlaender.server.store.passkeys import Passkey, erase_passkey, read_passkey, read_passkeys, save_passkey
from rheinlaender.server.values.entry import Parts
from rheinlaender.server.values.identity import identity_of, seal, unseal
from rheinlaender.server.values.named import NAMING
from rheinlaender.server.values.naming import check_name
from rheinlaender.server.values.refusals import IdentityDeleted, IdentityUnknown, PasskeyUnknown
from rheinlaender.server.values.secret import digest_of
from rheinlaender.server.writing.history import write_exported_rating, write_exported_results
from rheinlaender.server.writing.identities import write_exported, write_own_passkey, write_own_table

MOST_EXPORTED = 2000


class Identities:
    """The identities of a store, each opened by its key."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def known(self, key: str) -> Identity:
        """The identity of a key, or a refusal."""
        found = await self.store.read(lambda connection: read_identity(connection, identity_of(key)))
        if found is None:
            raise IdentityUnknown()
        if found.is_deleted:
            raise IdentityDeleted()
        return found

    async def is_known(self, key: str) -> bool:
        """Whether there is an identity of a key; one that was deleted is refused."""
        try:
            await self.known(key)
        except IdentityUnknown:
            return False
        return True

    async def save(self, key: str, wish: IdentityWish) -> None:
        """Make or change the identity of a key."""
        if wish.name is not None:
            check_name(wish.name)
        at = self.store.clock()
        seats = {(seat.table, seat.secret) for seat in wish.seats}
        new = [Belonging(table, str(digest_of(secret)), seal(key, secret, table), at) for table, secret in seats]
        await asyncio.to_thread(save_identity, self.store.engine, identity_of(key), wish.name, new, at)

    async def tell(self, key: str) -> Parts:
        """An identity with its tables and their secrets, for whoever has its key."""
        known = await self.known(key)
        await asyncio.to_thread(notice, self.store.engine, known, self.store.clock())
        owned = by_table(await self.belongings(key))
        tables = [
            write_own_table(table, [unseal(key, one.sealed, table) for one in held], is_put_away(held))
            for table, held in owned.items()
        ]
        opened_by = [write_own_passkey(one.passkey, one.at) for one in await self.passkeys(known)]
        return {"name": known.name, "made": known.made, "tables": tables, "passkeys": opened_by}

    async def belongings(self, key: str) -> list[Belonging]:
        """What belongs to the identity of a key, the newest first."""
        return await self.store.read(lambda connection: read_belongings(connection, identity_of(key)))

    async def put_away(self, key: str, table: str) -> None:
        """Take a table from the list of an identity."""
        known = await self.known(key)
        await asyncio.to_thread(put_away, self.store.engine, known.identity, table)

    async def passkeys(self, known: Identity) -> list[Passkey]:
        """The passkeys that open an identity."""
        return await self.store.read(lambda connection: read_passkeys(connection, known.identity))

    async def add_passkey(self, key: str, passkey: str, sealed: str) -> None:
        """Let a passkey open the identity of a key."""
        known = await self.known(key)
        new = Passkey(passkey, known.identity, sealed, self.store.clock())
        await asyncio.to_thread(save_passkey, self.store.engine, new)

    async def remove_passkey(self, key: str, passkey: str) -> None:
        """Let a passkey open the identity of a key no more."""
        known = await self.known(key)
        await asyncio.to_thread(erase_passkey, self.store.engine, known.identity, passkey)

    async def sealed_by(self, passkey: str) -> str:
        """The key that a passkey has sealed, which nobody else can open."""
        found = await self.store.read(lambda connection: read_passkey(connection, passkey))
        if found is None:
            raise PasskeyUnknown()
        return found.sealed

    async def export(self, key: str) -> Parts:
        """All that is kept about an identity, but for secrets."""
        known = await self.known(key)
        owned = by_table(await self.belongings(key))
        stages = await self.store.read(lambda connection: read_stages(connection, list(owned)))
        logs = await self.store.read(lambda connection: read_kinds(connection, list(owned), (*NAMING, "turn")))
        tables = [
            write_exported(
                {"table": table, "opened": opened, "stage": stage},
                logs[table],
                {one.holder for one in owned[table]},
                is_put_away(owned[table]),
            )
            for table, (opened, stage) in stages.items()
            if table in logs
        ]
        since = [one.at for one in await self.passkeys(known)]
        about = {"name": known.name, "made": known.made, "seen": known.seen, "passkeys": since}
        days = await self.store.read(lambda connection: read_own(connection, known.identity))
        attempts = [{"date": date, "number": number, "table": table} for date, number, table in days]
        results = await self._export_results(known.identity)
        return {"exported": self.store.clock(), **about, "tables": tables, "days": attempts, **results}

    async def _export_results(self, identity: str) -> Parts:
        """How somebody finished their games, and their ratings, as they are kept."""
        games = await self.store.read(lambda connection: read_games(connection, identity, Wanted(), MOST_EXPORTED))
        known = await self.store.read(lambda connection: read_ratings(connection, [identity]))
        return {
            "results": [result for game in games for result in write_exported_results(game)],
            "ratings": [write_exported_rating(pool, rating) for (_, pool), rating in sorted(known.items())],
        }


def by_table(belongings: Sequence[Belonging]) -> dict[str, list[Belonging]]:
    """What belongs to somebody, by table."""
    found: dict[str, list[Belonging]] = {}
    for belonging in belongings:
        found.setdefault(belonging.table_id, []).append(belonging)
    return found


def is_put_away(held: Sequence[Belonging]) -> bool:
    """Whether all that somebody has at a table was put away."""
    return all(one.is_put_away for one in held)
