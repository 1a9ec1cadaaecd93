"""Observations: everything public and one's own, nothing hidden, told from the observing seat."""

from random import Random
from typing import Any

import numpy as np
import pytest

from rheinlaender.batches import features
from rheinlaender.batches.arguments import length_of_observation
from rheinlaender.batches.features import draw_facts, draw_planes, observe
from rheinlaender.batches.kernels import draw_games, observe_games
from rheinlaender.rules.compile import compiled, interpreted
from rheinlaender.rules.position import (
    BASTION,
    CARDS,
    FREE,
    LANDMARKS,
    MOST_DUCHIES,
    MOST_SEATS,
    NO_DUCHY,
    NOBODY,
    OVER,
    POSITION,
    SITES,
    Position,
)
from rheinlaender.rules.worth import worth_to_duke
from tests.batches.games import going_on, positions_on_the_way
from tests.long import LONG_TEST, others_long
from tests.properties.test_secrets import redealt
from tests.setting import KINDS, SOME_KINDS

FAST, PLAIN = compiled(), interpreted()
FIELDS = 158
DUCHIES = 2 * FIELDS
SITE_ROW = DUCHIES + (MOST_DUCHIES + 1) * 7
CARD_ROW = SITE_ROW + SITES
SEAT_ROW = CARD_ROW + CARDS
TABLE = SEAT_ROW + MOST_SEATS * 7
OPTIONS = TABLE + 11


def observed(position: Any, seat: int) -> Any:
    """What a seat sees, in compact form; every byte is written."""
    row = np.full((1, length_of_observation()), 99, np.uint8)
    FAST.of(observe_games)(position, np.array([seat], np.int8), row, 0, 1)
    other = np.full((1, length_of_observation()), 11, np.uint8)
    FAST.of(observe_games)(position, np.array([seat], np.int8), other, 0, 1)
    assert np.array_equal(row, other)
    return row[0]


def drawn(row: Any) -> tuple[Any, Any]:
    """The float form."""
    planes = np.full((1, FIELDS, features.PLANES), 9, np.float32)
    facts = np.full((1, features.FACTS), 9, np.float32)
    FAST.of(draw_games)(row[None], planes, facts, 0, 1)
    return planes[0], facts[0]


@pytest.mark.parametrize(("seats", "preset"), others_long(KINDS, SOME_KINDS, LONG_TEST))
def test_nothing_hidden(seats: int, preset: str) -> None:
    """Deal everything unseen again, other hands, deck, coming chance and hidden coins: no number changes."""
    random = Random(seats)
    for position in positions_on_the_way(seats, preset, games=3, every=2):
        plain = Position(position[0])
        for seat in range(seats):
            other = redealt(plain, seat, random)
            row = observed(position, seat)
            assert np.array_equal(row, observed(other.array, seat))
            for mine, theirs in zip(drawn(row), drawn(observed(other.array, seat)), strict=True):
                assert np.array_equal(mine, theirs)


@pytest.mark.parametrize(("seats", "preset"), others_long(KINDS, SOME_KINDS, LONG_TEST))
def test_everything_public(seats: int, preset: str) -> None:
    """All that is public, and the seat's own hand and coins, can be read back from the observation."""
    for position in positions_on_the_way(seats, preset, games=3, every=2):
        for seat in range(seats):
            compare(position[0], rebuilt(observed(position, seat), seat), seat)


def rebuilt(row: Any, observer: int) -> Any:
    """A position of what a row of bytes says, by nothing but the page on observations."""
    position = np.zeros(1, POSITION)[0]
    seats = int(row[TABLE])
    seat_at = [(observer + distance) % seats for distance in range(seats)]
    position["seats"] = seats
    position["piece"][:FIELDS] = [(FREE, BASTION, *seat_at)[value] for value in row[:FIELDS]]
    position["duchy"][:FIELDS] = row[FIELDS:DUCHIES].astype(int) - 1
    rebuild_duchies(position, row, seat_at)
    for site in range(SITES):
        seen = int(row[SITE_ROW + site])
        kind = 0 if seen > LANDMARKS else seen - 1
        position["landmark"][kind] |= np.uint32(1 << site)
        position["garrison"][site] = seat_at[seen - LANDMARKS - 1] if seen > LANDMARKS else NOBODY
    rebuild_cards(position, row, observer)
    for distance, seat in enumerate(seat_at):
        mine = row[SEAT_ROW + 7 * distance : SEAT_ROW + 7 * distance + 7].astype(int)
        position["supply"][seat], position["bastions"][seat], position["bishops"][seat] = mine[:3]
        position["coins"][seat] = mine[5] + 256 * mine[6] if mine[4] else -1
    table = row[TABLE : TABLE + 11].astype(int)
    position["seat"], position["first"] = seat_at[table[1]], seat_at[table[2]]
    position["archbishop"] = NOBODY if table[3] == 0 else seat_at[table[3] - 2]
    position["phase"], position["turn"], position["idle_turns"] = table[4], table[5] + 256 * table[6], table[7]
    position["ending"], position["deck"], position["discard"] = table[8:11]
    names = list(POSITION.names or ())[-7:]
    for name, value in zip(names, row[OPTIONS:], strict=True):
        position[name] = value
    return position


