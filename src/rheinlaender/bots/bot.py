"""The protocol of computer players, and what they refuse."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from rheinlaender.game.move import Move
from rheinlaender.game.view import View
from rheinlaender.i18n import Refusal


@runtime_checkable
class Bot(Protocol):
    """A computer player. It gets a view, never a position: what its seat cannot know, it cannot use.

    One that plays like another until the engine is compiled says so by `needs_engine`.
    """

    name: str

    def choose(self, view: View, legal_moves: Sequence[Move], deadline: float | None = None) -> Move:
        """One of the legal moves for the seat that the view is for.

        The deadline is a reading of `time.monotonic()` by which to answer; None leaves the time to the bot.
        """
        ...


@dataclass(frozen=True)
class Candidate:
    """A move with what the search found: each seat's share of victory, and how often it was tried."""

    move: Move
    share: float
    shares: tuple[float, ...]
    visits: int

    @property
    def error(self) -> float | None:
        """How far off the share may be, as a standard error; None where nothing was tried.

        It is that of so many games that are won or lost, and one more of each; play-outs that are judged in between
        spread less, so that it is rather too great.
        """
        if not self.visits:
            return None
        games = self.visits + 2
        part = (min(1.0, max(0.0, self.share)) * self.visits + 1) / games
        return math.sqrt(part * (1 - part) / games)


class UnknownBot(Refusal):
    """No computer player has this name."""

    code = "unknown_bot"


class BotUnusable(Refusal):
    """A computer player of somebody else cannot be imported or made, or is none."""

    code = "bot_unusable"


class WrongBotSetting(Refusal):
    """A computer player's number of simulations or seconds makes no sense."""

    code = "wrong_bot_setting"


class NothingToChoose(Refusal):
    """A computer player was asked in a position that is over, or for a seat that is not to move."""

    code = "nothing_to_choose"
