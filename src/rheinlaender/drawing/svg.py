"""Writing SVG: elements, groups, paths, and the border of shapes that lie side by side."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from xml.sax.saxutils import escape, quoteattr

Point = tuple[float, float]
Shape = Sequence[Sequence[float]]


def element(name: str, *children: str, **attributes: object) -> str:
    """One element; `_` in the name of an attribute stands for `-`. Children are SVG already, attributes are not."""
    written = "".join(f" {_attribute(key)}={quoteattr(text_of(value))}" for key, value in attributes.items())
    content = "".join(children)
    return f"<{name}{written}>{content}</{name}>" if content else f"<{name}{written}/>"


def _attribute(key: str) -> str:
    """The name of an attribute, as Python cannot spell it: `class_` is class."""
    return key.rstrip("_").replace("_", "-")


def text_of(value: object) -> str:
    """A number with at most one decimal; anything else as it is."""
    return f"{round(value, 1):g}" if isinstance(value, int | float) else str(value)


def group(name: str, parts: Iterable[str], **attributes: object) -> str:
    """Some elements under a name, each on a line."""
    return element("g", "\n".join(["", *parts, ""]), class_=name, **attributes)


def title(text: str) -> str:
    """What an element is called by those who point at it or listen."""
    return element("title", escape(text))


def text(content: object, x: float, y: float, size: float, **attributes: object) -> str:
    """Some written words or a number."""
    return element("text", escape(str(content)), x=x, y=y, font_size=size, **attributes)


def path(points: Shape, end: str = "Z") -> str:
    """Points as the description of a path, closed unless told otherwise.

    Each but the first is told by the way to it, in short numbers.
    """
    seen = [(round(x, 1), round(y, 1)) for x, y in points]
    ways = [(x - left, y - top) for (left, top), (x, y) in pairwise(seen)]
    return "M" + "l".join(f"{text_of(x)} {text_of(y)}" for x, y in [*seen[:1], *ways]) + end


def steps(points: Shape, end: str = "z") -> str:
    """The same by steps from point to point, in tenths that add up: compressed, it is a third smaller."""
    tenths = [(round(10 * x), round(10 * y)) for x, y in points]
    moves = [_short(part) for (left, top), (x, y) in pairwise(tenths) for part in (x - left, y - top)]
    written = " ".join(moves).replace(" -", "-")
    return f"M{tenths[0][0] / 10:g} {tenths[0][1] / 10:g}l{written}{end}"


def _short(tenths: int) -> str:
    """A number of tenths without a zero before the point."""
    return f"{tenths / 10:g}".replace("0.", ".", 1) if abs(tenths) < 10 else f"{tenths / 10:g}"


def border(shapes: Iterable[Shape], written: Callable[[Shape], str] = path) -> str:
    """The border of some shapes taken together: the sides that no two of them share, as the description of a path."""
    sides: Counter[frozenset[Point]] = Counter()
    for shape in shapes:
        points = [(x, y) for x, y in shape]
        sides.update(frozenset(side) for side in pairwise([*points, points[0]]) if side[0] != side[1])
    beyond: dict[Point, list[Point]] = {}
    for start, end in (sorted(side) for side, number in sides.items() if number == 1):
        beyond.setdefault(start, []).append(end)
        beyond.setdefault(end, []).append(start)
    return "".join(written(loop) for loop in _loops(beyond))


def _loops(beyond: dict[Point, list[Point]]) -> Iterator[list[Point]]:
    """Walk along sides, each once, from point to point until every walk is back where it began."""
    for start in beyond:
        while beyond[start]:
            loop = [start]
            while beyond[loop[-1]]:
                step = beyond[loop[-1]].pop()
                beyond[step].remove(loop[-1])
                loop.append(step)
            yield loop[:-1]
