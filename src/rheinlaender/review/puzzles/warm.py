"""Warming up: everything that mining calls, compiled once before several processes need it."""

from pathlib import Path

from rheinlaender.board import rhine
from rheinlaender.bots.registry import make_bot
from rheinlaender.bots.warm import installation_of, warm_up_bots
from rheinlaender.game.game import Game
from rheinlaender.review.bench import legal_numbers
from rheinlaender.review.puzzles.judges import BELIEFS, JUDGES, ask, workshop
from rheinlaender.review.puzzles.mining import SOLVERS, solution_of
from rheinlaender.review.puzzles.place import decisions_of
from rheinlaender.review.warm import alone
from rheinlaender.rules.compile import cache_directory, compiled


def compile_mine() -> None:
    """Fill the cache of compiled functions, and leave a mark that it is full; one at a time."""
    mark = kept_mark()
    with alone(mark):
        if mark is None or not mark.exists():
            judge_a_place()
        if mark is not None:
            mark.touch()


def judge_a_place() -> None:
    """Call everything that mining calls."""
    warm_up_bots(compiled())
    game, player = Game.new(3, seed=1), make_bot("foresight:2", wait=True, threads=1)
    for _ in range(3):
        game.play(player.choose(game.view(game.to_move), game.legal_moves()))
    place = list(decisions_of(game))[-1].place()
    work, asked = workshop(), ask(place, 0)
    moves = legal_numbers(rhine(), asked.place)
    for judge in JUDGES:
        for belief in BELIEFS:
            work.weigh(asked, judge, belief, moves[:2], 0, 1)
    work.glance(asked, moves, 1)
    work.values(asked, moves)
    work.greedy(asked)
    for name in SOLVERS:
        solution_of(name, place.view())


def kept_mark() -> Path | None:
    """The file that says that all that mining calls has been compiled; None where nothing can be kept."""
    directory = cache_directory(rhine(), __name__)
    return None if directory is None else directory / f"whole-{installation_of(__name__)}"
