"""A view as a drawing: the board as an old map, with everything that stands on it, in one SVG document.

Places come from the board file, pieces from `board/symbols.svg`; both are inlined, so the document stands alone.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from math import dist
from pathlib import Path
from typing import Any

import rheinlaender.board
from rheinlaender.board import Board
from rheinlaender.board.board import is_river
from rheinlaender.board.check import drawing_is_complete
from rheinlaender.board.errors import BoardWrong
from rheinlaender.game.duchy import Duchy
from rheinlaender.game.svg import Point, border, element, group, path, text, text_of, title
from rheinlaender.game.view import View
from rheinlaender.i18n import DEFAULT_LANGUAGE, words

Drawing = Mapping[str, Any]

SYMBOLS = Path(rheinlaender.board.__file__).parent / "symbols.svg"
SERIF = "'Palatino Linotype', Palatino, 'Book Antiqua', Georgia, 'Liberation Serif', serif"
NAMESPACE = "http://www.w3.org/2000/svg"
PARTS = ("width", "height", "river", "cartouche")
MARGIN = 40
FRAME = 16
REACH = 56.0

INK = "#3b2a16"
WATER = "#b4d2de"
GROUND = {"L": "url(#rh-meadow)", "W": WATER, "R": "url(#rh-vineyard)"}
CURRENTS = (("34 26 12 40", "#f4fbfd"), ("50 22 18 64", "#86b3c9"), ("22 38 60 30", "#f4fbfd"))
SEAT_COLOURS = {"a": "#b81f26", "b": "#e0a800", "c": "#5a2470", "d": "#2f74b8", "e": "#4f8f2a"}
NO_DUKE_COLOUR = "#6b5f50"

SHIELD, SHIELD_OF_GARRISON, SHIELD_OF_SEAT = (31.0, 37.0), (20.0, 24.0), (28.0, 33.6)
DUKE, BISHOP, ARCHBISHOP, BASTION = (34.0, 46.0), (19.0, 19.0), (23.0, 23.0), (35.0, 35.0)
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


def draw(view: View, language: str = DEFAULT_LANGUAGE) -> str:
    """The whole drawing of a position as a seat, or a watcher, may see it."""
    drawing = _drawing_of(view.board)
    layers = [
        element("defs", _symbols(), _water(drawing), element("clipPath", _rectangle(drawing, FRAME), id="rh-frame")),
        *_sheet(drawing),
        _ornaments(drawing),
        _river(),
        _fields(view.board, drawing),
        _flow(drawing),
        _duchies(view, drawing, language),
        _numbers(view.board, drawing),
        _sites(view, drawing, language),
        _pieces(view, drawing, language),
        _dukes(view, drawing, language),
        _cartouche(view, drawing["cartouche"], language),
    ]
    sheet = f"{-MARGIN} {-MARGIN} {drawing['width'] + 2 * MARGIN} {drawing['height'] + 2 * MARGIN}"
    label = words("drawing.label", language, board=view.board.name, stand=_stand(view, language))
    drawn = "\n".join(["", *layers, ""])
    return element("svg", drawn, xmlns=NAMESPACE, viewBox=sheet, role="img", aria_label=label, font_family=SERIF)


def _drawing_of(board: Board) -> Drawing:
    """What the board file says of its drawing; a board that cannot be drawn is refused."""
    drawing = board.drawing or {}
    problems = [problem.words() for problem in drawing_is_complete(board)]
    problems += [words("drawing.part_missing", part=part) for part in PARTS if part not in drawing]
    if problems:
        raise BoardWrong(file=board.name, problem=problems[0])
    return drawing


@cache
def _symbols() -> str:
    """The symbols of pieces and ornaments."""
    document = SYMBOLS.read_text(encoding="utf-8")
    return document[document.index("<defs>") + len("<defs>") : document.index("</defs>")]


def _symbol(name: str, at: Point, size: Point) -> str:
    """A symbol with its centre at a point."""
    (x, y), (width, height) = at, size
    return element("use", href=f"#{name}", x=x - width / 2, y=y - height / 2, width=width, height=height)


def _piece(kind: str, name: str, *figures: str, **marks: str) -> str:
    """Something that stands on the board, with its name, and marks by which a program finds it."""
    return element("g", title(name), *figures, class_=kind, **{f"data_{mark}": value for mark, value in marks.items()})


# The sheet and its ornaments


def _rectangle(drawing: Drawing, margin: float, **style: object) -> str:
    """A rectangle around the board."""
    width, height = drawing["width"] + 2 * margin, drawing["height"] + 2 * margin
    return element("rect", x=-margin, y=-margin, width=width, height=height, **style)


def _sheet(drawing: Drawing) -> Iterator[str]:
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
    parts, taken = [_symbol("compass", widest, (2 * radius, 2 * radius))], [(widest, radius)]
    for number, (point, space) in enumerate(others):
        free = min([space - 16] + [dist(point, other) - reach for other, reach in taken])
        fitting = [(name, size) for name, size in ORNAMENTS if size[0] / 2 < free]
        for name, size in fitting[number % max(1, len(fitting)) :][:1]:
            parts.append(_symbol(name, point, size))
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
    shape = element("path", id="rh-river", d=path(drawing["river"]["outline"]) + path(drawing["river"]["island"]))
    return shape + element("clipPath", element("use", href="#rh-river"), id="rh-water", clip_rule="evenodd")


def _river() -> str:
    """The water itself, also where it leaves the board."""
    water = element("use", href="#rh-river", fill=WATER, fill_rule="evenodd", stroke=INK, stroke_width=1.6)
    return group("river", [water], clip_path="url(#rh-frame)")


def _fields(board: Board, drawing: Drawing) -> str:
    """Every field by its outline; the left bank is meadow, the right bank vineyard."""
    outlines = {name: drawing["fields"][name]["outline"] for name in board.fields}
    edge = element("path", d=border(outlines.values()), fill="none", stroke="#a67c3d", stroke_width=11, opacity=0.24)
    fields = [
        element("path", title(name), class_="field", data_field=name, d=path(outline), fill=GROUND[name[0]])
        for name, outline in outlines.items()
    ]
    return group("fields", [edge, *fields], stroke=INK, stroke_width=1.3, stroke_linejoin="round")


def _flow(drawing: Drawing) -> str:
    """Depth along the banks, and lines of the current."""
    parts = [
        element("use", href="#rh-river", stroke="#5f97b3", stroke_width=width, opacity=opacity)
        for width, opacity in ((20, 0.1), (11, 0.2), (5, 0.3))
    ]
    lines = [line for stream in drawing["river"]["flow_lines"].values() for line in stream]
    for number, line in enumerate(lines):
        dashes, colour = CURRENTS[number % len(CURRENTS)]
        parts.append(element("path", d=path(line, ""), stroke=colour, stroke_dasharray=dashes, stroke_width=1.4))
    water = element("g", *parts, clip_path="url(#rh-water)")
    return group("flow", [water], fill="none", stroke_linecap="round", clip_path="url(#rh-frame)")


def _numbers(board: Board, drawing: Drawing) -> str:
    """The numbers of the regions on the river."""
    places = {region: drawing["fields"][river]["label"] for region, (_, river, _) in board.regions.items()}
    parts = [text(region, x, y + 6.5, 20) for region, (x, y) in places.items()]
    letters = {"font_style": "italic", "font_weight": "bold", "text_anchor": "middle", "fill": "#17394d"}
    halo = {"stroke": "#d3e6ee", "stroke_width": "3.5", "stroke_linejoin": "round", "paint_order": "stroke"}
    return group("numbers", parts, **letters, **halo)


# What stands on the board


def _sites(view: View, drawing: Drawing, language: str) -> str:
    """Landmarks as round tiles, garrisons on their castles; a site without a landmark is a ring with its letter."""
    parts = []
    for site in view.board.sites:
        landmark, place = view.landmarks.get(site), drawing["sites"][site]
        parts.append(_landmark(landmark, site, place, language) if landmark else _empty_site(site, place))
    parts += [_garrison(seat, site, drawing["sites"][site]["at"], language) for site, seat in view.garrisons.items()]
    return group("sites", parts)


def _landmark(landmark: str, site: str, place: Drawing, language: str) -> str:
    """The tile of a landmark."""
    name = words("drawing.landmark", language, landmark=words(f"landmark.{landmark}", language), site=site)
    size = 2 * place["radius"] + 4
    return _piece("landmark", name, _symbol(landmark, place["at"], (size, size)), site=site)


def _empty_site(site: str, place: Drawing) -> str:
    """A ring with the letter of its site."""
    x, y = place["at"]
    ring = element("circle", cx=x, cy=y, r=place["radius"], fill="#f9f0d9", stroke=INK, stroke_width=1.6)
    return _piece("site", site, ring, text(site, x, y + 7, 20, text_anchor="middle", fill=INK), site=site)


def _garrison(seat: str, site: str, at: Point, language: str) -> str:
    """A small shield at the gate of a castle."""
    shield = _symbol(f"shield-{seat}", (at[0], at[1] + 10), SHIELD_OF_GARRISON)
    return _piece("garrison", words("drawing.garrison", language, seat=seat, site=site), shield, site=site, seat=seat)


def _pieces(view: View, drawing: Drawing, language: str) -> str:
    """Knights and bastions on their fields."""
    places = {name: field["piece"] for name, field in drawing["fields"].items()}
    parts = [_bastion(name, places[name], language) for name in view.bastions]
    parts += [_knight(seat, name, places[name], language) for name, seat in view.knights.items()]
    return group("pieces", parts)


def _bastion(name: str, at: Point, language: str) -> str:
    """A tower."""
    tower = _symbol("bastion", at, BASTION)
    return _piece("bastion", words("drawing.bastion", language, field=name), tower, field=name)


def _knight(seat: str, name: str, at: Point, language: str) -> str:
    """A knight, by the shield of its seat."""
    shield = _symbol(f"shield-{seat}", at, SHIELD)
    return _piece("knight", words("drawing.knight", language, seat=seat, field=name), shield, field=name, seat=seat)


# Duchies and dukes


def _duchies(view: View, drawing: Drawing, language: str) -> str:
    """A border around each duchy in the colour of its duke; broken where there is none."""
    parts = []
    for duchy in view.duchies:
        colour, dashes = (SEAT_COLOURS[duchy.duke], "none") if duchy.duke else (NO_DUKE_COLOUR, "7 5")
        shape = border(drawing["fields"][name]["outline"] for name in duchy.fields)
        figure = element("path", d=shape, fill=colour, stroke=colour, stroke_dasharray=dashes)
        name = words("drawing.duchy", language, duchy=duchy.name, worth=duchy.worth)
        parts.append(_piece("duchy", name, figure, duchy=duchy.name))
    return group("duchies", parts, fill_opacity=0.2, fill_rule="evenodd", stroke_width=3.6, stroke_linejoin="round")


def _dukes(view: View, drawing: Drawing, language: str) -> str:
    """Each duke beside a field of his duchy, where he is least in the way."""
    fields = drawing["fields"]
    taken = [field["piece"] for field in fields.values()] + [site["at"] for site in drawing["sites"].values()]
    taken += [fields[name]["piece"] for name in (*view.knights, *view.bastions)]
    parts = []
    for duchy in view.duchies:
        if duchy.duke:
            place = min((fields[name]["beside"] for name in duchy.fields), key=lambda at: _crowd(at, taken))
            taken += [place, place]
            parts.append(_duke(duchy, duchy.duke, place, language))
    return group("dukes", parts)


def _crowd(at: Point, taken: list[Point]) -> float:
    """How much a place is crowded by others; those that are named twice count twice."""
    return sum(max(0.0, REACH - dist(at, other)) for other in taken)


def _duke(duchy: Duchy, seat: str, at: Point, language: str) -> str:
    """A duke, with a mitre at his feet if he has a bishop."""
    key, figures = "drawing.duke", [_symbol(f"duke-{seat}", at, DUKE)]
    if duchy.has_bishop:
        key = "drawing.duke_with_bishop"
        figures.append(_symbol("bishop", (at[0] + 14, at[1] + 13), BISHOP))
    return _piece("duke", words(key, language, seat=seat, duchy=duchy.name), *figures, duchy=duchy.name, seat=seat)


# The cartouche


def _stand(view: View, language: str) -> str:
    """How the game stands, in one line."""
    if view.phase == "over":
        return words("drawing.over", language, turn=view.turn)
    return words("drawing.to_move", language, turn=view.turn + 1, seat=view.to_move)


def _cartouche(view: View, box: Mapping[str, float], language: str) -> str:
    """The title, the seats with their knights in supply, and how the game stands."""
    middle, top = box["x"] + box["width"] / 2, box["y"]
    parts = [
        element("path", d=_scroll(box, 0), fill="#f8edcf", stroke=INK, stroke_width=2.2),
        element("path", d=_scroll(box, 7), fill="none", stroke=INK, stroke_width=0.9),
        text(words("drawing.title", language), middle, top + 66, 62, letter_spacing=2, fill="#6e2418"),
        *_seats(view, (middle, top + 100), language),
        text(_stand(view, language), middle, top + 144, 20, font_style="italic"),
    ]
    return group("cartouche", parts, text_anchor="middle", fill=INK)


def _scroll(box: Mapping[str, float], inset: float) -> str:
    """A rectangle with hollow corners."""
    hollow = 16
    start = f"{text_of(box['x'] + inset + hollow)} {text_of(box['y'] + inset)}"
    across, down = (text_of(box[side] - 2 * inset - 2 * hollow) for side in ("width", "height"))
    corners = [f"a{hollow} {hollow} 0 0 0 {x * hollow} {y * hollow}" for x, y in ((1, 1), (-1, 1), (-1, -1), (1, -1))]
    return f"M{start}h{across}{corners[0]}v{down}{corners[1]}h-{across}{corners[2]}v-{down}{corners[3]}Z"


def _seats(view: View, at: Point, language: str) -> Iterator[str]:
    """The seats side by side; the one to move is lit."""
    for number, seat in enumerate(view.seats):
        x, y = at[0] + (number - (len(view.seats) - 1) / 2) * min(124, 500 / len(view.seats)) - 6, at[1]
        if seat == view.to_move and view.phase != "over":
            yield element("rect", x=x - 38, y=y - 20, width=78, height=40, rx=20, fill="#e8b53a", opacity=0.45)
        yield _seat(view, seat, (x, y), language)


def _seat(view: View, seat: str, at: Point, language: str) -> str:
    """A seat's letter and shield with the number of its knights in supply, and the sign of the archbishop."""
    (x, y), supply = at, view.supply[seat]
    name = words("drawing.seat", language, seat=seat, count=supply)
    letter, number = text(seat, x - 24, y + 6, 20, font_style="italic"), text(supply, x + 27, y + 7, 21)
    figures = [letter, _symbol(f"shield-{seat}", at, SHIELD_OF_SEAT), number]
    if seat == view.archbishop:
        figures.append(_symbol("archbishop", (x + 51, y), ARCHBISHOP))
        name = words("drawing.seat_of_archbishop", language, seat=name)
    return _piece("seat", name, *figures, seat=seat)
