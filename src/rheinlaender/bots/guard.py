"""A guard around a computer player: if it crashes, hangs or answers nonsense, greedy plays that move."""

import logging
import threading
import time
from collections.abc import Sequence

from rheinlaender.bots.bot import Bot
from rheinlaender.bots.greedy import GreedyBot
from rheinlaender.game.move import Move
from rheinlaender.game.view import View

GRACE_SECONDS = 0.5
log = logging.getLogger("rheinlaender.bots")


class Guarded:
    """A bot that always answers with a legal move, and in time."""

    def __init__(self, bot: Bot, grace: float = GRACE_SECONDS) -> None:
        self.bot = bot
        self.grace = grace

    @property
    def name(self) -> str:
        """The name of the bot that is guarded."""
        return self.bot.name

    def choose(self, view: View, legal_moves: Sequence[Move], deadline: float | None = None) -> Move:
        """The bot's move, or greedy's where the bot fails."""
        try:
            move = self._asked(view, legal_moves, deadline)
        except Exception:
            log.exception("%s crashed on turn %s; greedy plays this move", self.name, view.turn)
            return self._instead(view, legal_moves)
        if move is None:
            log.error("%s did not answer in time on turn %s; greedy plays this move", self.name, view.turn)
        elif move not in legal_moves:
            log.error("%s answered %r on turn %s; greedy plays this move", self.name, move, view.turn)
        else:
            return move
        return self._instead(view, legal_moves)

    def _asked(self, view: View, legal_moves: Sequence[Move], deadline: float | None) -> Move | None:
        """The bot's answer, or None if it has none by the deadline and a moment of grace."""
        if deadline is None:
            return self.bot.choose(view, legal_moves, None)
        answers: list[Move] = []
        errors: list[Exception] = []

        def work() -> None:
            try:
                answers.append(self.bot.choose(view, legal_moves, deadline))
            except Exception as error:
                errors.append(error)

        thread = threading.Thread(target=work, name=f"bot-{self.name}", daemon=True)
        thread.start()
        thread.join(max(0.0, deadline - time.monotonic()) + self.grace)
        if errors:
            raise errors[0]
        return answers[0] if answers else None

    @staticmethod
    def _instead(view: View, legal_moves: Sequence[Move]) -> Move:
        return GreedyBot().choose(view, legal_moves)
