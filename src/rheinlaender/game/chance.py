"""Chance that is already known: a replay puts the hidden cards where the record says they were."""

from dataclasses import dataclass
from typing import Any

from rheinlaender.game.errors import WrongRecord
from rheinlaender.i18n import words
from rheinlaender.rules.cards import bring_to_top, gather_cards, take_top
from rheinlaender.rules.compile import Engine
from rheinlaender.rules.journal import DECK_SHUFFLED, write
from rheinlaender.rules.position import CARDS, SHUFFLE_CARD, Position


@dataclass(frozen=True)
class Draw:
    """What chance gave at the end of a turn: a card, perhaps after a shuffle. None is a card that is hidden."""

    card: int | None
    was_shuffled: bool = False


def arrange_draw(engine: Engine, position: Position, draw: Draw, journal: Any) -> None:
    """Order the deck so that the known draw will be made, after a shuffle if there was one. Section 2.3."""
    if draw.was_shuffled:
        engine.of(bring_to_top)(position, SHUFFLE_CARD)
        engine.of(take_top)(position)
        engine.of(gather_cards)(position)
        engine.of(write)(journal, DECK_SHUFFLED, position.seat, position.deck, 0, 0)
    card = draw.card if draw.card is not None else _any_card(position)
    if not engine.of(bring_to_top)(position, card):
        raise WrongRecord(problem=words("record_problem.card_not_in_deck", card=card))


def _any_card(position: Position) -> int:
    """Some card of the deck."""
    for card in position.pile[: position.deck]:
        if card != SHUFFLE_CARD:
            return int(card)
    raise WrongRecord(problem=words("record_problem.deck_empty"))


def give_hidden_card(position: Position, seat: int, card: int, hidden: list[int]) -> None:
    """Let a seat whose hand is hidden hold a card that it is about to play, in exchange for another hidden one."""
    if not position.hand[seat] >> card & 1:
        exchanged = next((other for other in range(1, CARDS + 1) if position.hand[seat] >> other & 1), None)
        if exchanged is None:
            raise WrongRecord(problem=words("record_problem.card_not_hidden", card=card))
        _exchange_hidden(position, card, exchanged, hidden)
        _replace_in_hand(position, seat, exchanged, card)


def put_hidden_card_in_deck(position: Position, card: int, hidden: list[int]) -> None:
    """Let the deck hold a card that is about to be drawn, if it lies in a hidden hand, in exchange for another one."""
    for seat in hidden:
        if position.hand[seat] >> card & 1:
            exchanged = _any_card(position)
            _replace_in_hand(position, seat, card, exchanged)
            position.pile[list(position.pile).index(exchanged)] = card


def _exchange_hidden(position: Position, card: int, other: int, hidden: list[int]) -> None:
    """Put another card in the place, in the deck or a hidden hand, where a card lies."""
    for place in range(position.deck):
        if position.pile[place] == card:
            position.pile[place] = other
            return
    for seat in hidden:
        if position.hand[seat] >> card & 1:
            _replace_in_hand(position, seat, card, other)
            return
    raise WrongRecord(problem=words("record_problem.card_not_hidden", card=card))


def _replace_in_hand(position: Position, seat: int, gone: int, new: int) -> None:
    position.hand[seat] = position.hand[seat] & ~(1 << gone) | 1 << new
