"""The beginning of a game at a table: everything that is chance comes from one key."""

from collections.abc import Sequence

from rheinlaender.game.dealing import lay_landmarks
from rheinlaender.game.fair import LANDMARKS, first_seat, shuffled
from rheinlaender.game.game import Game
from rheinlaender.game.seat import LETTERS
from rheinlaender.game.view import LANDMARK_NAMES, landmarks_of
from rheinlaender.notation.position import write_position
from rheinlaender.server.values.branch import branch
from rheinlaender.server.values.chance import Seed, deal, key_at
from rheinlaender.server.values.entry import Parts
from rheinlaender.server.values.seat import Seat
from rheinlaender.server.values.table import CHANCE, Table


def begin(table: Table, seats: Sequence[Seat], seed: Seed) -> Parts:
    """The parts of the entry that starts a game; the seed and the strings of the seats decide all that is chance."""
    key = key_at(table.deal, seats, seed)
    if table.beginning is None:
        game = _new_game(table, seats, key)
    else:
        game = branch(table.beginning, len(seats), key, table.rules)
    position = write_position(game.engine, game.position)
    first = game.view().first
    return {"seats": [seat.write() for seat in seats], "first": first, "position": position, "seed": seed}


def _new_game(table: Table, seats: Sequence[Seat], key: bytes) -> Game:
    game = Game.new(len(seats), table.options, first=_first_of(table, seats, key))
    places = landmarks_of(game.position)
    tiles = sorted(places.values(), key=LANDMARK_NAMES.index)
    lay_landmarks(game.position, dict(zip(places, shuffled(tiles, key, LANDMARKS), strict=True)))
    deal(game, key)
    return game


def _first_of(table: Table, seats: Sequence[Seat], key: bytes) -> str:
    """The letter, among the seats that play, of the one that begins; where that one is left out, of the next."""
    if table.first == CHANCE:
        return LETTERS[first_seat(len(seats), key)]
    following = [number for number, seat in enumerate(seats) if seat.letter >= table.first]
    return LETTERS[following[0] if following else 0]
