"""The board as an old map: parchment, ornaments, river, fields and numbers, as layers of a drawing.

Places come from the board file. Every colour is an attribute, so a drawing stands alone; a page that shows the sheet
can give it other colours by the classes of its parts.
"""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from math import dist
from typing import Any

from rheinlaender.board import Board
from rheinlaender.board.board import is_river
from rheinlaender.board.check import drawing_is_complete
from rheinlaender.board.errors import BoardWrong
from rheinlaender.drawing.svg import Point, border, element, group, steps, text, title
from rheinlaender.drawing.symbols import symbol, symbols
from rheinlaender.i18n import words

Drawing = Mapping[str, Any]

SERIF = "'Palatino Linotype', Palatino, 'Book Antiqua', Georgia, 'Liberation Serif', serif"
NAMESPACE = "http://www.w3.org/2000/svg"
PARTS = ("width", "height", "river", "cartouche")
MARGIN = 40
FRAME = 16
BANKS_EVERY, BANK_AT = 6, 0.52
"""Which regions show the letters of their banks, and where between river and field."""

INK = "#3b2a16"
WATER = "#b4d2de"
GROUND = {"L": "url(#rh-meadow)", "W": WATER, "R": "url(#rh-vineyard)"}
CURRENTS = (("34 26 12 40", "light"), ("50 22 18 64", "dark"), ("22 38 60 30", "light"))
CURRENT_COLOURS = {"light": "#f4fbfd", "dark": "#86b3c9"}

WIDEST_COMPASS = 88.0
ORNAMENTS = (
    ("tree", (34.0, 34.0)),
    ("tuft", (20.0, 13.0)),
    ("hill", (58.0, 29.0)),
    ("tuft", (24.0, 16.0)),
    ("vine", (46.0, 34.0)),
    ("grove", (54.0, 36.0)),
    ("tuft", (18.0, 12.0)),
    ("tree", (28.0, 28.0)),
)


def drawing_of(board: Board) -> Drawing:
    """What the board file says of its drawing; a board that cannot be drawn is refused."""
    drawing = board.drawing or {}
    problems = [problem.words() for problem in drawing_is_complete(board)]
    problems += [words("drawing.part_missing", part=part) for part in PARTS if part not in drawing]
    if problems:
        raise BoardWrong(file=board.name, problem=problems[0])
    return drawing


def document(drawing: Drawing, layers: list[str], label: str) -> str:
    """Layers as one document, with the sheet and its margin as the part of the plane that is shown."""
    shown = f"{-MARGIN} {-MARGIN} {drawing['width'] + 2 * MARGIN} {drawing['height'] + 2 * MARGIN}"
    drawn = "\n".join(["", *layers, ""])
    return element("svg", drawn, xmlns=NAMESPACE, viewBox=shown, role="img", aria_label=label, font_family=SERIF)


def sheet_layers(board: Board, drawing: Drawing) -> list[str]:
    """Everything that lies below duchies and pieces, from the bottom to the top."""
    frame = element("clipPath", _rectangle(drawing, FRAME), id="rh-frame")
    return [
        element("defs", symbols(), class_="symbols"),
        element("defs", _water(drawing), frame),
        group("parchment", _parchment(drawing)),
        _ornaments(drawing),
        _river(),
        _fields(board, drawing),
        _flow(drawing),
    ]


def _rectangle(drawing: Drawing, margin: float, **style: object) -> str:
    """A rectangle around the board."""
    width, height = drawing["width"] + 2 * margin, drawing["height"] + 2 * margin
    return element("rect", x=-margin, y=-margin, width=width, height=height, **style)


def _parchment(drawing: Drawing) -> Iterator[str]:
    """The parchment with a frame like that of old maps."""
    yield _rectangle(drawing, MARGIN, fill="url(#rh-parchment)")
    yield _rectangle(drawing, 20, fill="none", stroke="#f6ebcd", stroke_width=8)
    yield _rectangle(drawing, 20, fill="none", stroke=INK, stroke_width=6, stroke_dasharray="40 40", opacity=0.75)
    for margin, width in ((FRAME, 1.6), (24, 1.6), (29, 0.8)):
        yield _rectangle(drawing, margin, fill="none", stroke=INK, stroke_width=width, opacity=0.8)


def _ornaments(drawing: Drawing) -> str:
    """Trees, vines and hills where nothing else comes, and a compass where there is most room."""
    (widest, most), *others = sorted(_room(drawing), key=lambda place: -place[1])
    radius = min(most - 4, WIDEST_COMPASS)
    parts, taken = [symbol("compass", widest, (2 * radius, 2 * radius))], [(widest, radius)]
    for number, (point, space) in enumerate(others):
        free = min([space - 16] + [dist(point, other) - reach for other, reach in taken])
        fitting = [(name, size) for name, size in ORNAMENTS if size[0] / 2 < free]
        for name, size in fitting[number % max(1, len(fitting)) :][:1]:
            parts.append(symbol(name, point, size))
            taken.append((point, size[0] / 2))
    return group("ornaments", parts, opacity=0.8, aria_hidden="true")


