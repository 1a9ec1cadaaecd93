"""Kept facts are recomputed and compared: whatever is corrupted is named."""

from collections.abc import Iterator

import pytest

from rheinlaender.game.facts import keep_facts, realms_of
from rheinlaender.game.game import Game
from rheinlaender.game.invariants import broken_facts
from rheinlaender.game.possible import cards_problem, impossibilities, too_many_knights
from rheinlaender.rules.position import MOST_DUCHIES, NO_DUCHY, NOBODY, POSITION, Position
from tests.setting import ARCHBISHOP, ENGINE, bytes_of, clustered_game, position_of

BOARD = ENGINE.board
RICH = (
    "rh1 seats=3 landmarks=C+C+C+.................... knights=a:L1,L2,L3,L30/b:L5,L6,R20/c:R3,R4,L31 "
    "garrisons=A:a,C:b bastions=L7 dukes=L1:a,R3:c,L5:b left=2,3,3 hands=a:9/b:10/c:11"
)


def kept_bytes(position: Position) -> Iterator[tuple[str, str, int]]:
    """Every byte of every kept fact that means something in this position: its fact, its part and its place."""
    seats, used = position.seats, [duchy for duchy in range(MOST_DUCHIES) if not position.spare_duchies >> duchy & 1]
    places = {
        "free": range(24),
        "beside": range(24 * seats),
        "reinforceable": range(24),
        "supply": range(seats),
        "bishops": range(seats),
        "archbishop": range(1),
        "spare_duchies": range(8),
        "duchy": range(len(BOARD.fields)),
        "duchy_sites": range(4 * MOST_DUCHIES),
        "duchy_knights": [5 * duchy + seat for duchy in used for seat in range(seats)],
    }
    for part, numbers in places.items():
        fact = "duchies" if part.startswith(("duchy", "spare")) else part
        yield from ((fact, part, number) for number in numbers)


def corrupted(position: Position, part: str, number: int) -> Position:
    """A copy of the position with one bit of one byte of a part turned over."""
    record = bytearray(position.array.tobytes())
    offset = POSITION.fields[part][1] if POSITION.fields else 0
    record[offset + number] ^= 1
    copy = Position()
    copy.array.view("u1")[:] = list(record)
    return copy


@pytest.mark.no_cover
@pytest.mark.parametrize("text", [RICH, ARCHBISHOP])
def test_every_corrupted_byte_is_named(text: str) -> None:
    """One wrong bit in any kept fact is found, and the fact is named."""
    position = position_of(text)
    assert broken_facts(BOARD, position) == []
    for fact, part, number in kept_bytes(position):
        assert fact in broken_facts(BOARD, corrupted(position, part, number)), (part, number)


def test_spare_duchies_are_clean() -> None:
    """A duchy that is not in use has no duke and no sites, and there are no more duchies than there can be."""
    position = position_of(RICH)
    position.duke[30] = 1
    assert broken_facts(BOARD, position) == ["duchies"]
    position = position_of(RICH)
    position.spare_duchies |= 1 << 50
    assert broken_facts(BOARD, position) == ["duchies"]


def test_reinforceable_counts_only_for_the_knight() -> None:
    """Between knight and bastion the fields that can be reinforced are not asked."""
    position = position_of("rh1 seats=3 phase=bastion knights=a:L9")
    assert broken_facts(BOARD, corrupted(position, "reinforceable", 0)) == []


@pytest.mark.no_cover
def test_facts_are_kept_in_games() -> None:
    """After every decision of clustered games all kept facts are as recomputed from nothing."""
    for seats, preset in ((3, "parker"), (4, "dutch"), (5, "short")):
        game = clustered_game(seats, preset, 11)
        while game.can_undo:
            assert broken_facts(BOARD, game.position) == [] and cards_problem(game.position) is None
            assert list(impossibilities(BOARD, game.position)) == [] == list(too_many_knights(BOARD, game.position))
            game.undo()


def test_realms() -> None:
    """A duchy is a connected set of at least two knights, garrisons included; the leader has strictly the most."""
    realms = realms_of(BOARD, position_of(RICH))
    assert [sorted(BOARD.fields[number] for number in realm.fields) for realm in realms] == [
        ["L1", "L2", "L3"],
        ["R3", "R4"],
        ["L5", "L6"],
        ["L30", "L31"],
    ]
    assert [realm.leader for realm in realms] == [0, 2, 1, NOBODY]
    assert realms[0].knights == {0: 4} and realms[2].knights == {1: 3}


def test_keeping_facts() -> None:
    """All kept facts follow from pieces, garrisons and dukes: wiped out, they come back."""
    position, wiped = position_of(RICH), position_of(RICH)
    dukes = {
        field: position.duke[position.duchy[field]]
        for field in range(len(BOARD.fields))
        if position.duchy[field] != NO_DUCHY
    }
    for word in range(3):
        wiped.free[word] = wiped.reinforceable[word] = 0
    wiped.archbishop = NOBODY
    wiped.spare_duchies = 0
    keep_facts(BOARD, wiped, dukes)
    assert bytes_of(wiped) == bytes_of(position)


def test_impossible_counts() -> None:
    """Every reason why no game can reach a position has its code."""
    position = position_of(RICH)
    position.bastions[0] = 3
    position.ending = 0
    position.supply[1] = 0
    found = dict(impossibilities(BOARD, position))
    assert found["wrong_number_of_bastions"] == {"placed": 1, "left": 9, "all": 9}
    assert found["not_ending"] == {}
    position.piece[BOARD.numbers["W54"]] = -2
    assert ("bastion_on_river", {"field": "W54"}) in list(impossibilities(BOARD, position))


CODES = {
    "already_over": "turn=400",
    "no_bastion_choice": "phase=bastion",
    "river_before_banks": "knights=a:W1",
    "garrison_without_castle": "garrisons=A:a",
    "duke_missing": "knights=a:L1,L2",
}


@pytest.mark.parametrize("code", CODES)
def test_impossibility_codes(code: str) -> None:
    """The code of a refused position is a key of the catalogue."""
    from rheinlaender.game.errors import ImpossiblePosition
    from rheinlaender.i18n import words

    with pytest.raises(ImpossiblePosition) as refusal:
        position_of(f"rh1 seats=3 {CODES[code]}")
    beginning = words(f"position_problem.{code}", **dict.fromkeys(("seat", "field", "site"), "?")).split("?")[0]
    assert str(refusal.value.arguments["problem"]).startswith(beginning)


def test_cards() -> None:
    """Each of the 54 cards and the shuffle card lies in exactly one place."""
    position = Game.new(3).position
    assert cards_problem(position) is None
    position.hand[0] |= 1 << position.pile[0] if position.pile[0] else 1 << position.pile[1]
    assert cards_problem(position) == "card_twice"
    position = Game.new(3).position
    position.hand[0] = 0
    assert cards_problem(position) == "card_missing"
