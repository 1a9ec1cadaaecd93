"""Hints: good moves for whoever asks, kept, so that nobody thinks twice about the same."""

from rheinlaender.game.game import Game
from rheinlaender.server.live.computer import Computer
from rheinlaender.server.live.kept import Kept
from rheinlaender.server.values.entry import Parts

MOST_KEPT = 1_000
Occasion = tuple[str, int, str, tuple[str, ...]]
"""When a hint is asked for: the table, the number of its newest entry, the seat, and its decisions so far."""


class Hints:
    """The hints that were found last, by their occasions."""

    def __init__(self, computer: Computer) -> None:
        self.computer = computer
        self.kept: Kept[Occasion, Parts] = Kept(MOST_KEPT)

    async def find(self, occasion: Occasion, game: Game, asker: str) -> Parts:
        """The hint that is kept, or a new one; `asker` is the person whose share the thinking counts to."""
        if occasion not in self.kept:
            self.kept[occasion] = await self.computer.hint(game, asker)
        return self.kept[occasion]
