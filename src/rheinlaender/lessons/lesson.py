"""Lessons as values, read from the files beside this one. `docs/reference/lessons.md` is the specification.

What is said is in the catalogue, under keys that follow from the names: `lesson.place.banks.say`.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from rheinlaender.board import rhine
from rheinlaender.game.event import Event
from rheinlaender.game.game import Game
from rheinlaender.notation.position import game_at
from rheinlaender.notation.statement import Statement, read_statement

Decisions = tuple[str, ...]
"""The decisions of one turn; as a pattern `*` stands for any decision, and what is left out may be anything."""

ANY = "*"
PLAY, LOOK = "play", "look"


@dataclass(frozen=True)
class Reply:
    """The answer to something wrong: to turns, to what then holds, to a refusal, to taps, or, without any, to the rest.

    `example` is something that gets this answer. Where it `is_enough`, the refusal is not cited: its rule comes later.
    """

    name: str
    example: Decisions
    turns: tuple[Decisions, ...] = ()
    when: tuple[Statement, ...] = ()
    refusal: str | None = None
    taps: tuple[str, ...] = ()
    is_enough: bool = False


@dataclass(frozen=True)
class Shown:
    """A turn of an opponent that is shown before the learner acts, and the game after it."""

    seat: str
    moves: Decisions
    events: tuple[Event, ...]
    game: Game


@dataclass(frozen=True)
class Step:
    """A step of a lesson: a position in which something is to be done.

    In a step to play the goal is reached by one of `turns`, if there are any, after which all of `goal` holds. In a
    step to look each of `targets` is to be tapped, in any of its places. `facts` hold whenever the goal is reached.
    `seat` is the learner's, and it is to move where a move is to be made.
    """

    lesson: str
    name: str
    position: str
    crop: tuple[str, ...]
    solution: Decisions
    clauses: tuple[str, ...]
    seat: str = "a"
    figure: int | None = None
    shown: tuple[Decisions, ...] = ()
    has_bastion: bool = False
    turns: tuple[Decisions, ...] = ()
    goal: tuple[Statement, ...] = ()
    targets: tuple[tuple[str, ...], ...] = ()
    facts: tuple[Statement, ...] = ()
    replies: tuple[Reply, ...] = ()

    @property
    def kind(self) -> str:
        """Whether the learner makes a move or points at something."""
        return LOOK if self.targets else PLAY

    def key(self, part: str) -> str:
        """The catalogue's key of what is said: `say`, `after`, `hint`, or the name of a reply."""
        return f"lesson.{self.lesson}.{self.name}.{part}"

    @property
    def keys(self) -> list[str]:
        """The keys of all that this step may say of its own."""
        return [self.key(part) for part in ("say", "hint", "after", *(reply.name for reply in self.replies))]

    @cached_property
    def opening(self) -> Game:
        """The game at the position, before anything is shown."""
        return game_at(self.position)

    @cached_property
    def shown_turns(self) -> tuple[Shown, ...]:
        """The turns that are shown, one after the other."""
        return tuple(_show(self.opening.copy(), self.shown))

    @property
    def game(self) -> Game:
        """The game as the learner finds it."""
        return self.shown_turns[-1].game if self.shown_turns else self.opening


def _show(game: Game, turns: Sequence[Decisions]) -> Iterator[Shown]:
    for moves in turns:
        seat = game.view().to_move
        events = [event for move in moves for event in game.play(move)]
        yield Shown(seat, moves, tuple(events), game.copy())


@dataclass(frozen=True)
class Lesson:
    """A lesson: its number in the course, its name and its steps. `level` is that of the real game that follows it."""

    number: int
    name: str
    steps: tuple[Step, ...]
    level: str | None = None

    def key(self, part: str) -> str:
        """The catalogue's key of the `title`, of what it is `about`, or of what is said before the `game` after it."""
        return f"lesson.{self.name}.{part}"

    @property
    def keys(self) -> list[str]:
        """The keys of all that this lesson may say of its own."""
        parts = ["title", "about"] if self.level is None else ["title", "about", "game"]
        return [*(self.key(part) for part in parts), *(key for step in self.steps for key in step.keys)]

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses of the rule book that its steps show, in their order."""
        return tuple(dict.fromkeys(clause for step in self.steps for clause in step.clauses))

    @property
    def figures(self) -> tuple[int, ...]:
        """The figures that its steps show."""
        return tuple(dict.fromkeys(step.figure for step in self.steps if step.figure is not None))


@cache
def read_lessons() -> Mapping[str, Lesson]:
    """All lessons by name, in the order of the course."""
    lessons = [_read_lesson(path) for path in sorted(Path(__file__).parent.glob("*.toml"))]
    return {lesson.name: lesson for lesson in lessons}


def _read_lesson(path: Path) -> Lesson:
    number, _, name = path.stem.partition("-")
    text = tomllib.loads(path.read_text(encoding="utf-8"))
    steps = tuple(_read_step(name, parts) for parts in text.pop("step"))
    return Lesson(int(number), name, steps, **text)


def _read_step(lesson: str, parts: dict[str, Any]) -> Step:
    return Step(
        lesson=lesson,
        crop=tuple(_read_crop(parts.pop("crop"))),
        solution=_read_turn(parts.pop("solution")),
        clauses=_read_turn(parts.pop("clauses")),
        shown=_read_turns(parts.pop("shown", [])),
        turns=_read_turns(parts.pop("turns", [])),
        goal=_read_statements(parts.pop("goal", [])),
        targets=_read_turns(parts.pop("targets", [])),
        facts=_read_statements(parts.pop("facts", [])),
        replies=tuple(_read_reply(reply) for reply in parts.pop("reply", [])),
        **parts,
    )


def _read_reply(parts: dict[str, Any]) -> Reply:
    return Reply(
        example=_read_turn(parts.pop("example")),
        turns=_read_turns(parts.pop("turns", [])),
        when=_read_statements(parts.pop("when", [])),
        taps=_read_turn(parts.pop("taps", "")),
        **parts,
    )


def _read_turn(text: str) -> Decisions:
    return tuple(text.split())


def _read_turns(texts: Sequence[str]) -> tuple[Decisions, ...]:
    return tuple(_read_turn(text) for text in texts)


def _read_statements(texts: Sequence[str]) -> tuple[Statement, ...]:
    return tuple(read_statement(text) for text in texts)


def _read_crop(text: str) -> Iterator[str]:
    """The fields of all regions of `21-27`."""
    first, _, last = text.partition("-")
    for region in range(int(first), int(last) + 1):
        yield from rhine().regions[region]
