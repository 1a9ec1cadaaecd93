"""Duchies: connected sets of at least two knights, which grow and merge and never split."""

from typing import Any

from rheinlaender.rules.arrays import FIELDS, NEIGHBOUR, NEIGHBOURS, NOWHERE, SITE_SET
from rheinlaender.rules.compile import rule
from rheinlaender.rules.position import NO_DUCHY, NOBODY, Position
from rheinlaender.rules.primitives import EMPTY, lowest, only, replace_all, without_lowest


@rule
def duchies_beside(position: Position, field: int) -> int:
    """The set of duchies that a knight on this field touches; a lone knight is no duchy. Sections 3.1, 4."""
    duchies = EMPTY
    for number in range(NEIGHBOURS[field]):
        duchy = position.duchy[NEIGHBOUR[field, number]]
        if duchy != NO_DUCHY:
            duchies |= only(duchy)
    return duchies


@rule
def join_knights(position: Position, field: int, old: int) -> int:
    """Count the new knight and everything it touches as one group; the group's number. Section 4.1."""
    if old == 0:
        joined = open_duchy(position)
    else:
        joined = lowest(old)
        rest = without_lowest(old)
        while rest != 0:
            add_knights(position, joined, lowest(rest))
            rest = without_lowest(rest)
    for number in range(NEIGHBOURS[field]):
        neighbour = NEIGHBOUR[field, number]
        if is_lone_knight(position, neighbour):
            position.duchy_knights[joined, position.piece[neighbour]] += 1
    position.duchy_knights[joined, position.piece[field]] += 1
    return joined


@rule
def open_duchy(position: Position) -> int:
    """Take a spare duchy into use: no knights, no duke, no sites."""
    duchy = lowest(position.spare_duchies)
    position.spare_duchies = without_lowest(position.spare_duchies)
    for seat in range(position.seats):
        position.duchy_knights[duchy, seat] = 0
    return duchy


@rule
def close_duchy(position: Position, duchy: int) -> None:
    """Give a duchy back that is no more."""
    position.spare_duchies |= only(duchy)
    position.duke[duchy] = NOBODY
    position.duchy_sites[duchy] = EMPTY


@rule
def add_knights(position: Position, joined: int, other: int) -> None:
    """Count another duchy's knights in."""
    for seat in range(position.seats):
        position.duchy_knights[joined, seat] += position.duchy_knights[other, seat]


@rule
def is_lone_knight(position: Position, field: int) -> bool:
    """Whether a knight stands on the field that belongs to no duchy. Section 3.2."""
    return position.piece[field] >= 0 and position.duchy[field] == NO_DUCHY


@rule
def count_knights(position: Position, duchy: int) -> int:
    """The number of knights in a duchy, garrisons included. Section 4.3."""
    knights = 0
    for seat in range(position.seats):
        knights += position.duchy_knights[duchy, seat]
    return knights


@rule
def seat_with_most(counts: Any, seats: int) -> int:
    """The seat that has strictly more than every other; with none or a tie NOBODY. Sections 3.3, 4.6.2."""
    leader = NOBODY
    most = 0
    for seat in range(seats):
        if counts[seat] > most:
            most = counts[seat]
            leader = seat
        elif counts[seat] == most:
            leader = NOBODY
    return leader


@rule
def leader_of(position: Position, duchy: int) -> int:
    """The seat with strictly more knights in the duchy than every other, or NOBODY. Section 3.3."""
    # `seat_with_most` of the duchy's row, which interpreted positions cannot hand out.
    leader = NOBODY
    most = 0
    for seat in range(position.seats):
        knights = position.duchy_knights[duchy, seat]
        if knights > most:
            most = knights
            leader = seat
        elif knights == most:
            leader = NOBODY
    return leader


@rule
def join_fields(position: Position, field: int, joined: int, old: int) -> None:
    """Make the fields and sites of all that the new knight touches those of the joined duchy. Section 4.1."""
    sites = position.duchy_sites[joined] | SITE_SET[field]
    position.duchy[field] = joined
    for number in range(NEIGHBOURS[field]):
        neighbour = NEIGHBOUR[field, number]
        if is_lone_knight(position, neighbour):
            position.duchy[neighbour] = joined
            sites |= SITE_SET[neighbour]
    rest = old & ~only(joined)
    while rest != 0:
        other = lowest(rest)
        sites |= position.duchy_sites[other]
        rename_duchy(position, other, joined)
        close_duchy(position, other)
        rest = without_lowest(rest)
    position.duchy_sites[joined] = sites


@rule
def rename_duchy(position: Position, old: int, new: int) -> None:
    """Give all fields of one duchy to another."""
    replace_all(position.duchy, old, new, FIELDS)


@rule
def first_field_of(position: Position, duchy: int) -> int:
    """The first field of a duchy in board order, by which it is named."""
    for field in range(FIELDS):
        if position.duchy[field] == duchy:
            return field
    return NOWHERE
