"""Ratings: what comes of the outcomes of games, one after the other; noted or worked out anew, it is the same."""

import asyncio
import shutil
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings, strategies as some
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from rheinlaender.server.store.finished import note, read_ratings, read_unnoted
from rheinlaender.server.store.identities import Belonging, erase_identity, save_identity
from rheinlaender.server.store.log import Store
from rheinlaender.server.store.outcomes import finished, ratings
from rheinlaender.server.values.entry import OVER
from rheinlaender.server.values.outcome import (
    AGREEMENT,
    SEVERAL_SEATS,
    STUDY,
    UNKNOWN,
    GameOutcome,
    SeatOutcome,
    place_of,
)
from rheinlaender.server.values.rating import COMPUTERS, LEVELS, PEOPLE, Rating, after_game, rated
from rheinlaender.server.writing.history import write_rating
from tests.long import others_long
from tests.server.postgres import DATABASES, new_address
from tests.server.stores.stories import within

AT = "2026-01-31T12:00:00Z"
WHO = {f"holder {number}": f"identity {number}" for number in range(6)}
"""Six people, known by the secrets that they play with."""
GUEST = "holder of nobody"


def seat(letter: str, holder: str = "", level: str = "", place: int | None = 1, left: bool = False) -> SeatOutcome:
    """A seat of an outcome."""
    return SeatOutcome(letter, holder and "Anna", level, holder, place, place and 60 - place, left)


def game(*seats: SeatOutcome, table: str = "rhine", unrated: str = "") -> GameOutcome:
    """An outcome."""
    return GameOutcome(table, AT, "parker", "live", 60, seats, unrated)


def of_people(*places: int) -> GameOutcome:
    """A game among people who came to these places."""
    return game(*(seat("abcde"[number], f"holder {number}", place=place) for number, place in enumerate(places)))


# Places


@pytest.mark.parametrize(
    ("coins", "left", "places"),
    [
        ((50, 40, 30), "", (1, 2, 3)),
        ((40, 50, 40), "", (2, 1, 2)),
        ((30, 30, 30), "", (1, 1, 1)),
        ((50, 40, 30), "a", (3, 1, 2)),
        ((50, 40, 30, 20), "ab", (3, 3, 1, 2)),
        ((50, 40, 30), "abc", (1, 1, 1)),
    ],
)
def test_places_are_shared_by_the_same_coins_and_by_those_who_left(
    coins: tuple[int, ...], left: str, places: tuple[int, ...]
) -> None:
    """Whoever left stands behind all others, whatever a computer player made of the seat."""
    by_seat = dict(zip("abcde", coins, strict=False))
    assert tuple(place_of(letter, by_seat, left) for letter in by_seat) == places


# Which games count, and for whom


def test_games_with_several_people_count_among_these_people_alone() -> None:
    """Computer players and people of whom nothing is known are left out; with one who is known there is nobody."""
    mixed = game(
        seat("a", "holder 1"), seat("b", level="archbishop", place=2), seat("c", "holder 2", place=3), seat("d", GUEST)
    )
    found = rated(mixed, WHO)
    assert (found.pool, [one.seat for one in found.seats]) == (PEOPLE, ["a", "c"])
    assert rated(game(seat("a", "holder 1"), seat("b", GUEST), seat("c", level="duke")), WHO).unrated == UNKNOWN
    assert after_game({}, game(seat("a", "holder 1"), seat("b", GUEST), seat("c", level="duke")), WHO) == {}


def test_games_alone_count_against_the_levels() -> None:
    """Which do not change; a computer player that an operator has added counts as nobody."""
    found = rated(game(seat("a", "holder 1"), seat("b", level="duke"), seat("c", level="bot:clerk")), WHO)
    assert (found.pool, [one.seat for one in found.seats]) == (COMPUTERS, ["a", "b"])
    alone = game(seat("a", "holder 1"), *(seat(letter, level="bot:clerk") for letter in "bc"))
    assert rated(alone, WHO).unrated == UNKNOWN
    assert rated(game(seat("a", GUEST), seat("b", level="duke"), seat("c", level="duke")), WHO).unrated == UNKNOWN


def test_nobody_is_rated_against_themselves() -> None:
    """Neither with one secret for several seats, nor with several secrets of one identity."""
    twice = {**WHO, "other holder": WHO["holder 1"]}
    assert rated(game(seat("a", "holder 1"), seat("b", "other holder"), seat("c", "holder 2")), twice).unrated == (
        SEVERAL_SEATS
    )


@pytest.mark.parametrize("why", [AGREEMENT, STUDY, SEVERAL_SEATS])
def test_what_is_no_game_of_its_own_is_not_rated(why: str) -> None:
    """One that was given up, one that began at a position, one of somebody with several seats."""
    barred = replace(of_people(1, 2, 3), unrated=why)
    assert rated(barred, WHO).unrated == why and after_game({}, barred, WHO) == {}


# What games do to ratings


def test_who_is_ahead_gains_and_who_is_behind_loses() -> None:
    """The same place changes little, and everybody is known better than before."""
    after = {person: rating for (person, _), rating in after_game({}, of_people(1, 2, 2, 4), WHO).items()}
    first, second, level, last = (after[f"identity {number}"] for number in range(4))
    assert first.mean > second.mean > last.mean and second.mean == pytest.approx(level.mean)
    assert all(rating.error < Rating().error and rating.games == 1 for rating in after.values())


