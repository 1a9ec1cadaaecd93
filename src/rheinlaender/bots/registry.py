"""Computer players by name: levels for people, plain bots, and bots that others have registered."""

import re
from collections.abc import Callable
from functools import cache, partial
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from rheinlaender.bots.bot import Bot, BotUnusable, UnknownBot, WrongBotSetting
from rheinlaender.bots.engines.bot import engine_named
from rheinlaender.bots.foresight import ForesightBot
from rheinlaender.bots.greedy import CarelessBot, GreedyBot
from rheinlaender.bots.net import NetBot
from rheinlaender.bots.random import RandomBot
from rheinlaender.bots.search import SearchBot

ENTRY_POINT = "rheinlaender.bots"
DUKE_SECONDS = 0.3
DUKE_SIMULATIONS = 30
"""After so many the Duke has seen enough, on whatever machine: more would make an Archbishop of him."""
ARCHBISHOP_SECONDS = 2.0

LEVELS: dict[str, Callable[..., Bot]] = {
    "squire": CarelessBot,
    "knight": GreedyBot,
    "duke": partial(ForesightBot, seconds=DUKE_SECONDS, enough=DUKE_SIMULATIONS, threads=1),
    "archbishop": partial(ForesightBot, seconds=ARCHBISHOP_SECONDS),
}
"""The levels for people, from a first-timer's opponent to the strongest; their names are in the catalogue."""

PLAIN: dict[str, Callable[..., Bot]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "net": NetBot,
    "search": SearchBot,
    "foresight": ForesightBot,
}
_SETTING = re.compile(r"(search|foresight|duke|archbishop)(?::(\d+)|@(\d+(?:\.\d+)?))")
_PLACE = re.compile(r"[^\W\d][\w.]*:[^\W\d][\w.]*")


@cache
def registered() -> dict[str, EntryPoint]:
    """Bots that installed packages offer: an entry point of the group `rheinlaender.bots` is called with a seed."""
    return {point.name: point for point in entry_points(group=ENTRY_POINT)}


def bot_names() -> list[str]:
    """All names that `make_bot` knows."""
    return [*LEVELS, *PLAIN, *registered()]


def make_bot(name: str, seed: int = 0, **settings: Any) -> Bot:
    """A bot by its name; `search:5000` searches that many simulations a move, `foresight@0.5` half a second.

    `my_module:Clerk` is imported and called with a seed, as what a package registers is. `engine:./my_bot --flag` is a
    program of its own, which is started at once.
    """
    engine = engine_named(name, seed, **settings)
    if engine is not None:
        return engine
    setting = _SETTING.fullmatch(name)
    if setting and (setting[2] or setting[3]):
        return _searching(setting, seed, settings)
    point = registered().get(name) or _named(name)
    if point is not None:
        return _made(name, point, seed)
    factory = LEVELS.get(name) or PLAIN.get(name)
    if factory is None:
        raise UnknownBot(bot=name, bots=", ".join(bot_names()))
    return factory(seed, **_understood(factory, settings))


def close_bot(bot: Bot) -> None:
    """Let go of what a bot holds, such as a process; most hold nothing."""
    close = getattr(bot, "close", None)
    if callable(close):
        close()


def _named(name: str) -> EntryPoint | None:
    """What a name such as `my_module:Clerk` points to."""
    return EntryPoint(name, name, ENTRY_POINT) if _PLACE.fullmatch(name) else None


def _made(name: str, point: EntryPoint, seed: int) -> Bot:
    """A bot of somebody else, or a refusal that says what is wrong with it."""
    try:
        bot = point.load()(seed)
    except (Exception, SystemExit) as error:
        raise BotUnusable(bot=name, problem=f"{type(error).__name__}: {error}") from error
    if not isinstance(bot, Bot):
        raise BotUnusable(bot=name, problem="it has no name or no method choose")
    return bot


def _searching(setting: re.Match[str], seed: int, settings: dict[str, Any]) -> Bot:
    searching = SearchBot if setting[1] == "search" else ForesightBot
    if not setting[2]:
        return searching(seed, **settings | {"seconds": float(setting[3]), "simulations": None})
    if int(setting[2]) == 0:
        raise WrongBotSetting(setting="simulations", value=0)
    return searching(seed, **settings | {"seconds": None, "simulations": int(setting[2])})


def _understood(factory: Any, settings: dict[str, Any]) -> dict[str, Any]:
    """The settings that a bot has."""
    import inspect

    names = inspect.signature(getattr(factory, "func", factory)).parameters
    return {name: value for name, value in settings.items() if name in names}
