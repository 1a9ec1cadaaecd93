"""What a bot thinks about: a position that looks like its view, and a seed."""

import hashlib
from collections.abc import Mapping
from dataclasses import replace

from rheinlaender.board import rhine
from rheinlaender.bots.bot import NothingToChoose
from rheinlaender.game.game import Game
from rheinlaender.game.seen import position_of_view
from rheinlaender.game.view import View
from rheinlaender.notation.position import read_view, write_view
from rheinlaender.rules.compile import interpreted
from rheinlaender.rules.position import Position


def seen_position(view: View) -> Position:
    """A position that looks like the view to its seat; the unseen cards lie in it in order.

    It follows from the view alone. Coins that are face down are those that a player who kept count knows.
    """
    if view.phase not in ("knight", "bastion") or view.seat != view.to_move:
        raise NothingToChoose(seat=view.seat or "-")
    position = position_of_view(interpreted(view.board), view)
    for seat, letter in enumerate(view.seats):
        if view.coins[letter] is None:
            position.coins[seat] = view.counted.get(letter, 0)
    return position


def game_seen(line: str, counted: Mapping[str, int], reshuffled: Mapping[int, int]) -> Game:
    """A game that looks to its seat to move as a line of notation says, in which that seat can finish its turn.

    `counted` is what each seat has been paid so far, `reshuffled` when cards came back with a new deck; see `View`.
    """
    engine = interpreted(rhine())
    view = replace(read_view(engine, line), counted=dict(counted))
    return Game(seen_position(view), engine, reshuffled=reshuffled)


def seed_for(view: View, seed: int) -> int:
    """A seed for one decision: it depends on the bot's seed and on the view, so that a bot needs no memory."""
    digest = hashlib.sha256(f"{seed} {write_view(view)}".encode()).digest()
    return int.from_bytes(digest[:8], "big")
