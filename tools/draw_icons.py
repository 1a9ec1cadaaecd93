"""Draw the icons of the installed app from pictures/icon.svg.

    python -m tools.draw_icons

Needs the extra `render`. A system may cut a maskable icon to any shape that holds its inner circle, so that its
picture is smaller and has no frame.
"""

import re

from tools.made import ROOT

PICTURES = ROOT / "src" / "rheinlaender" / "web" / "pictures"
SIZES = {"icon-180.png": 180, "icon-192.png": 192, "icon-512.png": 512}
MASKABLE, MASKABLE_SIZE = "icon-maskable-512.png", 512
FRAME = re.compile(r'<path d="M(?:40 40|28 28)H[^>]*/>\n')
GROUND = re.compile(r'(<path d="M0 0H512V512H0Z"[^>]*/>)')
INNER = '<g transform="translate(256 256) scale(.8) translate(-256 -250)">'


def main() -> None:
    """Draw all icons."""
    drawing = (PICTURES / "icon.svg").read_text(encoding="utf-8")
    for name, size in SIZES.items():
        (PICTURES / name).write_bytes(drawn(drawing, size))
    (PICTURES / MASKABLE).write_bytes(drawn(maskable(drawing), MASKABLE_SIZE))


def maskable(drawing: str) -> str:
    """The icon without its frame, the picture within the circle that no system cuts."""
    unframed = FRAME.sub("", drawing)
    return GROUND.sub(rf"\1{INNER}", unframed).replace("</svg>", "</g></svg>")


def drawn(drawing: str, size: int) -> bytes:
    """An icon as a picture of so many pixels."""
    from resvg_py import svg_to_bytes

    return bytes(svg_to_bytes(svg_string=drawing, width=size, height=size))


if __name__ == "__main__":
    main()
