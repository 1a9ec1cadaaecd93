"""Games that are over, noted with how everybody finished, and the ratings that follow from them.

A game waits in `unnoted` from the entry that ends it until it is noted, which is one transaction: whoever is killed
before has changed nothing, and whoever comes second finds that it waits no more.
"""

from collections.abc import Collection, Iterable
from typing import Any

from sqlalchemy import Connection, Engine, func, select

from rheinlaender.server.store.identities import write_again
from rheinlaender.server.store.outcomes import finished, ratings, results, unnoted
from rheinlaender.server.store.schema import belongings, tables
from rheinlaender.server.values.outcome import GameOutcome, SeatOutcome
from rheinlaender.server.values.rating import Known, Rated, Rating, after_game, rated

Row = dict[str, Any]


def read_unnoted(connection: Connection, most: int, passed_over: Collection[str], own: str | None = None) -> list[str]:
    """The tables whose games wait to be noted, the oldest first: at most so many, of all or of an identity."""
    waiting = select(unnoted.c.table_id).join(tables, tables.c.table_id == unnoted.c.table_id)
    if own is not None:
        of_own = select(belongings.c.table_id).where(belongings.c.identity == own)
        waiting = waiting.where(unnoted.c.table_id.in_(of_own))
    waiting = waiting.where(unnoted.c.table_id.not_in(list(passed_over)))
    return list(connection.execute(waiting.order_by(tables.c.opened, tables.c.table_id).limit(most)).scalars())


def note(engine: Engine, outcome: GameOutcome) -> None:
    """Note a game with its ratings, unless somebody has.

    Its number is the next one, which can be taken once. So of several servers that note games at the same time each
    sees the ratings that all games before have left.
    """

    def write(connection: Connection) -> None:
        if not connection.execute(unnoted.delete().where(unnoted.c.table_id == outcome.table)).rowcount:
            return
        if connection.execute(select(finished.c.number).where(finished.c.table_id == outcome.table)).first():
            return
        known = read_known(connection, outcome)
        game = rated(outcome, known)
        number = (connection.execute(select(func.max(finished.c.number))).scalar() or 0) + 1
        connection.execute(finished.insert().values(_game_row(outcome, game, number)))
        connection.execute(results.insert(), [_seat_row(outcome, seat, game, known) for seat in outcome.seats])
        save_ratings(connection, after_game(read_ratings(connection, known.values()), outcome, known))

    write_again(engine, write)


def read_known(connection: Connection, outcome: GameOutcome) -> Known:
    """The identities that the seats of a game belong to: of several the one to which a seat belonged first."""
    holders = [seat.holder for seat in outcome.people]
    question = select(belongings.c.holder, belongings.c.identity).where(belongings.c.holder.in_(holders))
    rows = connection.execute(question.order_by(belongings.c.at.desc(), belongings.c.identity.desc()))
    return {holder: identity for holder, identity in rows}  # noqa: C416 - rows are no pairs to the type checker


def read_ratings(connection: Connection, people: Iterable[str]) -> dict[tuple[str, str], Rating]:
    """The ratings of identities."""
    rows = connection.execute(select(ratings).where(ratings.c.person.in_(list(people))))
    return {(row.person, row.pool): Rating(float(row.mean), float(row.error), row.games) for row in rows}


def save_ratings(connection: Connection, changed: dict[tuple[str, str], Rating]) -> None:
    """Keep ratings."""
    for (person, pool), rating in sorted(changed.items(), key=lambda item: item[0]):
        this = (ratings.c.person == person) & (ratings.c.pool == pool)
        row = {"mean": repr(rating.mean), "error": repr(rating.error), "games": rating.games}
        if not connection.execute(ratings.update().where(this).values(row)).rowcount:
            connection.execute(ratings.insert().values(person=person, pool=pool, **row))


def _game_row(outcome: GameOutcome, game: Rated, number: int) -> Row:
    told = {"table_id": outcome.table, "at": outcome.at, "edition": outcome.edition, "pace": outcome.pace}
    counted = {"turns": outcome.turns, "seats": len(outcome.seats), "people": len(outcome.people)}
    return {**told, **counted, "number": number, "pool": game.pool, "unrated": game.unrated}


def _seat_row(outcome: GameOutcome, seat: SeatOutcome, game: Rated, known: Known) -> Row:
    row = {**vars(seat), "table_id": outcome.table, "person": known.get(seat.holder, seat.holder)}
    return row | {"has_left": int(seat.has_left), "is_rated": int(seat.is_person and seat in game.seats)}
