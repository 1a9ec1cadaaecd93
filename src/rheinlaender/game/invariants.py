"""What must hold in every position: kept facts are recomputed from nothing and compared.

This is written for being obviously right, with sets, and shares no code with the rules.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from rheinlaender.board import Board
from rheinlaender.board.board import SITES, is_river
from rheinlaender.game.seat import LETTERS
from rheinlaender.rules.options import LAND_NEIGHBOURS, ROUND, YES
from rheinlaender.rules.position import (
    BASTION,
    BASTION_PHASE,
    BASTIONS,
    CARDS,
    CASTLE,
    CHURCH,
    FREE,
    KNIGHT_PHASE,
    MOST_DUCHIES,
    MOST_TURNS,
    NO_DUCHY,
    NOBODY,
    OVER,
    Position,
)

KNIGHTS_PER_SEAT = {3: 25, 4: 20, 5: 17}
Impossibility = tuple[str, dict[str, Any]]


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
        position.supply[seat] = KNIGHTS_PER_SEAT[position.seats] - _knights_on_board(board, position, seat)
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


def _knights_on_board(board: Board, position: Position, seat: int) -> int:
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


def broken_facts(board: Board, position: Position) -> list[str]:
    """The names of all kept facts that are not what they are when recomputed."""
    fresh = Position(position.record)
    dukes = {
        field: position.duke[position.duchy[field]]
        for field in range(len(board.fields))
        if 0 <= position.duchy[field] < MOST_DUCHIES and position.duke[position.duchy[field]] != NOBODY
    }
    keep_facts(board, fresh, dukes)
    names = ["free", "beside", "supply", "bishops", "archbishop"]
    names += ["reinforceable"] if position.phase == KNIGHT_PHASE else []
    broken = [name for name in names if position.record[name].tobytes() != fresh.record[name].tobytes()]
    if _duchy_facts(board, position) != _duchy_facts(board, fresh) or position.spare_duchies >> MOST_DUCHIES:
        broken.append("duchies")
    return broken


def _duchy_facts(board: Board, position: Position) -> set[tuple[Any, ...]]:
    """Everything kept about duchies, without their numbers; a spare duchy must be clean, and there are no others."""
    numbers = {position.duchy[field] for field in range(len(board.fields))}
    facts: set[tuple[Any, ...]] = {tuple(numbers - {NO_DUCHY, *range(MOST_DUCHIES)})}
    for duchy in range(MOST_DUCHIES):
        fields = tuple(field for field in range(len(board.fields)) if position.duchy[field] == duchy)
        knights = tuple(position.duchy_knights[duchy, seat] for seat in range(position.seats)) if fields else ()
        is_spare = bool(position.spare_duchies >> duchy & 1)
        facts.add((fields, knights, position.duke[duchy], position.duchy_sites[duchy], is_spare == (not fields)))
    return facts


def impossibilities(board: Board, position: Position) -> Iterator[Impossibility]:
    """Why no game can reach a position: a code, whose words are `position_problem.<code>`, and its arguments.

    The kept facts are asked, so `too_many_knights` must have been asked before they were kept.
    """
    yield from _impossible_counts(position)
    yield from _impossible_turn(board, position)
    yield from _impossible_pieces(board, position)
    yield from _impossible_dukes(board, position)


def too_many_knights(board: Board, position: Position) -> Iterator[Impossibility]:
    """The seats with more knights on the board than they own, from the pieces alone."""
    most = KNIGHTS_PER_SEAT[position.seats]
    for seat in range(position.seats):
        if _knights_on_board(board, position, seat) > most:
            yield "too_many_knights", {"seat": LETTERS[seat], "most": most}


def _impossible_counts(position: Position) -> Iterator[Impossibility]:
    left = sum(position.bastions[seat] for seat in range(position.seats))
    placed = list(position.piece).count(BASTION)
    if left + placed != BASTIONS * position.seats:
        yield "wrong_number_of_bastions", {"placed": placed, "left": left, "all": BASTIONS * position.seats}
    ended = any(position.supply[seat] == 0 for seat in range(position.seats)) and not position.ending
    if ended and position.phase != OVER:
        yield "not_ending", {}


def _impossible_turn(board: Board, position: Position) -> Iterator[Impossibility]:
    if position.phase == KNIGHT_PHASE and _should_be_over(position):
        yield "already_over", {}
    if position.phase == BASTION_PHASE and not _may_choose_bastion(board, position):
        yield "no_bastion_choice", {"seat": LETTERS[position.seat]}


def _should_be_over(position: Position) -> bool:
    is_last_turn_done = position.end != ROUND or position.seat == position.first
    is_stuck = position.idle_turns >= position.seats or position.turn >= MOST_TURNS
    return is_stuck or (position.ending == YES and is_last_turn_done)


def _may_choose_bastion(board: Board, position: Position) -> bool:
    """Whether the seat to move can just have placed a knight and can place a bastion."""
    has_knight = _knights_on_board(board, position, position.seat) > 0
    has_field = any(position.piece[number] == FREE for number, name in enumerate(board.fields) if not is_river(name))
    return has_knight and has_field and position.bastions[position.seat] > 0


def _impossible_pieces(board: Board, position: Position) -> Iterator[Impossibility]:
    for number, name in enumerate(board.fields):
        piece = position.piece[number]
        if is_river(name) and piece == BASTION:
            yield "bastion_on_river", {"field": name}
    for left, river, right in board.regions.values():
        banks = [position.piece[board.numbers[bank]] for bank in (left, right)]
        if position.piece[board.numbers[river]] >= 0 and FREE in banks and position.reinforce_on_river != YES:
            yield "river_before_banks", {"field": river}
    for site, names in board.sites.items():
        number = SITES.index(site)
        if position.garrison[number] == NOBODY:
            continue
        if not position.landmark[CASTLE] >> number & 1:
            yield "garrison_without_castle", {"site": site}
        elif all(position.piece[board.numbers[name]] < 0 for name in names):
            yield "garrison_alone", {"site": site}


def _impossible_dukes(board: Board, position: Position) -> Iterator[Impossibility]:
    for realm in realms_of(board, position):
        first = min(realm.fields)
        duke, name = position.duke[position.duchy[first]], board.fields[first]
        if duke == NOBODY and realm.leader != NOBODY:
            yield "duke_missing", {"field": name, "seat": LETTERS[realm.leader]}
        has_garrison = any(position.garrison[site] == duke for site in realm.sites)
        if duke != NOBODY and realm.leader not in (NOBODY, duke) and not has_garrison:
            yield "duke_without_majority", {"field": name, "seat": LETTERS[duke], "leader": LETTERS[realm.leader]}


def cards_problem(position: Position) -> str | None:
    """What is wrong with the cards: each of the 54 and the shuffle card lies in exactly one place."""
    cards = list(position.pile[: position.deck]) + list(position.pile[CARDS + 1 - position.discard :])
    for seat in range(position.seats):
        cards += [card for card in range(1, CARDS + 1) if position.hand[seat] >> card & 1]
    counted = Counter(cards)
    for card in range(CARDS + 1):
        if counted[card] != 1:
            return "card_missing" if counted[card] == 0 else "card_twice"
    return None
