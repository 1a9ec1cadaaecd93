"""The history of an identity: its games that are over, whom it met in them, and how strong it is."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, func, select

from rheinlaender.server.store.outcomes import finished, results
from rheinlaender.server.store.schema import belongings
from rheinlaender.server.values.noted import NotedGame, NotedSeat, Opponent

WON, LOST, NONE = "won", "lost", "none"


@dataclass(frozen=True)
class Wanted:
    """Which games are wanted: all, or only some."""

    against: str | None = None
    edition: str | None = None
    seats: int | None = None
    result: str | None = None
    opponent: Opponent | None = None
    before: int | None = None


def read_games(connection: Connection, identity: str, wanted: Wanted, most: int) -> list[NotedGame]:
    """The games of an identity, at most so many, the newest first."""
    question = select(finished).where(*_conditions(identity, wanted))
    rows = connection.execute(question.order_by(finished.c.number.desc()).limit(most)).all()
    seats = _read_seats(connection, identity, [row.table_id for row in rows])
    return [
        NotedGame(
            *(row.table_id, row.number, row.at, row.edition, row.pace, row.turns, row.pool, row.unrated),
            tuple(seats[row.table_id]),
        )
        for row in rows
    ]


def read_opponents(connection: Connection, identity: str, most: int) -> list[Opponent]:
    """Whom an identity met, at most so many, the most frequent first. Whoever was forgotten has no name."""
    mine = results.c.table_id.in_(select(results.c.table_id).where(results.c.holder.in_(_holders(identity))))
    is_other = results.c.holder.not_in(_holders(identity)) & (results.c.person != identity)
    is_named = (results.c.person != "") & (results.c.name != "")
    games = func.count().label("games")
    question = select(results.c.person, results.c.name, games).where(mine & is_other & is_named)
    order = (games.desc(), results.c.name, results.c.person)
    rows = connection.execute(question.group_by(results.c.person, results.c.name).order_by(*order).limit(most))
    return [Opponent(*row) for row in rows]


def _holders(identity: str) -> Any:
    """The secrets of an identity, by their digests."""
    return select(belongings.c.holder).where(belongings.c.identity == identity)


def _conditions(identity: str, wanted: Wanted) -> list[ColumnElement[bool]]:
    """What is true of the games that are wanted."""
    found = [_has_result(results.c.holder.in_(_holders(identity)), _of_result(wanted.result))]
    if wanted.against is not None:
        found.append(finished.c.people > 1 if wanted.against == "people" else finished.c.people <= 1)
    if wanted.edition is not None:
        found.append(finished.c.edition == wanted.edition)
    if wanted.seats is not None:
        found.append(finished.c.seats == wanted.seats)
    if wanted.opponent is not None:
        met = wanted.opponent
        found.append(_has_result(results.c.person == met.person, results.c.name == met.name))
    if wanted.before is not None:
        found.append(finished.c.number < wanted.before)
    return found


def _has_result(*conditions: ColumnElement[bool]) -> ColumnElement[bool]:
    """Whether a game has a seat of which something is true."""
    return finished.c.table_id.in_(select(results.c.table_id).where(*conditions))


def _of_result(result: str | None) -> ColumnElement[bool]:
    """Whether a seat has won, lost, or nothing."""
    if result is None:
        return results.c.seat != ""
    return {WON: results.c.place == 1, LOST: results.c.place > 1, NONE: results.c.place.is_(None)}[result]


def _read_seats(connection: Connection, identity: str, tables: Sequence[str]) -> dict[str, list[NotedSeat]]:
    """The seats of games, in their order, by table."""
    columns = [results.c[name] for name in ("table_id", "seat", "person", "name", "level", "place", "coins")]
    flags = [results.c.has_left, results.c.is_rated, results.c.holder.in_(_holders(identity)).label("is_own")]
    question = select(*columns, *flags).where(results.c.table_id.in_(tables)).order_by(results.c.seat)
    found: dict[str, list[NotedSeat]] = {}
    for row in connection.execute(question):
        found.setdefault(row.table_id, []).append(NotedSeat(*row[:7], *map(bool, row[7:])))
    return found
