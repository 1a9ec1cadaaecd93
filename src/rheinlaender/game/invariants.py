"""What must hold in every position: the kept facts are what they are when derived from nothing."""

from typing import Any

from rheinlaender.board import Board
from rheinlaender.game.facts import keep_facts
from rheinlaender.rules.position import KNIGHT_PHASE, MOST_DUCHIES, NO_DUCHY, NOBODY, Position


def broken_facts(board: Board, position: Position) -> list[str]:
    """The names of all kept facts that are not what they are when recomputed."""
    fresh = Position(position.record)
    dukes = {
        field: position.duke[position.duchy[field]]
        for field in range(len(board.fields))
        if 0 <= position.duchy[field] < MOST_DUCHIES and position.duke[position.duchy[field]] != NOBODY
    }
    keep_facts(board, fresh, dukes)
    names = ["free", "beside", "supply", "bishops", "archbishop"]
    names += ["reinforceable"] if position.phase == KNIGHT_PHASE else []
    broken = [name for name in names if position.record[name].tobytes() != fresh.record[name].tobytes()]
    if _duchy_facts(board, position) != _duchy_facts(board, fresh) or position.spare_duchies >> MOST_DUCHIES:
        broken.append("duchies")
    return broken


def _duchy_facts(board: Board, position: Position) -> set[tuple[Any, ...]]:
    """Everything kept about duchies, without their numbers; a spare duchy must be clean, and there are no others."""
    numbers = {position.duchy[field] for field in range(len(board.fields))}
    facts: set[tuple[Any, ...]] = {tuple(numbers - {NO_DUCHY, *range(MOST_DUCHIES)})}
    for duchy in range(MOST_DUCHIES):
        fields = tuple(field for field in range(len(board.fields)) if position.duchy[field] == duchy)
        knights = tuple(position.duchy_knights[duchy, seat] for seat in range(position.seats)) if fields else ()
        is_spare = bool(position.spare_duchies >> duchy & 1)
        facts.add((fields, knights, position.duke[duchy], position.duchy_sites[duchy], is_spare == (not fields)))
    return facts
