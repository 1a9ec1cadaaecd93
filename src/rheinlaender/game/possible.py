"""Which positions a game can reach: why another is refused, by a code and its arguments."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from rheinlaender.board import Board
from rheinlaender.board.board import SITES, is_river
from rheinlaender.game.facts import KNIGHTS_PER_SEAT, knights_on_board, realms_of
from rheinlaender.game.seat import LETTERS
from rheinlaender.rules.options import ROUND, YES
from rheinlaender.rules.position import (
    BASTION,
    BASTION_PHASE,
    BASTIONS,
    CARDS,
    CASTLE,
    FREE,
    KNIGHT_PHASE,
    MOST_TURNS,
    NOBODY,
    OVER,
    Position,
)

Impossibility = tuple[str, dict[str, Any]]
"""A code, whose words are `position_problem.<code>`, and what they are filled by."""


def impossibilities(board: Board, position: Position) -> Iterator[Impossibility]:
    """Why no game can reach a position.

    The kept facts are asked, so `too_many_knights` must have been asked before they were kept.
    """
    yield from _impossible_counts(position)
    yield from _impossible_turn(board, position)
    yield from _impossible_pieces(board, position)
    yield from _impossible_dukes(board, position)


def too_many_knights(board: Board, position: Position) -> Iterator[Impossibility]:
    """The seats with more knights on the board than they own, from the pieces alone."""
    most, knights = KNIGHTS_PER_SEAT[position.seats], knights_on_board(board, position)
    for seat in range(position.seats):
        if knights[seat] > most:
            yield "too_many_knights", {"seat": LETTERS[seat], "most": most}


def _impossible_counts(position: Position) -> Iterator[Impossibility]:
    left = sum(position.bastions[seat] for seat in range(position.seats))
    placed = list(position.piece).count(BASTION)
    if left + placed != BASTIONS * position.seats:
        yield "wrong_number_of_bastions", {"placed": placed, "left": left, "all": BASTIONS * position.seats}
    ended = any(position.supply[seat] == 0 for seat in range(position.seats)) and not position.ending
    if ended and position.phase != OVER:
        yield "not_ending", {}


def _impossible_turn(board: Board, position: Position) -> Iterator[Impossibility]:
    if position.phase == KNIGHT_PHASE and _should_be_over(position):
        yield "already_over", {}
    if position.phase == BASTION_PHASE and not _may_choose_bastion(board, position):
        yield "no_bastion_choice", {"seat": LETTERS[position.seat]}


def _should_be_over(position: Position) -> bool:
    is_last_turn_done = position.end != ROUND or position.seat == position.first
    is_stuck = position.idle_turns >= position.seats or position.turn >= MOST_TURNS
    return is_stuck or (position.ending == YES and is_last_turn_done)


def _may_choose_bastion(board: Board, position: Position) -> bool:
    """Whether the seat to move can just have placed a knight and can place a bastion."""
    has_knight = knights_on_board(board, position)[position.seat] > 0
    has_field = any(position.piece[number] == FREE for number, name in enumerate(board.fields) if not is_river(name))
    return has_knight and has_field and position.bastions[position.seat] > 0


def _impossible_pieces(board: Board, position: Position) -> Iterator[Impossibility]:
    for number, name in enumerate(board.fields):
        piece = position.piece[number]
        if is_river(name) and piece == BASTION:
            yield "bastion_on_river", {"field": name}
    for left, river, right in board.regions.values():
        banks = [position.piece[board.numbers[bank]] for bank in (left, right)]
        if position.piece[board.numbers[river]] >= 0 and FREE in banks and position.reinforce_on_river != YES:
            yield "river_before_banks", {"field": river}
    for site, names in board.sites.items():
        number = SITES.index(site)
        if position.garrison[number] == NOBODY:
            continue
        if not position.landmark[CASTLE] >> number & 1:
            yield "garrison_without_castle", {"site": site}
        elif all(position.piece[board.numbers[name]] < 0 for name in names):
            yield "garrison_alone", {"site": site}


def _impossible_dukes(board: Board, position: Position) -> Iterator[Impossibility]:
    for realm in realms_of(board, position):
        first = min(realm.fields)
        duke, name = position.duke[position.duchy[first]], board.fields[first]
        if duke == NOBODY and realm.leader != NOBODY:
            yield "duke_missing", {"field": name, "seat": LETTERS[realm.leader]}
        has_garrison = any(position.garrison[site] == duke for site in realm.sites)
        if duke != NOBODY and realm.leader not in (NOBODY, duke) and not has_garrison:
            yield "duke_without_majority", {"field": name, "seat": LETTERS[duke], "leader": LETTERS[realm.leader]}


def cards_problem(position: Position) -> str | None:
    """What is wrong with the cards: each of the 54 and the shuffle card lies in exactly one place."""
    cards = list(position.pile[: position.deck]) + list(position.pile[CARDS + 1 - position.discard :])
    for seat in range(position.seats):
        cards += [card for card in range(1, CARDS + 1) if position.hand[seat] >> card & 1]
    counted = Counter(cards)
    for card in range(CARDS + 1):
        if counted[card] != 1:
            return "card_missing" if counted[card] == 0 else "card_twice"
    return None
