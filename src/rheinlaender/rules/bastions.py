"""Bastions: neutral, on free land, for the rest of the game."""

from typing import Any

from rheinlaender.rules.arrays import LAND, NOWHERE, WORDS
from rheinlaender.rules.compile import rule
from rheinlaender.rules.journal import BASTION_PLACED, write
from rheinlaender.rules.position import BASTION, Position
from rheinlaender.rules.primitives import count
from rheinlaender.rules.sets import bit_of, field_of_bit, nth_of_many, remove_field, word_of


@rule
def can_place_bastion(position: Position) -> bool:
    """Whether the acting seat, having placed a knight, has the choice of a bastion. Section 2.2."""
    return position.bastions[position.seat] > 0 and count_free_land(position) > 0


@rule
def can_place_bastion_on(position: Position, field: int) -> bool:
    """Whether a bastion may go on a field: any free land field of the board. Section 2.2."""
    word = word_of(field)
    return position.free[word] & LAND[word] & bit_of(field) != 0


@rule
def place_bastion(position: Position, field: int, journal: Any) -> None:
    """Place a bastion: it takes the field for the rest of the game and belongs to no duchy. Section 2.2."""
    position.bastions[position.seat] -= 1
    position.piece[field] = BASTION
    remove_field(position.free, field)
    write(journal, BASTION_PLACED, position.seat, field, 0, 0)


@rule
def count_free_land(position: Position) -> int:
    """The number of free land fields."""
    fields = 0
    for word in range(WORDS):
        fields += count(position.free[word] & LAND[word])
    return fields


@rule
def nth_free_land(position: Position, number: int) -> int:
    """The free land field of this number."""
    for word in range(WORDS):
        fields = position.free[word] & LAND[word]
        if number < count(fields):
            return field_of_bit(word, nth_of_many(fields, number))
        number -= count(fields)
    return NOWHERE
