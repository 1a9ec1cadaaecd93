"""Themes: what a move is about, by what it does under the rules. Puzzles and mistakes are sorted by them."""

from collections.abc import Callable, Sequence
from typing import Any

from rheinlaender.bots.seen import seen_position
from rheinlaender.game import event as events
from rheinlaender.game.event import Event
from rheinlaender.game.game import Game
from rheinlaender.game.move import CardMove, Move
from rheinlaender.game.view import View
from rheinlaender.rules.compile import interpreted

FOUND, TAKE_OVER, MERGE, CASTLE = "found", "take_over", "merge", "castle"
BISHOP, CONVERT, END, BASTION = "bishop", "convert", "end", "bastion"
QUIET = "quiet"
"""A move that does nothing of all that at once: it prepares or prevents."""
THEMES = (FOUND, TAKE_OVER, MERGE, CASTLE, BISHOP, CONVERT, END, BASTION, QUIET)


def themes_of(view: View, move: Move) -> tuple[str, ...]:
    """What a move of the seat to move is about, in the order of `THEMES`; what the seat cannot know plays no part."""
    game = Game(seen_position(view), interpreted(view.board))
    return themes_of_events(game.consequences(move).events, str(view.seat), not isinstance(move, CardMove))


def themes_of_events(happened: Sequence[Event], seat: str, is_bastion: bool = False) -> tuple[str, ...]:
    """What a decision of a seat was about, by all that happened up to the draw."""
    told = {theme for theme, is_about in _MEANINGS.items() if any(is_about(event, seat) for event in happened)}
    if sum(isinstance(event, events.DuchyMerged) for event in happened) > 1:
        told.add(MERGE)
    if is_bastion:
        told.add(BASTION)
    return tuple(theme for theme in THEMES if theme in told) or (QUIET,)


def _is(kind: type[Event], *, own: bool = True) -> Callable[[Any, str], bool]:
    """Whether an event is of a kind, and happened to the seat itself or to another one."""
    return lambda event, seat: isinstance(event, kind) and (event.seat == seat) == own  # type: ignore[attr-defined]


def _any(*questions: Callable[[Any, str], bool]) -> Callable[[Any, str], bool]:
    return lambda event, seat: any(asked(event, seat) for asked in questions)


_MEANINGS: dict[str, Callable[[Any, str], bool]] = {
    FOUND: lambda event, seat: isinstance(event, events.DuchyFounded),
    TAKE_OVER: lambda event, seat: _is(events.DukeDeposed, own=False)(event, seat) and event.leader == seat,
    CASTLE: _any(_is(events.GarrisonPlaced), _is(events.GarrisonReplaced)),
    BISHOP: _any(
        _is(events.BishopInstalled),
        _is(events.BishopLost, own=False),
        _is(events.ArchbishopNamed),
        _is(events.ArchbishopLost, own=False),
    ),
    CONVERT: _is(events.KnightConverted),
    END: _is(events.LastKnightPlaced),
}
