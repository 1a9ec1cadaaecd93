"""The symbols of pieces and ornaments, from `board/symbols.svg`."""

from functools import cache
from pathlib import Path

import rheinlaender.board
from rheinlaender.drawing.svg import Point, element

SYMBOLS = Path(rheinlaender.board.__file__).parent / "symbols.svg"


@cache
def symbols() -> str:
    """All symbols, to be defined in a drawing that stands alone."""
    document = SYMBOLS.read_text(encoding="utf-8")
    return document[document.index("<defs>") + len("<defs>") : document.index("</defs>")]


def symbol(name: str, at: Point, size: Point) -> str:
    """A symbol with its centre at a point."""
    (x, y), (width, height) = at, size
    return element("use", href=f"#{name}", x=x - width / 2, y=y - height / 2, width=width, height=height)
