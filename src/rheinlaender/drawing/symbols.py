"""The symbols of pieces and ornaments, from `board/symbols.svg`, in which `{a}` stands for the colour of a seat."""

from functools import cache
from pathlib import Path

import rheinlaender.board
from rheinlaender.drawing.colours import SEAT_COLOURS, hatchings
from rheinlaender.drawing.svg import Point, element

SYMBOLS = Path(rheinlaender.board.__file__).parent / "symbols.svg"


@cache
def symbols_document() -> str:
    """All symbols and hatchings as a document, in the colours of the seats."""
    document = SYMBOLS.read_text(encoding="utf-8").replace("</defs>", f"{hatchings()}\n</defs>")
    for seat, colour in SEAT_COLOURS.items():
        document = document.replace(f"{{{seat}}}", colour)
    return document


@cache
def symbols() -> str:
    """All symbols, to be defined in a drawing that stands alone."""
    document = symbols_document()
    return document[document.index("<defs>") + len("<defs>") : document.index("</defs>")]


def symbol(name: str, at: Point, size: Point) -> str:
    """A symbol with its centre at a point."""
    (x, y), (width, height) = at, size
    return element("use", href=f"#{name}", x=x - width / 2, y=y - height / 2, width=width, height=height)
