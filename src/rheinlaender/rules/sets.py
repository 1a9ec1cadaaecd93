"""Members of small sets that are held as bits of one word."""

from rheinlaender.rules.compile import rule
from rheinlaender.rules.primitives import lowest, without_lowest


@rule
def nth_member(word: int, number: int) -> int:
    """The member of this number, counted from the lowest, of a set in one word."""
    for _ in range(number):
        word = without_lowest(word)
    return lowest(word)


@rule
def without_first(word: int, number: int) -> int:
    """The set without so many of its lowest members."""
    while number > 0 and word != 0:
        word = without_lowest(word)
        number -= 1
    return word
