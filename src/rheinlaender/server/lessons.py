"""Routes of the lessons: what they show, what a try would do, and how it is answered. Nothing is kept of a learner."""

from collections.abc import Sequence
from functools import cache
from typing import Annotated, Any, Literal

import orjson
from fastapi import APIRouter, Depends, Path, Response
from pydantic import Field, StringConstraints

from rheinlaender.drawing.picture import duke_places
from rheinlaender.game.attempt import attempted_move
from rheinlaender.game.event import Event
from rheinlaender.game.game import Game
from rheinlaender.lessons import Answer, Lesson, Saying, Shown, Step, judge, judge_taps, read_lessons
from rheinlaender.lessons.lesson import PLAY
from rheinlaender.server import errors, messages
from rheinlaender.server.http.asked import count
from rheinlaender.server.messages import Field_, Message, MoveText, SeatLetter, Site
from rheinlaender.server.questions import considered, foresee
from rheinlaender.server.routes import answer, refusals
from rheinlaender.server.values.entry import Parts
from rheinlaender.server.values.turn import Last, placed_fields
from rheinlaender.server.writing.views import write_events, write_view

MOST_DECISIONS, MOST_TAPS, MOST_STEPS = 2, 6, 20
OPPONENTS = 2
Key = Annotated[str, StringConstraints(pattern=r"^lesson\.[a-z_.]+$")]
Clause = Annotated[str, StringConstraints(pattern=r"^\d+(\.\d+)*$")]
LessonName = Annotated[str, StringConstraints(pattern="^[a-z]{1,20}$")]
Moves = Annotated[list[MoveText], Field(min_length=1, max_length=MOST_DECISIONS)]
Taps = Annotated[list[Field_ | Site], Field(min_length=1, max_length=MOST_TAPS)]


class NoSuchLesson(errors.ServerRefusal):
    """No lesson has this name."""

    code, status = "no_such_lesson", 404


class NoSuchStep(errors.ServerRefusal):
    """The lesson has no step of this number."""

    code, status = "no_such_step", 404


class NothingToPlay(errors.ServerRefusal):
    """A move in a step in which one only looks."""

    code = "nothing_to_play"


class NothingToTap(errors.ServerRefusal):
    """Taps in a step in which a move is to be made."""

    code = "nothing_to_tap"


# What is asked


class PlayTry(Message):
    """A turn: its decisions. One that stops before the bastion is finished without one."""

    moves: Moves


class AttemptTry(Message):
    """A card on a field, or a bastion after the knight, legal or not."""

    moves: Annotated[list[MoveText], Field(default_factory=list, max_length=MOST_DECISIONS - 1)]
    attempt: messages.Attempt


class LookTry(Message):
    """Taps on fields and sites."""

    fields_: Annotated[Taps, Field(alias="fields")]


class LessonPreviewQuestion(Message):
    """What would these decisions do, and after them an attempt?"""

    moves: Annotated[list[MoveText], Field(max_length=MOST_DECISIONS)]
    attempt: messages.Attempt | None = None


# What is answered


class LessonLine(Message):
    """A lesson in the list of all."""

    name: LessonName
    number: int
    title: Key
    about: Key
    clauses: list[Clause]
    figures: list[int]
    steps: int


class LessonList(Message):
    """All lessons in the order of the course."""

    lessons: list[LessonLine]


class ShownTurn(Message):
    """A turn of an opponent that is shown before the learner acts."""

    seat: SeatLetter
    moves: list[MoveText]
    events: list[messages.Event]
    view: messages.ViewBody


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
    opening: Annotated[messages.ViewBody | None, Field(description="The view before the turns that are shown.")]
    shown: list[ShownTurn]
    view: messages.ViewBody
    solution: Annotated[list[MoveText | Site], Field(description="Moves, or places to tap.")]


class NextGame(Message):
    """The real game that a lesson hands over to: what a table for it is opened with, but its id and secret."""

    say: Key
    seats: list[messages.PersonWish | messages.BotWish]
    hints: bool


class LessonBody(Message):
    """A lesson."""

    name: LessonName
    number: int
    title: Key
    about: Key
    clauses: list[Clause]
    figures: list[int]
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
    refusal: Annotated[messages.RefusalBody | None, Field(description="Why the move is illegal.")]
    moves: Annotated[list[MoveText], Field(description="The moves that were tried.")]
    events: list[messages.Event]
    view: messages.ViewBody


lessons = APIRouter(prefix="/api/lessons", dependencies=[Depends(count)])


@lessons.get("", response_model=LessonList, responses=refusals())
async def list_of_lessons() -> Response:
    """All lessons in the order of the course."""
    return answer({"lessons": [{**write_head(one), "steps": len(one.steps)} for one in read_lessons().values()]})


def lesson_of(name: Annotated[LessonName, Path()]) -> Lesson:
    """The lesson that a request is about."""
    if name not in read_lessons():
        raise NoSuchLesson(lesson=name)
    return read_lessons()[name]


AskedLesson = Annotated[Lesson, Depends(lesson_of)]


def step_of(lesson: AskedLesson, step: Annotated[int, Path(ge=1, le=MOST_STEPS)]) -> Step:
    """The step that a request is about, by its number."""
    if step > len(lesson.steps):
        raise NoSuchStep(lesson=lesson.name, step=step)
    return lesson.steps[step - 1]


