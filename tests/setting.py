"""What many tests begin with: positions and games from notation, random games, boards that differ from the Rhine."""

import json
from itertools import product
from random import Random
from typing import Any

from rheinlaender.board import Board, board_from
from rheinlaender.board.board import RHINE
from rheinlaender.game.game import Game
from rheinlaender.game.options import Options
from rheinlaender.notation.position import read_position
from rheinlaender.notation.trace import trace_game
from rheinlaender.rules.compile import interpreted
from rheinlaender.rules.position import NAMES, Position

ENGINE = interpreted()
SEATS = (3, 4, 5)
PRESETS = ("parker", "dutch", "hungarian", "short")
STYLES = ("uniform", "cluster")
KINDS = tuple(product(SEATS, PRESETS))
SOME_KINDS = ((3, "parker"), (4, "dutch"), (5, "hungarian"), (4, "short"))
"""Kinds of games among which every number of seats and every preset is."""

FULL_REGIONS = "rh1 seats=3 knights=a:L1,W2,R3/b:W1,R2,L3/c:R1,L2,W3 bastions=L4,R4 left=2,2,3 hands=a:1/b:2/c:3"
"""Regions 1 to 3 are full, bastions stand where they go on, and no seat can place a knight."""

ARCHBISHOP = (
    "rh1 seats=3 landmarks=........................+. knights=a:L50,L51/b:L12,R12,L20 "
    "dukes=L50:a hands=a:12,13,20,23,50/b:30/c:40"
)
"""Seat a is archbishop by the church on site Y."""


def position_of(text: str) -> Position:
    """The position of a line of notation."""
    return read_position(ENGINE, text)


def game_of(text: str) -> Game:
    """A game that begins with a position in notation."""
    return Game(position_of(text), ENGINE)


def bytes_of(position: Position) -> bytes:
    """The bytes of a position, without those between its parts that belong to none."""
    return b"".join(position.record[name].tobytes() for name in NAMES)


def content(game: Game) -> tuple[bytes, list[Any]]:
    """Everything that must not change by a refusal: the bytes of the record and the turns."""
    return bytes_of(game.position), list(game.turns)


def play_out(game: Game, seed: int = 0) -> Game:
    """Play a game to its end by random moves."""
    random = Random(seed)
    while not game.is_over:
        game.play(random.choice(game.legal_moves()))
    return game


def random_game(seats: int = 4, options: Options | None = None, seed: int = 0, board: Board | None = None) -> Game:
    """A finished random game."""
    return play_out(Game.new(seats, options, seed, board=board), seed)


def clustered_game(seats: int, preset: str, seed: int) -> Game:
    """A finished game whose moves keep close to each other, so that mergers and take-overs are frequent."""
    rows = list(trace_game(seats, Options.preset(preset), seed, 0, "cluster"))
    game = Game.new(seats, Options.preset(preset), Random(f"{seed}/0").getrandbits(64))
    for row in rows:
        if row["type"] == "decision":
            game.play(row["move"])
    return game


def board_document() -> dict[str, Any]:
    """The content of the board file that comes with the game, to be doctored."""
    document: dict[str, Any] = json.loads(RHINE.read_text(encoding="utf-8"))
    return document


def board_with_exchanged_sites() -> Board:
    """A sound board on which the sites E and F have changed places."""
    document = board_document()
    document["name"] = "Rhine with E and F exchanged"
    document["sites"]["E"], document["sites"]["F"] = document["sites"]["F"], document["sites"]["E"]
    return board_from(document)


def board_with_fewer_aliases() -> Board:
    """A sound board on which one more island field is two: L47 is a field of its own beside R41."""
    document = board_document()
    document["name"] = "Rhine with another island field"
    del document["aliases"]["L47"]
    document["regions"]["47"][0] = "L47"
    neighbours = document["neighbours"]
    neighbours["R41"].remove("W47")
    neighbours["R41"].remove("L48")
    neighbours["L48"].remove("R41")
    neighbours["W47"].remove("R41")
    for one, other in (("L47", "W47"), ("L47", "L48"), ("L47", "R41"), ("L47", "R40")):
        neighbours.setdefault(one, []).append(other)
        neighbours[other].append(one)
    return board_from(document)
