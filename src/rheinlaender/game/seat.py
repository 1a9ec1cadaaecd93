"""Seats by their letters: a to e."""

from rheinlaender.game.errors import UnknownSeat
from rheinlaender.rules import given

FEWEST_SEATS = given.FEWEST_SEATS
LETTERS = "abcde"


def write_seat(seat: int) -> str | None:
    """The letter of a seat; None for nobody."""
    return LETTERS[seat] if seat >= 0 else None


def read_seat(letter: str, seats: int) -> int:
    """The seat of a letter."""
    if len(letter) != 1 or letter not in LETTERS[:seats]:
        raise UnknownSeat(seat=letter, seats=", ".join(LETTERS[:seats]))
    return LETTERS.index(letter)
