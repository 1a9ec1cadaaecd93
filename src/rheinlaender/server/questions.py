"""Questions about a game that change nothing: previews, replays, pictures."""

from collections.abc import Mapping, Sequence

from rheinlaender.drawing.picture import draw, duke_places
from rheinlaender.game.attempt import attempted_move
from rheinlaender.game.errors import UnknownSeat
from rheinlaender.game.event import Event
from rheinlaender.game.game import Game
from rheinlaender.game.move import Move
from rheinlaender.game.view import View
from rheinlaender.server import errors
from rheinlaender.server.messages import Attempt
from rheinlaender.server.values.entry import PLAYING, WAITING, Parts
from rheinlaender.server.values.table import Table
from rheinlaender.server.values.turn import Last, placed_fields
from rheinlaender.server.values.viewer import Viewer
from rheinlaender.server.writing.frames import write_frame, write_frame_of_all, write_table
from rheinlaender.server.writing.views import worth_of, write_events, write_move, write_view

ALL, NO_SEAT = "*", "-"


Considered = tuple[Game, list[Move], list[Event]]
"""A game after decisions of a turn, the decisions, and what they did."""


def considered(game: Game, moves: Sequence[str], attempt: Attempt | None, seat: str) -> Considered:
    """A copy of the game after decisions of this turn, at last an attempt; more than the turn has are refused."""
    after = game.copy(), list[Move](), list[Event]()
    for move in moves:
        after = _decide(after, move, seat)
    return after if attempt is None else _decide(after, attempted_move(after[0], attempt.card, attempt.field), seat)


def _decide(before: Considered, move: Move | str, seat: str) -> Considered:
    """One decision more."""
    game, moves, events = before
    if game.is_turn_decided:
        raise errors.TurnDecided(move=str(move))
    chosen = game.check(move, seat)
    apart, more = game.consider([chosen])
    return apart, [*moves, chosen], [*events, *more]


def preview(table: Table, moves: Sequence[str], attempt: Attempt | None, seat: str) -> Parts:
    """What decisions would do at a table."""
    assert table.game is not None
    return foresee(table.game, table.last, considered(table.game, moves, attempt, seat), seat)


def foresee(game: Game, last: Last, decided: Considered, seat: str) -> Parts:
    """What decisions would do, up to the draw. It follows from what the seat may know."""
    apart, moves, events = decided
    before, then = game.view(seat), apart.view(seat)
    following = [] if apart.is_turn_decided else apart.legal_moves()
    newest = (seat, placed_fields(events)) if moves else last
    view = write_view(apart, then, following, newest, duke_places(then))
    return {
        "decisions": [write_move(game, move) for move in moves],
        "events": write_events(events, ""),
        "view": view,
        "moves": view["moves"],
        "is_complete": apart.is_turn_decided,
        "changes": changes(before, then),
    }


def changes(before: View, then: View) -> Parts:
    """What each seat gains or loses; payments are public as they happen."""
    worths = [{seat: worth_of(view, seat) for seat in view.seats} for view in (before, then)]
    return {
        "supply": differences(before.supply, then.supply),
        "coins": differences(before.counted, then.counted),
        "worth": differences(*worths),
    }


def differences(before: Mapping[str, int], then: Mapping[str, int]) -> dict[str, int]:
    """What has become more or less."""
    return {seat: then[seat] - before[seat] for seat in then if then[seat] != before[seat]}


def status(table: Table, viewer: Viewer) -> Parts:
    """How a table stands, for a list of tables."""
    result = None if table.game is None else table.game.result()
    return {
        "table": table.id,
        "exists": True,
        "stage": table.stage,
        "seats": write_table(table, viewer)["seats"],
        "held": viewer.seats,
        "to_move": table.to_move,
        "your_turn": table.to_move is not None and table.to_move in viewer.seats,
        "turn": table.turn,
        "changed": table.entry.at,
        "winners": "" if result is None else "".join(result.winners),
        "pace": table.pace,
    }


def no_status(table: str) -> Parts:
    """The status of a table that does not exist."""
    empty: Parts = {"seats": [], "held": "", "to_move": None, "your_turn": False, "turn": 0, "changed": None}
    return {"table": table, "exists": False, "stage": WAITING, **empty, "winners": "", "pace": "live"}


def known_seat(table: Table, seat: str) -> str:
    """A seat of the table, `-` or `*`."""
    letters = [one.letter for one in table.seats]
    if seat not in (ALL, NO_SEAT, *letters):
        raise UnknownSeat(seat=seat, seats=", ".join(letters))
    return seat


def may_see(table: Table, viewer: Viewer, seat: str) -> str:
    """The seat from which a viewer wants to see a game, if it may: a running one only from its own seats."""
    known_seat(table, seat)
    if table.stage == WAITING:
        raise errors.NotStarted()
    if seat != NO_SEAT and table.stage == PLAYING and seat not in viewer.seats:
        raise errors.StillHidden()
    return seat


def replay_frames(states: Sequence[Table], viewer: Viewer, seat: str) -> Parts:
    """A game from its opening on, as it is seen from a seat, by a watcher (`-`) or by all (`*`)."""
    played = [state for state in states if state.entry.kind in ("started", "turn")]
    as_seen = Viewer("" if seat in (ALL, NO_SEAT) else seat, viewer.is_owner)
    write = write_frame_of_all if seat == ALL else write_frame
    return {"table": write_table(states[-1], viewer), "frames": [write(state, as_seen) for state in played]}


def board_picture(state: Table, seat: str, language: str) -> str:
    """The board of a state of a game as a picture; pictures show nothing that is hidden."""
    assert state.game is not None
    return draw(state.game.view(None if seat in (ALL, NO_SEAT) else seat), language)


def state_at(states: Sequence[Table], turn: int | None) -> Table:
    """The state after a turn, 0 for the opening; None for the newest."""
    if turn is None:
        return states[-1]
    found = [state for state in states if state.entry.kind in ("started", "turn") and state.turn == turn]
    if not found:
        raise errors.NoSuchTurn(turn=turn)
    return found[0]
