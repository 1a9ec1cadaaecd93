"""The deal of the day: what a browser asks, and what it is told."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from rheinlaender.server.contract.entries import TurnEntry
from rheinlaender.server.contract.views import ViewBody
from rheinlaender.server.contract.words import Id, Level, Message, Name, SeatLetter, Secret, Stage, Time
from rheinlaender.server.values.day import DATE, GAME

Date = Annotated[str, StringConstraints(pattern=DATE)]
GameName = Annotated[str, StringConstraints(pattern=GAME)]


class DayStart(Message):
    """Begin the attempt that counts, or go on with it; or practise, once that is over."""

    date: Annotated[Date, Field(description="The day that is meant; refused when it has passed meanwhile.")]
    name: Name
    is_practice: bool = False


class StartedAttempt(Message):
    """The table of an attempt and the secret of its seat, the same whenever it is asked for."""

    table: Id
    secret: Secret
    seats: SeatLetter
    is_practice: bool


class DayDeal(Message):
    """What lets everybody check the deal: `name` stands where the id of a table would."""

    version: Literal["rhv1"]
    name: str
    commitment: Annotated[str, Field(description="SHA-256 of the seed.")]
    seed: Annotated[str | None, Field(description="The seed, when the day is over.")]


class NextDay(Message):
    """What is told of the next deal before its day."""

    date: Date
    commitment: Annotated[str, Field(description="SHA-256 of its seed.")]


class OwnAttempt(Message):
    """An attempt of whoever asks."""

    table: Id
    secret: Secret
    stage: Stage
    lead: int | None


class DayResult(Message):
    """How an attempt went. `lead` is how many coins more than the best other seat."""

    place: Annotated[int | None, Field(description="The place among all who played; none where it does not count.")]
    name: str
    is_you: bool
    coins: int
    lead: int
    rank: Annotated[int, Field(description="The place at the table.")]
    line: Annotated[list[int], Field(description="What the seat would have had at the end of each turn.")]
    marks: Annotated[str, Field(description="Who was ahead at eight moments: `+` the player, `=` nobody, `-` others.")]
    why_not: Annotated[Literal["given_up", "late"] | None, Field(description="Why it has no place.")]
    game: Annotated[GameName | None, Field(description="By which the game is asked for, where it may be.")]
    table: Annotated[Id | None, Field(description="The table, when the day is over.")]


class DayStep(Message):
    """A game after a turn, with everything open; before the first there was none."""

    entry: TurnEntry | None
    view: ViewBody


class DayGame(Message):
    """A game of the deal of a day, from its opening on, to be laid beside another."""

    game: GameName
    steps: list[DayStep]


class PlayedDay(Message):
    """A day on which somebody has played."""

    date: Date
    players: int


class DayBody(Message):
    """The deal of a day. Of the others nothing is told before one's own attempt, or the day, is over."""

    date: Date
    now: Time
    ends: Time
    edition: str
    levels: list[Level]
    deal: DayDeal
    next: NextDay | None
    state: Literal["new", "playing", "done", "missed"]
    own: OwnAttempt | None
    practice: list[OwnAttempt]
    begun: int
    finished: int
    ranked: Annotated[int, Field(description="How many have a place.")]
    results: list[DayResult]
    archbishop: DayResult | None
    days: list[PlayedDay]
