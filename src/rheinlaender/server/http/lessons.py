"""Routes of the lessons. Nothing is kept of a learner."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Response

from rheinlaender.game.attempt import attempted_move
from rheinlaender.lessons import Answer, Lesson, Step, judge_taps, judge_turn, read_lessons
from rheinlaender.lessons.lesson import PLAY
from rheinlaender.server import errors
from rheinlaender.server.contract.answers import Preview
from rheinlaender.server.contract.lessons import (
    AnswerBody,
    AttemptTry,
    LessonBody,
    LessonList,
    LessonName,
    LessonPreviewQuestion,
    LookTry,
    PlayTry,
)
from rheinlaender.server.http.answering import answer, refusals
from rheinlaender.server.http.asked import count_request
from rheinlaender.server.writing.lessons import lesson_text, write_answer, write_list
from rheinlaender.server.writing.previews import considered, foresee

MOST_STEPS = 20
lessons = APIRouter(prefix="/api/lessons", dependencies=[Depends(count_request)])


@lessons.get("", response_model=LessonList, responses=refusals())
async def list_of_lessons() -> Response:
    """All lessons in the order of the course."""
    return answer(write_list())


def lesson_of(name: Annotated[LessonName, Path()]) -> Lesson:
    """The lesson that a request is about."""
    if name not in read_lessons():
        raise errors.NoSuchLesson(lesson=name)
    return read_lessons()[name]


AskedLesson = Annotated[Lesson, Depends(lesson_of)]


def step_of(lesson: AskedLesson, step: Annotated[int, Path(ge=1, le=MOST_STEPS)]) -> Step:
    """The step that a request is about, by its number."""
    if step > len(lesson.steps):
        raise errors.NoSuchStep(lesson=lesson.name, step=step)
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
        raise errors.NothingToPlay()
    moves = tried.moves if isinstance(tried, PlayTry) else attempted(step, tried)
    return answer(write_answer(step, moves, judge_turn(step, moves)))


def attempted(step: Step, tried: AttemptTry) -> list[str]:
    """The turn that an attempt stands for; `judge_turn` refuses it where it is illegal."""
    return [*tried.moves, str(attempted_move(step.game, tried.attempt.card, tried.attempt.field))]


def tap(step: Step, taps: Sequence[str]) -> Answer:
    """The answer to taps, where there is something to tap."""
    if step.kind == PLAY:
        raise errors.NothingToTap()
    return judge_taps(step, taps)


@lessons.post("/{name}/{step}/preview", response_model=Preview, responses=refusals(404, 409))
async def preview_step(asked: LessonPreviewQuestion, step: AskedStep) -> Response:
    """What decisions would do, up to the draw."""
    if step.kind != PLAY:
        raise errors.NothingToPlay()
    decided = considered(step.game, asked.moves, asked.attempt, step.seat)
    return answer(foresee(step.game, None, decided, step.seat))
