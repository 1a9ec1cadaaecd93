"""Games that are reviewed in the tests, and judges that are quick."""

import os
from functools import cache
from pathlib import Path

from rheinlaender.game.game import Game
from rheinlaender.notation.record import read_record
from rheinlaender.review.judge import PlayoutJudge
from rheinlaender.review.review import Review, review_game
from tests.setting import PRESETS, SEATS

GAMES = Path(__file__).parents[1] / "games"
IS_LONG = bool(os.environ.get("RHEINLAENDER_LONG"))
FEW = ("3-dutch-cluster", "4-hungarian-uniform", "5-short-cluster", "4-parker-cluster")
"""A game of each number of seats and of each preset."""
ALL = tuple(f"{seats}-{preset}-cluster" for seats in SEATS for preset in PRESETS)
NAMES = ALL if IS_LONG else FEW
JUDGE = PlayoutJudge(playouts=8 if IS_LONG else 2)


@cache
def game_named(name: str) -> Game:
    """A recorded game."""
    return read_record((GAMES / f"{name}.rhg").read_text(encoding="ascii")).game


@cache
def review_of(name: str) -> Review:
    """The review of a recorded game."""
    return review_game(game_named(name), JUDGE)
