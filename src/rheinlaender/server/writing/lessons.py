"""Lessons as they are sent: their steps, and the answers to tries."""

from collections.abc import Sequence
from functools import cache

import orjson

from rheinlaender.drawing.picture import duke_places
from rheinlaender.game.event import Event
from rheinlaender.game.game import Game
from rheinlaender.lessons import Answer, Lesson, Saying, Shown, Step, read_lessons
from rheinlaender.lessons.lesson import PLAY
from rheinlaender.server.errors import write_refusal
from rheinlaender.server.values.entry import Parts
from rheinlaender.server.values.turn import Last, placed_fields
from rheinlaender.server.writing.views import write_events, write_game_view

OPPONENTS = 2


def write_list() -> Parts:
    """All lessons in the order of the course."""
    return {"lessons": [{**write_head(one), "steps": len(one.steps)} for one in read_lessons().values()]}


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
        "opening": write_learner_view(step.opening, step.seat, None) if step.shown else None,
        "shown": [write_shown(step, shown) for shown in step.shown_turns],
        "view": write_learner_view(step.game, step.seat, last, step.kind == PLAY),
        "solution": step.solution,
    }


def write_shown(step: Step, shown: Shown) -> Parts:
    """A turn of an opponent as it is sent."""
    return {
        "seat": shown.seat,
        "moves": shown.moves,
        "events": write_events(shown.events, step.seat),
        "view": write_learner_view(shown.game, step.seat, last_of(shown.seat, shown.events)),
    }


def write_answer(step: Step, moves: Sequence[str], given: Answer) -> Parts:
    """An answer as it is sent; the view shows what was done, and where nothing was, the step with its moves."""
    is_unchanged = given.refusal is not None
    return {
        "right": given.is_right,
        "say": write_saying(given.say),
        "missing": None if given.missing is None else write_saying(given.missing),
        "refusal": None if given.refusal is None else write_refusal(given.refusal),
        "is_enough": given.is_enough,
        "moves": moves,
        "events": write_events(given.events, step.seat),
        "view": write_learner_view(given.game, step.seat, last_of(step.seat, given.events), is_unchanged),
    }


def write_saying(saying: Saying) -> Parts:
    """Something said as it is sent."""
    return {"key": saying.key, "arguments": saying.arguments}


def write_learner_view(game: Game, seat: str, last: Last, may_move: bool = False) -> Parts:
    """The game as the learner sees it, with the legal moves where they may be made."""
    view = game.view(seat)
    return write_game_view(game, view, game.legal_moves() if may_move else [], last, duke_places(view))


def last_of(seat: str, events: Sequence[Event]) -> Last:
    """Who moved last, and where."""
    fields = placed_fields(events)
    return (seat, fields) if fields else None
