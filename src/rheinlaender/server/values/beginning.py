"""The beginning of a game at a table: everything that is chance comes from one seed."""

from collections.abc import Sequence

from rheinlaender.game.game import Game
from rheinlaender.game.seat import LETTERS
from rheinlaender.notation.position import write_position
from rheinlaender.server.values.chance import Seed, chance, deal
from rheinlaender.server.values.entry import Parts
from rheinlaender.server.values.seat import Seat
from rheinlaender.server.values.table import CHANCE, Table


def begin(table: Table, seats: Sequence[Seat], seed: Seed) -> Parts:
    """The parts of the entry that starts a game; the seed decides everything that is chance."""
    first = _first_of(table, seats, seed)
    game = Game.new(len(seats), table.options, chance(seed, "landmarks"), first)
    deal(game, seed)
    position = write_position(game.engine, game.position)
    return {"seats": [seat.write() for seat in seats], "first": first, "position": position, "seed": seed}


def _first_of(table: Table, seats: Sequence[Seat], seed: Seed) -> str:
    """The letter, among the seats that play, of the one that begins; where that one is left out, of the next."""
    if table.first == CHANCE:
        return LETTERS[chance(seed, "first") % len(seats)]
    following = [number for number, seat in enumerate(seats) if seat.letter >= table.first]
    return LETTERS[following[0] if following else 0]
