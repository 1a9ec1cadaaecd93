"""The board turned by a quarter to the left, for windows that are higher than wide; what stands on it stays upright."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rheinlaender.drawing.sheet import Drawing

Turning = Callable[[Sequence[float]], list[float]]
SMALLER = 0.65
POINTS = ("piece", "label", "beside")


def turned(drawing: Drawing) -> Drawing:
    """The same drawing after a quarter turn to the left: what was on the left is at the bottom."""
    width = drawing["width"]

    def turn(point: Sequence[float]) -> list[float]:
        return [point[1], round(width - point[0], 1)]

    return {
        **drawing,
        "width": drawing["height"],
        "height": width,
        "fields": {name: _field(turn, field) for name, field in drawing["fields"].items()},
        "sites": {name: {**site, "at": turn(site["at"])} for name, site in drawing["sites"].items()},
        "river": _river(turn, drawing["river"]),
        "cartouche": _box(turn, drawing["cartouche"]),
    }


def _field(turn: Turning, field: Mapping[str, Any]) -> dict[str, Any]:
    return {**field, "outline": _line(turn, field["outline"]), **{name: turn(field[name]) for name in POINTS}}


def _line(turn: Turning, line: Sequence[Sequence[float]]) -> list[list[float]]:
    return [turn(point) for point in line]


def _river(turn: Turning, river: Mapping[str, Any]) -> dict[str, Any]:
    streams = {name: [_line(turn, line) for line in lines] for name, lines in river["flow_lines"].items()}
    return {"outline": _line(turn, river["outline"]), "island": _line(turn, river["island"]), "flow_lines": streams}


def _box(turn: Turning, box: Mapping[str, float]) -> dict[str, float]:
    """A box, from what was its right side; smaller, so that a window has room for its buttons below."""
    left, top = turn([box["x"] + box["width"], box["y"]])
    width, height = SMALLER * box["height"], SMALLER * box["width"]
    return {"x": left + (box["height"] - width) / 2, "y": top, "width": width, "height": height}
