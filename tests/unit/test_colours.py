"""The colours of the seats stay apart for everybody, and what is written on them can be read.

Colour blindness is simulated by the matrices of Machado, Oliveira and Fernandes (2009) at full severity; differences
are CIEDE2000, where 1 can just be seen by the best eyes and 10 at a glance.
"""

from collections.abc import Callable
from itertools import combinations
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

import pytest

from rheinlaender.drawing.colours import (
    HATCHINGS,
    SEAT_COLOURS,
    SEAT_COLOURS_BY_CANDLE,
    SEAT_INKS,
    SEAT_INKS_BY_CANDLE,
    Colours,
    hatchings,
)
from rheinlaender.drawing.symbols import symbols_document
from tools import write_colours

Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]

LEAST = 17.0
"""The least difference between any two seats, for anybody."""
LEAST_CONTRAST = 4.5
VISIONS: dict[str, Matrix] = {
    "all colours": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
TO_XYZ: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
WHITE: Triple = (0.95047, 1.0, 1.08883)
BEFORE = {"a": "#b81f26", "b": "#e6b01a", "c": "#5a2470", "d": "#2f74b8", "e": "#44772a"}
"""Colours with a red and a green that are the same under deuteranopia."""


def linear(colour: str) -> Triple:
    """A colour as amounts of light."""
    shares = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares)
    return red, green, blue


def times(matrix: Matrix, light: Triple) -> Triple:
    """A matrix times a triple."""
    first, second, third = (sum(a * b for a, b in zip(row, light, strict=True)) for row in matrix)
    return first, second, third


def seen(colour: str, vision: Matrix) -> Triple:
    """A colour as somebody sees it, in CIELAB."""
    red, green, blue = (min(1.0, max(0.0, share)) for share in times(vision, linear(colour)))
    parts = [part / white for part, white in zip(times(TO_XYZ, (red, green, blue)), WHITE, strict=True)]
    x, y, z = (part ** (1 / 3) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116 for part in parts)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: Triple, other: Triple) -> float:
    """The difference of two colours by CIEDE2000 (Sharma, Wu and Dalal 2005)."""
    mean = (hypot(*one[1:]) + hypot(*other[1:])) / 2
    stretch = 1.5 - 0.5 * sqrt(mean**7 / (mean**7 + 25**7))
    (chroma, hue), (other_chroma, other_hue) = (polar(stretch * a, b) for _, a, b in (one, other))
    turn = (other_hue - hue + 180) % 360 - 180 if chroma * other_chroma else 0.0
    light, colour = (one[0] + other[0]) / 2, (chroma + other_chroma) / 2
    middle = (hue + turn / 2) % 360 if chroma * other_chroma else hue + other_hue
    lighter = (other[0] - one[0]) / (1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2))
    stronger = (other_chroma - chroma) / (1 + 0.045 * colour)
    wave = 1 - 0.17 * at(middle, 1, -30) + 0.24 * at(middle, 2, 0) + 0.32 * at(middle, 3, 6) - 0.2 * at(middle, 4, -63)
    turned = 2 * sqrt(chroma * other_chroma) * sin(radians(turn / 2)) / (1 + 0.015 * colour * wave)
    bend = -2 * sqrt(colour**7 / (colour**7 + 25**7)) * sin(radians(60 * exp(-(((middle - 275) / 25) ** 2))))
    return sqrt(lighter**2 + stronger**2 + turned**2 + bend * stronger * turned)


def polar(a: float, b: float) -> tuple[float, float]:
    """Chroma and hue."""
    return hypot(a, b), degrees(atan2(b, a)) % 360


def at(hue: float, times: int, shift: float) -> float:
    """The cosine of a multiple of a hue."""
    return cos(radians(times * hue + shift))


def least(colours: Colours, look: Callable[[str, str], float]) -> float:
    """The least that any two colours have between them."""
    return min(look(one, other) for one, other in combinations(colours.values(), 2))


def contrast(one: str, other: str) -> float:
    """The contrast of two colours by WCAG 2."""
    darker, lighter = sorted(times(TO_XYZ, linear(colour))[1] for colour in (one, other))
    return (lighter + 0.05) / (darker + 0.05)


def test_differences_are_those_of_the_standard() -> None:
    """Pairs of the paper that defines how CIEDE2000 is tested have the differences that it gives."""
    assert difference((50, 2.6772, -79.7751), (50, 0, -82.7485)) == pytest.approx(2.0425, abs=1e-4)
    assert difference((50, -1.3802, -84.2814), (50, 0, -82.7485)) == pytest.approx(1.0, abs=1e-4)
    assert difference((50, 2.5, 0), (73, 25, -18)) == pytest.approx(27.1492, abs=1e-4)
    assert difference((22.7233, 20.0904, -46.694), (23.0331, 14.973, -42.5619)) == pytest.approx(2.0373, abs=1e-4)
    assert difference((50, 0, 0), (50, -1, 2)) == pytest.approx(2.3669, abs=1e-4)


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("colours", [SEAT_COLOURS, SEAT_COLOURS_BY_CANDLE], ids=["by day", "by candle"])
def test_seats_stay_apart_for_everybody(colours: Colours, vision: str) -> None:
    """Any two seats differ by at least 17, whatever colours somebody sees, by day and by candle light."""
    matrix = VISIONS[vision]
    assert least(colours, lambda one, other: difference(seen(one, matrix), seen(other, matrix))) >= LEAST


def test_the_measure_finds_red_and_green_alike() -> None:
    """A red and a green of the same lightness are found to be alike under deuteranopia."""
    matrix = VISIONS["deuteranopia"]
    assert difference(seen(BEFORE["a"], matrix), seen(BEFORE["e"], matrix)) < 5


@pytest.mark.parametrize("seat", SEAT_COLOURS)
def test_what_is_written_on_a_colour_can_be_read(seat: str) -> None:
    """Ink on a seat's colour has the contrast that WCAG asks of text."""
    assert contrast(SEAT_COLOURS[seat], SEAT_INKS[seat]) >= LEAST_CONTRAST
    assert contrast(SEAT_COLOURS_BY_CANDLE[seat], SEAT_INKS_BY_CANDLE[seat]) >= LEAST_CONTRAST


def test_every_seat_has_a_hatching_of_its_own() -> None:
    """The second mark: no two hatchings are the same."""
    assert sorted(HATCHINGS) == sorted(SEAT_COLOURS) and len(set(HATCHINGS.values())) == len(HATCHINGS)
    assert all(f'id="rh-hatch-{seat}"' in hatchings() for seat in HATCHINGS)


def test_pieces_have_the_colours_of_their_seats() -> None:
    """Shields and dukes are drawn in the same colours as duchies, in pictures and in the browser."""
    lines = symbols_document().splitlines()
    for seat, colour in SEAT_COLOURS.items():
        for piece in ("shield", "duke"):
            line = next(line for line in lines if f'id="{piece}-{seat}"' in line)
            assert f'fill="{colour}"' in line
            assert not any(f'fill="{other}"' in line for other in SEAT_COLOURS.values() if other != colour)
    assert "{" not in symbols_document()


def test_the_browser_has_the_same_colours() -> None:
    """The style sheet of the seats is written from these colours."""
    assert write_colours.STYLES.read_text(encoding="utf-8") == write_colours.styles_text()
    assert write_colours.main(["--check"]) == 0
