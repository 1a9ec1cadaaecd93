"""Castles: who mans a new one, and how garrisons follow the duke."""

from typing import Any

from rheinlaender.rules.arrays import SITE_AT, SITE_SET
from rheinlaender.rules.compile import rule
from rheinlaender.rules.duchies import leader_of
from rheinlaender.rules.journal import CASTLE_LEFT_EMPTY, GARRISON_PLACED, GARRISON_REPLACED, write
from rheinlaender.rules.knights import spend_knight
from rheinlaender.rules.position import CASTLE, NOBODY, Position
from rheinlaender.rules.primitives import lowest, without_lowest


@rule
def man_castle(position: Position, field: int, joined: int, old: int, journal: Any) -> None:
    """Man the castle at the field, if there is one without a garrison; nobody can decline. Sections 4.2, 4.2.2."""
    if SITE_SET[field] & position.landmark[CASTLE] == 0:
        return
    site = SITE_AT[field]
    if position.garrison[site] != NOBODY:
        return
    seat = seat_that_mans(position, joined, old)
    if position.supply[seat] == 0:
        write(journal, CASTLE_LEFT_EMPTY, seat, site, 0, 0)
        return
    position.garrison[site] = seat
    position.duchy_knights[joined, seat] += 1
    write(journal, GARRISON_PLACED, seat, site, 0, 0)
    spend_knight(position, seat, journal)


@rule
def seat_that_mans(position: Position, joined: int, old: int) -> int:
    """The one duke of the old duchies; without a duke the acting seat; with several the leader. Sections 4.2, 4.2.1."""
    duke = NOBODY
    while old != 0:
        other = position.duke[lowest(old)]
        if other != NOBODY and duke != NOBODY and other != duke:
            leader = leader_of(position, joined)
            return leader if leader != NOBODY else position.seat
        if other != NOBODY:
            duke = other
        old = without_lowest(old)
    return duke if duke != NOBODY else position.seat


@rule
def follow_duke(position: Position, duchy: int, journal: Any) -> None:
    """Exchange every garrison of the duchy that is not the duke's, as far as his supply lasts. Section 4.5."""
    duke = position.duke[duchy]
    if duke == NOBODY:
        return
    castles = position.duchy_sites[duchy] & position.landmark[CASTLE]
    while castles != 0:
        site = lowest(castles)
        if position.garrison[site] != NOBODY and position.garrison[site] != duke and position.supply[duke] > 0:
            replace_garrison(position, duchy, site, duke, journal)
        castles = without_lowest(castles)


@rule
def replace_garrison(position: Position, duchy: int, site: int, duke: int, journal: Any) -> None:
    """Return a garrison to its owner's supply and put the duke's own knight in its place. Section 4.5."""
    owner = position.garrison[site]
    position.supply[owner] += 1
    position.duchy_knights[duchy, owner] -= 1
    position.garrison[site] = duke
    position.duchy_knights[duchy, duke] += 1
    write(journal, GARRISON_REPLACED, owner, site, duke, 0)
    spend_knight(position, duke, journal)
