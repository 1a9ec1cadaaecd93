"""Knights: from the supply onto fields, and from one seat's colours to another's."""

from typing import Any

from rheinlaender.rules.arrays import IS_RIVER, NEIGHBOUR, NEIGHBOUR_SET, NEIGHBOURS, WORDS
from rheinlaender.rules.compile import rule
from rheinlaender.rules.journal import LAST_KNIGHT_PLACED, write
from rheinlaender.rules.options import LAND_NEIGHBOURS, YES
from rheinlaender.rules.position import Position
from rheinlaender.rules.sets import bit_of, remove_field, word_of


@rule
def spend_knight(position: Position, seat: int, journal: Any) -> None:
    """Take a knight from a seat's supply; whoever places the last one ends the game. Section 6.1."""
    position.supply[seat] -= 1
    if position.supply[seat] == 0:
        position.ending = YES
        write(journal, LAST_KNIGHT_PLACED, seat, 0, 0, 0)


@rule
def put_knight(position: Position, field: int, seat: int, journal: Any) -> None:
    """Put a knight from the supply on a free field. Section 2.1."""
    spend_knight(position, seat, journal)
    position.piece[field] = seat
    remove_field(position.free, field)
    mark_neighbours(position, field, seat)


@rule
def exchange_knight(position: Position, field: int, seat: int, journal: Any) -> None:
    """Replace another seat's knight by one's own; the other goes back to its supply. Section 2.1.3."""
    other = position.piece[field]
    position.supply[other] += 1
    spend_knight(position, seat, journal)
    position.piece[field] = seat
    mark_neighbours(position, field, seat)
    forget_neighbours(position, field, other)


@rule
def mark_neighbours(position: Position, field: int, seat: int) -> None:
    """Note the fields that a knight makes neighbours of its seat, as reinforcement counts them. Section 2.1.2."""
    if makes_neighbours(position, field):
        for word in range(WORDS):
            position.beside[seat, word] |= NEIGHBOUR_SET[field, word]


@rule
def forget_neighbours(position: Position, field: int, seat: int) -> None:
    """Forget the neighbours that a seat had by nothing but the knight it has lost on this field. Section 2.1.2."""
    for number in range(NEIGHBOURS[field]):
        neighbour = NEIGHBOUR[field, number]
        if not is_beside(position, neighbour, seat):
            position.beside[seat, word_of(neighbour)] &= ~bit_of(neighbour)


@rule
def is_beside(position: Position, field: int, seat: int) -> bool:
    """Whether a field neighbours a knight of the seat, as reinforcement counts it. Section 2.1.2."""
    for number in range(NEIGHBOURS[field]):
        neighbour = NEIGHBOUR[field, number]
        if position.piece[neighbour] == seat and makes_neighbours(position, neighbour):
            return True
    return False


@rule
def makes_neighbours(position: Position, field: int) -> bool:
    """Whether a knight on this field counts for reinforcement; by an option not on the river. Sections 2.1.2, 9.2."""
    return position.reinforcement_neighbours != LAND_NEIGHBOURS or not IS_RIVER[field]
