"""Figures for readers: a position block of the rule book, worked through stage by stage."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rheinlaender.game.event import Event
from rheinlaender.game.game import Game
from rheinlaender.game.move import read_move
from rheinlaender.notation.figure import PlayedMoves, read_figure
from rheinlaender.notation.statement import LEGAL, Statement

BETWEEN = "bastion"
ALL_SITES = 26


@dataclass
class Stage:
    """A position of a figure: the seat that moved, its moves and what they did, and what then holds."""

    game: Game
    seat: str | None = None
    moves: tuple[str, ...] = ()
    events: tuple[Event, ...] = ()
    statements: list[Statement] = field(default_factory=list)


def work_through(text: str) -> list[Stage]:
    """The stages of a block: the position, and one more for each turn or part of a turn that is played."""
    figure = read_figure(text)
    stages = [Stage(figure.game)]
    for _, line in figure.lines:
        if isinstance(line, PlayedMoves):
            stages += _played(stages[-1].game, line.moves)
        else:
            stages[-1].statements += _apart(line)
    return stages


def _played(game: Game, moves: Sequence[str]) -> Iterator[Stage]:
    """The stages that moves lead to; a stage ends with the turn or with the line."""
    made, events = list[str](), list[Event]()
    for place, move in enumerate(moves):
        if not made:
            game, seat = game.copy(), game.to_move
        events += game.play(move)
        made.append(move)
        if game.view().phase != BETWEEN or place == len(moves) - 1:
            yield Stage(game, seat, tuple(made), tuple(events))
            made, events = [], []


def _apart(statement: Statement) -> Iterator[Statement]:
    """A statement; moves that are legal are one for each kind and card."""
    if statement.name != LEGAL:
        yield statement
        return
    groups: dict[tuple[str, int | None], list[str]] = {}
    for text in statement.moves:
        move = read_move(text)
        groups.setdefault((move.kind, move.card), []).append(text)
    yield from (Statement(LEGAL, tuple(moves)) for moves in groups.values())


def crop_of(stages: Sequence[Stage]) -> list[str]:
    """The fields that show a figure: all that something stands on or that it speaks of, and the fields around them.

    Landmarks count where only some are laid; where all are, those beside the rest are seen. Bastions can be placed
    anywhere, so that only those that stand count. Nothing to show: empty.
    """
    board = stages[0].game.board
    shown = {name for stage in stages for name in _spoken_of(stage)}
    regions = {name for fields in board.regions.values() if shown & set(fields) for name in fields}
    wanted = regions | {near for name in regions for near in board.neighbours[name]}
    return [name for name in board.fields if name in wanted]


def _spoken_of(stage: Stage) -> Iterator[str]:
    view = stage.game.view()
    yield from view.knights
    yield from view.bastions
    if len(view.landmarks) < ALL_SITES:
        for site in view.landmarks:
            yield from view.board.sites[site]
    for statement in stage.statements:
        if not statement.arguments[0].startswith("@"):
            yield from statement.fields(view.board)
