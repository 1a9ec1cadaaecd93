"""Entries as they are sent: of each kind only the parts that are listed here, so that nothing new is told unasked."""

from rheinlaender.server.values.entry import Parts
from rheinlaender.server.values.seat import Seat
from rheinlaender.server.values.table import Table
from rheinlaender.server.writing.views import write_events

SHOWN: dict[str, tuple[str, ...]] = {
    "opened": (),
    "sat": ("seat", "name"),
    "string_given": ("seats",),
    "left": ("seat",),
    "renamed": ("seat", "name"),
    "seat_changed": ("seat",),
    "unseated": ("seat",),
    "readied": ("seats", "is_ready"),
    "started": ("first",),
    "turn": ("seat", "by", "moves", "turn"),
    "stand_in_changed": ("level",),
    "hints_changed": ("hints",),
    "watchers_changed": ("watchers",),
    "public_changed": ("is_public",),
    "hushed": ("seats", "is_quiet"),
    "night_set": ("seats",),
    "nudged": ("seat", "by"),
    "stood_in": ("seat", "why"),
    "voted": ("what", "seats", "is_agreed"),
    "came_back": ("seats",),
    "resigned": ("seats",),
    "rematch": ("table",),
}
"""The parts of each kind of entry that everybody may know as the log has them; the rest stays in the log."""
SHOWN_OF_SEAT = ("kind", "level")
"""What everybody may know of a seat that was changed."""


def write_entry(table: Table, seats: str) -> Parts:
    """What happened, for those who see the hands of these seats.

    Whoever holds several seats sees one hand at a time: people who share a screen take turns at it.
    """
    entry = table.entry
    shown = {name: entry.parts[name] for name in SHOWN.get(entry.kind, ()) if name in entry.parts}
    return {"kind": entry.kind, "at": entry.at, **shown, **write_worked_out(table, seats)}


def write_worked_out(table: Table, seats: str) -> Parts:
    """The parts of an entry that are not sent as the log has them; a drawn card only where its hand is seen."""
    kind, parts = table.entry.kind, table.entry.parts
    if kind in ("seat_changed", "unseated"):
        return {"to": {name: parts["to"][name] for name in SHOWN_OF_SEAT if parts["to"][name]}}
    if kind == "started":
        return {"seats": [write_player(seat) for seat in table.seats]}
    if kind == "turn":
        return {"events": write_events(table.events, seats), "share": parts.get("share")}
    return {}


def write_player(seat: Seat) -> Parts:
    """Who plays on a seat; not by which secret."""
    return {"seat": seat.letter, "kind": seat.kind, "name": seat.name, "level": seat.level}
