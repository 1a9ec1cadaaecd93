"""Reviews: what a judge found about a game that is over. Shares and errors are parts of a victory."""

from typing import Annotated, Literal

from pydantic import Field

from rheinlaender.server.contract.answers import ReasonBody
from rheinlaender.server.contract.views import LegalMove
from rheinlaender.server.contract.words import Level, Message, SeatLetter

Depth = Literal["usual", "deep", "deepest"]
Label = Literal["best", "level", "excellent", "good", "inaccuracy", "mistake", "blunder"]


class LedgerLines(Message):
    """What a result is made of: all lines, those of `others` included, add up to it."""

    even: float
    order: float
    deal: float
    own_draws: float
    others_draws: float
    mistakes: float
    hidden: float
    others: dict[SeatLetter, float]
    rounding: float


class SeatReviewBody(Message):
    """One seat: its result and how well it decided."""

    seat: SeatLetter
    result: float
    accuracy: Annotated[float, Field(description="From 0 to 100.")]
    lost: Annotated[float, Field(description="What its mistakes have cost.")]
    decisions: Annotated[int, Field(description="How many decisions were not forced.")]
    lines: LedgerLines
    worst: Annotated[list[int], Field(description="The places of its worst mistakes in `decisions`.")]


class WeighedMove(LegalMove):
    """A move that was weighed, and the error of its distance from the best."""

    share: float
    error: float


class DecisionBody(Message):
    """One decision and what was found about it, as far as its seat could know."""

    turn: int
    seat: SeatLetter
    played: LegalMove
    loss: float
    error: float
    label: Label
    is_forced: bool
    moves: Annotated[list[WeighedMove], Field(description="The best first, the played one among them.")]
    why: Annotated[list[ReasonBody], Field(description="What the best move is for, of mistakes only.")]
    position: Annotated[str | None, Field(description="The position before it, in notation, of mistakes only.")]


class TurningPointBody(Message):
    """A turn after which the chances were others: by how much, and whose grew most."""

    turn: int
    seat: SeatLetter
    swing: float
    gained: SeatLetter


class ReviewBody(Message):
    """A whole review."""

    seats: list[SeatReviewBody]
    decisions: list[DecisionBody]
    chances: Annotated[list[dict[SeatLetter, float]], Field(description="After the deal and after each turn.")]
    turning_points: list[TurningPointBody]
    marks: Annotated[dict[Level, float], Field(description="The accuracy of the levels, for comparison.")]


class AnotherMove(Message):
    """What another move of a decision is worth to its seat, in the worlds in which the others were weighed."""

    share: float
    error: Annotated[float, Field(description="That of its distance from the best move.")]


class ReviewAnswer(Message):
    """How far a review is: of its `questions` so many are `answered`. While it is not done, ask again."""

    state: Literal["waiting", "working", "done"]
    answered: int
    questions: Annotated[int, Field(description="0 as long as it is not known how many there are.")]
    judge: Annotated[str, Field(description="Who judges: name, version, play-outs, seed.")]
    review: ReviewBody | None
