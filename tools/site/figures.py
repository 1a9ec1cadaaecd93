"""The figures of the rule book as pictures: every stage of a position block, cut to the part of the board it shows."""

import hashlib
import io
import re
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from rheinlaender.board import rhine
from rheinlaender.book.figure import Stage, crop_of, work_through
from rheinlaender.book.words import colour_of, statement_words
from rheinlaender.drawing import picture
from rheinlaender.drawing.picture import draw_sheet, draw_view
from rheinlaender.drawing.sheet import MARGIN, drawing_of
from rheinlaender.envs.rendering import rasteriser
from rheinlaender.game.view import View
from rheinlaender.i18n import words

ROOM = 26.0
"""The room around the fields of a figure, in the measure of the drawing."""
SHARPNESS = 2
"""Pixels of a picture for each of the page, so that it is sharp on any screen."""
WIDEST = 520
QUALITY = 72
SHEET_SCALE = 2
SHEET = ("parchment", "ornaments", "river", "fields", "flow", "banks", "numbers", "cartouche")
"""The layers of a drawing that lie below the pieces, and the one beside them."""
NAMESPACE = "http://www.w3.org/2000/svg"
_VIEW_BOX = re.compile(r'viewBox="[^"]*"')

Box = tuple[float, float, float, float]
Picture = tuple[str, int, int]
"""The name of a file, its width and its height."""


def figure_text(block: str, language: str, pictures: Path, way: str) -> str:
    """A position block as Markdown: a picture of each stage, with who moved and what holds then."""
    stages, drawn = _worked(block, pictures)
    parts = [_stage_text(*part, language, way) for part in zip(stages, drawn, strict=True)]
    return '<div class="figure" markdown>\n\n' + "\n\n".join(parts) + "\n\n</div>"


@cache
def _worked(block: str, pictures: Path) -> tuple[list[Stage], list[Picture | None]]:
    """The stages of a block with their pictures, which are the same in all languages."""
    stages = work_through(block)
    box = box_of(stages)
    keys = [f"{block} {number}" for number in range(len(stages))]
    return stages, [None if box is None else _picture(*part, box, pictures) for part in zip(keys, stages, strict=True)]


def _stage_text(stage: Stage, drawn: Picture | None, language: str, way: str) -> str:
    lines = [_moved(stage, language)] if stage.seat else []
    if drawn is not None:
        name, width, height = drawn
        alt = words("drawing.label", language, board=stage.game.board.name, stand="").rstrip(". ")
        lines.append(f"![{alt}]({way}{name}){{ width={width} height={height} loading=lazy }}")
    told = [f"- {statement_words(stage.game, statement, language)}" for statement in stage.statements]
    return "\n\n".join([*lines, "\n".join(told)] if told else lines)


def _moved(stage: Stage, language: str) -> str:
    """Who moved, and how: "Red: 31L"."""
    colour = colour_of(str(stage.seat), language)
    return f"**{colour[0].upper()}{colour[1:]}**: `{' '.join(stage.moves)}`"


def box_of(stages: list[Stage]) -> Box | None:
    """The part of the drawing that shows a figure, or None where there is nothing to see."""
    fields = drawing_of(stages[0].game.board)["fields"]
    points = [point for name in crop_of(stages) for point in fields[name]["outline"]]
    if not points:
        return None
    drawing, least = drawing_of(stages[0].game.board), -MARGIN
    left, top = (max(least, min(point[axis] for point in points) - ROOM) for axis in (0, 1))
    right, bottom = (
        min(drawing[side] + MARGIN, max(point[axis] for point in points) + ROOM)
        for axis, side in ((0, "width"), (1, "height"))
    )
    return left, top, right - left, bottom - top


def _picture(key: str, stage: Stage, box: Box, pictures: Path) -> Picture:
    """A stage's picture, which is drawn unless it is there: drawing all of them takes minutes."""
    width = min(WIDEST, round(box[2] * 1.1))
    name = f"{hashlib.sha256(f'{key} {box} {width} {_manner()}'.encode()).hexdigest()[:16]}.webp"
    if not (pictures / name).exists():
        pictures.mkdir(parents=True, exist_ok=True)
        (pictures / name).write_bytes(_drawn(_pieces(stage.game.view()), box, width * SHARPNESS))
    return name, width, round(width * box[3] / box[2])


@cache
def _manner() -> str:
    """A digest of what decides how pictures look: the board with its drawing, and the sources that draw."""
    drawers = [*sorted(Path(str(picture.__file__)).parent.glob("*.py")), Path(__file__)]
    return hashlib.sha256(rhine().digest.encode() + b"".join(path.read_bytes() for path in drawers)).hexdigest()


def _pieces(view: View) -> str:
    """What stands on the board, without the sheet below: that is the same in all pictures and slow to draw."""
    root = ElementTree.fromstring(draw_view(view))
    for layer in [layer for layer in root if layer.get("class") in SHEET]:
        root.remove(layer)
    ElementTree.register_namespace("", NAMESPACE)
    return ElementTree.tostring(root, encoding="unicode")


@cache
def _sheet() -> Any:
    """The sheet of the board as one big picture."""
    resvg, image = rasteriser()
    drawn = bytes(resvg.svg_to_bytes(svg_string=draw_sheet(rhine()), zoom=SHEET_SCALE))
    return image.open(io.BytesIO(drawn)).convert("RGB")


def draw_stage(view: View, box: Box, width: int) -> Any:
    """What stands on a part of the board, over the sheet, as a picture of so many pixels."""
    return _over_sheet(_pieces(view), box, width)


def _over_sheet(svg: str, box: Box, width: int) -> Any:
    resvg, image = rasteriser()
    left, top, wide, high = box
    size = width, round(width * high / wide)
    corners = (left + MARGIN, top + MARGIN, left + wide + MARGIN, top + high + MARGIN)
    part = _sheet().resize(size, image.Resampling.LANCZOS, box=tuple(SHEET_SCALE * number for number in corners))
    shown = _VIEW_BOX.sub(f'viewBox="{left} {top} {wide} {high}"', svg, count=1)
    over = image.open(io.BytesIO(bytes(resvg.svg_to_bytes(svg_string=shown, width=width)))).convert("RGBA").resize(size)
    part.paste(over, (0, 0), over)
    return part


def _drawn(svg: str, box: Box, width: int) -> bytes:
    """The picture as a file."""
    out = io.BytesIO()
    _over_sheet(svg, box, width).save(out, "WEBP", quality=QUALITY, method=4)
    return out.getvalue()
