"""A whole game at a table whose deal can be checked, played without a server."""

from functools import cache
from random import Random

from rheinlaender.server.contract.commands import OpenTable, PersonWish
from rheinlaender.server.live.commands import computer_turn, opening_parts, started
from rheinlaender.server.values.changes import after
from rheinlaender.server.values.entry import OVER, Entry
from rheinlaender.server.values.table import Table, opened_table
from rheinlaender.server.writing.records import record_text

AT = "2026-01-31T12:00:00Z"
SEED = bytes(range(32)).hex()
STRINGS = {"a": "rain", "b": "on-the", "c": "rhine"}


@cache
def verified_record() -> str:
    """The record of a game by chance between three people who have each given a string."""
    asked = OpenTable(id="opening1", secret="s" * 22, seats=[PersonWish(kind="person")] * 3)
    table = opened_table("example-table", Entry(0, "opened", opening_parts(asked) | {"seed": SEED}, AT))
    for seat, string in STRINGS.items():
        table = after(table, Entry(table.number + 1, "string_given", {"seats": seat, "string": string}, AT))
    table = after(table, Entry(table.number + 1, "started", started(table, None, 0).parts, AT))
    return record_text(played_to_the_end(table, Random(5)), "*")


def played_to_the_end(table: Table, random: Random) -> Table:
    """The table when its game is over."""
    while table.stage != OVER:
        apart, moves = table.begun_game.copy(), list[str]()
        while not apart.is_turn_decided:
            move = random.choice(apart.legal_moves())
            apart.decide(move)
            moves.append(str(move))
        table = after(table, Entry(table.number + 1, "turn", computer_turn(table, moves, "squire").parts, AT))
    return table
