"""Replays and pictures of a game, as far as it may be seen."""

from collections.abc import Sequence

from rheinlaender.drawing.picture import draw_view
from rheinlaender.game.errors import UnknownSeat
from rheinlaender.server import errors
from rheinlaender.server.values.entry import WAITING, Parts
from rheinlaender.server.values.table import Table
from rheinlaender.server.values.viewer import Viewer
from rheinlaender.server.writing.frames import write_frame, write_frame_of_all, write_table

ALL, NO_SEAT = "*", "-"


def known_seat(table: Table, seat: str) -> str:
    """A seat of the table, `-` or `*`."""
    letters = [one.letter for one in table.seats]
    if seat not in (ALL, NO_SEAT, *letters):
        raise UnknownSeat(seat=seat, seats=", ".join(letters))
    return seat


def may_see(table: Table, viewer: Viewer, seat: str) -> str:
    """The seat from which a viewer wants to see a game, if it may: one without a result only from its own seats."""
    known_seat(table, seat)
    if table.stage == WAITING:
        raise errors.NotStarted()
    if seat != NO_SEAT and not table.is_revealed and seat not in viewer.seats:
        raise errors.StillHidden()
    return seat


def write_replay(states: Sequence[Table], viewer: Viewer, seat: str) -> Parts:
    """A game from its opening on, as it is seen from a seat, by a watcher (`-`) or by all (`*`)."""
    played = [state for state in states if state.entry.kind in ("started", "turn")]
    as_seen = Viewer("" if seat in (ALL, NO_SEAT) else seat, viewer.is_owner)
    write = write_frame_of_all if seat == ALL else write_frame
    return {"table": write_table(states[-1], viewer), "frames": [write(state, as_seen) for state in played]}


def board_picture(state: Table, seat: str, language: str) -> str:
    """The board of a state of a game as a picture; pictures show nothing that is hidden."""
    return draw_view(state.begun_game.view(None if seat in (ALL, NO_SEAT) else seat), language)


def state_at(states: Sequence[Table], turn: int | None) -> Table:
    """The state after a turn, 0 for the opening; None for the newest."""
    if turn is None:
        return states[-1]
    found = [state for state in states if state.entry.kind in ("started", "turn") and state.turn == turn]
    if not found:
        raise errors.NoSuchTurn(turn=turn)
    return found[0]
