"""What computer players choose: a turn, or a hint, from what one seat may know."""

from collections.abc import Callable, Sequence

from rheinlaender.bots import LEVELS, Bot
from rheinlaender.bots.advice import Alternative, advise
from rheinlaender.bots.explain import Reason
from rheinlaender.bots.foresight import ForesightBot
from rheinlaender.bots.guard import Guarded
from rheinlaender.bots.registry import ARCHBISHOP_SECONDS, DUKE_SECONDS
from rheinlaender.bots.search import SearchBot
from rheinlaender.bots.warm import LEVEL_KINDS, compile_beside, is_warm
from rheinlaender.game.game import Game
from rheinlaender.server.values.entry import Parts
from rheinlaender.server.writing.views import write_move

SECONDS = {"duke": DUKE_SECONDS, "archbishop": ARCHBISHOP_SECONDS}
"""How long the levels search that do; the others answer at once."""
BY_NUMBER = {kind.name: kind for kind in (ForesightBot, SearchBot)}
"""Who searches so many simulations as is said, however long that takes: `foresight:300`."""

Begin = Callable[[Bot], None]
"""Hears which computer player begins to think, so that it can be stopped."""


def keep_on(_: Bot) -> None:
    """Nobody stops a computer player."""


def player(level: str, seed: int, share: float) -> Bot:
    """A computer player that thinks in one thread, for a share of its time."""
    if level in SECONDS:
        return LEVELS[level](seed, seconds=SECONDS[level] * share, threads=1)
    name, _, number = level.partition(":")
    if name in BY_NUMBER:
        if name not in LEVEL_KINDS and is_warm():
            compile_beside((name,))
        return BY_NUMBER[name](seed, simulations=int(number), threads=1)
    return LEVELS[level](seed)


def begun(level: str, seed: int, share: float, begin: Begin) -> Guarded:
    """A computer player that somebody may stop."""
    bot = player(level, seed, share)
    begin(bot)
    return Guarded(bot)


def choose_turn(game: Game, level: str, seed: int, share: float = 1.0, begin: Begin = keep_on) -> list[str]:
    """The decisions of a computer player, which sees only what its seat may know."""
    return decisions(game, begun(level, seed, share, begin))


def decisions(game: Game, bot: Guarded) -> list[str]:
    """What a computer player decides in its turn."""
    apart, moves = game.copy(), list[str]()
    while not apart.is_turn_decided:
        move = bot.choose(apart.view(apart.to_move), apart.legal_moves())
        apart.decide(move)
        moves.append(str(move))
    return moves


def choose_hint(game: Game, level: str, share: float = 1.0, begin: Begin = keep_on) -> Parts:
    """A good move for the seat to move: what it is for, what it risks, and what else was considered."""
    view, bot = game.view(game.to_move), begun(level, 0, share, begin)
    move = bot.choose(view, game.legal_moves())
    advice = advise(view, move, getattr(bot.bot, "found", ()))
    return {
        **write_alternative(game, advice.best),
        "reasons": write_reasons(advice.aims),
        "risks": write_reasons(advice.risks),
        "others": [write_alternative(game, other) for other in advice.others],
    }


def write_alternative(game: Game, alternative: Alternative) -> Parts:
    """A move with its share of victory, and how far off that may be."""
    share, error = alternative.share, alternative.error
    return {
        **write_move(game, alternative.move),
        "victory": None if share is None else round(share, 4),
        "error": None if error is None else round(error, 4),
    }


def write_reasons(reasons: Sequence[Reason]) -> list[Parts]:
    """Reasons: their names and their parts."""
    return [{"name": reason.name, **reason.arguments} for reason in reasons]
