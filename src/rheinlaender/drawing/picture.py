"""A view as a drawing: the board as an old map, with everything that stands on it, in one SVG document.

Places come from the board file, pieces from `board/symbols.svg`; both are inlined, so the document stands alone.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import dist

from rheinlaender.board import Board
from rheinlaender.drawing.colours import NO_DUKE_COLOUR, SEAT_COLOURS
from rheinlaender.drawing.sheet import INK, Drawing, banks, document, drawing_of, numbers, sheet_layers
from rheinlaender.drawing.svg import Point, border, element, group, text, text_of, title
from rheinlaender.drawing.symbols import symbol
from rheinlaender.drawing.turned import turned
from rheinlaender.game.duchy import Duchy
from rheinlaender.game.view import View
from rheinlaender.i18n import DEFAULT_LANGUAGE, words

REACH = 56.0
HATCHED = 0.4
OVER_BORDER = 0.66
ON_FIELD, ON_SITE, ON_PIECE = 1, 2, 4

SHIELD, SHIELD_OF_GARRISON, SHIELD_OF_SEAT = (31.0, 37.0), (20.0, 24.0), (28.0, 33.6)
DUKE, BISHOP, ARCHBISHOP, BASTION = (34.0, 46.0), (19.0, 19.0), (23.0, 23.0), (35.0, 35.0)


def draw_view(view: View, language: str = DEFAULT_LANGUAGE) -> str:
    """The whole drawing of a position as a seat, or a watcher, may see it."""
    drawing = drawing_of(view.board)
    layers = [
        *sheet_layers(view.board, drawing),
        _duchies(view, drawing, language),
        banks(view.board, drawing),
        numbers(view.board, drawing),
        _sites(view, drawing, language),
        _pieces(view, drawing, language),
        _dukes(view, language),
        _cartouche(view, drawing["cartouche"], language),
    ]
    label = words("drawing.label", language, board=view.board.name, stand=_stand(view, language))
    return document(drawing, layers, label)


def draw_sheet(board: Board, is_turned: bool = False, has_symbols: bool = True) -> str:
    """The sheet alone: river, fields and numbers, without sites, pieces and words; perhaps without its symbols too."""
    drawing = turned(drawing_of(board)) if is_turned else drawing_of(board)
    symbols, *layers = sheet_layers(board, drawing)
    layers += [banks(board, drawing), numbers(board, drawing)]
    return document(drawing, [symbols, *layers] if has_symbols else layers, board.name)


def duke_places(view: View) -> dict[str, Point]:
    """Where each duke stands, by the name of his duchy: near a field of it, where he is least in the way."""
    near, occupied = _places_near(view.board), {*view.knights, *view.bastions}
    places: dict[str, Point] = {}
    for duchy in view.duchies:
        if duchy.duke:
            free = [place for name in duchy.fields for place in near[name] if place.over not in occupied]
            dukes = list(places.values())
            places[duchy.name] = min(free, key=lambda place: _crowd(place, occupied, dukes)).at
    return places


@dataclass(frozen=True)
class _Place:
    """A place where a duke can stand: beside a field, or over its border to a neighbour."""

    at: Point
    over: str | None
    fields: tuple[tuple[str, float], ...]
    """The fields whose pieces are within reach, and how near they are."""
    sites: float
    """How much sites crowd the place."""


@cache
def _places_near(board: Board) -> dict[str, tuple[_Place, ...]]:
    """The places beside each field, and over the border to each of its neighbours."""
    drawing = drawing_of(board)
    return {
        name: tuple(_place(drawing, *found) for found in _points_near(board, drawing, name)) for name in board.fields
    }


def _points_near(board: Board, drawing: Drawing, name: str) -> Iterator[tuple[Point, str | None]]:
    fields = drawing["fields"]
    (x, y), (left, top) = fields[name]["piece"], fields[name]["beside"]
    yield (left, top), None
    for other in board.neighbours[name]:
        across, down = fields[other]["piece"]
        yield (x + OVER_BORDER * (across - x), y + OVER_BORDER * (down - y)), other


def _place(drawing: Drawing, at: Point, over: str | None) -> _Place:
    near = ((name, _nearness(at, field["piece"])) for name, field in drawing["fields"].items())
    sites = ON_SITE * sum(_nearness(at, site["at"]) for site in drawing["sites"].values())
    return _Place(at, over, tuple((name, nearness) for name, nearness in near if nearness), sites)


def _nearness(at: Point, other: Sequence[float]) -> float:
    """How near two places are: nothing out of reach."""
    return max(0.0, REACH - dist(at, other))


def _crowd(place: _Place, occupied: set[str], dukes: Sequence[Point]) -> float:
    """How much a place is crowded by what is within reach, each as much as it weighs."""
    pieces = sum(nearness * (ON_PIECE if name in occupied else ON_FIELD) for name, nearness in place.fields)
    return pieces + place.sites + ON_PIECE * sum(_nearness(place.at, duke) for duke in dukes)


def _piece(kind: str, name: str, *figures: str, **marks: str) -> str:
    """Something that stands on the board, with its name, and marks by which a program finds it."""
    return element("g", title(name), *figures, class_=kind, **{f"data_{mark}": value for mark, value in marks.items()})


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
    return _piece("landmark", name, symbol(landmark, place["at"], (size, size)), site=site)


def _empty_site(site: str, place: Drawing) -> str:
    """A ring with the letter of its site."""
    x, y = place["at"]
    ring = element("circle", cx=x, cy=y, r=place["radius"], fill="#f9f0d9", stroke=INK, stroke_width=1.6)
    return _piece("site", site, ring, text(site, x, y + 7, 20, text_anchor="middle", fill=INK), site=site)


def _garrison(seat: str, site: str, at: Point, language: str) -> str:
    """A small shield at the gate of a castle."""
    shield = symbol(f"shield-{seat}", (at[0], at[1] + 10), SHIELD_OF_GARRISON)
    return _piece("garrison", words("drawing.garrison", language, seat=seat, site=site), shield, site=site, seat=seat)


def _pieces(view: View, drawing: Drawing, language: str) -> str:
    """Knights and bastions on their fields."""
    places = {name: field["piece"] for name, field in drawing["fields"].items()}
    parts = [_bastion(name, places[name], language) for name in view.bastions]
    parts += [_knight(seat, name, places[name], language) for name, seat in view.knights.items()]
    return group("pieces", parts)


def _bastion(name: str, at: Point, language: str) -> str:
    """A tower."""
    tower = symbol("bastion", at, BASTION)
    return _piece("bastion", words("drawing.bastion", language, field=name), tower, field=name)


def _knight(seat: str, name: str, at: Point, language: str) -> str:
    """A knight, by the shield of its seat."""
    shield = symbol(f"shield-{seat}", at, SHIELD)
    return _piece("knight", words("drawing.knight", language, seat=seat, field=name), shield, field=name, seat=seat)


# Duchies and dukes


def _duchies(view: View, drawing: Drawing, language: str) -> str:
    """A border around each duchy in the colour of its duke; broken where there is none."""
    parts = []
    for duchy in view.duchies:
        colour, dashes = (SEAT_COLOURS[duchy.duke], "none") if duchy.duke else (NO_DUKE_COLOUR, "7 5")
        shape = border(drawing["fields"][name]["outline"] for name in duchy.fields)
        figures = [element("path", d=shape, fill=colour, stroke=colour, stroke_dasharray=dashes)]
        if duchy.duke:
            figures.append(element("path", d=shape, fill=f"url(#rh-hatch-{duchy.duke})", fill_opacity=HATCHED))
        name = words("drawing.duchy", language, duchy=duchy.name, worth=duchy.worth)
        parts.append(_piece("duchy", name, *figures, duchy=duchy.name))
    return group("duchies", parts, fill_opacity=0.2, fill_rule="evenodd", stroke_width=3.6, stroke_linejoin="round")


def _dukes(view: View, language: str) -> str:
    """Each duke in his place."""
    places = duke_places(view)
    parts = [_duke(duchy, duchy.duke, places[duchy.name], language) for duchy in view.duchies if duchy.duke]
    return group("dukes", parts)


def _duke(duchy: Duchy, seat: str, at: Point, language: str) -> str:
    """A duke, with a mitre at his feet if he has a bishop."""
    key, figures = "drawing.duke", [symbol(f"duke-{seat}", at, DUKE)]
    if duchy.has_bishop:
        key = "drawing.duke_with_bishop"
        figures.append(symbol("bishop", (at[0] + 14, at[1] + 13), BISHOP))
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
    figures = [letter, symbol(f"shield-{seat}", at, SHIELD_OF_SEAT), number]
    if seat == view.archbishop:
        figures.append(symbol("archbishop", (x + 51, y), ARCHBISHOP))
        name = words("drawing.seat_of_archbishop", language, seat=name)
    return _piece("seat", name, *figures, seat=seat)
