"""Computer players that the operator of the server has added to the levels; nobody else can."""

import logging

from rheinlaender.bots.bot import Bot
from rheinlaender.bots.greedy import GreedyBot
from rheinlaender.bots.guard import Guarded
from rheinlaender.bots.registry import make_bot
from rheinlaender.i18n import Refusal
from rheinlaender.server.errors import NoSuchBot
from rheinlaender.server.values.seat import bot_of

SECONDS = 10.0
"""How long such a player may think about a decision; then greedy decides."""
MOST_HUNG = 4
"""A player that does not come back from so many decisions is not asked before some of them are over."""
log = logging.getLogger("rheinlaender.server")


class RegisteredBots:
    """Those who were added, under guard: they crash, hang and talk nonsense for themselves alone."""

    def __init__(self, names: tuple[str, ...] = ()) -> None:
        self.names = names
        self._hung: dict[str, list[Guarded]] = {}

    def check(self, level: str) -> None:
        """Refuse a player that was not added; the levels are always there."""
        name = bot_of(level)
        if name is not None and name not in self.names:
            raise NoSuchBot(bot=name)

    def can_play(self, level: str) -> bool:
        """Whether a player may be asked now."""
        name = bot_of(level)
        if name is None:
            return True
        self._hung[name] = [hung for hung in self._hung.get(name, []) if hung.is_thinking]
        return name in self.names and len(self._hung[name]) < MOST_HUNG

    def guarded(self, level: str, seed: int, share: float) -> Guarded:
        """A player that was added, who has a share of its time for each decision."""
        name = str(bot_of(level))
        bot = Guarded(_made(name, seed), patience=SECONDS * share)
        self._hung.setdefault(name, []).append(bot)
        return bot


def _made(name: str, seed: int) -> Bot:
    try:
        return make_bot(name, seed, threads=1)
    except Refusal as refusal:
        log.error("%s Greedy plays instead", refusal)
        return GreedyBot(seed)
