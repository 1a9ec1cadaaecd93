"""Calls: what people should hear of who are not at their table, and in which words. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from rheinlaender.i18n import words
from rheinlaender.server.values.entry import OVER, Parts
from rheinlaender.server.values.seat import PERSON
from rheinlaender.server.values.table import Table

TURN, NUDGED, ENDED, AGAIN = "turn", "nudged", "over", "rematch"
"""The kinds of calls: it is your turn, somebody waits for you, the game is over, you are invited again."""


@dataclass(frozen=True)
class Call:
    """Why these seats are called, and the number of the entry since when."""

    kind: str
    seats: str
    number: int


def call_of(before: Table, table: Table) -> Call | None:
    """The call that an entry is, by the table before and after it."""
    if table.rematch != before.rematch:
        return Call(AGAIN, table.people, table.number)
    if table.stage == OVER != before.stage:
        return Call(ENDED, table.people, table.number)
    if table.entry.kind == "nudged":
        return Call(NUDGED, table.entry.parts["seat"], table.number)
    is_next = (table.turn, table.to_move) != (before.turn, before.to_move)
    return Call(TURN, str(table.to_move), table.number) if is_next and table.is_waiting_for_person else None


def turn_call(states: Sequence[Table]) -> Call | None:
    """The call to the turn that is being played, as long as it is, by the newest states of a table."""
    table = states[-1]
    if not table.is_waiting_for_person:
        return None
    began = next(state.number for state in states if state.turn == table.turn and state.to_move is not None)
    return Call(TURN, str(table.to_move), began)


def write_call(table: Table, call: Call, language: str) -> Parts:
    """A call as its receiver reads it: its kind, and the table by the names of its people; nothing of the game."""
    path = table.rematch if call.kind == AGAIN else table.id
    return {
        "kind": call.kind,
        "table": path,
        "title": words(f"call.{call.kind}", language),
        "body": ", ".join(seat.name for seat in table.seats if seat.kind == PERSON and seat.name),
        "language": language,
    }
