"""The player that judges by its network: it tries every move and takes the one that leads furthest."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from rheinlaender.bots.greedy import GreedyBot
from rheinlaender.bots.network import PLAYERS, shipped_network
from rheinlaender.bots.seen import seen_position
from rheinlaender.game.move import Move, move_of_number
from rheinlaender.game.view import View
from rheinlaender.rules.compile import compiled, ready
from rheinlaender.rules.position import POSITION
from rheinlaender.thinking.judged import judged_move
from rheinlaender.thinking.network import JUDGING

GREED = 0.01
"""What a coin of lead counts beside a share of victory."""


class NetBot:
    """No search: one judgement of each position that a move leads to, by what the seat can know.

    Until the engine is compiled, unless it is told to wait, and where there is no network, it plays like `GreedyBot`.
    """

    name = "net"
    needs_engine = True

    def __init__(self, seed: int = 0, wait: bool = False, network: Any = None) -> None:
        self.seed, self.wait = seed, wait
        self.network = shipped_network(PLAYERS) if network is None else network

    def choose(self, view: View, legal_moves: Sequence[Move], deadline: float | None = None) -> Move:
        """The move whose position is judged best; it takes some milliseconds at most."""
        if len(legal_moves) == 1:
            return legal_moves[0]
        engine = compiled(view.board) if self.wait else ready(view.board)
        if engine.target != "cpu" or self.network is None:
            return GreedyBot(self.seed, self.wait).choose(view, legal_moves, deadline)
        trial, judging = np.zeros(1, POSITION), np.zeros(1, JUDGING)[0]
        move = engine.of(judged_move)(seen_position(view).record, trial, self.network, GREED, judging)
        return move_of_number(view.board, int(move))
