"""Moves as values: what a seat decides, in the words of the rules and in notation."""

import re
from dataclasses import dataclass
from typing import Any, ClassVar

from rheinlaender.board import Board
from rheinlaender.board.board import BANKS
from rheinlaender.game.errors import BadNotation, UnknownField
from rheinlaender.rules import moves
from rheinlaender.rules.moves import card_of, field_of, kind_of, make_move


@dataclass(frozen=True)
class _Decision:
    """What all moves know: their kind in a word and in the rules' number, their card and their target."""

    kind: ClassVar[str]
    number: ClassVar[int]

    def __init_subclass__(cls, kind: str = "", number: int = -1) -> None:
        cls.kind, cls.number = kind, number

    def target(self, board: Board) -> str | None:
        """The field that the move goes to, by its canonical name; None if it goes to none."""
        return None


@dataclass(frozen=True)
class _InRegion(_Decision):
    """A move to a field of the card's own region."""

    card: int
    bank: str

    def target(self, board: Board) -> str:
        """The field on that bank of the region, by its canonical name."""
        if self.card not in board.regions:
            raise UnknownField(field=f"{self.bank}{self.card}")
        return board.regions[self.card][BANKS.index(self.bank)]


@dataclass(frozen=True)
class Settle(_InRegion, kind="settle", number=moves.SETTLE):
    """Place a knight on a field of the card's own region: `17L`."""

    def __str__(self) -> str:
        return f"{self.card}{self.bank}"


@dataclass(frozen=True)
class Reinforce(_Decision, kind="reinforce", number=moves.REINFORCE):
    """Place a knight next to one's own, with any card: `40>R9`."""

    card: int
    field: str

    def __str__(self) -> str:
        return f"{self.card}>{self.field}"

    def target(self, board: Board) -> str:
        """The field that is reinforced, by its canonical name."""
        return canonical_name(board, self.field)


@dataclass(frozen=True)
class Convert(_InRegion, kind="convert", number=moves.CONVERT):
    """Replace another seat's knight in the card's own region: `12xL`."""

    def __str__(self) -> str:
        return f"{self.card}x{self.bank}"


@dataclass(frozen=True)
class ChangeCard(_Decision, kind="change", number=moves.CHANGE):
    """Change a card because nothing can be placed: `14-`."""

    card: int

    def __str__(self) -> str:
        return f"{self.card}-"


@dataclass(frozen=True)
class PlaceBastion(_Decision, kind="bastion", number=moves.PLACE_BASTION):
    """Place a bastion after the knight: `@L13`."""

    card: ClassVar[None] = None
    field: str

    def __str__(self) -> str:
        return f"@{self.field}"

    def target(self, board: Board) -> str:
        """The field that the bastion takes, by its canonical name."""
        return canonical_name(board, self.field)


@dataclass(frozen=True)
class NoBastion(_Decision, kind="none", number=moves.NO_BASTION):
    """End the turn without a bastion: `.`"""

    card: ClassVar[None] = None

    def __str__(self) -> str:
        return "."


Move = Settle | Reinforce | Convert | ChangeCard | PlaceBastion | NoBastion
CardMove = Settle | Reinforce | Convert | ChangeCard

_CARD = r"(?P<card>[1-9]|[1-4][0-9]|5[0-4])"
_FIELD = r"(?P<field>[LWR](?:[1-9]|[1-4][0-9]|5[0-4]))"
_FORMS = (
    (re.compile(rf"{_CARD}(?P<bank>[LWR])"), lambda found: Settle(int(found["card"]), found["bank"])),
    (re.compile(rf"{_CARD}>{_FIELD}"), lambda found: Reinforce(int(found["card"]), found["field"])),
    (re.compile(rf"{_CARD}x(?P<bank>[LWR])"), lambda found: Convert(int(found["card"]), found["bank"])),
    (re.compile(rf"{_CARD}-"), lambda found: ChangeCard(int(found["card"]))),
    (re.compile(rf"@{_FIELD}"), lambda found: PlaceBastion(found["field"])),
    (re.compile(r"\."), lambda found: NoBastion()),
)


def read_move(text: str) -> Move:
    """The move that a text stands for."""
    for form, build in _FORMS:
        found = form.fullmatch(text)
        if found:
            move: Move = build(found)
            return move
    raise BadNotation(line=1, column=1, found=text, expected="a move such as 17L, 40>R9, 12xL, 14-, @L13 or .")


def number_of_move(board: Board, move: Move) -> int:
    """The number by which the rules know a move."""
    target = move.target(board)
    number: int = make_move(move.number, move.card or 0, 0 if target is None else board.numbers[target])
    return number


def move_of_number(board: Board, number: int) -> Move:
    """The move that the rules know by a number."""
    kind, card, field = kind_of(number), card_of(number), board.fields[field_of(number)]
    if kind in (moves.SETTLE, moves.CONVERT):
        bank = BANKS[board.regions[card].index(field)]
        return Settle(card, bank) if kind == moves.SETTLE else Convert(card, bank)
    simple: dict[int, Any] = {
        moves.REINFORCE: lambda: Reinforce(card, field),
        moves.CHANGE: lambda: ChangeCard(card),
        moves.PLACE_BASTION: lambda: PlaceBastion(field),
        moves.NO_BASTION: NoBastion,
    }
    move: Move = simple[kind]()
    return move


def canonical_name(board: Board, name: str) -> str:
    """The canonical name of a field, given by that or by its alias."""
    if name not in board.numbers:
        raise UnknownField(field=name)
    return board.fields[board.numbers[name]]