def _room(drawing: Drawing) -> Iterator[tuple[Point, float]]:
    """Places all over the sheet, in crooked rows, each with its distance from the nearest thing on the board."""
    land = [field for name, field in drawing["fields"].items() if not is_river(name)]
    sides = [side for field in land for side in [*pairwise(field["outline"])][::2]]
    things = [((x + other_x) / 2, (y + other_y) / 2) for (x, y), (other_x, other_y) in sides]
    things += [place["at"] for place in drawing["sites"].values()]
    things += [field["beside"] for field in land]
    box, width, height = drawing["cartouche"], drawing["width"], drawing["height"]
    for row, top in enumerate(range(26, int(height) - 20, 44)):
        for column, left in enumerate(range(16, int(width) - 20, 52)):
            x, y = left + 13 * ((row * 5 + column * 3) % 4), top + 8 * ((column * 7 + row) % 3)
            off_cartouche = max(box["x"] - x, x - box["x"] - box["width"], box["y"] - y)
            off_frame = min(x, y, width - x, height - y) + FRAME
            yield (x, y), min(off_cartouche, off_frame, *(dist((x, y), thing) for thing in things))


# Land and river


def _water(drawing: Drawing) -> str:
    """The river around its island, once as a shape and once to keep what flows between the banks."""
    shape = element("path", id="rh-river", d=steps(drawing["river"]["outline"]) + steps(drawing["river"]["island"]))
    return shape + element("clipPath", element("use", href="#rh-river"), id="rh-water", clip_rule="evenodd")


def _river() -> str:
    """The water itself, also where it leaves the board."""
    water = element("use", href="#rh-river", fill=WATER, fill_rule="evenodd", stroke=INK, stroke_width=1.6)
    return group("river", [water], clip_path="url(#rh-frame)")


def _fields(board: Board, drawing: Drawing) -> str:
    """Every field by its outline; the left bank is meadow, the right bank vineyard."""
    outlines = {name: drawing["fields"][name]["outline"] for name in board.fields}
    shade = {"stroke": "#a67c3d", "stroke_width": 11, "opacity": 0.24}
    edge = element("path", class_="edge", d=border(outlines.values(), steps), fill="none", **shade)
    fields = [
        element("path", title(name), class_="field", data_field=name, d=steps(outline), fill=GROUND[name[0]])
        for name, outline in outlines.items()
    ]
    return group("fields", [edge, *fields], stroke=INK, stroke_width=1.3, stroke_linejoin="round")


def _flow(drawing: Drawing) -> str:
    """Depth along the banks, and lines of the current."""
    parts = [
        element("use", class_="bank", href="#rh-river", stroke="#5f97b3", stroke_width=width, opacity=opacity)
        for width, opacity in ((20, 0.1), (11, 0.2), (5, 0.3))
    ]
    lines = [line for stream in drawing["river"]["flow_lines"].values() for line in stream]
    for number, line in enumerate(lines):
        dashes, shade = CURRENTS[number % len(CURRENTS)]
        style = {"stroke": CURRENT_COLOURS[shade], "stroke_dasharray": dashes, "stroke_width": 1.4}
        parts.append(element("path", class_=f"current {shade}", d=steps(line, ""), **style))
    water = element("g", *parts, clip_path="url(#rh-water)")
    return group("flow", [water], fill="none", stroke_linecap="round", clip_path="url(#rh-frame)")


def banks(board: Board, drawing: Drawing) -> str:
    """The letters of the banks, left and right going downstream, beside every sixth region and the last."""
    shown = [board.regions[region] for region in (*range(1, len(board.regions), BANKS_EVERY), len(board.regions))]
    parts = []
    for left, river, right in shown:
        for letter, land in (("L", left), ("R", right)):
            x, y = point_between(drawing["fields"][river]["label"], drawing["fields"][land]["piece"], BANK_AT)
            parts.append(text(letter, x, y + 5.5, 17))
    letters = {"font_weight": "bold", "text_anchor": "middle", "fill": "#5a3d1c"}
    halo = {"stroke": "#f1e6c9", "stroke_width": "3.5", "stroke_linejoin": "round", "paint_order": "stroke"}
    return group("banks", parts, **letters, **halo)


def point_between(one: Point, other: Point, part: float) -> Point:
    """The point so far on the way from one to another."""
    return (one[0] + part * (other[0] - one[0]), one[1] + part * (other[1] - one[1]))


def numbers(board: Board, drawing: Drawing) -> str:
    """The numbers of the regions on the river."""
    places = {region: drawing["fields"][river]["label"] for region, (_, river, _) in board.regions.items()}
    parts = [text(region, x, y + 6.5, 20) for region, (x, y) in places.items()]
    letters = {"font_style": "italic", "font_weight": "bold", "text_anchor": "middle", "fill": "#17394d"}
    halo = {"stroke": "#d3e6ee", "stroke_width": "3.5", "stroke_linejoin": "round", "paint_order": "stroke"}
    return group("numbers", parts, **letters, **halo)
