"""The deal of a day played again in a process of its own: the person's moves come from a log, all else is worked out.

python -m tests.server.day_alone < log.json
"""

import json
import sys
from typing import Any

from rheinlaender.bots.warm import warm_up
from rheinlaender.server.thinkers.choosing import choose_turn
from rheinlaender.server.values.beginning import begin
from rheinlaender.server.values.chance import chance
from rheinlaender.server.values.changes import after
from rheinlaender.server.values.entry import Entry
from rheinlaender.server.values.table import Table, opened_table
from rheinlaender.server.values.turn import decide_turn

AT = "2026-01-31T12:00:00Z"


def moves_of(table: Table, turn: dict[str, Any]) -> list[str]:
    """The moves of a turn: those of a person as they were, those of a computer player as it decides now."""
    assert table.to_move is not None and table.day is not None
    level = table.seat(table.to_move).level
    if level is None:
        moves: list[str] = turn["moves"]
        return moves
    return choose_turn(table.begun_game, table.day.player(level), chance(table.key.hex(), f"bot {table.turn}"))


def play_again(opened: dict[str, Any], turns: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The entries after the opening, worked out at a table with another id."""
    table = opened_table("another-table", Entry(0, "opened", opened, AT))
    found = [begin(table, table.seats, table.seed)]
    table = after(table, Entry(1, "started", found[0], AT))
    for number, turn in enumerate(turns, 2):
        assert table.to_move is not None
        by = table.seat(table.to_move).level or "person"
        parts, _ = decide_turn(table.begun_game, table.key, moves_of(table, turn), table.to_move, by)
        found.append(parts)
        table = after(table, Entry(number, "turn", parts, AT))
    return found


if __name__ == "__main__":
    asked = json.load(sys.stdin)
    if asked["is_compiled"]:
        warm_up()
    json.dump(play_again(asked["opened"], asked["turns"]), sys.stdout)
