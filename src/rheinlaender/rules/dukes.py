"""Dukes: who rules a duchy after a knight has been placed or converted, and who is paid."""

from typing import Any

from rheinlaender.rules.church import has_bishop, remove_bishop
from rheinlaender.rules.compile import rule
from rheinlaender.rules.duchies import first_field_of
from rheinlaender.rules.journal import DUKE_DEPOSED, DUKE_WITHDRAWN, write
from rheinlaender.rules.options import WITH_DUKE
from rheinlaender.rules.position import NO_DUCHY, NOBODY, Position
from rheinlaender.rules.primitives import EMPTY, count, lowest, only, without_lowest
from rheinlaender.rules.worth import worth_to_duke


@rule
def duchy_whose_duke_stays(position: Position, old: int, leader: int) -> int:
    """The old duchy whose duke goes on to rule, or NO_DUCHY. Sections 4.4.2, 4.4.3.

    Growth without a leader keeps the old duke; otherwise only the leader's own duke stays, of his best old duchy.
    """
    if leader != NOBODY:
        return most_valuable_of(position, old, leader)
    ruled = ruled_among(position, old)
    if ruled != 0 and not is_merger(position, old):
        return lowest(ruled)
    return NO_DUCHY


@rule
def is_merger(position: Position, old: int) -> bool:
    """Whether two or more old duchies are joined; by an option only those with a duke count. Sections 4.4.3, 9.4."""
    if position.merger == WITH_DUKE:
        return count(ruled_among(position, old)) >= 2
    return count(old) >= 2


@rule
def ruled_among(position: Position, duchies: int) -> int:
    """Those of the duchies that have a duke."""
    ruled = EMPTY
    while duchies != 0:
        if position.duke[lowest(duchies)] != NOBODY:
            ruled |= only(lowest(duchies))
        duchies = without_lowest(duchies)
    return ruled


@rule
def most_valuable_of(position: Position, duchies: int, seat: int) -> int:
    """The most valuable of the duchies that a seat rules, or NO_DUCHY. Section 4.4.3."""
    best = NO_DUCHY
    most = 0
    while duchies != 0:
        duchy = lowest(duchies)
        if position.duke[duchy] == seat and worth_to_duke(position, duchy) > most:
            most = worth_to_duke(position, duchy)
            best = duchy
        duchies = without_lowest(duchies)
    return best


@rule
def remove_dukes(position: Position, duchies: int, staying: int, leader: int, journal: Any) -> None:
    """Remove and pay every duke of the old duchies but the one who stays. Section 4.4."""
    while duchies != 0:
        duchy = lowest(duchies)
        if position.duke[duchy] != NOBODY and duchy != staying:
            pay_duke(position, duchy, leader, journal)
            if has_bishop(position, duchy):
                remove_bishop(position, duchy, journal)
            position.duke[duchy] = NOBODY
        duchies = without_lowest(duchies)


@rule
def pay_duke(position: Position, duchy: int, leader: int, journal: Any) -> None:
    """Pay a duke who goes the worth of his old duchy, without what the deciding knight added. Section 5.2."""
    duke = position.duke[duchy]
    position.coins[duke] += worth_to_duke(position, duchy)
    if journal is not None:
        kind = DUKE_WITHDRAWN if duke == leader else DUKE_DEPOSED
        write(journal, kind, duke, first_field_of(position, duchy), worth_to_duke(position, duchy), leader)
