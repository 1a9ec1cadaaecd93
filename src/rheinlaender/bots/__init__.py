"""Computer players: every seat a good opponent that knows no more than a person in its place could know."""

from rheinlaender.bots.bot import Bot
from rheinlaender.bots.registry import LEVELS, bot_names, make_bot

__all__ = ["LEVELS", "Bot", "bot_names", "make_bot"]
