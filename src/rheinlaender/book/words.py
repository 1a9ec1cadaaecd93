"""Statements of figures in words; seats are called by their colours."""

from collections.abc import Sequence

from rheinlaender.board import Board
from rheinlaender.game.game import Game
from rheinlaender.game.move import read_move
from rheinlaender.i18n import words
from rheinlaender.notation.statement import ILLEGAL, LEGAL, NONE, Statement, refusal_of_move

WITHOUT = {
    ("paid", "0"): "paid_nothing",
    ("duke", NONE): "no_duke",
    ("worth", NONE): "no_duchy",
    ("knights", NONE): "no_duchy",
    ("garrison", NONE): "no_garrison",
    ("supply", "0"): "supply_empty",
    ("bishops", "0"): "no_bishop",
    ("archbishop", NONE): "no_archbishop",
    ("winners", NONE): "goes_on",
}
"""The words of statements that deny something, by their names and last arguments."""


def colour_of(seat: str, language: str) -> str:
    """The colour of a seat, as its name."""
    return words(f"rules.seat.{seat}", language)


def statement_words(game: Game, statement: Statement, language: str) -> str:
    """A statement of a game as a sentence."""
    if statement.name == LEGAL:
        return words("statement.legal", language, moves=moves_words(game.board, statement.moves, language))
    if statement.name == ILLEGAL:
        move, refusal = statement.moves[0], refusal_of_move(game, statement.moves[0])
        why = "" if refusal is None else refusal.words(language)
        return words("statement.illegal", language, move=moves_words(game.board, [move], language), why=why)
    key = WITHOUT.get((statement.name, statement.arguments[-1]), statement.name)
    return words(f"statement.{key}", language, **_filled(statement, language))


def _filled(statement: Statement, language: str) -> dict[str, object]:
    """What the words of a statement are filled by."""
    parts = dict[str, object](statement.parts)
    if statement.seat is not None:
        colours = [colour_of(seat, language) for seat in statement.seat]
        parts |= {"seat": colours[0], "seats": _joined(colours, "rules.and", language), "count": len(colours)}
    if "knights" in parts:
        parts["knights"] = _counted(str(parts["knights"]), language)
    number = parts.get("number", parts.get("coins", NONE))
    return parts if number == NONE else {**parts, "count": int(str(number))}


def _counted(knights: str, language: str) -> str:
    """Knights by the colours of their seats: "red 2, blue 1"."""
    pairs = (pair.split(":") for pair in knights.split(",") if pair != NONE)
    return ", ".join(f"{colour_of(seat, language)} {number}" for seat, number in pairs)


def moves_words(board: Board, moves: Sequence[str], language: str) -> str:
    """Moves of one kind with one card in words."""
    first = read_move(moves[0])
    fields = [name for name in (read_move(move).target(board) for move in moves) if name]
    joined = _joined(list(dict.fromkeys(fields)), "rules.or", language)
    return words(f"rules.move.{first.kind}", language, fields=joined, card=first.card)


def _joined(names: Sequence[str], last: str, language: str) -> str:
    """Names as one text: "L23, R23 or W23"."""
    if len(names) < 2:
        return "".join(names)
    return words(last, language, first=", ".join(names[:-1]), last=names[-1])
