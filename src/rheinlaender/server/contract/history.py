"""History: what somebody is told of their games that are over, and of nobody else's."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from rheinlaender.server.contract.words import Id, Level, Message, Pace, Registered, SeatLetter, Time
from rheinlaender.server.values.opponent import OPPONENT_PATTERN

Edition = Literal["parker", "dutch", "hungarian", "short", "own"]
"""The preset of a game; `own` where single options were chosen."""
Pool = Literal["people", "computers"]
WonOrLost = Literal["won", "lost", "none"]
Unrated = Literal["agreement", "study", "day", "several_seats", "unknown"]
OpponentName = Annotated[str, StringConstraints(pattern=OPPONENT_PATTERN)]
"""What only the asker knows somebody by."""
Place = Annotated[int, Field(ge=1, le=5)]


class HistorySeat(Message):
    """How a seat finished. Who left shares the last place; without a result there is none, and coins stay hidden."""

    seat: SeatLetter
    name: str
    level: Level | Registered | None
    place: Place | None
    coins: int | None
    has_left: bool
    is_own: bool
    opponent: OpponentName | None


class HistoryGame(Message):
    """A game that is over: rated in a pool, or not, and why."""

    table: Id
    number: int
    at: Time
    edition: Edition
    pace: Pace
    turns: int
    seats: list[HistorySeat]
    rated: Pool | None
    unrated: Unrated | None


class HeadToHeadBody(Message):
    """How one fared against somebody: in how many games one was ahead, behind or level, and the mean coins of both."""

    name: str
    games: int
    ahead: int
    behind: int
    level: int
    coins: int | None
    their_coins: int | None


class HistoryBody(Message):
    """A page of games, the newest first; those after it come `before` the number `next`."""

    games: list[HistoryGame]
    next: int | None
    head_to_head: HeadToHeadBody | None


class RatingBody(Message):
    """A rating in whole numbers; the truth lies within its margin in 19 of 20 cases. Of somebody new it says little."""

    rating: int
    margin: int
    games: int
    is_new: bool


class OpponentBody(Message):
    """Somebody whom one met, and how often."""

    opponent: OpponentName
    name: str
    games: int


class RatingsBody(Message):
    """One's ratings, null before the first game, what the levels count as, and whom one met."""

    people: RatingBody | None
    computers: RatingBody | None
    levels: dict[Level, int]
    opponents: list[OpponentBody]


class ExportedResult(Message):
    """How one finished a game, as it is kept."""

    table: Id
    seat: SeatLetter
    at: Time
    name: str
    place: Place | None
    coins: int | None
    has_left: bool
    is_rated: bool


class ExportedRating(Message):
    """A rating as it is kept."""

    pool: Pool
    mean: float
    error: float
    games: int
