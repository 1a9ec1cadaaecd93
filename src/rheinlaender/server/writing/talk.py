"""Remarks as they are sent."""

from rheinlaender.server.values.entry import Parts
from rheinlaender.server.values.remark import Remark
from rheinlaender.server.values.table import Table


def write_remark(remark: Remark, table: Table, holder: str | None) -> Parts:
    """A remark as the holder of a secret hears it; whose secret spoke is not told."""
    return {
        "room": remark.room,
        "number": remark.number,
        "at": remark.at,
        "seat": seat_of_speaker(remark, table),
        "watcher": remark.watcher or None,
        "is_yours": holder is not None and remark.speaker == holder,
        **{name: remark.parts.get(name) for name in ("text", "reaction", "about")},
    }


def seat_of_speaker(remark: Remark, table: Table) -> str | None:
    """The seat of who said it, as it is now: before the start people move up, or stand up and have none any more."""
    held = table.held_by(remark.speaker)
    return (remark.seat if remark.seat in held else held[0]) if remark.seat and held else None
