"""Previews: what decisions would do in a game, which stays as it is."""

from collections.abc import Mapping, Sequence

from rheinlaender.drawing.picture import duke_places
from rheinlaender.game.attempt import attempted_move
from rheinlaender.game.event import Event
from rheinlaender.game.game import Game
from rheinlaender.game.move import Move
from rheinlaender.game.view import View
from rheinlaender.server import errors
from rheinlaender.server.contract.questions import Attempt
from rheinlaender.server.values.entry import Parts
from rheinlaender.server.values.table import Table
from rheinlaender.server.values.turn import Last, placed_fields
from rheinlaender.server.writing.views import write_events, write_game_view, write_move

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


def write_preview(table: Table, moves: Sequence[str], attempt: Attempt | None, seat: str) -> Parts:
    """What decisions would do at a table."""
    game = table.begun_game
    return foresee(game, table.last, considered(game, moves, attempt, seat), seat)


def foresee(game: Game, last: Last, decided: Considered, seat: str) -> Parts:
    """What decisions would do, up to the draw. It follows from what the seat may know."""
    apart, moves, events = decided
    before, then = game.view(seat), apart.view(seat)
    following = [] if apart.is_turn_decided else apart.legal_moves()
    newest = (seat, placed_fields(events)) if moves else last
    view = write_game_view(apart, then, following, newest, duke_places(then))
    return {
        "decisions": [write_move(game, move) for move in moves],
        "events": write_events(events, ""),
        "view": view,
        "moves": view["moves"],
        "is_complete": apart.is_turn_decided,
        "changes": changes(before, then),
        "outcome": outcome(before, then, moves[0].target(game.board)) if moves else None,
    }


def outcome(before: View, then: View, field: str | None) -> Parts | None:
    """The duchy that holds a field afterwards, and its worth before and after; None where there is none."""
    found = next((duchy for duchy in then.duchies if field in duchy.fields), None)
    if found is None:
        return None
    parts = [duchy.worth for duchy in before.duchies if set(duchy.fields) <= set(found.fields)]
    return {"duchy": found.name, "before": max(parts, default=0), "after": found.worth}


def changes(before: View, then: View) -> Parts:
    """What each seat gains or loses; payments are public as they happen."""
    worths = [{seat: view.worth_for(seat) for seat in view.seats} for view in (before, then)]
    return {
        "supply": differences(before.supply, then.supply),
        "coins": differences(before.counted, then.counted),
        "worth": differences(*worths),
    }


def differences(before: Mapping[str, int], then: Mapping[str, int]) -> dict[str, int]:
    """What has become more or less."""
    return {seat: then[seat] - before[seat] for seat in then if then[seat] != before[seat]}
