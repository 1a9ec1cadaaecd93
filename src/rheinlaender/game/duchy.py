"""Duchies as values, as a view or a picture shows them."""

from dataclasses import dataclass

from rheinlaender.board.board import SITES
from rheinlaender.game.seat import write_seat
from rheinlaender.rules.church import has_bishop
from rheinlaender.rules.compile import Engine
from rheinlaender.rules.duchies import leader_of
from rheinlaender.rules.position import CASTLE, NO_DUCHY, NOBODY, Position
from rheinlaender.rules.worth import worth_of


@dataclass(frozen=True)
class Duchy:
    """A duchy: its fields in board order, all sites it touches, those that it garrisons, its knights by seat."""

    fields: tuple[str, ...]
    sites: tuple[str, ...]
    garrisons: tuple[str, ...]
    knights: dict[str, int]
    duke: str | None
    leader: str | None
    worth: int
    has_bishop: bool

    @property
    def name(self) -> str:
        """A duchy is named by its first field."""
        return self.fields[0]


def duchies_of(engine: Engine, position: Position) -> tuple[Duchy, ...]:
    """All duchies of a position, by their first fields. Section 3.2."""
    fields: dict[int, list[str]] = {}
    for number, name in enumerate(engine.board.fields):
        if position.duchy[number] != NO_DUCHY:
            fields.setdefault(position.duchy[number], []).append(name)
    return tuple(_duchy(engine, position, duchy, tuple(names)) for duchy, names in fields.items())


def _duchy(engine: Engine, position: Position, duchy: int, fields: tuple[str, ...]) -> Duchy:
    sites = [site for site in range(len(SITES)) if position.duchy_sites[duchy] >> site & 1]
    manned = [site for site in sites if position.landmark[CASTLE] >> site & 1 and position.garrison[site] != NOBODY]
    knights = {write_seat(seat): position.duchy_knights[duchy, seat] for seat in range(position.seats)}
    return Duchy(
        fields=fields,
        sites=tuple(SITES[site] for site in sites),
        garrisons=tuple(SITES[site] for site in manned),
        knights={str(seat): number for seat, number in knights.items() if number},
        duke=write_seat(position.duke[duchy]),
        leader=write_seat(engine.of(leader_of)(position, duchy)),
        worth=engine.of(worth_of)(position, duchy),
        has_bishop=engine.of(has_bishop)(position, duchy),
    )
