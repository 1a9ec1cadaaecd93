"""Games that are over, written to a log as a server would have written them, without a server."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from rheinlaender.game.chance import Draw
from rheinlaender.game.game import Game
from rheinlaender.notation.position import write_position
from rheinlaender.server.store.log import Store
from rheinlaender.server.values.entry import OVER, PLAYING
from rheinlaender.server.values.secret import digest_of
from rheinlaender.server.values.turn import decide_turn, is_finished, play_turn

Seat = dict[str, Any]
Entry = tuple[str, dict[str, Any], str]
KEY = bytes(32)


def somebody(name: str, secret: str) -> Seat:
    """A seat of a person."""
    return {"kind": "person", "name": name, "level": None, "holder": digest_of(secret)}


def level(name: str) -> Seat:
    """A seat of a computer player."""
    return {"kind": "bot", "name": "", "level": name, "holder": None}


@dataclass(frozen=True)
class Ended:
    """A game that is over: its seats, what chance gives, and what else was agreed on or happened."""

    table: str
    seats: Sequence[Seat]
    seed: int = 3
    options: str = "parker"
    opened: dict[str, Any] = field(default_factory=dict)
    happened: Sequence[Entry] = ()
    """Entries after so many turns:"""
    after: int = 10
    by: Callable[[str, int], str] = lambda seat, turn: "person"
    """Who plays a turn of a person's seat."""
    is_given_up: bool = False

    async def write(self, store: Store) -> None:
        """Write the log of the table."""
        opened = {"owner": self.seats[0]["holder"], "seats": self.seats, "options": self.options, "first": "a"}
        agreed = {"pace": "live", "stand_in": None, "grace": 60, "hints": True}
        await store.open_table(self.table, f"opening of {self.table}", {**opened, **agreed, **self.opened})
        entries = enumerate(self.entries(), 1)
        await asyncio.gather(*(store.append(self.table, number, *one[:2], stage=one[2]) for number, one in entries))

    def entries(self) -> list[Entry]:
        """The entries of the log after the first, each with the stage of the table."""
        game, random = Game.new(len(self.seats), self.options, seed=self.seed), Random(self.seed)
        position = write_position(game.engine, game.first_position)
        started = {"seats": self.seats, "first": "a", "position": position, "seed": "00" * 32}
        found: list[Entry] = [("started", started, PLAYING)]
        while not game.is_over:
            found.append(self.turn(game, random))
            if game.turn == self.after:
                found += self.happened
                if self.is_given_up:
                    return found
        return found

    def turn(self, game: Game, random: Random) -> Entry:
        """Play a turn by chance; its entry."""
        seat = str(game.to_move)
        by = self.seats["abcde".index(seat)]["level"] or self.by(seat, game.turn)
        parts, is_over = decide_turn(game, KEY, chosen_moves(game.copy(), random), seat, by)
        play_turn(game, parts["moves"], seat, Draw(parts["card"], parts["was_shuffled"]))
        if parts["was_shuffled"]:
            game.order_deck(parts["deck"])
        return "turn", parts, OVER if is_over else PLAYING


def chosen_moves(game: Game, random: Random) -> list[str]:
    """The moves of a whole turn, by chance; the game is used up."""
    moves, before = list[str](), len(game.turns)
    while not is_finished(game, before):
        legal = list(game.legal_moves())
        moves.append(str(random.choice([move for move in legal if not str(move).endswith("-")] or legal)))
        game.play(moves[-1])
    return moves


def agreed(seats: str) -> Entry:
    """All people want to end a game."""
    return "voted", {"what": "end", "seats": seats, "is_agreed": True, "by": seats}, OVER


def resigned(seats: str) -> Entry:
    """Somebody resigns."""
    return "resigned", {"seats": seats}, PLAYING
