"""Puzzles: what they show, what a solver tries, and how that is answered."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from rheinlaender.server.contract.answers import ReasonBody
from rheinlaender.server.contract.questions import Attempt
from rheinlaender.server.contract.views import LegalMove, ViewBody
from rheinlaender.server.contract.words import Message, MoveText, SeatLetter

PuzzleId = Annotated[str, StringConstraints(pattern="^[0-9a-f]{8}$")]
Theme = Literal["found", "take_over", "merge", "castle", "bishop", "convert", "end", "bastion", "quiet"]
GameTime = Literal["opening", "middle", "ending"]
Grade = Literal["right", "nearly", "wrong"]
Loss = Annotated[float, Field(ge=0, le=1, description="The share of victory that the move gives away.")]


# What is asked


class PuzzleTry(Message):
    """The move that a solver makes; without one, the solution is asked for."""

    move: MoveText | None


class PuzzlePreviewQuestion(Message):
    """What would this decision do, or an attempt?"""

    moves: Annotated[list[MoveText], Field(max_length=1)]
    attempt: Attempt | None = None


# What is answered


class PuzzleLine(Message):
    """A puzzle in the list of all."""

    id: PuzzleId
    rating: int
    time: GameTime
    themes: list[Theme]
    seats: int


class PuzzleList(Message):
    """All puzzles, the easiest first."""

    puzzles: list[PuzzleLine]


class ToldMove(Message):
    """What another seat did last."""

    seat: SeatLetter
    move: LegalMove


class PuzzleBody(Message):
    """A puzzle, as far as its seat may know; the coins that everybody was paid are counted."""

    id: PuzzleId
    rating: int
    time: GameTime
    seat: SeatLetter
    view: ViewBody
    told: Annotated[list[ToldMove], Field(description="What the others did since the seat's last turn.")]


class MarginBody(Message):
    """By how much the best move beats its closest rival, for one judge and one belief, in so many worlds."""

    judge: Literal["near", "far"]
    belief: Literal["alike", "plausible"]
    worlds: int
    margin: float
    error: float


class MoveLoss(LegalMove):
    """A move with what it loses."""

    loss: Loss


class SolutionBody(Message):
    """The moves that are right, the best first, why, and the proof."""

    right: list[LegalMove]
    second: Annotated[MoveLoss, Field(description="The best of those that are not right.")]
    greedy: Annotated[MoveLoss, Field(description="What looks best at first sight.")]
    share: Annotated[float, Field(description="The seat's share of victory after the best move.")]
    reasons: list[ReasonBody]
    risks: list[ReasonBody]
    themes: list[Theme]
    missed: Annotated[list[str], Field(description="The computer players that do not find it.")]
    proof: list[MarginBody]
    judges: str
    view: Annotated[ViewBody, Field(description="The board after the best move.")]


class Verdict(Message):
    """The answer to a try; the solution comes with a right one, and where it was asked for."""

    move: LegalMove | None
    grade: Grade | None
    loss: Loss | None
    score: Annotated[float, Field(ge=0, le=1, description="What a first try counts.")]
    solution: SolutionBody | None
