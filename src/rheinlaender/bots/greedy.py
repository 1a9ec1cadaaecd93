"""Players that look one move ahead: greedy, the best by the evaluation, and careless, the best of a few."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np

from rheinlaender.bots.seen import seed_for, seen_position
from rheinlaender.bots.weights import GREEDY_WEIGHTS, weights_record
from rheinlaender.game.move import Move, move_of_number
from rheinlaender.game.view import View
from rheinlaender.rules.compile import Engine, compiled, ready, word
from rheinlaender.rules.position import MOST_DUCHIES, MOST_SEATS, POSITION, Position
from rheinlaender.thinking.evaluation import SCRATCH
from rheinlaender.thinking.policy import greedy_move, sampled_move

CARELESS_SAMPLES = 5


class GreedyBot:
    """Plays the move after which the evaluation is best for its seat, compiled if the engine is, else interpreted."""

    name = "greedy"

    def __init__(self, seed: int = 0, wait: bool = False) -> None:
        self.seed = seed
        self.wait = wait

    def choose(self, view: View, legal_moves: Sequence[Move], deadline: float | None = None) -> Move:
        """The best move by the evaluation; it takes a fraction of a second at most."""
        if len(legal_moves) == 1:
            return legal_moves[0]
        engine = compiled(view.board) if self.wait else ready(view.board)
        return move_of_number(view.board, self.number(engine, seen_position(view), seed_for(view, self.seed)))

    def number(self, engine: Engine, position: Position, seed: int) -> int:
        """The number of the chosen move."""
        return int(engine.of(greedy_move)(place(engine, position), *tools(engine)))


class CarelessBot(GreedyBot):
    """Looks at a few moves only, chosen by chance, and takes the best of them: sensible, but it overlooks things."""

    name = "careless"

    def number(self, engine: Engine, position: Position, seed: int) -> int:
        """The best of a few random moves."""
        random = word(seed) if engine.target == "cpu" else seed
        return int(engine.of(sampled_move)(place(engine, position), random, CARELESS_SAMPLES, *tools(engine)))


def place(engine: Engine, position: Position) -> Any:
    """The position in the form that the engine takes."""
    return position.record if engine.target == "cpu" else position


def tools(engine: Engine) -> tuple[Any, Any, Any]:
    """A place for trying moves, the weights and the scratch space, in the form that the engine takes."""
    if engine.target == "cpu":
        return np.zeros(1, POSITION), weights_record(GREEDY_WEIGHTS), np.zeros(1, SCRATCH)[0]
    scratch = SimpleNamespace(score=[0.0] * MOST_SEATS, openness=[0] * MOST_DUCHIES)
    return [Position()], SimpleNamespace(**GREEDY_WEIGHTS), scratch