def test_a_stronger_level_is_worth_more() -> None:
    """Winning against Squires proves less than winning against Archbishops; the order of the levels is that."""
    gains = [
        after_game({}, game(seat("a", "holder 1"), *(seat(one, level=name, place=2) for one in "bc")), WHO)
        for name in LEVELS
    ]
    means = [found["identity 1", COMPUTERS].mean for found in gains]
    assert means == sorted(means) and means[0] > Rating().mean


def test_a_number_has_no_more_digits_than_are_known() -> None:
    """And somebody is new until something is."""
    assert write_rating(None) is None
    assert write_rating(Rating()) == {"rating": 25, "margin": 17, "games": 0, "is_new": True}
    assert write_rating(Rating(31.4159, 2.71828, 40)) == {"rating": 31, "margin": 5, "games": 40, "is_new": False}


# Noted, and worked out anew


@some.composite
def outcomes(draw: some.DrawFn) -> list[GameOutcome]:
    """Games of three to five seats, each with some of six people, guests and levels, ties and people who left."""
    found = []
    for number in range(draw(some.integers(1, 8))):
        sat = draw(some.lists(some.sampled_from([*WHO, GUEST, *LEVELS]), min_size=3, max_size=5, unique=True))
        places = [draw(some.integers(1, len(sat))) for _ in sat]
        seats = [
            seat("abcde"[place], *(("", who) if who in LEVELS else (who, "")), place=places[place])
            for place, who in enumerate(sat)
        ]
        unrated = draw(some.sampled_from(["", "", "", AGREEMENT]))
        found.append(game(*seats, table=f"table-{number}", unrated=unrated))
    return found


def worked_out(games: Sequence[GameOutcome]) -> dict[tuple[str, str], Rating]:
    """All ratings, from the beginning."""
    found: dict[tuple[str, str], Rating] = {}
    for one in games:
        found |= after_game(found, one, WHO)
    return found


async def prepare(store: Store, games: Sequence[GameOutcome]) -> None:
    """Tables at which games are over, and six people who have seats there."""
    for one in games:
        await store.open_table(one.table, f"opening of {one.table}", {"seats": []})
        await store.append(one.table, 1, "turn", {}, stage=OVER)
    for holder, identity in WHO.items():
        save_identity(store.engine, identity, "Anna", [Belonging(games[0].table, holder, "sealed", AT)], AT)


def kept(store: Store) -> dict[tuple[str, str], Rating]:
    """All ratings, as they are kept."""
    with store.engine.connect() as connection:
        return read_ratings(connection, WHO.values())


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database in which nothing stands, to be copied: making one takes longer than using it."""
    file = tmp_path_factory.mktemp("empty") / "tables.db"

    async def story(_: Store) -> None:
        """Nothing happens."""

    within(f"sqlite:///{file}", story)
    return file


@settings(max_examples=12, deadline=None, derandomize=True)
@given(games=outcomes())
def test_ratings_are_the_same_as_if_worked_out_anew(games: list[GameOutcome], empty: Path) -> None:
    """To the last bit, in the order of the numbers; what is noted a second time changes nothing."""

    async def story(store: Store) -> None:
        await prepare(store, games)
        for one in games:
            note(store.engine, one)
            note(store.engine, one)
        assert kept(store) == worked_out(games)
        with store.engine.connect() as connection:
            numbers = connection.execute(select(finished.c.table_id).order_by(finished.c.number)).scalars().all()
            assert numbers == [one.table for one in games] and read_unnoted(connection, 9, ()) == []

    with TemporaryDirectory() as folder:
        within(f"sqlite:///{shutil.copy(empty, folder)}", story)


@pytest.mark.parametrize("kind", others_long(DATABASES, {"postgresql"}))
def test_several_servers_note_the_same_games(kind: str, tmp_path: Path) -> None:
    """At the same time: each game counts once, in one order, and ratings are what comes of that order."""
    games = [replace(of_people(*places), table=f"table-{number}") for number, places in enumerate([(1, 2, 3, 4)] * 8)]

    async def story(store: Store) -> None:
        await prepare(store, games)
        others = [Store(address) for _ in range(2)]
        engines = [store.engine, *(other.engine for other in others)]

        def note_until_none_waits(place: int) -> None:
            while True:
                with engines[place].connect() as connection:
                    waiting = read_unnoted(connection, 9, ())
                if not waiting:
                    return
                for table in waiting[place:] + waiting[:place]:
                    with suppress(IntegrityError):
                        note(engines[place], games[int(table[-1])])

        await asyncio.gather(*(asyncio.to_thread(note_until_none_waits, place) for place in range(3)))
        with store.engine.connect() as connection:
            order = connection.execute(select(finished.c.table_id).order_by(finished.c.number)).scalars().all()
        assert sorted(order) == [one.table for one in games]
        assert kept(store) == worked_out([games[int(table[-1])] for table in order])
        for other in others:
            await other.close()

    address = new_address(kind, tmp_path)
    within(address, story)


def test_whoever_goes_takes_nothing_from_the_others(tmp_path: Path) -> None:
    """A deleted identity has no rating any more; those of the others stay as they are."""

    async def story(store: Store) -> None:
        games = [of_people(1, 2, 3)]
        await prepare(store, games)
        note(store.engine, games[0])
        erase_identity(store.engine, "identity 0")
        others = worked_out(games)
        del others["identity 0", PEOPLE]
        assert kept(store) == others
        with store.engine.connect() as connection:
            assert connection.execute(select(ratings.c.person)).scalars().all() == ["identity 1", "identity 2"]

    within(f"sqlite:///{tmp_path / 'tables.db'}", story)
