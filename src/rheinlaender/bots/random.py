"""The random player: any legal move."""

from collections.abc import Sequence
from random import Random

from rheinlaender.bots.seen import seed_for
from rheinlaender.game.move import Move
from rheinlaender.game.view import View


class RandomBot:
    """Plays any legal move with the same chance."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, view: View, legal_moves: Sequence[Move], deadline: float | None = None) -> Move:
        """Any move; it takes no time."""
        return Random(seed_for(view, self.seed)).choice(list(legal_moves))
