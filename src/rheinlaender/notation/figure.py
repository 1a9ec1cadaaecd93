"""Figures: a position, what is played in it and what then holds, as the blocks of the rule book state them.

A figure is a few lines of text. The first is a position in notation; each further line is a statement, as
`notation/statement.py` lists them, or `play MOVE ...`: the moves are made.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from rheinlaender.board import Board
from rheinlaender.game.errors import BadNotation
from rheinlaender.game.event import Event
from rheinlaender.game.game import Game
from rheinlaender.notation.position import read_position
from rheinlaender.notation.statement import Moment, Statement, instead_of, read_statement
from rheinlaender.rules.compile import interpreted

PLAY = "play"


@dataclass(frozen=True)
class PlayedMoves:
    """Moves that are made."""

    moves: tuple[str, ...]


@dataclass(frozen=True)
class Figure:
    """A figure as it is written: the game at its position, and what is played and stated, each with its line."""

    game: Game
    lines: tuple[tuple[int, PlayedMoves | Statement], ...]


def read_figure(text: str, board: Board | None = None) -> Figure:
    """The figure that a text stands for."""
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if not lines:
        raise BadNotation(line=1, column=1, found="nothing", expected="a position that begins with rh1")
    engine, (first, position) = interpreted(board), lines[0]
    game = Game(read_position(engine, position, first), engine)
    return Figure(game, tuple((number, _read_line(line, number)) for number, line in lines[1:]))


def _read_line(text: str, line: int) -> PlayedMoves | Statement:
    name, *moves = text.split()
    return PlayedMoves(tuple(moves)) if name == PLAY else read_statement(text, line)


def check_figure(text: str, board: Board | None = None) -> list[str]:
    """Work through a figure; the statements that do not hold, each with what holds instead."""
    return list(_failures(read_figure(text, board)))


def _failures(figure: Figure) -> Iterator[str]:
    game, events = figure.game, list[Event]()
    for number, line in figure.lines:
        if isinstance(line, PlayedMoves):
            events = [event for move in line.moves for event in game.play(move)]
        else:
            instead = instead_of(line, Moment(game, events))
            if instead is not None:
                yield f"line {number}: {line}: {instead}"
