"""Why a move: reasons as keys of the catalogue and their arguments, from what the move does by the rules."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from rheinlaender.bots.seen import seen_position
from rheinlaender.game import event as events
from rheinlaender.game.event import Event
from rheinlaender.game.game import Consequences, Game
from rheinlaender.game.move import Move, NoBastion, PlaceBastion
from rheinlaender.game.view import View
from rheinlaender.i18n import DEFAULT_LANGUAGE, words
from rheinlaender.rules.compile import interpreted


@dataclass(frozen=True)
class Reason:
    """One reason; `reason.<name>` are its words."""

    name: str
    arguments: dict[str, Any] = field(default_factory=dict)

    def words(self, language: str = DEFAULT_LANGUAGE) -> str:
        """The reason as a sentence."""
        return words(f"reason.{self.name}", language, **self.arguments)


def explain(view: View, move: Move) -> list[Reason]:
    """Why a seat might make a move, the weightiest reason first; what its seat cannot know plays no part."""
    game = Game(seen_position(view), interpreted(view.board))
    consequences = game.consequences(move)
    if isinstance(move, NoBastion):
        return [Reason("keeps_bastion")]
    if isinstance(move, PlaceBastion):
        return _bastion(view, move)
    reasons = [reason for event in consequences.events for reason in _reasons(event, str(view.seat))]
    reasons += _growth(view, consequences)
    return reasons or [Reason("waits")]


def _reasons(event: Event, seat: str) -> Sequence[Reason]:
    """What an event means to the seat that causes it."""
    tell = _MEANINGS.get(type(event))
    return () if tell is None else tell(event, seat)


def _deposed(event: Any, seat: str) -> list[Reason]:
    if event.seat == seat:
        return [Reason("is_paid", {"duchy": event.duchy, "coins": event.coins})]
    name = "takes_duchy" if event.leader == seat else "topples_duke"
    return [Reason(name, {"duchy": event.duchy, "other": event.seat, "coins": event.coins})]


def _by_own(name: str) -> Callable[[Any, str], list[Reason]]:
    """A reason that counts only when the seat itself is concerned."""

    def tell(event: Any, seat: str) -> list[Reason]:
        arguments = {
            key: value for key, value in event.arguments.items() if key in ("duchy", "site", "other", "coins", "field")
        }
        return [Reason(name, arguments)] if event.seat == seat else []

    return tell


def _bishop_lost(event: Any, seat: str) -> list[Reason]:
    return [] if event.seat == seat else [Reason("takes_bishop", {"other": event.seat})]


def _archbishop_lost(event: Any, seat: str) -> list[Reason]:
    return [] if event.seat == seat else [Reason("unseats_archbishop", {"other": event.seat})]


def _growth(view: View, consequences: Consequences) -> list[Reason]:
    """What the duchy at the move gains in worth or majority."""
    duchy = consequences.duchy
    if duchy is None or duchy.duke != view.seat:
        return []
    before = [old for old in view.duchies if old.duke == view.seat and set(old.fields) <= set(duchy.fields)]
    if not before:
        return []
    gained = duchy.worth - max(old.worth for old in before)
    if gained > 0:
        return [Reason("adds_worth", {"duchy": duchy.name, "coins": gained, "worth": duchy.worth})]
    return [Reason("strengthens", {"duchy": duchy.name, "knights": duchy.knights[str(view.seat)]})]


def _bastion(view: View, move: PlaceBastion) -> list[Reason]:
    """Whose way a bastion bars."""
    beside = [name for name in view.board.neighbours[move.field] if name in view.knights]
    others = sorted({view.knights[name] for name in beside} - {str(view.seat)})
    if others:
        return [Reason("bars_way", {"field": move.field, "other": ", ".join(others)})]
    return [Reason("guards", {"field": move.field})]


_MEANINGS: dict[type[Event], Callable[[Any, str], list[Reason]]] = {
    events.DukeDeposed: _deposed,
    events.DukeWithdrawn: _by_own("is_paid"),
    events.KnightConverted: _by_own("converts"),
    events.GarrisonPlaced: _by_own("mans_castle"),
    events.GarrisonReplaced: _by_own("takes_castle"),
    events.DukeInstalled: _by_own("becomes_duke"),
    events.BishopInstalled: _by_own("gets_bishop"),
    events.BishopLost: _bishop_lost,
    events.ArchbishopNamed: _by_own("becomes_archbishop"),
    events.ArchbishopLost: _archbishop_lost,
    events.LastKnightPlaced: _by_own("ends_game"),
}
