"""Another move of a decision that was reviewed, weighed like the others: by the same judge, in the same worlds."""

from itertools import islice

from rheinlaender.game.game import Game
from rheinlaender.game.move import number_of_move
from rheinlaender.review.judge import Judge
from rheinlaender.review.review import before_decisions
from rheinlaender.review.shares import exact
from rheinlaender.review.steps import seen_from_first
from rheinlaender.review.weighing import error_of


def weigh_another(game: Game, judge: Judge, number: int, best: str, another: str) -> tuple[float, float]:
    """The share of a move of the decision of a number, and the error of its distance from the best one.

    Where it is illegal there, that is refused.
    """
    replay, _ = next(islice(before_decisions(game), number, None))
    moves = [number_of_move(game.board, replay.check(move)) for move in (best, another)]
    found = judge.weigh(seen_from_first(replay.view(replay.to_move)), moves)
    return exact(float(found[:, 1].mean())), error_of(found[:, 0] - found[:, 1])
