"""Sets as bits: of fields in three words of 64 bits, of anything smaller in one."""

from rheinlaender.rules.compile import rule
from rheinlaender.rules.primitives import count, lowest, only, without_lowest

BITS = 6  # a word has 2**6 of them
LAST_BIT = 63
HALF_OF_WORD = 32


@rule
def word_of(field: int) -> int:
    """The word of a set of fields in which a field is."""
    return field >> BITS


@rule
def bit_of(field: int) -> int:
    """The set of this field alone, in its word."""
    return only(field & LAST_BIT)


@rule
def field_of_bit(word: int, bit: int) -> int:
    """The field that a bit of a word stands for."""
    return (word << BITS) + bit


@rule
def has_field(fields: memoryview, field: int) -> bool:
    """Whether a set of fields holds a field."""
    return fields[field >> BITS] & only(field & LAST_BIT) != 0


@rule
def add_field(fields: memoryview, field: int) -> None:
    """Put a field into a set."""
    fields[field >> BITS] |= only(field & LAST_BIT)


@rule
def remove_field(fields: memoryview, field: int) -> None:
    """Take a field out of a set."""
    fields[field >> BITS] &= ~only(field & LAST_BIT)


@rule
def nth_member(word: int, number: int) -> int:
    """The member of this number, counted from the lowest, of a set in one word."""
    for _ in range(number):
        word = without_lowest(word)
    return lowest(word)


@rule
def nth_of_many(word: int, number: int) -> int:
    """The same, found by halving, which is quicker where the set may have many members."""
    member = 0
    for step in range(BITS):
        half = HALF_OF_WORD >> step
        members = count(word & (only(half) - only(0)))
        if number >= members:
            number -= members
            member += half
            word = word >> half
    return member


@rule
def without_first(word: int, number: int) -> int:
    """The set without so many of its lowest members."""
    while number > 0 and word != 0:
        word = without_lowest(word)
        number -= 1
    return word
