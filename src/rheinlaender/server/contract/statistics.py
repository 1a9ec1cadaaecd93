"""Statistics of one's games: results, and what reviews found about one's play."""

from typing import Annotated, Literal

from pydantic import Field

from rheinlaender.server.contract.history import Edition, Place
from rheinlaender.server.contract.words import Id, Level, Message, Time

Against = Level | Literal["people", "others"]
"""Whom games were played against: people where there were any, else the strongest level, or other computer players."""
Theme = Literal["found", "take_over", "merge", "castle", "bishop", "convert", "end", "bastion", "quiet"]


class ResultCellBody(Message):
    """Games against somebody in an edition."""

    against: Against
    edition: Edition
    games: int
    won: int
    even: Annotated[float, Field(description="How many would be won if all were equally strong.")]


class ReviewedGameBody(Message):
    """What a review found about one's play in a game."""

    table: Id
    at: Time
    place: Place
    accuracy: Annotated[int, Field(ge=0, le=100)]
    luck: Annotated[int, Field(description="In hundredths of a victory.")]


class ThemeBody(Message):
    """Mistakes in which the best move was about something: how many, and what they cost in hundredths of a victory."""

    theme: Theme
    missed: int
    lost: int


class StatisticsBody(Message):
    """One's results, the games that were reviewed, the newest first, and what one misses, the dearest first."""

    results: list[ResultCellBody]
    reviewed: list[ReviewedGameBody]
    themes: list[ThemeBody]
    marks: Annotated[dict[Level, int], Field(description="The accuracy of the levels, for comparison.")]
    unreviewed: Annotated[Id | None, Field(description="The newest game that has no review yet.")]
