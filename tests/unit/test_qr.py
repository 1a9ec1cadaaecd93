"""QR codes: the path paints exactly the dark squares of the code."""

import re

import segno

from rheinlaender.drawing.qr import BORDER, path_of_row, qr_code

LINK = "https://play.example.org/table/IahQrZ5eHr3J#secret=0123456789abcdefghijklmnopqrstuv"
RUN = re.compile(r"M(\d+) (\d+)h(\d+)v1h-(\d+)z")


def test_the_path_paints_the_code() -> None:
    """Every dark square is painted once, no light one is, and the border is light."""
    size, path = qr_code(LINK)
    runs = [tuple(map(int, run)) for run in RUN.findall(path)]
    assert RUN.sub("", path) == "" and all(there == back for _, _, there, back in runs)
    painted = [(x + step, y) for x, y, width, _ in runs for step in range(width)]
    code = segno.make_qr(LINK, error="m", boost_error=False)
    dark = {(x + BORDER, y + BORDER) for y, row in enumerate(code.matrix) for x, square in enumerate(row) if square}
    assert len(painted) == len(set(painted)) and set(painted) == dark
    assert size == len(code.matrix) + 2 * BORDER


def test_a_run_may_end_the_row() -> None:
    """Without a border a code begins and ends with dark squares: its corners are in the path."""
    assert path_of_row(bytes([1, 1, 0, 1]), 3) == "M0 3h2v1h-2zM3 3h1v1h-1z"
    assert path_of_row(bytes([0, 0]), 0) == ""