def rebuild_duchies(position: Any, row: Any, seat_at: list[int]) -> None:
    """Dukes and knights of each duchy."""
    position["duke"] = NOBODY
    for duchy in range(MOST_DUCHIES):
        place = DUCHIES + 7 * (duchy + 1)
        if row[place] > 1:
            position["duke"][duchy] = seat_at[row[place] - 2]
        for distance, seat in enumerate(seat_at):
            position["duchy_knights"][duchy, seat] = row[place + 2 + distance]


def rebuild_cards(position: Any, row: Any, observer: int) -> None:
    """The own hand, and the discard with the oldest card first."""
    cards = row[CARD_ROW:SEAT_ROW].astype(int)
    position["hand"][observer] = sum(1 << int(card + 1) for card in np.flatnonzero(cards == 1))
    discard = sorted((depth, card + 1) for card, depth in enumerate(cards) if depth >= 2)
    for number, (_, card) in enumerate(discard):
        position["pile"][CARDS + 1 - len(discard) + number] = card


def compare(position: Any, found: Any, observer: int) -> None:
    """Everything that the observer may know is the same."""
    known = [name for name in POSITION.names or () if name not in HIDDEN_OR_FOLLOWING]
    for name in known:
        assert np.array_equal(position[name], found[name]), name
    assert np.array_equal(position["piece"][:FIELDS], found["piece"][:FIELDS])
    assert np.array_equal(position["duchy"][:FIELDS], found["duchy"][:FIELDS])
    used = sorted(set(position["duchy"][:FIELDS].tolist()) - {NO_DUCHY})
    assert np.array_equal(position["duchy_knights"][used], found["duchy_knights"][used])
    assert position["hand"][observer] == found["hand"][observer]
    oldest = CARDS + 1 - position["discard"]
    assert np.array_equal(position["pile"][oldest:], found["pile"][oldest:])
    is_known = position["open_coins"] or position["phase"] == OVER
    for seat in range(position["seats"]):
        coins = position["coins"][seat] if is_known or seat == observer else -1
        assert found["coins"][seat] == coins


HIDDEN_OR_FOLLOWING = {
    *("rng", "hand", "pile", "coins"),  # hidden, or compared as far as they are known
    *("free", "beside", "reinforceable", "spare_duchies", "duchy_sites"),  # follow from the others
    *("piece", "duchy", "duchy_knights"),  # compared where they mean something
}


def test_sizes_of_hands_and_worth() -> None:
    """The number of cards of every hand and the worth of every duchy are told as well."""
    for position in positions_on_the_way(5, "parker", games=1, every=5):
        row = observed(position, 2)
        for distance in range(5):
            assert row[SEAT_ROW + 7 * distance + 3] == int(position[0]["hand"][(2 + distance) % 5]).bit_count()
        for duchy in set(position[0]["duchy"][:FIELDS].tolist()) - {NO_DUCHY}:
            assert row[DUCHIES + 7 * (duchy + 1) + 1] == FAST.of(worth_to_duke)(position[0], duchy)


def test_seats_are_counted_from_the_observer() -> None:
    """Exchange the seats in a circle: what the seat that has moved on sees is what the other saw."""
    for position in positions_on_the_way(4, "dutch", games=1, every=6):
        turned = turned_by_one(position)
        for seat in range(4):
            assert np.array_equal(observed(position, seat), observed(turned, (seat + 1) % 4))


def turned_by_one(position: Any) -> Any:
    """The position with every seat one place further round the table."""
    turned = position.copy()
    for name in ("piece", "duke", "garrison", "archbishop", "first", "seat"):
        there = turned[name]
        turned[name] = np.where(there >= 0, (there + 1) % 4, there)
    for name in ("hand", "coins", "supply", "bastions", "bishops"):
        turned[name][:, :4] = np.roll(position[name][:, :4], 1, axis=1)
    turned["duchy_knights"][..., :4] = np.roll(position["duchy_knights"][..., :4], 1, axis=2)
    return turned


@pytest.mark.parametrize(("seats", "preset"), others_long(KINDS, SOME_KINDS, LONG_TEST))
def test_interpreted_observation(seats: int, preset: str) -> None:
    """Interpreted, both forms are the same."""
    for position in positions_on_the_way(seats, preset, games=1, every=5):
        row = bytearray(length_of_observation())
        PLAIN.of(observe)(Position(position[0]), 1, row)
        assert bytes(row) == observed(position, 1).tobytes()
        planes, facts = np.zeros((FIELDS, features.PLANES), np.float32), np.zeros(features.FACTS, np.float32)
        PLAIN.of(draw_planes)(memoryview(row), planes)
        PLAIN.of(draw_facts)(memoryview(row), facts)
        expected = drawn(np.frombuffer(row, np.uint8))
        assert np.array_equal(planes, expected[0]) and np.array_equal(facts, expected[1])


def test_float_form() -> None:
    """Each field has one piece; own cards shine on their regions; nothing is larger than it need be."""
    batch = going_on(50, seed=9, decisions=60)
    planes, facts = batch.observe_planes()
    assert planes.shape == (50, 158, 32) and facts.shape == (50, features.FACTS)
    assert np.all(planes[:, :, :7].sum(axis=2) == 1) and np.all(planes[:, :, 19:24].sum(axis=(1, 2)) == 52)
    assert np.all(facts[:, :54].sum(axis=1) == 5) and planes.max() <= 4 and facts.max() <= 7
    again = np.zeros_like(planes), np.zeros_like(facts)
    batch.observe_planes(None, *again)
    assert np.array_equal(again[0], planes) and np.array_equal(again[1], facts)
