"""Figures for readers: a position block of the rule book, worked through stage by stage."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from rheinlaender.board import Board
from rheinlaender.game.event import Event
from rheinlaender.game.game import Game
from rheinlaender.game.move import canonical_name, read_move
from rheinlaender.i18n import Refusal
from rheinlaender.notation.position import game_at

PLAY = "play"
ABOUT_FIELDS = ("duke", "worth", "knights")
BETWEEN = "bastion"
ALL_SITES = 26


@dataclass(frozen=True)
class Statement:
    """What a line of a block says: its kind, its words as they stand, the fields it is about; why not, of illegal ones.

    Legal moves of one kind with one card are one statement.
    """

    kind: str
    arguments: tuple[str, ...]
    fields: tuple[str, ...] = ()
    refusal: Refusal | None = None


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
    position, *lines = text.splitlines()
    stages = [Stage(game_at(position))]
    for line in lines:
        name, *arguments = line.split()
        if name == PLAY:
            stages += _played(stages[-1].game, arguments)
        else:
            stages[-1].statements += _statements(stages[-1].game, name, arguments)
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


def _statements(game: Game, name: str, arguments: Sequence[str]) -> Iterator[Statement]:
    if name == "legal":
        for moves in _alike(arguments):
            yield Statement(name, tuple(moves), tuple(dict.fromkeys(_fields_of(game.board, moves))))
    elif name == "illegal":
        move = arguments[0]
        yield Statement(name, (move,), tuple(_fields_of(game.board, [move])), _refusal(game, move))
    else:
        fields = (canonical_name(game.board, arguments[0]),) if name in ABOUT_FIELDS else ()
        yield Statement(name, tuple(arguments), fields)


def _alike(moves: Iterable[str]) -> list[list[str]]:
    """Moves of the same kind with the same card, together."""
    groups: dict[tuple[str, int | None], list[str]] = {}
    for text in moves:
        move = read_move(text)
        groups.setdefault((move.kind, move.card), []).append(text)
    return list(groups.values())


def _refusal(game: Game, move: str) -> Refusal:
    """Why a move is illegal."""
    try:
        game.check(move)
    except Refusal as refusal:
        return refusal
    raise ValueError(f"{move} is legal")


def _fields_of(board: Board, moves: Iterable[str]) -> list[str]:
    """The fields that moves go to."""
    found = (read_move(text).target(board) for text in moves)
    return [name for name in found if name is not None]


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
            yield from statement.fields
