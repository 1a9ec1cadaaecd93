"""docs/turn.webp: a short moving picture of one turn, as README shows it.

    python -m tools.moving_picture

A knight joins two duchies, a duke is deposed and paid, a castle and a bishop change sides. It needs the extra `render`.
"""

import io
import re
from html import escape
from pathlib import Path
from typing import Any

from rheinlaender.book.figure import Stage, work_through
from rheinlaender.book.words import colour_of
from rheinlaender.envs.rendering import rasteriser
from tools.site.figures import box_of, draw_stage

PLACE = Path(__file__).parents[1] / "docs" / "turn.webp"
TURN = """rh1 seats=3 landmarks=..+.C.2................... to=b knights=a:L6,L7,L8/b:L10,L11,L12,L13 \
garrisons=E:a dukes=L6:a,L10:b hands=b:9
play 9L .
"""
FIRST = "Yellow has card 9 and is to move: two duchies, and one field between them."
LAST = "Whoever holds most of the knights rules. Your turn?"
LEFT_OUT = ("CardPlayed", "CardDrawn")
WIDTH, STRIP, SECONDS = 720, 64, 1.9
INK, PARCHMENT = "#2b1d0e", "#f6ebcd"


def main() -> None:
    """Draw the frames and write them as one picture."""
    frames = list(frames_of(TURN))
    times = [int(1000 * SECONDS)] * len(frames)
    first, *others = frames
    first.save(
        PLACE,
        "WEBP",
        save_all=True,
        append_images=others,
        duration=times,
        loop=0,
        quality=70,
        method=4,
        minimize_size=True,
    )


def frames_of(turn: str) -> list[Any]:
    """The frames: the position, then what happened, one thing after the other, and what has become of it."""
    before, after = work_through(turn)
    told = [coloured(event.words("en")) for event in after.events if type(event).__name__ not in LEFT_OUT]
    box = box_of([before, after])
    assert box is not None
    first, last = (_drawn(stage, box) for stage in (before, after))
    return [captioned(first, FIRST), *(captioned(last, words) for words in told), captioned(last, LAST)]


def _drawn(stage: Stage, box: tuple[float, float, float, float]) -> Any:
    return draw_stage(stage.game.view(), box, WIDTH)


def coloured(words: str) -> str:
    """A sentence in which seats are called by their colours."""
    named = re.sub(r"\b([a-c])\b(?! card| knight)", lambda seat: colour_of(seat[1], "en"), words)
    return named[0].upper() + named[1:]


def captioned(picture: Any, words: str) -> Any:
    """A picture with a sentence below it."""
    resvg, image = rasteriser()
    text = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {STRIP}">'
        f'<rect width="{WIDTH}" height="{STRIP}" fill="{PARCHMENT}"/>'
        f'<text x="{WIDTH / 2}" y="{STRIP * 0.6}" text-anchor="middle" font-family="Georgia, Liberation Serif, serif" '
        f'font-size="22" fill="{INK}">{escape(words)}</text></svg>'
    )
    strip = image.open(io.BytesIO(bytes(resvg.svg_to_bytes(svg_string=text, width=WIDTH)))).convert("RGB")
    whole = image.new("RGB", (WIDTH, picture.height + STRIP))
    whole.paste(picture, (0, 0))
    whole.paste(strip, (0, picture.height))
    return whole


if __name__ == "__main__":
    main()
