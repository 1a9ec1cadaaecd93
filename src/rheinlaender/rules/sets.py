"""Members of small sets that are held as bits of one word."""

from rheinlaender.rules.compile import lowest, rule, without_lowest


@rule
def nth_member(word: int, number: int) -> int:
    """The member of this number, counted from the lowest, of a set in one word."""
    for _ in range(number):
        word = without_lowest(word)
    return lowest(word)
