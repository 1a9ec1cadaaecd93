"""Judging what a learner does: whether the goal is reached, and in which words that is answered."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rheinlaender.board import Board
from rheinlaender.game.errors import IllegalMove, UnknownField
from rheinlaender.game.event import Event
from rheinlaender.game.game import Game
from rheinlaender.lessons.lesson import ANY, Decisions, Reply, Step
from rheinlaender.notation.statement import Moment, Statement, holds


@dataclass(frozen=True)
class Saying:
    """Something said: a key of the catalogue and what its text is filled by."""

    key: str
    arguments: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Answer:
    """The answer to what a learner did.

    `missing` says which part of the goal is not reached, where the step has no words of its own for what was done. A
    refusal is that of an illegal move; it is cited unless what is said `is_enough`. `game` is the game afterwards; a
    refusal has left it as it was.
    """

    is_right: bool
    say: Saying
    game: Game
    missing: Saying | None = None
    events: tuple[Event, ...] = ()
    refusal: IllegalMove | None = None
    is_enough: bool = False


def judge_turn(step: Step, moves: Sequence[str]) -> Answer:
    """The answer to a turn. A turn that stops before the bastion is finished without one."""
    game, turn = step.game.copy(), list(moves)
    try:
        events = _play(game, step.seat, turn)
    except IllegalMove as refusal:
        return _refused(step, refusal)
    moment = Moment(game, events)
    missing = next((statement for statement in step.goal if not holds(statement, moment)), None)
    if missing is None and (not step.turns or _is_one_of(turn, step.turns)):
        return Answer(True, Saying(step.key("after")), game, events=tuple(events))
    reply = next((reply for reply in step.replies if _fits(reply, turn, moment)), None)
    if reply is not None:
        return Answer(False, Saying(step.key(reply.name)), game, events=tuple(events))
    return Answer(False, Saying("lesson.missed"), game, _not_yet(missing), tuple(events))


def _play(game: Game, seat: str, turn: list[str]) -> list[Event]:
    """What a turn does; it is completed by not building a bastion."""
    events = [event for move in turn for event in game.play(move, seat=seat)]
    if game.view().phase == "bastion":
        turn.append(".")
        events += game.play(".", seat=seat)
    return events


def _refused(step: Step, refusal: IllegalMove) -> Answer:
    reply = next((reply for reply in step.replies if reply.refusal == refusal.code), None)
    key = "lesson.refused" if reply is None else step.key(reply.name)
    return Answer(False, Saying(key), step.game, refusal=refusal, is_enough=reply is not None and reply.is_enough)


def _is_one_of(turn: Sequence[str], patterns: Sequence[Decisions]) -> bool:
    return any(_matches(turn, pattern) for pattern in patterns)


def _matches(turn: Sequence[str], pattern: Decisions) -> bool:
    pairs = zip(turn, pattern, strict=False)
    return len(turn) >= len(pattern) and all(wanted in (ANY, move) for move, wanted in pairs)


def _fits(reply: Reply, turn: Sequence[str], moment: Moment) -> bool:
    """Whether a reply is meant for a legal turn."""
    if reply.refusal is not None or (reply.turns and not _is_one_of(turn, reply.turns)):
        return False
    return all(holds(statement, moment) for statement in reply.when)


def _not_yet(statement: Statement | None) -> Saying | None:
    """Which part of the goal is not reached, in words."""
    if statement is None:
        return None
    key = "no_duke" if statement.name == "duke" and statement.seat is None else statement.name
    return Saying(f"lesson.missing.{key}", statement.parts)


def judge_taps(step: Step, taps: Sequence[str]) -> Answer:
    """The answer to taps on fields and sites: each target has to be tapped, and nothing else."""
    places = [_place(step.game.board, tap) for tap in taps]
    targets = [{target for target in step.targets if place in target} for place in places]
    if all(targets) and set().union(*targets) == set(step.targets):
        return Answer(True, Saying(step.key("after")), step.game)
    wrong = [place for place, hit in zip(places, targets, strict=True) if not hit]
    reply = next((reply for reply in step.replies if not reply.taps or set(reply.taps) & set(wrong)), None)
    return Answer(False, Saying("lesson.missed_tap" if reply is None else step.key(reply.name)), step.game)


def _place(board: Board, tap: str) -> str:
    """A field under its canonical name, or a site."""
    if tap in board.sites:
        return tap
    if tap not in board.numbers:
        raise UnknownField(field=tap)
    return board.fields[board.numbers[tap]]
