"""QR codes of links, as a path of one colour on squares of one unit."""

BORDER = 2
"""How many light squares stand around a code."""


def qr_code(text: str) -> tuple[int, str]:
    """How many squares a code is wide, with its border, and the path of its dark ones: each row in runs."""
    import segno

    code = segno.make_qr(text, error="m", boost_error=False)
    rows = [bytes(row) for row in code.matrix_iter(border=BORDER)]
    return len(rows), "".join(path_of_row(row, y) for y, row in enumerate(rows))


def path_of_row(row: bytes, y: int) -> str:
    """The dark runs of a row."""
    path, x = "", 0
    while (begin := row.find(1, x)) >= 0:
        end = row.find(0, begin)
        x = end if end >= 0 else len(row)
        path += f"M{begin} {y}h{x - begin}v1h-{x - begin}z"
    return path
