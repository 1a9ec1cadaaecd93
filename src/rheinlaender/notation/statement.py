"""Statements: what holds of a game at a moment. One language for the rule book's blocks and the lessons' goals.

    legal MOVE ...         these moves are legal           illegal MOVE CODE      this one is not, by this rule
    duke FIELD SEAT        rules the duchy at the field    worth FIELD COINS      the duchy's worth
    knights FIELD a:2,b:1  its knights by seat             garrison SITE SEAT     who holds the castle
    supply SEAT N          knights in supply               coins SEAT N           coins so far
    bishops SEAT N         number of bishops               archbishop SEAT        who is archbishop
    paid SEAT COINS        paid to a seat by what was played last
    final SEAT N           coins in the final account      winners SEATS          who has won; - while nobody has

`-` stands for nobody and for no duchy.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from rheinlaender.board import Board
from rheinlaender.game.duchy import Duchy
from rheinlaender.game.errors import BadNotation
from rheinlaender.game.event import DukeDeposed, DukeWithdrawn, Event
from rheinlaender.game.game import Game
from rheinlaender.game.move import canonical_name, read_move
from rheinlaender.i18n import Refusal

NONE = "-"
LEGAL, ILLEGAL = "legal", "illegal"


@dataclass(frozen=True)
class Statement:
    """A statement: its name, and its arguments as they are written."""

    name: str
    arguments: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join((self.name, *self.arguments))

    @property
    def parts(self) -> Mapping[str, str]:
        """The arguments by their names: `field`, `site`, `seat`, `coins` …; moves that are legal have none."""
        return dict(zip(_KINDS[self.name].parts, self.arguments, strict=False))

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves that it is about."""
        if self.name == LEGAL:
            return self.arguments
        return self.arguments[:1] if self.name == ILLEGAL else ()

    @property
    def seat(self) -> str | None:
        """The seat that it is about, or several."""
        seat = self.parts.get("seat", NONE)
        return None if seat == NONE else seat

    def fields(self, board: Board) -> tuple[str, ...]:
        """The fields that it is about, by their canonical names."""
        if "field" in self.parts:
            return (canonical_name(board, self.parts["field"]),)
        targets = (read_move(move).target(board) for move in self.moves)
        return tuple(dict.fromkeys(name for name in targets if name is not None))


@dataclass(frozen=True)
class Moment:
    """A game, and what happened in it last."""

    game: Game
    events: Sequence[Event] = field(default_factory=tuple)

    def duchy_at(self, name: str) -> Duchy | None:
        """The duchy that a field belongs to."""
        return next((duchy for duchy in self.game.view().duchies if name in duchy.fields), None)


def read_statement(text: str, line: int = 1) -> Statement:
    """The statement that a text stands for."""
    name, *arguments = text.split() or [""]
    kind = _KINDS.get(name)
    if kind is None or (name != LEGAL and len(arguments) != len(kind.parts)):
        raise BadNotation(line=line, column=1, found=text, expected="a statement: " + ", ".join(_KINDS))
    return Statement(name, tuple(arguments))


def holds(statement: Statement, moment: Moment) -> bool:
    """Whether a statement is true of a moment."""
    return instead_of(statement, moment) is None


def instead_of(statement: Statement, moment: Moment) -> str | None:
    """What holds instead of a statement, or None if it holds."""
    return _KINDS[statement.name].instead(moment, *statement.arguments)


def refusal_of_move(game: Game, move: str) -> Refusal | None:
    """Why a move is illegal; None if it is legal."""
    try:
        game.check(move)
    except Refusal as refusal:
        return refusal
    return None


def _legal(moment: Moment, *moves: str) -> str | None:
    refusals = ((move, refusal_of_move(moment.game, move)) for move in moves)
    return next((f"{move} is refused: {refusal}" for move, refusal in refusals if refusal is not None), None)


def _illegal(moment: Moment, move: str, code: str) -> str | None:
    refusal = refusal_of_move(moment.game, move)
    if refusal is None:
        return "legal"
    return None if refusal.code == code else f"refused by {refusal.code}"


def _if(found: Callable[..., str]) -> Callable[..., str | None]:
    """What holds instead of a statement whose last argument is to be found by the others."""

    def instead(moment: Moment, *arguments: str) -> str | None:
        *about, expected = arguments
        is_so = found(moment, *about)
        return None if is_so == expected else f"is {is_so}"

    return instead


def _duke(moment: Moment, name: str) -> str:
    duchy = moment.duchy_at(name)
    return (duchy.duke if duchy else None) or NONE


def _worth(moment: Moment, name: str) -> str:
    duchy = moment.duchy_at(name)
    return str(duchy.worth) if duchy else NONE


def _knights(moment: Moment, name: str) -> str:
    duchy = moment.duchy_at(name)
    return ",".join(f"{seat}:{number}" for seat, number in duchy.knights.items()) if duchy else NONE


def _garrison(moment: Moment, site: str) -> str:
    return moment.game.view().garrisons.get(site, NONE)


def _supply(moment: Moment, seat: str) -> str:
    return str(moment.game.view().supply[seat])


def _coins(moment: Moment, seat: str) -> str:
    return str(moment.game.view(seat).coins[seat])


def _bishops(moment: Moment, seat: str) -> str:
    return str(moment.game.view().bishops[seat])


def _archbishop(moment: Moment) -> str:
    return moment.game.view().archbishop or NONE


def _paid(moment: Moment, seat: str) -> str:
    payments = [event for event in moment.events if isinstance(event, DukeDeposed | DukeWithdrawn)]
    return str(sum(event.coins for event in payments if event.seat == seat))


def _final(moment: Moment, seat: str) -> str:
    result = moment.game.result()
    return str(result.coins[seat]) if result else NONE


def _winners(moment: Moment) -> str:
    result = moment.game.result()
    return "".join(result.winners) if result else NONE


@dataclass(frozen=True)
class _Kind:
    """The names of a statement's arguments, and how it is checked."""

    parts: tuple[str, ...]
    instead: Callable[..., str | None]


_KINDS: Mapping[str, _Kind] = {
    LEGAL: _Kind((), _legal),
    ILLEGAL: _Kind(("move", "code"), _illegal),
    "paid": _Kind(("seat", "coins"), _if(_paid)),
    "duke": _Kind(("field", "seat"), _if(_duke)),
    "worth": _Kind(("field", "coins"), _if(_worth)),
    "knights": _Kind(("field", "knights"), _if(_knights)),
    "garrison": _Kind(("site", "seat"), _if(_garrison)),
    "supply": _Kind(("seat", "number"), _if(_supply)),
    "coins": _Kind(("seat", "number"), _if(_coins)),
    "bishops": _Kind(("seat", "number"), _if(_bishops)),
    "archbishop": _Kind(("seat",), _if(_archbishop)),
    "final": _Kind(("seat", "number"), _if(_final)),
    "winners": _Kind(("seat",), _if(_winners)),
}
