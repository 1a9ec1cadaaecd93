"""Positions of games as text, as far as a seat could know them."""

from dataclasses import replace

from rheinlaender.notation.position import line_of, write_view
from rheinlaender.server.values.table import Table
from rheinlaender.server.writing.replays import ALL, NO_SEAT


def position_text(state: Table, seat: str) -> str:
    """Where a game stands, in notation: as a seat knows that has kept count of all coins; `*` hides nothing."""
    if seat == ALL:
        return line_of(state.begun_game)
    view = state.begun_game.view(None if seat == NO_SEAT else seat)
    return write_view(replace(view, coins=dict(view.counted)))
