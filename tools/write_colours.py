"""Write css/seats.css, the browser's colours of the seats, from drawing/colours.py; `--check` says if it is stale.

python -m tools.write_colours
"""

import sys

from rheinlaender.drawing.colours import (
    NO_DUKE_COLOUR,
    SEAT_COLOURS,
    SEAT_COLOURS_BY_CANDLE,
    SEAT_INKS,
    SEAT_INKS_BY_CANDLE,
    Colours,
)
from tools.made import ROOT, write_or_check

STYLES = ROOT / "src" / "rheinlaender" / "web" / "css" / "seats.css"
HEAD = """/* The colours of the seats, and of what is written on them. Written by tools/write_colours.py. */
"""


def main(words: list[str]) -> int:
    """Write the colours, or say that they are not current; 1 if they are not and were not to be written."""
    return write_or_check({STYLES: styles_text()}, words, "write_colours")


def styles_text() -> str:
    """The colours by day and by candle light, and which of them belong to an element with a seat."""
    day = rule(":root", {**names(SEAT_COLOURS), **names(SEAT_INKS, "-ink"), "--no-duke": NO_DUKE_COLOUR})
    candle = {**names(SEAT_COLOURS_BY_CANDLE), **names(SEAT_INKS_BY_CANDLE, "-ink"), "--no-duke": "#b9a88c"}
    seats = [
        rule(f"[data-seat='{seat}']", {"--seat": f"var(--seat-{seat})", "--seat-ink": f"var(--seat-{seat}-ink)"})
        for seat in SEAT_COLOURS
    ]
    patterns = [rule(f"#rh-hatch-{seat} path", {"stroke": f"var(--seat-{seat})"}) for seat in SEAT_COLOURS]
    return "\n".join([HEAD, day, rule(":root[data-theme='dark']", candle), *seats, *patterns])


def names(colours: Colours, end: str = "") -> dict[str, str]:
    """Colours by the names that style sheets use."""
    return {f"--seat-{seat}{end}": colour for seat, colour in colours.items()}


def rule(selector: str, values: dict[str, str]) -> str:
    """One rule of a style sheet."""
    lines = "".join(f"  {name}: {value};\n" for name, value in values.items())
    return f"{selector} {{\n{lines}}}\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
