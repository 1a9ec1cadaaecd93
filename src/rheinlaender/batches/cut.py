"""A position in a smaller record: cut to the seats of its table, and to as many duchies as are hardly ever exceeded.

The rules are compiled for such records with other values of MOST_SEATS and MOST_DUCHIES, and `play_to_end` stops before
a game would exceed them; that game is then played again in a whole record.
"""

from functools import cache
from typing import Any

import numpy as np

from rheinlaender.batches.kernels import copy_options
from rheinlaender.board.arrays import WORDS
from rheinlaender.rules.arrays import FIELDS
from rheinlaender.rules.compile import rule
from rheinlaender.rules.position import (
    CARDS,
    LANDMARKS,
    MOST_DUCHIES,
    MOST_SEATS,
    NAMES,
    NOBODY,
    POSITION,
    SITES,
    Position,
)
from rheinlaender.rules.primitives import only

WHOLE_DUCHIES = MOST_DUCHIES


def sizes_of(seats: int, duchies: int) -> tuple[tuple[str, int], ...]:
    """The constants of the rules that differ for records that are cut."""
    return (("MOST_SEATS", seats), ("MOST_DUCHIES", duchies))


@cache
def record_of(seats: int, duchies: int, fields: int) -> Any:
    """The record of a position, cut to a number of seats, duchies and fields.

    The duchies of the fields begin and end at a multiple of four bytes; a record has an odd number of eight bytes, so
    that neighbouring records begin in different banks of a GPU's shared memory.
    """
    shapes = {
        **dict.fromkeys(("hand", "coins", "supply", "bastions", "bishops"), (seats,)),
        **dict.fromkeys(("duchy_sites", "duke"), (duchies,)),
        **dict.fromkeys(("piece", "duchy"), (-(-fields // 4) * 4,)),
        "beside": (seats, WORDS),
        "duchy_knights": (duchies, seats),
    }
    parts = [(name, POSITION[name].base, shapes.get(name, POSITION[name].shape)) for name in NAMES]
    parts.sort(key=lambda part: -4 if part[0] in ("duchy", "piece") else -part[1].itemsize)
    size = sum(kind.itemsize * int(np.prod(shape)) for _, kind, shape in parts)
    return np.dtype([*parts, ("filler", np.dtype(np.int8), ((8 - size) % 16,))], align=True)


@rule
def write_whole(position: Position, cut: Position) -> None:
    """Write a record that is cut into a whole one that holds nothing, as if the game had been played there."""
    copy_options(position, cut)
    copy_board(position, cut)
    copy_duchies(position, cut)
    copy_seats(position, cut)
    position.rng = cut.rng
    position.turn = cut.turn
    position.deck = cut.deck
    position.discard = cut.discard
    position.archbishop = cut.archbishop
    position.seats = cut.seats
    position.first = cut.first
    position.seat = cut.seat
    position.phase = cut.phase
    position.idle_turns = cut.idle_turns
    position.ending = cut.ending


@rule
def copy_board(position: Position, cut: Position) -> None:
    """What is on fields and sites, and the cards of the deck and the discard."""
    for field in range(FIELDS):
        position.piece[field] = cut.piece[field]
        position.duchy[field] = cut.duchy[field]
    for word in range(WORDS):
        position.free[word] = cut.free[word]
        position.reinforceable[word] = cut.reinforceable[word]
    for kind in range(LANDMARKS):
        position.landmark[kind] = cut.landmark[kind]
    for site in range(SITES):
        position.garrison[site] = cut.garrison[site]
    for place in range(CARDS + 1):
        position.pile[place] = cut.pile[place]


@rule
def copy_duchies(position: Position, cut: Position) -> None:
    """The duchies, and those that the smaller record does not have as spare ones."""
    position.spare_duchies = cut.spare_duchies | (only(WHOLE_DUCHIES) - only(MOST_DUCHIES))
    for duchy in range(MOST_DUCHIES):
        position.duke[duchy] = cut.duke[duchy]
        position.duchy_sites[duchy] = cut.duchy_sites[duchy]
        for seat in range(MOST_SEATS):
            position.duchy_knights[duchy, seat] = cut.duchy_knights[duchy, seat]
    for duchy in range(MOST_DUCHIES, WHOLE_DUCHIES):
        position.duke[duchy] = NOBODY


@rule
def copy_seats(position: Position, cut: Position) -> None:
    """What each seat has."""
    for seat in range(MOST_SEATS):
        position.hand[seat] = cut.hand[seat]
        position.coins[seat] = cut.coins[seat]
        position.supply[seat] = cut.supply[seat]
        position.bastions[seat] = cut.bastions[seat]
        position.bishops[seat] = cut.bishops[seat]
        for word in range(WORDS):
            position.beside[seat, word] = cut.beside[seat, word]


@rule
def forget_knights(cut: Position) -> None:
    """Clear the counts of duchies that were, which a new game leaves standing."""
    for duchy in range(MOST_DUCHIES):
        for seat in range(MOST_SEATS):
            cut.duchy_knights[duchy, seat] = 0
