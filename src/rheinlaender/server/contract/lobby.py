"""The lobby: tables that are public, and what everybody is told of them."""

from typing import Annotated, Literal

from pydantic import Field

from rheinlaender.server.contract.entries import TableSeat
from rheinlaender.server.contract.times import ClockWish
from rheinlaender.server.contract.words import Id, Language, Level, Message, Pace, Time

TableSize = Annotated[int, Field(ge=3, le=5)]
Strength = Literal["new", "relaxed", "practised", "strong"]
"""How strong a person plays among people, as far as is known."""


class LobbySeat(TableSeat):
    """A seat of a public table, and how strong the person plays who sits there."""

    strength: Strength | None


class LobbyTable(Message):
    """A public table that waits for players, or is played and may be watched."""

    table: Id
    stage: Literal["waiting", "playing"]
    seats: list[LobbySeat]
    options: str
    pace: Pace
    clock: ClockWish | None
    stand_in: Level | None
    hints: bool
    ready_check: bool
    watchers: bool
    language: Annotated[Language | None, Field(description="The language of whoever opened it; null if not known.")]
    since: Annotated[Time, Field(description="Since when it waits, or is played.")]


class LobbyBody(Message):
    """A page of the lobby: first the tables that wait, then those that are played, the newest first of each."""

    tables: list[LobbyTable]
    waiting: Annotated[int, Field(description="How many wait for players, on all pages.")]
    playing: Annotated[int, Field(description="How many can be watched, on all pages.")]
    pages: int
