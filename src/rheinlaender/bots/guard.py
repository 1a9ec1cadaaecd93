"""A guard around a computer player: if it crashes, hangs or answers nonsense, greedy plays that move."""

import logging
import threading
import time
from collections.abc import Sequence

from rheinlaender.bots.bot import Bot
from rheinlaender.bots.greedy import GreedyBot
from rheinlaender.game.move import Move
from rheinlaender.game.view import View
from rheinlaender.i18n import Refusal

GRACE_SECONDS = 0.5
PATIENCE_SECONDS = 60.0
"""How long a bot may think about a move if nobody says otherwise."""
log = logging.getLogger("rheinlaender.bots")


class Guarded:
    """A bot that always answers with a legal move, and in time; how often greedy had to is counted."""

    def __init__(self, bot: Bot, grace: float = GRACE_SECONDS, patience: float = PATIENCE_SECONDS) -> None:
        self.bot = bot
        self.grace, self.patience = grace, patience
        self.failures = 0
        self._thinking: threading.Thread | None = None

    @property
    def name(self) -> str:
        """The name of the bot that is guarded."""
        return self.bot.name

    @property
    def is_thinking(self) -> bool:
        """Whether the bot still thinks about something, perhaps for ever."""
        return self._thinking is not None and self._thinking.is_alive()

    def choose(self, view: View, legal_moves: Sequence[Move], deadline: float | None = None) -> Move:
        """The bot's move, or greedy's where the bot fails; the bot is told by when to answer."""
        until = time.monotonic() + self.patience if deadline is None else deadline
        try:
            move = self._asked(view, legal_moves, until)
        except Refusal as refusal:
            log.error("turn %s: %s Greedy plays this move", view.turn, refusal)
            return self._instead(view, legal_moves)
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

    def _asked(self, view: View, legal_moves: Sequence[Move], deadline: float) -> Move | None:
        """The bot's answer, or None if it has none by the deadline and a moment of grace.

        While it still thinks about an earlier question it is not asked another.
        """
        if self.is_thinking:
            return None
        answers: list[Move] = []
        errors: list[BaseException] = []

        def work() -> None:
            try:
                answers.append(self.bot.choose(view, legal_moves, deadline))
            except BaseException as error:  # a bot that leaves the program leaves only its own move
                errors.append(error)

        self._thinking = threading.Thread(target=work, name=f"bot-{self.name}", daemon=True)
        self._thinking.start()
        self._thinking.join(min(max(0.0, deadline - time.monotonic()) + self.grace, threading.TIMEOUT_MAX))
        if errors and isinstance(errors[0], Refusal):
            raise errors[0]
        if errors:
            raise RuntimeError(f"{self.name} failed") from errors[0]
        return answers[0] if answers else None

    def _instead(self, view: View, legal_moves: Sequence[Move]) -> Move:
        self.failures += 1
        return GreedyBot().choose(view, legal_moves)
