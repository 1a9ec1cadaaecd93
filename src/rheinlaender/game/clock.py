"""The supplies as a clock: how many turns a game will probably last, from what everybody sees."""

from math import ceil

from rheinlaender.game.view import View
from rheinlaender.rules.position import MOST_TURNS

KNIGHTS, TURNS = 8, 7
"""So many knights leave a supply in so many turns of its seat: one each turn, and now and then a garrison."""


def turns_left(view: View) -> int:
    """How many turns are probably left: the game ends when a supply does. Sections 6.1, 6.2, 9.1."""
    if view.phase == "over":
        return 0
    number = len(view.seats)
    mover = view.seats.index(view.to_move)
    if view.is_ending:
        return 1 if view.options.end == "turn" else (view.seats.index(view.first) - mover - 1) % number + 1
    return min(
        MOST_TURNS - view.turn,
        *((place - mover) % number + 1 + number * _rounds(view.supply[seat]) for place, seat in enumerate(view.seats)),
    )


def _rounds(supply: int) -> int:
    """How many rounds a supply probably lasts before its last one."""
    return max(1, ceil(supply * TURNS / KNIGHTS)) - 1
