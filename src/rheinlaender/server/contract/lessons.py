"""Lessons: what they show, what a pupil tries, and how that is answered."""

from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from rheinlaender.server.contract.commands import BotWish, PersonWish
from rheinlaender.server.contract.entries import EventBody
from rheinlaender.server.contract.questions import Attempt
from rheinlaender.server.contract.refusals import RefusalBody
from rheinlaender.server.contract.views import ViewBody
from rheinlaender.server.contract.words import Field_, Message, MoveText, SeatLetter, Site

MOST_DECISIONS, MOST_TAPS = 2, 6
Key = Annotated[str, StringConstraints(pattern=r"^lesson\.[a-z_.]+$")]
Clause = Annotated[str, StringConstraints(pattern=r"^\d+(\.\d+)*$")]
LessonName = Annotated[str, StringConstraints(pattern="^[a-z]{1,20}$")]
Moves = Annotated[list[MoveText], Field(min_length=1, max_length=MOST_DECISIONS)]
Taps = Annotated[list[Field_ | Site], Field(min_length=1, max_length=MOST_TAPS)]


# What is asked


class PlayTry(Message):
    """A turn: its decisions. One that stops before the bastion is finished without one."""

    moves: Moves


class AttemptTry(Message):
    """A card on a field, or a bastion after the knight, legal or not."""

    moves: Annotated[list[MoveText], Field(default_factory=list, max_length=MOST_DECISIONS - 1)]
    attempt: Attempt


class LookTry(Message):
    """Taps on fields and sites."""

    fields_: Annotated[Taps, Field(alias="fields")]


class LessonPreviewQuestion(Message):
    """What would these decisions do, and after them an attempt?"""

    moves: Annotated[list[MoveText], Field(max_length=MOST_DECISIONS)]
    attempt: Attempt | None = None


# What is answered


class LessonHead(Message):
    """What a lesson is about."""

    name: LessonName
    number: int
    title: Key
    about: Key
    clauses: list[Clause]
    figures: list[int]


class LessonLine(LessonHead):
    """A lesson in the list of all."""

    steps: int


class LessonList(Message):
    """All lessons in the order of the course."""

    lessons: list[LessonLine]


class ShownTurn(Message):
    """A turn of an opponent that is shown before the learner acts."""

    seat: SeatLetter
    moves: list[MoveText]
    events: list[EventBody]
    view: ViewBody


class StepBody(Message):
    """A step of a lesson, with all that is needed to show it."""

    number: int
    name: str
    kind: Literal["play", "look"]
    say: Key
    hint: Key
    figure: int | None
    clauses: list[Clause]
    crop: list[Field_]
    seat: SeatLetter
    has_bastion: Annotated[bool, Field(description="Whether the bastion after the knight is a part of the step.")]
    taps: Annotated[int, Field(description="How many places are to be tapped in a step to look.")]
    opening: Annotated[ViewBody | None, Field(description="The view before the turns that are shown.")]
    shown: list[ShownTurn]
    view: ViewBody
    solution: Annotated[list[MoveText | Site], Field(description="Moves, or places to tap.")]


class NextGame(Message):
    """The real game that a lesson hands over to: what a table for it is opened with, but its id and secret."""

    say: Key
    seats: list[PersonWish | BotWish]
    hints: bool


class LessonBody(LessonHead):
    """A lesson."""

    colours: Annotated[dict[SeatLetter, Key], Field(description="What seats are called in lessons.")]
    steps: list[StepBody]
    next: Annotated[LessonName | None, Field(description="The lesson that follows.")]
    game: NextGame | None


class SayingBody(Message):
    """Something said: a key of the catalogue and what its text is filled by."""

    key: Key
    arguments: dict[str, Any]


class AnswerBody(Message):
    """The answer to a try."""

    right: bool
    say: SayingBody
    missing: Annotated[SayingBody | None, Field(description="Which part of the goal is not reached.")]
    refusal: Annotated[RefusalBody | None, Field(description="Why the move is illegal.")]
    is_enough: Annotated[bool, Field(description="Whether the refusal is not to be cited: its rule comes later.")]
    moves: Annotated[list[MoveText], Field(description="The moves that were tried.")]
    events: list[EventBody]
    view: ViewBody
