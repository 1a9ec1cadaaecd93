"""Checks of the database: whether it is reached, how new it is, whether it can be written, and what its clock says."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy import Engine, func, select, text
from sqlalchemy.exc import DBAPIError

from rheinlaender.i18n import Refusal
from rheinlaender.server.checks.finding import Finding, refused, warning, well, wrong
from rheinlaender.server.store import database
from rheinlaender.server.store.schema import VERSION, entries

DATABASE, CLOCK = "database", "clock"
MOST_SECONDS_OFF = 5.0
SOON = timedelta(minutes=1)


def check_database(address: str) -> Iterator[Finding]:
    """What there is to say about a database; a file that is not there is not made."""
    try:
        url = database.read_url(address)
        if url.drivername == "sqlite" and not Path(str(url.database)).exists():
            yield missing_file(Path(str(url.database)))
            return
        engine = (database.connect_sqlite if url.drivername == "sqlite" else database.connect_postgresql)(url)
    except Refusal as refusal:
        yield refused(DATABASE, refusal)
        return
    try:
        yield from check_opened(engine)
    finally:
        engine.dispose()


def missing_file(file: Path) -> Finding:
    """A database that the server makes when it starts, if its folder is there."""
    if file.parent.is_dir():
        return well(DATABASE, "database_missing", file=file)
    return wrong(DATABASE, "folder_missing", folder=file.parent)


def check_opened(engine: Engine) -> Iterator[Finding]:
    """What there is to say about a database that may be reached."""
    try:
        found = database.read_version(engine)
    except DBAPIError as error:
        yield refused(DATABASE, database.unusable(engine, error))
        return
    shown = database.shown_address(engine.url)
    if found is None:
        yield well(DATABASE, "database_empty", url=shown)
        return
    if found > VERSION:
        yield refused(DATABASE, database.DatabaseTooNew(url=shown, found=found, known=VERSION))
        return
    if found < VERSION:
        yield warning(DATABASE, "database_older", url=shown, found=found, known=VERSION)
    yield check_writing(engine, shown, found)
    yield check_clock(engine)


def check_writing(engine: Engine, shown: str, found: str) -> Finding:
    """Whether something can be written, down to the disk."""
    try:
        database.try_to_write(engine)
    except DBAPIError as error:
        return wrong(DATABASE, "database_unwritten", url=shown, problem=database.first_line(error))
    return well(DATABASE, "database_well", url=shown, version=found)


def check_clock(engine: Engine) -> Finding:
    """Whether the clock agrees with the database's, and with what was written before."""
    now = datetime.now(UTC)
    with engine.connect() as connection:
        newest = connection.execute(select(func.max(entries.c.at))).scalar()
        theirs = now if engine.dialect.name == "sqlite" else connection.execute(text("SELECT now()")).scalar_one()
    off = abs((datetime.now(UTC) - theirs).total_seconds())
    if off > MOST_SECONDS_OFF:
        return wrong(CLOCK, "clock_off", seconds=round(off), whose=database.shown_address(engine.url))
    if newest is not None and datetime.fromisoformat(newest) > now + SOON:
        return wrong(CLOCK, "clock_behind", now=f"{now:%Y-%m-%d %H:%M:%S}", newest=newest)
    return well(CLOCK, "clock_well", now=f"{now:%Y-%m-%d %H:%M:%S}")
