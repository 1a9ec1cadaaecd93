"""Warming up: everything that a review calls, compiled before somebody waits for it."""

from pathlib import Path

from rheinlaender.board import rhine
from rheinlaender.game.game import Game
from rheinlaender.review.judge import PlayoutJudge
from rheinlaender.review.steps import questions_of
from rheinlaender.rules.compile import cache_directory


def compile_review() -> None:
    """Fill the cache of compiled functions by judging one turn, and leave a mark that it is full."""
    game = Game.new(3, seed=1)
    game.play(game.legal_moves()[0])
    game.play(".")
    for question in questions_of(game):
        question.answer(PlayoutJudge(playouts=1))
    mark = kept_mark()
    if mark is not None:
        mark.touch()


def kept_mark() -> Path | None:
    """The file that says that all that a review calls has been compiled; None where nothing can be kept."""
    directory = cache_directory(rhine(), __name__)
    return None if directory is None else directory / "whole"
