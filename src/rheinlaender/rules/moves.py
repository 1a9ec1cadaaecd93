"""Moves as numbers: what is done, with which card, on which field."""

from rheinlaender.rules.compile import rule

SETTLE, REINFORCE, CONVERT, CHANGE, PLACE_BASTION, NO_BASTION = range(6)


@rule
def make_move(kind: int, card: int, field: int) -> int:
    """The move's number. A change has no field, a bastion no card: they are 0 there."""
    return (kind << 16) | (card << 8) | field


@rule
def kind_of(move: int) -> int:
    """What is done."""
    return move >> 16


@rule
def card_of(move: int) -> int:
    """The card that is played."""
    return (move >> 8) & 0xFF


@rule
def field_of(move: int) -> int:
    """The field that it is done on."""
    return move & 0xFF
