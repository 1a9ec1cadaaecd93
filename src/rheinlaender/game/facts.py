"""The facts that a position keeps, derived from nothing but pieces, garrisons, cards and dukes.

Reading a position fills them in; `invariants.py` compares them with what the rules have kept. This is written for being
obviously right, with sets, and shares no code with the rules.
"""

from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import Any

from rheinlaender.board import Board
from rheinlaender.board.board import SITES, is_river
from rheinlaender.rules.options import LAND_NEIGHBOURS, YES
from rheinlaender.rules.position import CHURCH, FREE, MOST_DUCHIES, NO_DUCHY, NOBODY, Position

KNIGHTS_PER_SEAT = {3: 25, 4: 20, 5: 17}


@dataclass(frozen=True)
class Realm:
    """A duchy found by walking from field to field."""

    fields: frozenset[int]
    sites: frozenset[int]
    knights: Counter[int]

    @property
    def leader(self) -> int:
        """The seat with strictly the most knights, or NOBODY."""
        most = max(self.knights.values())
        holders = [seat for seat, number in self.knights.items() if number == most]
        return holders[0] if len(holders) == 1 else NOBODY


def realms_of(board: Board, position: Position) -> list[Realm]:
    """All duchies of a position from the pieces alone, in board order."""
    left = {field for field in range(len(board.fields)) if position.piece[field] >= 0}
    realms = []
    while left:
        fields = _connected(board, min(left), left)
        left -= fields
        realm = _realm(board, position, fields)
        if realm.knights.total() >= 2:
            realms.append(realm)
    return realms


def _connected(board: Board, start: int, among: set[int]) -> set[int]:
    reached, edge = {start}, [start]
    while edge:
        for neighbour in (_neighbours(board)[edge.pop()] & among) - reached:
            reached.add(neighbour)
            edge.append(neighbour)
    return reached


@cache
def _neighbours(board: Board) -> tuple[frozenset[int], ...]:
    """The neighbours of every field, by number."""
    return tuple(frozenset(board.numbers[other] for other in board.neighbours[name]) for name in board.fields)


@cache
def _fields_of_sites(board: Board) -> tuple[frozenset[int], ...]:
    """The fields of every site, by number, from A to Z."""
    return tuple(frozenset(board.numbers[name] for name in board.sites[site]) for site in SITES)


def _realm(board: Board, position: Position, fields: set[int]) -> Realm:
    sites = {site for site, beside in enumerate(_fields_of_sites(board)) if not beside.isdisjoint(fields)}
    knights = Counter(position.piece[field] for field in fields)
    knights.update(position.garrison[site] for site in sites if position.garrison[site] != NOBODY)
    return Realm(frozenset(fields), frozenset(sites), knights)


def keep_facts(board: Board, position: Position, dukes: dict[int, int]) -> None:
    """Fill in all that follows from pieces, garrisons, cards and the dukes, given by a field of their duchies."""
    for duchy in range(MOST_DUCHIES):
        position.duke[duchy] = NOBODY
        position.duchy_sites[duchy] = 0
    for field in range(len(board.fields)):
        position.duchy[field] = NO_DUCHY
    realms = realms_of(board, position)
    for duchy, realm in enumerate(realms):
        _keep_realm(position, duchy, realm, dukes)
    position.spare_duchies = (1 << MOST_DUCHIES) - (1 << len(realms))
    for seat in range(position.seats):
        position.supply[seat] = KNIGHTS_PER_SEAT[position.seats] - knights_on_board(board, position, seat)
    _keep_sets(board, position)
    _keep_church(position)


def _keep_realm(position: Position, duchy: int, realm: Realm, dukes: dict[int, int]) -> None:
    for field in realm.fields:
        position.duchy[field] = duchy
        if field in dukes:
            position.duke[duchy] = dukes[field]
    position.duchy_sites[duchy] = sum(1 << site for site in realm.sites)
    for seat in range(position.seats):
        position.duchy_knights[duchy, seat] = realm.knights[seat]


def knights_on_board(board: Board, position: Position, seat: int) -> int:
    """A seat's knights on fields and castles."""
    return list(position.piece[: len(board.fields)]).count(seat) + list(position.garrison).count(seat)


def _keep_sets(board: Board, position: Position) -> None:
    free = {field for field in range(len(board.fields)) if position.piece[field] == FREE}
    _write_set(position.free, free)
    beside = [_fields_beside(board, position, seat) for seat in range(position.seats)]
    for seat, fields in enumerate(beside):
        for word in range(3):
            position.beside[seat, word] = _word(fields, word)
    own, others = (
        beside[position.seat],
        set().union(*(beside[seat] for seat in range(position.seats) if seat != position.seat)),
    )
    land = {field for field in free if not is_river(board.fields[field]) or position.reinforce_on_river == YES}
    _write_set(position.reinforceable, (own - others) & land)


def _fields_beside(board: Board, position: Position, seat: int) -> set[int]:
    """The fields that neighbour a seat's knights, as reinforcement counts them."""
    counted = [
        name
        for number, name in enumerate(board.fields)
        if position.piece[number] == seat
        and not (position.reinforcement_neighbours == LAND_NEIGHBOURS and is_river(name))
    ]
    return {board.numbers[other] for name in counted for other in board.neighbours[name]}


def _word(fields: set[int], word: int) -> int:
    return sum(1 << (field % 64) for field in fields if field // 64 == word)


def _write_set(words: Any, fields: set[int]) -> None:
    for word in range(3):
        words[word] = _word(fields, word)


def _keep_church(position: Position) -> None:
    bishops = Counter(
        position.duke[duchy]
        for duchy in range(MOST_DUCHIES)
        if position.duke[duchy] != NOBODY and position.duchy_sites[duchy] & position.landmark[CHURCH]
    )
    for seat in range(position.seats):
        position.bishops[seat] = bishops[seat]
    most = max(bishops.values(), default=0)
    holders = [seat for seat, number in bishops.items() if number == most]
    position.archbishop = holders[0] if len(holders) == 1 else NOBODY
