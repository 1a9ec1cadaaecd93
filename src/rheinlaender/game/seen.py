"""From a view back to a position: one of the worlds that look like it."""

from collections.abc import Sequence

from rheinlaender.board.board import SITES
from rheinlaender.game.dealing import deal_unseen, lay_cards
from rheinlaender.game.facts import keep_facts
from rheinlaender.game.options import apply_options
from rheinlaender.game.view import LANDMARK_NAMES, PHASES, View
from rheinlaender.rules.compile import Engine
from rheinlaender.rules.options import NO, YES
from rheinlaender.rules.position import BASTION, Position
from rheinlaender.rules.setup import clear_board


def position_of_view(engine: Engine, view: View) -> Position:
    """A position that looks like the view to its seat; the unseen cards lie in it in order, unseen coins are none."""
    position = Position()
    engine.of(clear_board)(position, len(view.seats))
    apply_options(position, view.options)
    _set_turn(position, view)
    _set_pieces(position, view)
    _set_accounts(position, view)
    _set_cards(position, view)
    dukes = {view.board.numbers[duchy.name]: view.seats.index(duchy.duke) for duchy in view.duchies if duchy.duke}
    keep_facts(view.board, position, dukes)
    return position


def _set_turn(position: Position, view: View) -> None:
    position.first = view.seats.index(view.first)
    position.seat = view.seats.index(view.to_move)
    position.turn = view.turn
    position.phase = PHASES[view.phase]
    position.idle_turns = view.idle_turns
    position.ending = YES if view.is_ending else NO


def _set_pieces(position: Position, view: View) -> None:
    for site, landmark in view.landmarks.items():
        position.landmark[LANDMARK_NAMES.index(landmark)] |= 1 << SITES.index(site)
    for name, seat in view.knights.items():
        position.piece[view.board.numbers[name]] = view.seats.index(seat)
    for name in view.bastions:
        position.piece[view.board.numbers[name]] = BASTION
    for site, seat in view.garrisons.items():
        position.garrison[SITES.index(site)] = view.seats.index(seat)


def _set_accounts(position: Position, view: View) -> None:
    for seat, letter in enumerate(view.seats):
        position.bastions[seat] = view.bastions_left[letter]
        position.coins[seat] = view.coins[letter] or 0


def _set_cards(position: Position, view: View) -> None:
    hands: dict[int, Sequence[int]] = {} if view.seat is None else {view.seats.index(view.seat): view.hand}
    sizes = {seat: view.hand_sizes[letter] for seat, letter in enumerate(view.seats) if letter != view.seat}
    deck = deal_unseen(hands, sizes, view.discard)
    lay_cards(position, hands, deck, view.discard)
