"""Knights: from the supply onto fields, and from one seat's colours to another's."""

from typing import Any

from rheinlaender.rules.compile import EMPTY, only, rule
from rheinlaender.rules.journal import LAST_KNIGHT_PLACED, write
from rheinlaender.rules.options import LAND_NEIGHBOURS, YES
from rheinlaender.rules.position import Position
from rheinlaender.rules.tables import FIELDS, IS_RIVER, NEIGHBOUR_SET, WORDS


@rule
def spend_knight(position: Position, seat: int, journal: Any) -> None:
    """Take a knight from a seat's supply; whoever places the last one ends the game. Section 6."""
    position.supply[seat] -= 1
    if position.supply[seat] == 0:
        position.ending = YES
        write(journal, LAST_KNIGHT_PLACED, seat, 0, 0, 0)


@rule
def put_knight(position: Position, field: int, seat: int, journal: Any) -> None:
    """Put a knight from the supply on a free field. Section 2.1."""
    spend_knight(position, seat, journal)
    position.piece[field] = seat
    position.free[field >> 6] &= ~only(field & 63)
    mark_neighbours(position, field, seat)


@rule
def exchange_knight(position: Position, field: int, seat: int, journal: Any) -> None:
    """Replace another seat's knight by one's own; the other goes back to its supply. Section 2.1."""
    other = position.piece[field]
    position.supply[other] += 1
    spend_knight(position, seat, journal)
    position.piece[field] = seat
    mark_neighbours(position, field, seat)
    find_neighbours_again(position, other)


@rule
def mark_neighbours(position: Position, field: int, seat: int) -> None:
    """Note the fields that a knight makes neighbours of its seat, as reinforcement counts them. Sections 2.1, 9."""
    if position.reinforcement_neighbours == LAND_NEIGHBOURS and IS_RIVER[field]:
        return
    for word in range(WORDS):
        position.beside[seat, word] |= NEIGHBOUR_SET[field, word]


@rule
def find_neighbours_again(position: Position, seat: int) -> None:
    """Find the fields next to a seat's knights from nothing, after it has lost one."""
    for word in range(WORDS):
        position.beside[seat, word] = EMPTY
    for field in range(FIELDS):
        if position.piece[field] == seat:
            mark_neighbours(position, field, seat)
