"""Figures: a position, what is played in it and what then holds, as the blocks of the rule book state them.

A figure is a few lines of text. The first is a position in notation; each further line is a statement:

    legal MOVE ...         these moves are legal           illegal MOVE CODE      this one is not, by this rule
    play MOVE ...          the moves are made              paid SEAT COINS        paid to a seat by the last `play`
    duke FIELD SEAT        rules the duchy at the field    worth FIELD COINS      the duchy's worth
    knights FIELD a:2,b:1  its knights by seat             garrison SITE SEAT     who holds the castle
    supply SEAT N          knights in supply               coins SEAT N           coins so far
    bishops SEAT N         number of bishops               archbishop SEAT        who is archbishop
    final SEAT N           coins in the final account      winners SEATS          who has won; - while nobody has

`-` stands for nobody and for no duchy.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from rheinlaender.board import Board
from rheinlaender.game.duchy import Duchy
from rheinlaender.game.errors import BadNotation
from rheinlaender.game.event import DukeDeposed, DukeWithdrawn, Event
from rheinlaender.game.game import Game
from rheinlaender.i18n import Refusal
from rheinlaender.notation.position import read_position
from rheinlaender.rules.compile import interpreted

NONE = "-"


@dataclass
class Figure:
    """A figure while it is being worked through."""

    game: Game
    events: list[Event] = field(default_factory=list)

    def duchy_at(self, name: str) -> Duchy | None:
        """The duchy that a field belongs to."""
        return next((duchy for duchy in self.game.view().duchies if name in duchy.fields), None)


def check_figure(text: str, board: Board | None = None) -> list[str]:
    """Work through a figure; the statements that do not hold, each with what holds instead."""
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if not lines:
        raise BadNotation(line=1, column=1, found="nothing", expected="a position that begins with rh1")
    engine = interpreted(board)
    figure = Figure(Game(read_position(engine, lines[0][1], lines[0][0]), engine))
    failures = []
    for number, line in lines[1:]:
        found = check_statement(figure, line, number)
        if found is not None:
            failures.append(f"line {number}: {line}: {found}")
    return failures


def check_statement(figure: Figure, text: str, line: int = 1) -> str | None:
    """What holds instead of a statement, or None if it holds; `play` is carried out."""
    name, *arguments = text.split()
    if name not in _STATEMENTS or (name not in ("legal", "play") and len(arguments) != _ARGUMENTS.get(name, 2)):
        raise BadNotation(line=line, column=1, found=text, expected="a statement: " + ", ".join(_STATEMENTS))
    return _STATEMENTS[name](figure, *arguments)


def _legal(figure: Figure, *moves: str) -> str | None:
    for move in moves:
        try:
            figure.game.check(move)
        except Refusal as refusal:
            return f"{move} is refused: {refusal}"
    return None


def _illegal(figure: Figure, move: str, code: str) -> str | None:
    try:
        figure.game.check(move)
    except Refusal as refusal:
        return None if refusal.code == code else f"refused by {refusal.code}"
    return "legal"


def _play(figure: Figure, *moves: str) -> str | None:
    figure.events = []
    for move in moves:
        figure.events += figure.game.play(move)
    return None


def _paid(figure: Figure, seat: str, coins: str) -> str | None:
    paid = [
        event.coins for event in figure.events if isinstance(event, DukeDeposed | DukeWithdrawn) and event.seat == seat
    ]
    return _equal(str(sum(paid)), coins)


def _duke(figure: Figure, name: str, seat: str) -> str | None:
    duchy = figure.duchy_at(name)
    return _equal((duchy.duke if duchy else None) or NONE, seat)


def _worth(figure: Figure, name: str, coins: str) -> str | None:
    duchy = figure.duchy_at(name)
    return _equal(str(duchy.worth) if duchy else NONE, coins)


def _knights(figure: Figure, name: str, knights: str) -> str | None:
    duchy = figure.duchy_at(name)
    return _equal(",".join(f"{seat}:{number}" for seat, number in duchy.knights.items()) if duchy else NONE, knights)


def _garrison(figure: Figure, site: str, seat: str) -> str | None:
    return _equal(figure.game.view().garrisons.get(site, NONE), seat)


def _supply(figure: Figure, seat: str, number: str) -> str | None:
    return _equal(str(figure.game.view().supply[seat]), number)


def _coins(figure: Figure, seat: str, number: str) -> str | None:
    return _equal(str(figure.game.view(seat).coins[seat]), number)


def _bishops(figure: Figure, seat: str, number: str) -> str | None:
    return _equal(str(figure.game.view().bishops[seat]), number)


def _archbishop(figure: Figure, seat: str) -> str | None:
    return _equal(figure.game.view().archbishop or NONE, seat)


def _final(figure: Figure, seat: str, number: str) -> str | None:
    result = figure.game.result()
    return _equal(str(result.coins[seat]) if result else NONE, number)


def _winners(figure: Figure, seats: str) -> str | None:
    result = figure.game.result()
    return _equal("".join(result.winners) if result else NONE, seats)


def _equal(found: str, expected: str) -> str | None:
    return None if found == expected else f"is {found}"


_ARGUMENTS = {"archbishop": 1, "winners": 1}
_STATEMENTS: dict[str, Callable[..., str | None]] = {
    "legal": _legal,
    "illegal": _illegal,
    "play": _play,
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
