"""The queue of questions in PostgreSQL: procrastinate's, in a schema of its own beside the tables.

What is in it lasts for seconds only, so that a newer procrastinate begins with a schema of its own and nothing has to
be carried over. A channel of PostgreSQL tells everybody who is there; each server has another one for its answers,
which are nowhere written down.
"""

import json
import logging
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from rheinlaender.i18n import Refusal
from rheinlaender.i18n.extras import command_for
from rheinlaender.server.store.database import (
    DatabaseDriverMissing,
    DatabaseUnreachable,
    driver_address,
    read_url,
    shown_address,
)

if TYPE_CHECKING:
    from procrastinate import App
    from psycopg import AsyncConnection

PRESENCE = "rheinlaender_thinkers"
"""The channel on which thinkers and servers say that they are there."""
BEAT_SECONDS = 1.0
GONE_SECONDS = 3.5
"""After how many seconds of silence somebody has gone."""
TASK, QUEUE = "think", "thinking"
STALE_SECONDS = 60
"""What has been in the queue for so long is of nobody any more, and is deleted."""
MOST_CONNECTIONS = 4
LOCK = 7_346_528_104
"""The number of the lock under which the schema is made."""


class ThinkersNeedPostgres(Refusal):
    """Thinkers elsewhere are asked through PostgreSQL; another database is given."""

    code = "thinkers_need_postgres"


def check(url: str) -> str:
    """The address of a PostgreSQL database as its driver wants it, or a refusal."""
    address = driver_address(url)
    if address is None:
        raise ThinkersNeedPostgres()
    if find_spec("procrastinate") is None:
        raise DatabaseDriverMissing(package="procrastinate", command=command_for("thinkers"))
    return address


def schema() -> str:
    """The name of the queue's schema, which is another one for each version of procrastinate."""
    import procrastinate

    return f"thinking_{procrastinate.__version__.replace('.', '_')}"


def make_app(address: str) -> "App":
    """Procrastinate on a database. What it says of a job, it says with all that is in it: it says nothing."""
    import procrastinate

    logging.getLogger("procrastinate").setLevel(logging.CRITICAL + 1)
    connector = procrastinate.PsycopgConnector(
        conninfo=address, kwargs={"options": f"-c search_path={schema()}"}, min_size=1, max_size=MOST_CONNECTIONS
    )
    return procrastinate.App(connector=connector)


async def connect_queue(address: str) -> "AsyncConnection[Any]":
    """A connection of one's own to the schema of the queue."""
    from psycopg import AsyncConnection

    options = f"-c search_path={schema()}"
    return await AsyncConnection.connect(address, autocommit=True, options=options, connect_timeout=5)


async def prepare_queue(address: str) -> None:
    """Make the schema of the queue where it is missing, or refuse with words."""
    from psycopg import Error

    try:
        await make_schema(address)
    except Error as error:
        problem = str(error).strip().splitlines()[0]
        raise DatabaseUnreachable(url=shown_address(read_url(address)), problem=problem) from error


async def make_schema(address: str) -> None:
    """Make the schema of the queue where it is missing; whoever else does so waits."""
    from procrastinate.schema import SchemaManager

    async with await connect_queue(address) as connection, connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
        found = await connection.execute("SELECT to_regclass('procrastinate_jobs')")
        if await found.fetchone() == (None,):
            await connection.execute(f"CREATE SCHEMA IF NOT EXISTS {schema()}")
            await connection.execute(SchemaManager.get_schema())


async def tell(connection: "AsyncConnection[Any]", channel: str, message: dict[str, Any]) -> None:
    """Tell everybody who listens to a channel."""
    await connection.execute("SELECT pg_notify(%s, %s)", [channel, json.dumps(message)])


async def sweep(connection: "AsyncConnection[Any]") -> None:
    """Delete what somebody has left in the queue who was killed."""
    await connection.execute(
        "DELETE FROM procrastinate_jobs WHERE id IN (SELECT job_id FROM procrastinate_events"
        " WHERE type = 'deferred' AND at < now() - make_interval(secs => %s))",
        [STALE_SECONDS],
    )


async def waited(connection: "AsyncConnection[Any]", job: int) -> float:
    """How many seconds ago something was put into the queue, by the clock of the database."""
    found = await connection.execute(
        "SELECT extract(epoch FROM now() - min(at)) FROM procrastinate_events WHERE job_id = %s AND type = 'deferred'",
        [job],
    )
    row = await found.fetchone()
    return float(row[0] or 0.0) if row else 0.0
