"""Moves as values: what a seat decides, in the words of the rules and in notation."""

import re
from dataclasses import dataclass
from typing import Any

from rheinlaender.board import Board
from rheinlaender.board.board import BANKS
from rheinlaender.game.errors import BadNotation, UnknownField
from rheinlaender.rules import moves
from rheinlaender.rules.moves import card_of, field_of, kind_of, make_move


@dataclass(frozen=True)
class Settle:
    """Place a knight on a field of the card's own region: `17L`."""

    card: int
    bank: str

    def __str__(self) -> str:
        return f"{self.card}{self.bank}"


@dataclass(frozen=True)
class Reinforce:
    """Place a knight next to one's own, with any card: `40>R9`."""

    card: int
    field: str

    def __str__(self) -> str:
        return f"{self.card}>{self.field}"


@dataclass(frozen=True)
class Convert:
    """Replace another seat's knight in the card's own region: `12xL`."""

    card: int
    bank: str

    def __str__(self) -> str:
        return f"{self.card}x{self.bank}"


@dataclass(frozen=True)
class ChangeCard:
    """Change a card because nothing can be placed: `14-`."""

    card: int

    def __str__(self) -> str:
        return f"{self.card}-"


@dataclass(frozen=True)
class PlaceBastion:
    """Place a bastion after the knight: `@L13`."""

    field: str

    def __str__(self) -> str:
        return f"@{self.field}"


@dataclass(frozen=True)
class NoBastion:
    """End the turn without a bastion: `.`"""

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
    if isinstance(move, Settle):
        return _number(moves.SETTLE, move.card, field_in_region(board, move.card, move.bank))
    if isinstance(move, Convert):
        return _number(moves.CONVERT, move.card, field_in_region(board, move.card, move.bank))
    if isinstance(move, Reinforce):
        return _number(moves.REINFORCE, move.card, field_number(board, move.field))
    if isinstance(move, PlaceBastion):
        return _number(moves.PLACE_BASTION, 0, field_number(board, move.field))
    if isinstance(move, ChangeCard):
        return _number(moves.CHANGE, move.card, 0)
    return _number(moves.NO_BASTION, 0, 0)


def _number(kind: int, card: int, field: int) -> int:
    number: int = make_move(kind, card, field)
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


def field_number(board: Board, name: str) -> int:
    """The place of a field in board order, by its canonical name or its alias."""
    if name not in board.numbers:
        raise UnknownField(field=name)
    return board.numbers[name]


def field_in_region(board: Board, card: int, bank: str) -> int:
    """The place in board order of a field of a card's region."""
    if card not in board.regions:
        raise UnknownField(field=f"{bank}{card}")
    return board.numbers[board.regions[card][BANKS.index(bank)]]
