"""Where everything on the board has its place, for a browser that draws on the sheet."""

from typing import Any

from rheinlaender.board import Board
from rheinlaender.drawing.sheet import FRAME, MARGIN, Drawing, drawing_of
from rheinlaender.drawing.turned import turned

RIVER_STEP = 4
"""Every fourth point of the river is enough for a small map."""


def board_places(board: Board, is_turned: bool = False) -> dict[str, Any]:
    """The places of fields, sites and regions, with what belongs to which; perhaps of the board turned to the left."""
    drawing = turned(drawing_of(board)) if is_turned else drawing_of(board)
    return {
        "name": board.name,
        "note": board.note,
        "width": drawing["width"],
        "height": drawing["height"],
        "margin": FRAME + 2 if is_turned else MARGIN,
        "is_turned": is_turned,
        "cartouche": drawing["cartouche"],
        "river": _river(drawing),
        "fields": {name: _field(board, drawing, name) for name in board.fields},
        "sites": {site: {**drawing["sites"][site], "fields": list(fields)} for site, fields in board.sites.items()},
        "regions": {str(region): list(names) for region, names in board.regions.items()},
        "aliases": dict(board.aliases),
    }


def _field(board: Board, drawing: Drawing, name: str) -> dict[str, Any]:
    """One field: its outline and places, and the site, the region and the bank that it belongs to."""
    sites = [site for site, fields in board.sites.items() if name in fields]
    return {**drawing["fields"][name], "sites": sites, "region": int(name[1:]), "bank": name[0]}


def _river(drawing: Drawing) -> list[list[list[float]]]:
    """The middle of the stream and of each arm, with few points."""
    middles = [lines[len(lines) // 2] for lines in drawing["river"]["flow_lines"].values()]
    return [[*line[:-1:RIVER_STEP], line[-1]] for line in middles]
