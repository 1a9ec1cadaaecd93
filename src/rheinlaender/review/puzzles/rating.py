"""How hard a puzzle is, on the scale of Elo: its rating is that of a solver who has an even chance.

It is reckoned when the puzzle is mined: by the chance that a player finds it who weighs moves by greedy's evaluation
with some doubt, by which computer players find it, and by how little the second-best move loses.
"""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

MIDDLE = 1500
DOUBT = 1.5
"""So many coins less make a move e times less likely, as for the priors of the search."""
FOUND, MISSED = 0.9, 0.1
"""The chance that stands for a computer player who finds the move, and for one who does not."""
SCALE, PER_DOUBLING, USUAL_LOSS = 400.0, 150.0, 0.06
"""A second-best move that loses half of the usual loss makes a puzzle harder by `PER_DOUBLING`."""
LOWEST, HIGHEST = 800, 2400


def rating_of(values: Any, is_right: Sequence[bool], is_found: Sequence[bool], loss: float) -> int:
    """The rating by what the evaluation thinks of all moves, which are right, who finds one, and the second's loss."""
    weights = np.exp((values - values.max()) / DOUBT)
    chances = [float(weights[np.array(is_right)].sum() / weights.sum())]
    chances += [FOUND if found else MISSED for found in is_found]
    chance = sum(chances) / len(chances)
    rating = MIDDLE + SCALE * math.log10((1.0 - chance) / chance) + PER_DOUBLING * math.log2(USUAL_LOSS / loss)
    return round(min(HIGHEST, max(LOWEST, rating)))
