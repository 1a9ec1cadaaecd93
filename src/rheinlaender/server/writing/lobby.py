"""The lobby as everybody sees it: of each table what is listed here, and nothing else."""

from rheinlaender.game.options import write_options
from rheinlaender.server.values.entry import Parts
from rheinlaender.server.values.listing import Listing
from rheinlaender.server.writing.entries import write_player
from rheinlaender.server.writing.frames import write_clock


def write_listing(listing: Listing) -> Parts:
    """A public table, as a stranger may know it: who sits there, how strong, what is agreed; nothing of the game."""
    table, strengths = listing.table, listing.strengths
    return {
        "table": table.id,
        "stage": table.stage,
        "seats": [{**write_player(seat), "strength": strengths.get(seat.letter)} for seat in table.seats],
        "options": write_options(table.options),
        "pace": table.pace,
        "clock": write_clock(table),
        "stand_in": table.stand_in,
        "hints": table.hints,
        "ready_check": table.ready_check,
        "watchers": table.watchers,
        "language": table.language,
        "since": listing.since,
    }
