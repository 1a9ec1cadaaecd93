"""How a table stands, for the list of somebody's tables."""

from rheinlaender.server.values.clock import Now
from rheinlaender.server.values.entry import WAITING, Parts
from rheinlaender.server.values.table import Table
from rheinlaender.server.values.viewer import Viewer
from rheinlaender.server.writing.frames import write_table


def write_status(table: Table, viewer: Viewer, now: Now) -> Parts:
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
        "left": table.left(table.to_move, now) if table.to_move is not None else None,
    }


def write_no_status(table: str) -> Parts:
    """The status of a table that does not exist."""
    empty: Parts = {"seats": [], "held": "", "to_move": None, "your_turn": False, "turn": 0, "changed": None}
    return {"table": table, "exists": False, "stage": WAITING, **empty, "winners": "", "pace": "live", "left": None}
