"""Entries: what happened at a table, as everybody may know it."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from rheinlaender.server.contract.commands import ChangedSeat
from rheinlaender.server.contract.words import (
    Id,
    Letters,
    Level,
    Message,
    MoveText,
    Registered,
    SeatLetter,
    Share,
    Time,
    Why,
)


class TableSeat(Message):
    """A seat of a table."""

    seat: SeatLetter
    kind: Literal["person", "open", "bot"]
    name: str
    level: Level | Registered | None


class EventBody(BaseModel):
    """Something that happened; its words are `event.<name>`, filled by its other parts."""

    model_config = ConfigDict(extra="allow", strict=True)
    name: str


class OpenedEntry(Message):
    """The table was opened."""

    kind: Literal["opened"]
    at: Time


class SatEntry(Message):
    """Somebody took an open seat."""

    kind: Literal["sat"]
    at: Time
    seat: SeatLetter
    name: str


class StringGivenEntry(Message):
    """Somebody gave a string for the deal."""

    kind: Literal["string_given"]
    at: Time
    seats: Letters


class LeftEntry(Message):
    """Somebody gave a seat back."""

    kind: Literal["left"]
    at: Time
    seat: SeatLetter


class RenamedEntry(Message):
    """Somebody has another name now."""

    kind: Literal["renamed"]
    at: Time
    seat: SeatLetter
    name: str


class SeatChangedEntry(Message):
    """The owner made a seat open, or a computer player's."""

    kind: Literal["seat_changed"]
    at: Time
    seat: SeatLetter
    to: ChangedSeat


class UnseatedEntry(Message):
    """The owner took a seat back from whoever sat there."""

    kind: Literal["unseated"]
    at: Time
    seat: SeatLetter
    to: ChangedSeat


class ReadiedEntry(Message):
    """Somebody said that the game may start, or may not yet."""

    kind: Literal["readied"]
    at: Time
    seats: Letters
    is_ready: bool


class StartedEntry(Message):
    """The game began."""

    kind: Literal["started"]
    at: Time
    seats: list[TableSeat]
    first: SeatLetter


class TurnEntry(Message):
    """A turn was played."""

    kind: Literal["turn"]
    at: Time
    seat: SeatLetter
    by: Literal["person"] | Level | Registered
    moves: list[MoveText]
    turn: int
    events: list[EventBody]
    share: Share | None


class StandInChangedEntry(Message):
    """The owner changed who plays for absent people."""

    kind: Literal["stand_in_changed"]
    at: Time
    level: Level | None


class HintsChangedEntry(Message):
    """The owner allowed hints, or not."""

    kind: Literal["hints_changed"]
    at: Time
    hints: bool


class WatchersChangedEntry(Message):
    """The owner let others watch, or not."""

    kind: Literal["watchers_changed"]
    at: Time
    watchers: bool


class PublicChangedEntry(Message):
    """The owner let everybody find the table in the lobby, or not."""

    kind: Literal["public_changed"]
    at: Time
    is_public: bool


class HushedEntry(Message):
    """Somebody wants quiet, or does not any more; `-` is an owner who has no seat."""

    kind: Literal["hushed"]
    at: Time
    seats: Letters | Literal["-"]
    is_quiet: bool


class NightSetEntry(Message):
    """Somebody said when they sleep; not when."""

    kind: Literal["night_set"]
    at: Time
    seats: Letters


class NudgedEntry(Message):
    """Whoever is to move was reminded, by somebody or by the table (`-`)."""

    kind: Literal["nudged"]
    at: Time
    seat: SeatLetter
    by: SeatLetter | Literal["-"]


class StoodInEntry(Message):
    """Somebody's time has run out: a computer player plays for them until they come back."""

    kind: Literal["stood_in"]
    at: Time
    seat: SeatLetter
    why: Why


class VotedEntry(Message):
    """Somebody wants to go on without waiting, or to end the game without a result; or does not (any more)."""

    kind: Literal["voted"]
    at: Time
    what: Literal["go_on", "end"]
    seats: Letters
    is_agreed: bool


class CameBackEntry(Message):
    """Somebody plays again for whom a computer player has played."""

    kind: Literal["came_back"]
    at: Time
    seats: Letters


class ResignedEntry(Message):
    """Somebody has resigned: a computer player plays there to the end."""

    kind: Literal["resigned"]
    at: Time
    seats: Letters


class RematchEntry(Message):
    """The next table was opened."""

    kind: Literal["rematch"]
    at: Time
    table: Id


EntryBody = Annotated[
    OpenedEntry
    | SatEntry
    | StringGivenEntry
    | LeftEntry
    | RenamedEntry
    | SeatChangedEntry
    | UnseatedEntry
    | ReadiedEntry
    | StartedEntry
    | TurnEntry
    | StandInChangedEntry
    | HintsChangedEntry
    | WatchersChangedEntry
    | PublicChangedEntry
    | HushedEntry
    | NightSetEntry
    | NudgedEntry
    | StoodInEntry
    | VotedEntry
    | CameBackEntry
    | ResignedEntry
    | RematchEntry,
    Field(discriminator="kind"),
]
