"""The colours of the seats, for drawings and for the browser, by day and by candle light.

They stay apart for everybody, also for those who do not tell red from green or blue from green: the least difference
is measured in `tests/unit/test_colours.py`. Who goes by no colour at all goes by the charges of the shields and by the
hatchings, which are those of heralds: red is upright, gold dotted, purple and green aslant, blue level.
"""

from collections.abc import Mapping

from rheinlaender.drawing.svg import element

Colours = Mapping[str, str]

INK, CREAM = "#2b1d10", "#fff6e0"
SEAT_COLOURS: Colours = {"a": "#bb1f2c", "b": "#efc51c", "c": "#4a2052", "d": "#3f70b4", "e": "#6cb886"}
"""Red, yellow, purple, blue and green, in drawings and by day."""
SEAT_COLOURS_BY_CANDLE: Colours = {"a": "#d84030", "b": "#f6d95c", "c": "#9468cf", "d": "#7edcff", "e": "#559b7c"}
SEAT_INKS: Colours = {"a": CREAM, "b": INK, "c": CREAM, "d": CREAM, "e": INK}
"""What is written or drawn on a seat's colour."""
SEAT_INKS_BY_CANDLE: Colours = {"a": "#000000", "b": "#1d150a", "c": "#0d0715", "d": "#0a1622", "e": "#06120c"}
NO_DUKE_COLOUR = "#6b5f50"

HATCHINGS = {
    "a": "M3.5 0v14M10.5 0v14",
    "b": "M2 3.5h3M9 10.5h3",
    "c": "M0 7L7 0M0 14L14 0M7 14L14 7",
    "d": "M0 3.5h14M0 10.5h14",
    "e": "M0 7L7 14M0 0L14 14M7 0L14 7",
}
"""A tile of each seat's hatching, 14 units wide and high, as the description of a path."""


def hatchings() -> str:
    """The hatchings as patterns that fill a duchy, `rh-hatch-a` and so on."""
    style = {"fill": "none", "stroke_linecap": "round", "stroke_width": 2.2}
    return "\n".join(
        element(
            "pattern",
            element("path", d=tile, stroke=SEAT_COLOURS[seat], **style),
            id=f"rh-hatch-{seat}",
            width=14,
            height=14,
            patternUnits="userSpaceOnUse",
        )
        for seat, tile in HATCHINGS.items()
    )
