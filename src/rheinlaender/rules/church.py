"""Bishops and the archbishop."""

from typing import Any

from rheinlaender.rules.compile import rule
from rheinlaender.rules.duchies import first_field_of, seat_with_most
from rheinlaender.rules.journal import ARCHBISHOP_LOST, ARCHBISHOP_NAMED, BISHOP_INSTALLED, BISHOP_LOST, write
from rheinlaender.rules.position import CHURCH, NOBODY, Position


@rule
def has_bishop(position: Position, duchy: int) -> bool:
    """Whether the duchy has a duke and touches a church: then he has one bishop, not one each. Section 4.6.1."""
    return position.duke[duchy] != NOBODY and position.duchy_sites[duchy] & position.landmark[CHURCH] != 0


@rule
def install_bishop(position: Position, duchy: int, journal: Any) -> None:
    """Give the duke of a duchy with a church his bishop. Section 4.6.1."""
    position.bishops[position.duke[duchy]] += 1
    if journal is not None:
        write(journal, BISHOP_INSTALLED, position.duke[duchy], first_field_of(position, duchy), 0, 0)


@rule
def remove_bishop(position: Position, duchy: int, journal: Any) -> None:
    """Take the bishop from a duke who goes. Section 4.6.1."""
    position.bishops[position.duke[duchy]] -= 1
    if journal is not None:
        write(journal, BISHOP_LOST, position.duke[duchy], first_field_of(position, duchy), 0, 0)


@rule
def name_archbishop(position: Position, journal: Any) -> None:
    """The seat with strictly more bishops than every other is the archbishop. Section 4.6.2."""
    before = position.archbishop
    position.archbishop = seat_with_most(position.bishops, position.seats)
    if position.archbishop != before:
        if before != NOBODY:
            write(journal, ARCHBISHOP_LOST, before, 0, 0, 0)
        if position.archbishop != NOBODY:
            write(journal, ARCHBISHOP_NAMED, position.archbishop, 0, 0, 0)
