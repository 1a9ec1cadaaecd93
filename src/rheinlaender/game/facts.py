"""The facts that a position keeps, derived from nothing but pieces, garrisons, cards and dukes.

Reading a position fills them in; `invariants.py` compares them with what the rules have kept. This is written for being
obviously right, with sets, and shares no code with the rules.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from rheinlaender.board import Board
from rheinlaender.board.arrays import WORDS
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
    left = {field for field, piece in enumerate(position.piece[: len(board.fields)]) if piece >= 0}
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
    knights = knights_on_board(board, position)
    for seat in range(position.seats):
        position.supply[seat] = KNIGHTS_PER_SEAT[position.seats] - knights[seat]
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


def knights_on_board(board: Board, position: Position) -> Counter[int]:
    """The knights of each seat, on fields and castles."""
    return Counter([*position.piece[: len(board.fields)], *position.garrison])


def _keep_sets(board: Board, position: Position) -> None:
    seat, pieces = position.seat, list(position.piece[: len(board.fields)])
    free = {field for field, piece in enumerate(pieces) if piece == FREE}
    beside = [_fields_beside(board, position, pieces, owner) for owner in range(position.seats)]
    others = set().union(*beside[:seat], *beside[seat + 1 :])
    land = free if position.reinforce_on_river == YES else free - _rivers(board)
    for word, bits in enumerate(_words(free)):
        position.free[word] = bits
    for word, bits in enumerate(_words((beside[seat] - others) & land)):
        position.reinforceable[word] = bits
    for owner, fields in enumerate(beside):
        for word, bits in enumerate(_words(fields)):
            position.beside[owner, word] = bits


def _fields_beside(board: Board, position: Position, pieces: list[int], seat: int) -> set[int]:
    """The fields that neighbour a seat's knights, as reinforcement counts them."""
    knights = {field for field, piece in enumerate(pieces) if piece == seat}
    if position.reinforcement_neighbours == LAND_NEIGHBOURS:
        knights -= _rivers(board)
    return set().union(*(_neighbours(board)[field] for field in knights))


@cache
def _rivers(board: Board) -> frozenset[int]:
    """The fields on the river, by number."""
    return frozenset(number for number, name in enumerate(board.fields) if is_river(name))


def _words(fields: Iterable[int]) -> list[int]:
    """A set of fields as words of 64 bits."""
    bits = sum(1 << field for field in fields)
    return [bits >> 64 * word & (1 << 64) - 1 for word in range(WORDS)]


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
