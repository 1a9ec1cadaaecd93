"""Frames: all that a receiver may know of a table after an entry of its log."""

from typing import Annotated, Literal

from pydantic import Field

from rheinlaender.server.contract.entries import EntryBody, TableSeat
from rheinlaender.server.contract.times import ClockWish, NightWish
from rheinlaender.server.contract.views import ViewBody
from rheinlaender.server.contract.words import (
    Ended,
    GivenString,
    Id,
    Language,
    Letters,
    Level,
    Message,
    Pace,
    SeatLetter,
    Stage,
    Time,
    Why,
)


class OwnTableSeat(TableSeat):
    """A seat of a table, and whether it is the receiver's."""

    is_yours: bool


class You(Message):
    """What the receiver is to the table."""

    seats: Letters
    is_owner: bool
    is_unseated: Annotated[bool, Field(description="Whether the owner has taken the receiver's seat back.")]


class BeginningBody(Message):
    """Where a game that began at a position comes from."""

    table: Annotated[Id | None, Field(description="The table of the former game; null where it is not known.")]
    turn: Annotated[int, Field(description="How many turns were played before.")]
    is_dealt: Annotated[bool, Field(description="Whether what nobody saw was dealt anew, or lay as it was.")]


class DealBody(Message):
    """What lets everybody check the deal afterwards."""

    version: Literal["rhv1"]
    commitment: Annotated[str, Field(description="SHA-256 of the secret seed.")]
    strings: Annotated[dict[SeatLetter, GivenString], Field(description="What the seats have given for the deal.")]
    awaited: Annotated[Letters, Field(description="The seats whose strings the table waits for.")]
    seed: Annotated[str | None, Field(description="The seed, when the game is over.")]


class TableDay(Message):
    """The day whose deal a table has, and whether it is an attempt that counts."""

    date: str
    is_counted: bool


class TableBody(Message):
    """Everything about a table but the game."""

    id: str
    stage: Stage
    seats: list[OwnTableSeat]
    you: You
    options: str
    option_values: dict[str, str | int | bool]
    first: SeatLetter | Literal["chance"]
    pace: Pace
    stand_in: Level | None
    grace: int
    hints: bool
    ready_check: bool
    ready: Annotated[Letters, Field(description="The seats whose people have said that the game may start.")]
    watchers: Annotated[bool, Field(description="Whether others may watch the game.")]
    is_public: Annotated[bool, Field(description="Whether everybody finds it in the lobby.")]
    language: Annotated[Language | None, Field(description="The language of whoever opened it.")]
    quiet: Annotated[str, Field(description="The seats that want quiet, `-` for an owner without one: nobody talks.")]
    clock: ClockWish | None
    deputy: Annotated[Level, Field(description="Who plays for people who are away.")]
    night: Annotated[NightWish | None, Field(description="The hours in which the receiver sleeps.")]
    away: Annotated[dict[SeatLetter, Why], Field(description="Who is played for until they come back, and why.")]
    nudged: Annotated[str, Field(description="The seats that have nudged in this turn; `-` for the table itself.")]
    nudged_at: Time | None
    go_on: Annotated[Letters, Field(description="The seats that want to go on without waiting.")]
    deciders: Annotated[Letters, Field(description="The seats whose people decide whether it ends without a result.")]
    end_votes: Annotated[Letters, Field(description="The seats that want to end the game without a result.")]
    end_until: Annotated[Time | None, Field(description="When that proposal lapses.")]
    ended: Annotated[Ended | None, Field(description="Why the game is over although it has no result.")]
    rematch: Id | None
    beginning: BeginningBody | None
    deal: Annotated[DealBody | None, Field(description="Null at older tables, whose deals cannot be checked.")]
    day: Annotated[TableDay | None, Field(description="The day whose deal the table has, if any.")]
    opened: Time


class Frame(Message):
    """All that a receiver may know after an entry of the table's log."""

    seq: int
    epoch: Annotated[str, Field(description="Another than before: the log was set back, what came before is void.")]
    table: TableBody
    entry: EntryBody
    view: ViewBody | None


class Replay(Message):
    """A game from its opening on."""

    table: TableBody
    frames: list[Frame]