AskedStep = Annotated[Step, Depends(step_of)]


@lessons.get("/{name}", response_model=LessonBody, responses=refusals(404))
async def one_lesson(lesson: AskedLesson) -> Response:
    """A lesson with its steps."""
    return answer(lesson_text(lesson.name))


@lessons.post("/{name}/{step}", response_model=AnswerBody, responses=refusals(404, 409))
async def try_step(tried: PlayTry | AttemptTry | LookTry, step: AskedStep) -> Response:
    """The answer to a try. What is against the rules is answered, too: with the refusal."""
    if isinstance(tried, LookTry):
        return answer(write_answer(step, [], tap(step, tried.fields_)))
    if step.kind != PLAY:
        raise NothingToPlay()
    moves = tried.moves if isinstance(tried, PlayTry) else attempted(step, tried)
    return answer(write_answer(step, moves, judge(step, moves)))


def attempted(step: Step, tried: AttemptTry) -> list[str]:
    """The turn that an attempt stands for; `judge` refuses it where it is illegal."""
    return [*tried.moves, str(attempted_move(step.game, tried.attempt.card, tried.attempt.field))]


def tap(step: Step, taps: Sequence[str]) -> Answer:
    """The answer to taps, where there is something to tap."""
    if step.kind == PLAY:
        raise NothingToTap()
    return judge_taps(step, taps)


@lessons.post("/{name}/{step}/preview", response_model=messages.Preview, responses=refusals(404, 409))
async def preview_step(asked: LessonPreviewQuestion, step: AskedStep) -> Response:
    """What decisions would do, up to the draw."""
    if step.kind != PLAY:
        raise NothingToPlay()
    decided = considered(step.game, asked.moves, asked.attempt, step.seat)
    return answer(foresee(step.game, None, decided, step.seat))


@cache
def lesson_text(name: str) -> str:
    """A lesson as it is sent; it never changes."""
    lesson = read_lessons()[name]
    names = list(read_lessons())
    seats = max((step.game.seats for step in lesson.steps), key=len)
    body = {
        **write_head(lesson),
        "colours": {seat: f"lesson.colour.{seat}" for seat in seats},
        "steps": [write_step(number, step) for number, step in enumerate(lesson.steps, 1)],
        "next": next(iter(names[lesson.number :]), None),
        "game": None if lesson.level is None else write_game(lesson),
    }
    return orjson.dumps(body).decode()


def write_head(lesson: Lesson) -> Parts:
    """What is told of a lesson before it is opened."""
    return {
        "name": lesson.name,
        "number": lesson.number,
        "title": lesson.key("title"),
        "about": lesson.key("about"),
        "clauses": lesson.clauses,
        "figures": lesson.figures,
    }


def write_game(lesson: Lesson) -> Parts:
    """The real game that a lesson hands over to."""
    bots = [{"kind": "bot", "level": lesson.level}] * OPPONENTS
    return {"say": lesson.key("game"), "seats": [{"kind": "person", "name": ""}, *bots], "hints": True}


def write_step(number: int, step: Step) -> Parts:
    """A step as it is sent."""
    last = last_of(step.shown_turns[-1].seat, step.shown_turns[-1].events) if step.shown else None
    return {
        "number": number,
        "name": step.name,
        "kind": step.kind,
        "say": step.key("say"),
        "hint": step.key("hint"),
        "figure": step.figure,
        "clauses": step.clauses,
        "crop": step.crop,
        "seat": step.seat,
        "has_bastion": step.has_bastion,
        "taps": len(step.targets),
        "opening": write_seen(step.opening, step.seat, None) if step.shown else None,
        "shown": [write_shown(step, shown) for shown in step.shown_turns],
        "view": write_seen(step.game, step.seat, last, step.kind == PLAY),
        "solution": step.solution,
    }


def write_shown(step: Step, shown: Shown) -> Parts:
    """A turn of an opponent as it is sent."""
    return {
        "seat": shown.seat,
        "moves": shown.moves,
        "events": write_events(shown.events, step.seat),
        "view": write_seen(shown.game, step.seat, last_of(shown.seat, shown.events)),
    }


def write_answer(step: Step, moves: Sequence[str], given: Answer) -> Parts:
    """An answer as it is sent; the view shows what was done, and where nothing was, the step with its moves."""
    is_unchanged = given.refusal is not None
    return {
        "right": given.is_right,
        "say": write_saying(given.say),
        "missing": None if given.missing is None else write_saying(given.missing),
        "refusal": None if given.refusal is None else errors.write_refusal(given.refusal),
        "moves": moves,
        "events": write_events(given.events, step.seat),
        "view": write_seen(given.game, step.seat, last_of(step.seat, given.events), is_unchanged),
    }


def write_saying(saying: Saying) -> Parts:
    """Something said as it is sent."""
    return {"key": saying.key, "arguments": saying.arguments}


def write_seen(game: Game, seat: str, last: Last, may_move: bool = False) -> Parts:
    """The game as the learner sees it, with the legal moves where they may be made."""
    view = game.view(seat)
    return write_view(game, view, game.legal_moves() if may_move else [], last, duke_places(view))


def last_of(seat: str, events: Sequence[Event]) -> Last:
    """Who moved last, and where."""
    fields = placed_fields(events)
    return (seat, fields) if fields else None
