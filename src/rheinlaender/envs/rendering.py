"""Pictures of a view for the render modes: text that is printed or given, SVG, or an array of pixels."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rheinlaender.drawing.picture import draw_view
from rheinlaender.drawing.text import picture_of, plain
from rheinlaender.envs.stepped import one_of
from rheinlaender.game.view import View
from rheinlaender.i18n.extras import missing

RENDER_MODES = ["human", "ansi", "svg", "rgb_array"]
WIDTH = 1000


def check_render_mode(mode: str | None) -> str | None:
    """The render mode, if there is such a mode; None draws nothing."""
    mode = one_of("render mode", mode, [None, *RENDER_MODES])
    if mode == "rgb_array":
        rasteriser()
    return mode


def rendered(view: View, mode: str) -> str | NDArray[np.uint8] | None:
    """The picture of a view in one of the render modes; for a human it is printed."""
    if mode == "human":
        print(plain(picture_of(view)), flush=True)
        return None
    if mode == "ansi":
        return plain(picture_of(view))
    svg = draw_view(view)
    return svg if mode == "svg" else pixels_of(svg)


def rasteriser() -> tuple[Any, Any]:
    """The packages that turn SVG into pixels."""
    try:
        import PIL.Image
        import resvg_py
    except ImportError as error:
        raise missing("The render mode rgb_array", "resvg_py and pillow", "render") from error
    return resvg_py, PIL.Image


def pixels_of(svg: str, width: int = WIDTH) -> NDArray[np.uint8]:
    """A drawing as an array of height, width and the colours red, green and blue."""
    import io

    resvg, image = rasteriser()
    picture = bytes(resvg.svg_to_bytes(svg_string=svg, width=width, background="#ffffff"))
    return np.array(image.open(io.BytesIO(picture)).convert("RGB"), np.uint8)
