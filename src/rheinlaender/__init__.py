"""Rheinländer, Reiner Knizia's game of knights, duchies and bishops along the Rhine."""

from importlib import import_module

__version__ = "0.1.0"

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rheinlaender.board import Board, BoardError, read_board, rhine
    from rheinlaender.bots.bot import Bot
    from rheinlaender.bots.match import MatchPlan, Played, play_match, standing
    from rheinlaender.bots.registry import bot_names, make_bot
    from rheinlaender.drawing.picture import draw_view
    from rheinlaender.game.chance import Draw
    from rheinlaender.game.duchy import Duchy
    from rheinlaender.game.errors import IllegalMove
    from rheinlaender.game.event import Event
    from rheinlaender.game.game import Consequences, Game, Result
    from rheinlaender.game.move import ChangeCard, Convert, Move, NoBastion, PlaceBastion, Reinforce, Settle, read_move
    from rheinlaender.game.options import Options, read_options, write_options
    from rheinlaender.game.view import View
    from rheinlaender.i18n import LANGUAGES, Refusal
    from rheinlaender.notation.position import game_at, line_of, write_view
    from rheinlaender.notation.record import Record, read_record, write_record

__all__ = [
    "LANGUAGES",
    "Board",
    "BoardError",
    "Bot",
    "ChangeCard",
    "Consequences",
    "Convert",
    "Draw",
    "Duchy",
    "Event",
    "Game",
    "IllegalMove",
    "MatchPlan",
    "Move",
    "NoBastion",
    "Options",
    "PlaceBastion",
    "Played",
    "Record",
    "Refusal",
    "Reinforce",
    "Result",
    "Settle",
    "View",
    "bot_names",
    "draw_view",
    "game_at",
    "line_of",
    "make_bot",
    "play_match",
    "read_board",
    "read_move",
    "read_options",
    "read_record",
    "rhine",
    "standing",
    "write_options",
    "write_record",
    "write_view",
]

MODULES = {
    "game.game": ("Game", "Consequences", "Result"),
    "game.options": ("Options", "read_options", "write_options"),
    "game.move": ("Move", "Settle", "Reinforce", "Convert", "ChangeCard", "PlaceBastion", "NoBastion", "read_move"),
    "game.event": ("Event",),
    "game.chance": ("Draw",),
    "game.view": ("View",),
    "game.duchy": ("Duchy",),
    "game.errors": ("IllegalMove",),
    "i18n": ("LANGUAGES", "Refusal"),
    "notation.position": ("game_at", "line_of", "write_view"),
    "notation.record": ("Record", "read_record", "write_record"),
    "board": ("Board", "rhine", "read_board", "BoardError"),
    "drawing.picture": ("draw_view",),
    "bots.bot": ("Bot",),
    "bots.registry": ("bot_names", "make_bot"),
    "bots.match": ("MatchPlan", "Played", "play_match", "standing"),
}
"""Where each public name lives; it is imported when it is first asked for, so that a start imports nothing else."""


if not TYPE_CHECKING:  # or a type checker would take every name for a public one

    def __getattr__(name: str) -> object:
        for module, names in MODULES.items():
            if name in names:
                return getattr(import_module(f"rheinlaender.{module}"), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
