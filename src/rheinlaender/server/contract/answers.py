"""Answers: what comes back on commands and questions."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from rheinlaender.server.addresses import Reach
from rheinlaender.server.contract.entries import EventBody
from rheinlaender.server.contract.frames import OwnTableSeat
from rheinlaender.server.contract.views import LegalMove, ViewBody
from rheinlaender.server.contract.words import Field_, Id, Letters, Level, Message, Pace, SeatLetter, Share, Stage, Time


class Opened(Message):
    """The answer to opening a table."""

    table: Id
    seats: Letters


class ReplyBody(Message):
    """The answer to a command that was carried out."""

    id: Id
    ok: Literal[True]
    seats: Letters | None = None
    """The seats that are held now: of `sit`."""
    turn: int | None = None
    """The number of the turn that was played: of `play`."""
    table: Id | None = None
    """The next table: of `rematch`."""


class Changes(Message):
    """What each seat would gain or lose."""

    supply: dict[SeatLetter, int]
    coins: dict[SeatLetter, int]
    worth: dict[SeatLetter, int]


class Outcome(Message):
    """The duchy in which a planned knight would stand; before, the worthiest of its parts counts."""

    duchy: Field_
    before: int
    after: int


class Preview(Message):
    """What decisions would do, up to the draw."""

    decisions: Annotated[list[LegalMove], Field(description="What was asked about, the attempt as its move.")]
    events: list[EventBody]
    view: ViewBody
    moves: Annotated[list[LegalMove], Field(description="The legal moves of the next decision.")]
    is_complete: bool
    changes: Changes
    outcome: Outcome | None


class ReasonBody(BaseModel):
    """Why a move is good; its words are `reason.<name>`, filled by its other parts."""

    model_config = ConfigDict(extra="allow", strict=True)
    name: str


Victory = Annotated[float, Field(ge=0, le=1, description="The share of victory that a search found.")]


class AlternativeBody(LegalMove):
    """A move that was considered."""

    victory: Victory | None
    error: Annotated[float | None, Field(description="The standard error of the share.")]


class Hint(AlternativeBody):
    """A good move: what it is for, what it risks, and what else was considered, the best first."""

    reasons: list[ReasonBody]
    risks: list[ReasonBody]
    others: list[AlternativeBody]
    by: Annotated[Level, Field(description="The level that found it.")]
    share: Share | None


class TableStatus(Message):
    """How a table stands."""

    table: Id
    exists: bool
    stage: Stage
    seats: list[OwnTableSeat]
    held: Letters
    to_move: SeatLetter | None
    your_turn: bool
    turn: int
    changed: Time | None
    winners: Letters
    pace: Pace
    left: Annotated[int | None, Field(description="The milliseconds that whoever is to move has left.")]


class StatusAnswer(Message):
    """How tables stand."""

    tables: list[TableStatus]


class Invitation(Message):
    """Where links should lead: the address that they begin with, null for that of the page, and who reaches it."""

    address: str | None
    reach: Reach


class QrCode(Message):
    """A QR code on squares of one unit: how many it is wide, with its border, and the path of the dark ones."""

    size: int
    path: str


class BotList(Message):
    """The computer players that the operator of the server has added to the levels."""

    bots: list[str]


class Readiness(Message):
    """Whether tables can be played now."""

    status: Literal["ready", "failing"]
    database: Annotated[bool, Field(description="Whether the database can be written.")]


class Seen(Message):
    """How the server sees whoever asks, which tells an operator whether a proxy passes on what it should."""

    address: Annotated[str, Field(description="The address that limits count.")]
    scheme: Literal["http", "https"]
    host: str


class Health(Message):
    """That the server runs, and what."""

    status: Literal["ok"]
    engine: Literal["interpreted", "compiled"]
    version: str
