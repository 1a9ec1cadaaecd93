"""Statements of figures in words; seats are called by their colours."""

from collections.abc import Callable, Sequence

from rheinlaender.board import Board
from rheinlaender.book.figure import Statement
from rheinlaender.game.move import read_move
from rheinlaender.i18n import words

NOBODY = "-"


def colour_of(seat: str, language: str) -> str:
    """The colour of a seat, as its name."""
    return words(f"rules.seat.{seat}", language)


def statement_words(board: Board, statement: Statement, language: str) -> str:
    """A statement as a sentence."""
    if statement.kind == "legal":
        return words("rules.legal", language, moves=moves_words(board, statement.arguments, language))
    if statement.kind == "illegal":
        assert statement.refusal is not None
        move = moves_words(board, statement.arguments, language)
        return words("rules.illegal", language, move=move, why=statement.refusal.words(language))
    return _WORDS[statement.kind](language, *statement.arguments)


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


def _colour(language: str, seat: str) -> dict[str, str]:
    return {"seat": colour_of(seat, language)}


def _paid(language: str, seat: str, coins: str) -> str:
    if coins == "0":
        return words("rules.paid_nothing", language, **_colour(language, seat))
    return words("rules.paid", language, count=int(coins), **_colour(language, seat))


def _duke(language: str, field: str, seat: str) -> str:
    if seat == NOBODY:
        return words("rules.no_duke", language, field=field)
    return words("rules.duke", language, field=field, **_colour(language, seat))


def _worth(language: str, field: str, coins: str) -> str:
    if coins == NOBODY:
        return words("rules.no_duchy", language, field=field)
    return words("rules.worth", language, field=field, coins=coins)


def _knights(language: str, field: str, knights: str) -> str:
    if knights == NOBODY:
        return words("rules.no_duchy", language, field=field)
    pairs = (pair.split(":") for pair in knights.split(","))
    counted = ", ".join(f"{colour_of(seat, language)} {number}" for seat, number in pairs)
    return words("rules.knights", language, field=field, knights=counted)


def _garrison(language: str, site: str, seat: str) -> str:
    if seat == NOBODY:
        return words("rules.no_garrison", language, site=site)
    return words("rules.garrison", language, site=site, **_colour(language, seat))


def _supply(language: str, seat: str, number: str) -> str:
    if number == "0":
        return words("rules.supply_empty", language, **_colour(language, seat))
    return words("rules.supply", language, count=int(number), **_colour(language, seat))


def _coins(language: str, seat: str, number: str) -> str:
    return words("rules.coins", language, count=int(number), **_colour(language, seat))


def _bishops(language: str, seat: str, number: str) -> str:
    if number == "0":
        return words("rules.no_bishop", language, **_colour(language, seat))
    return words("rules.bishops", language, count=int(number), **_colour(language, seat))


def _archbishop(language: str, seat: str) -> str:
    if seat == NOBODY:
        return words("rules.no_archbishop", language)
    return words("rules.archbishop", language, **_colour(language, seat))


def _final(language: str, seat: str, number: str) -> str:
    return words("rules.final", language, count=int(number), **_colour(language, seat))


def _winners(language: str, seats: str) -> str:
    if seats == NOBODY:
        return words("rules.goes_on", language)
    names = [colour_of(seat, language) for seat in seats]
    return words("rules.winners", language, count=len(names), seats=_joined(names, "rules.and", language))


_WORDS: dict[str, Callable[..., str]] = {
    "paid": _paid,
    "duke": _duke,
    "worth": _worth,
    "knights": _knights,
    "garrison": _garrison,
    "supply": _supply,
    "coins": _coins,
    "bishops": _bishops,
    "archbishop": _archbishop,
    "final": _final,
    "winners": _winners,
}
