"""Stories that are told with an open store."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import text

from rheinlaender.server.store import database
from rheinlaender.server.store.log import Store

TURN = {"seat": "a", "moves": ["17L", "."], "name": "Anna \u2694 \ud800 \x00"}


@asynccontextmanager
async def opened(address: str) -> AsyncIterator[Store]:
    store = Store(address)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


def within(address: str, story: Callable[[Store], Awaitable[Any]]) -> Any:
    """What a story told with an open store comes to."""

    async def tell() -> Any:
        async with opened(address) as store:
            return await story(store)

    return asyncio.run(tell())


async def fail(_: Store) -> None:
    """The story of a store that should not have opened."""
    raise AssertionError("the store opened")


async def fill(store: Store, table: str, count: int) -> None:
    """Open a table and append this many turns."""
    await store.open_table(table, f"opening of {table}", {"seats": 3})
    for number in range(1, count + 1):
        await store.append(table, number, "turn", TURN | {"turn": number})


def run_sql(store: Store, sql: str) -> None:
    with database.writing(store.engine) as connection:
        connection.execute(text(sql))
