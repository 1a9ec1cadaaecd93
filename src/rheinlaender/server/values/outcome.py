"""The outcome of a game that is over: who finished where, and what keeps it from being rated. Pure."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from rheinlaender.game.options import all_presets, write_options
from rheinlaender.server.values.entry import Entry
from rheinlaender.server.values.patience import RESIGNED
from rheinlaender.server.values.seat import PERSON, Seat
from rheinlaender.server.values.table import Table

AGREEMENT, STUDY, DAY, SEVERAL_SEATS, UNKNOWN = "agreement", "study", "day", "several_seats", "unknown"
"""Why a game is not rated: it has no result, it began at a position, it was the deal of a day, one person played
several seats of it, or it is not known of enough seats whose they are."""
OWN_EDITION = "own"
"""The edition of whoever has chosen single options."""
ENDING = ("turn", "voted")
"""The kinds of entries by which a game ends."""


@dataclass(frozen=True)
class SeatOutcome:
    """How a seat finished: its place, which those who left share behind all others, and its coins.

    Both are None where a game has no result. `holder` is empty for computer players, `level` for people.
    """

    seat: str
    name: str
    level: str
    holder: str
    place: int | None
    coins: int | None
    has_left: bool

    @property
    def is_person(self) -> bool:
        """Whether a person sat there."""
        return bool(self.holder)


@dataclass(frozen=True)
class GameOutcome:
    """How a game ended. `unrated` says what keeps it from being rated whoever its people are; mostly nothing does."""

    table: str
    at: str
    edition: str
    pace: str
    turns: int
    seats: tuple[SeatOutcome, ...]
    unrated: str = ""

    @property
    def people(self) -> tuple[SeatOutcome, ...]:
        """The seats of people."""
        return tuple(seat for seat in self.seats if seat.is_person)


def outcome_of(table: Table, log: Sequence[Entry]) -> GameOutcome:
    """The outcome of a game that is over, by its last state and its log."""
    result = table.begun_game.result()
    coins = {} if result is None or table.ended else dict(result.coins)
    left = "".join(seat.letter for seat in table.seats if has_left(table, seat, log))
    return GameOutcome(
        table=table.id,
        at=[entry.at for entry in log if entry.kind in ENDING][-1],
        edition=edition_of(table),
        pace=table.pace,
        turns=table.turn,
        seats=tuple(_seat_outcome(seat, coins, left) for seat in table.seats),
        unrated=_unrated(table),
    )


def _seat_outcome(seat: Seat, coins: dict[str, int], left: str) -> SeatOutcome:
    """How one seat finished."""
    holder = seat.holder or "" if seat.kind == PERSON else ""
    place = place_of(seat.letter, coins, left) if coins else None
    is_left = seat.letter in left
    return SeatOutcome(seat.letter, seat.name, seat.level or "", holder, place, coins.get(seat.letter), is_left)


def place_of(seat: str, coins: dict[str, int], left: str) -> int:
    """The place of a seat by its coins, from 1 on; the same coins share it, and so do those who left, at the end."""
    behind = {letter: (letter in left, 0 if letter in left else -count) for letter, count in coins.items()}
    return 1 + sum(other < behind[seat] for other in behind.values())


def has_left(table: Table, seat: Seat, log: Sequence[Entry]) -> bool:
    """Whether a person has resigned, or let a computer player play more than half of the turns."""
    if seat.kind != PERSON:
        return False
    turns = [entry.parts["by"] for entry in log if entry.kind == "turn" and entry.parts["seat"] == seat.letter]
    return table.away.get(seat.letter) == RESIGNED or 2 * sum(by != PERSON for by in turns) > len(turns)


def edition_of(table: Table) -> str:
    """The preset that a table plays by, or that it has options of its own."""
    written = write_options(table.options)
    return written if written in all_presets() else OWN_EDITION


def _unrated(table: Table) -> str:
    """What keeps a game from being rated whoever its people are."""
    if table.ended:
        return AGREEMENT
    if table.beginning is not None:
        return STUDY
    if table.day is not None:
        return DAY
    held = Counter(seat.holder for seat in table.seats if seat.kind == PERSON)
    return SEVERAL_SEATS if held and max(held.values()) > 1 else ""
