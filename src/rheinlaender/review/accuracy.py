"""Accuracy: from 0 to 100, by the part of their own chances that a seat's decisions gave away.

The four levels are marks on the scale; `python -m tools.accuracy_marks` has measured them and fitted the curve.
"""

import json
import math
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from rheinlaender.review.weighing import Weighed

LEAST_CHANCE = 0.05
"""A chance that is smaller counts as this when the part of it is taken that was given away."""
CERTAIN = 2.0
"""A loss is called by its size if it is more than so many standard errors."""
LABELS = (("blunder", 0.1), ("mistake", 0.05), ("inaccuracy", 0.025), ("good", 0.01), ("excellent", 0.0))
"""What a move is called that lost at least so much of victory."""
BEST, LEVEL = "best", "level"


@cache
def marks() -> dict[str, Any]:
    """What was measured: the curve, and each level's part given away and accuracy."""
    document: dict[str, Any] = json.loads((Path(__file__).parent / "marks.json").read_text(encoding="utf-8"))
    return document


def given_away(decisions: Sequence[Weighed]) -> float:
    """The mean part of the own chance that decisions gave away; forced ones do not count."""
    parts = [one.loss / max(one.shares[0], LEAST_CHANCE) for one in decisions if not one.is_forced]
    return sum(parts) / len(parts) if parts else 0.0


def accuracy_of(part: float) -> float:
    """The accuracy of a mean part given away."""
    return 100.0 * math.exp(-marks()["curve"] * part)


def label_of(weighed: Weighed) -> str:
    """What a decision is called: the best, as good as the best as far as is known, or by what it lost."""
    if weighed.loss == 0.0:
        return BEST
    if weighed.loss <= CERTAIN * weighed.error:
        return LEVEL
    return next(name for name, least in LABELS if weighed.loss >= least)
