"""Remarks: what people say at a table, cleaned of what nobody sees, and who hears it. They touch nothing.

They stand beside the log and not in it: nothing that is said moves a game, and nobody learns from the numbers of a log
that others have talked.
"""

import unicodedata
from dataclasses import dataclass

from rheinlaender.server.values.entry import OVER, Parts
from rheinlaender.server.values.naming import MOST_MARKS, UNSEEN
from rheinlaender.server.values.table import Table
from rheinlaender.server.values.viewer import Viewer

PLAYERS, WATCHERS, ALL = "players", "watchers", "all"
"""Among whom something is said: those who play, those who watch, and, after the game, everybody."""
LONGEST = 300
"""The most characters of a remark."""
_JOINER = "\N{ZERO WIDTH JOINER}"
_MARKS = ("Mn", "Me")
_UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


@dataclass(frozen=True)
class Remark:
    """Something that was said: by the holder of a secret, from a seat or, without one, as the watcher of a number.

    It is numbered from 1 on among those who hear it. `parts` are a `text`, or a `reaction` with the turn that it is
    `about`; none are left of what was erased.
    """

    room: str
    speaker: str
    seat: str
    parts: Parts
    at: str
    number: int = 0
    watcher: int = 0


def speaks_in(table: Table, viewer: Viewer) -> str:
    """Among whom somebody speaks: watchers apart from those who play, until the game is over."""
    if table.stage == OVER:
        return ALL
    return PLAYERS if viewer.seats else WATCHERS


def hears(table: Table, viewer: Viewer) -> tuple[str, ...]:
    """What somebody hears. What watchers have said reaches those who play after the game; the converse never."""
    if not viewer.seats:
        return WATCHERS, ALL
    return (PLAYERS, WATCHERS, ALL) if table.stage == OVER else (PLAYERS, ALL)


def cleaned(text: str) -> str:
    """A text as it is kept: composed (NFC), in one line, without what is not seen or turns other text around."""
    composed = unicodedata.normalize("NFC", text)
    kept: list[str] = []
    marks = 0
    for place, letter in enumerate(composed):
        is_mark = unicodedata.category(letter) in _MARKS
        marks = marks + 1 if is_mark else 0
        if letter.isspace():
            kept.append(" ")
        elif is_mark and (marks > MOST_MARKS or not "".join(kept[-1:]).strip()):
            continue
        elif not _is_unseen(letter) or _is_joint(composed, place):
            kept.append(letter)
    return unicodedata.normalize("NFC", " ".join("".join(kept).split()))


def _is_unseen(letter: str) -> bool:
    return letter in UNSEEN or unicodedata.category(letter) in _UNSEEN


def _is_joint(text: str, place: int) -> bool:
    """Whether a joiner joins two pictures, such as those of a family."""
    if text[place] != _JOINER or place in (0, len(text) - 1):
        return False
    before, behind = text[place - 1], text[place + 1]
    is_after_picture = unicodedata.category(before) in ("So", "Sk") or before == "\N{VARIATION SELECTOR-16}"
    return is_after_picture and unicodedata.category(behind) == "So"
