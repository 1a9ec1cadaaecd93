"""Chance: SplitMix64, a generator of 64-bit words whose state is one word of the position."""

from rheinlaender.rules.compile import rule
from rheinlaender.rules.position import Position
from rheinlaender.rules.primitives import signed

WORD = 0xFFFFFFFFFFFFFFFF
STEP = 0x9E3779B97F4A7C15
FIRST_FACTOR = 0xBF58476D1CE4E5B9
SECOND_FACTOR = 0x94D049BB133111EB


@rule
def mixed(state: int) -> int:
    """The random word that belongs to a state of the generator."""
    word = state
    word = ((word ^ (word >> 30)) * FIRST_FACTOR) & WORD
    word = ((word ^ (word >> 27)) * SECOND_FACTOR) & WORD
    return word ^ (word >> 31)


@rule
def following(state: int) -> int:
    """The state after this one."""
    return (state + STEP) & WORD


@rule
def within(word: int, bound: int) -> int:
    """A number from 0 up to, not including, the bound, evenly spread (to one part in 2**32 / bound)."""
    return (signed(word >> 32) * bound) >> 32


@rule
def random_below(position: Position, bound: int) -> int:
    """A random number from 0 up to, not including, the bound."""
    position.rng = following(position.rng)
    return within(mixed(position.rng), bound)
