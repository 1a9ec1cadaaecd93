"""Computer players for tests: one that plays, one that crashes, one that does not come back."""

import threading
from collections.abc import Sequence

from rheinlaender.game.move import Move
from rheinlaender.game.view import View

enough = threading.Event()


class Clerk:
    """Takes the first move."""

    name = "clerk"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, view: View, legal_moves: Sequence[Move], deadline: float | None = None) -> Move:
        return legal_moves[0]


class Crashing(Clerk):
    """Crashes on every decision."""

    def choose(self, view: View, legal_moves: Sequence[Move], deadline: float | None = None) -> Move:
        raise RuntimeError("not today")


class Hanging(Clerk):
    """Does not come back before it is let go."""

    def choose(self, view: View, legal_moves: Sequence[Move], deadline: float | None = None) -> Move:
        enough.wait(60)
        return legal_moves[0]
