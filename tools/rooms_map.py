"""docs/concepts/rooms.svg: the rooms of the house as the architecture test knows them, the lowest at the bottom."""

from rheinlaender.drawing.svg import element, text
from tests.architecture.rooms import ALLOWED

COLUMN, LEVEL, BOX = 164, 84, (150, 52)
"""The width of a column, the height of a level, and the size of a room."""
PAPER, INK, WALL, LINE = "#fbf7ec", "#3b2f20", "#fffdf6", "#9a8662"
ROOMS = {
    "i18n": (2, "words in four languages"),
    "board": (2, "fields, sites, neighbours"),
    "rules": (2, "each rule, stated once"),
    "thinking": (1, "judging, looking ahead"),
    "game": (2, "moves, events, views"),
    "batches": (0, "many games at once"),
    "notation": (2, "positions, records, text"),
    "drawing": (4, "everything that is drawn"),
    "bots": (1, "computer players"),
    "book": (2, "the rule book, executed"),
    "lessons": (3, "the course"),
    "envs": (0, "Gymnasium, OpenSpiel …"),
    "training": (1, "how the network is made"),
    "review": (2, "after the game"),
    "server": (3, "tables, store, HTTP"),
    "cli": (2, "the command line"),
    "web": (4, "what browsers are sent"),
}
"""The column of each room, chosen so that the way down from every room above is free, and what it holds."""
COLUMNS = 1 + max(column for column, _ in ROOMS.values())

Place = tuple[float, float]


def rooms_map() -> str:
    """The map as SVG: a line leads from a room to those below that it stands on."""
    width, height = COLUMN * COLUMNS, LEVEL * (1 + level("cli"))
    lines = [_line(_place(room), _place(other)) for room in ALLOWED for other in _next_below(room)]
    parts = [element("rect", width=width, height=height, fill=PAPER), *lines, *map(_room, ALLOWED)]
    paper = {"xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {width} {height}", "font_family": "sans-serif"}
    return element("svg", "\n".join(["", *parts, ""]), **paper) + "\n"


def level(room: str) -> int:
    """How many rooms lie below each other beneath this one; what browsers are sent lies beside the command line."""
    if room == "web":
        return level("cli")
    return max((1 + level(other) for other in ALLOWED[room]), default=0)


def _next_below(room: str) -> list[str]:
    """The rooms that it may use, without those that are reached through another of them."""
    reached = set[str]().union(*(_all_below(other) for other in ALLOWED[room]))
    return sorted(ALLOWED[room] - reached)


def _all_below(room: str) -> set[str]:
    """The rooms that one stands on, directly or not."""
    return ALLOWED[room].union(*map(_all_below, ALLOWED[room]))


def _place(room: str) -> Place:
    """The middle of a room on the map."""
    return COLUMN * (ROOMS[room][0] + 0.5), LEVEL * (level("cli") - level(room) + 0.5)


def _line(upper: Place, lower: Place) -> str:
    """A line from a room to the column of another, and straight down to it."""
    (x, y), (to_x, to_y) = (upper[0], upper[1] + BOX[1] / 2), (lower[0], lower[1] - BOX[1] / 2)
    turn = y + LEVEL - BOX[1]
    way = f"M{x:g} {y:g}C{x:g} {turn:g} {to_x:g} {y:g} {to_x:g} {turn:g}V{to_y:g}"
    return element("path", d=way, fill="none", stroke=LINE, stroke_width=2)


def _room(room: str) -> str:
    """A room: its name, and what it holds."""
    (x, y), (width, height) = _place(room), BOX
    wall = element("rect", x=x - width / 2, y=y - height / 2, width=width, height=height, rx=6, fill=WALL, stroke=INK)
    name = text(room, x, y - 4, 16, fill=INK, text_anchor="middle", font_weight="bold")
    return wall + name + text(ROOMS[room][1], x, y + 15, 11, fill=INK, text_anchor="middle")
