"""Puzzles as they are sent. What is right leaves only with the answer to a try."""

from dataclasses import asdict, replace
from functools import cache

import orjson

from rheinlaender.bots.advice import advise
from rheinlaender.bots.explain import Reason
from rheinlaender.drawing.picture import duke_places
from rheinlaender.game.game import Game
from rheinlaender.game.move import Move, read_move
from rheinlaender.game.view import View
from rheinlaender.review.puzzles.puzzle import Puzzle
from rheinlaender.review.puzzles.shipped import grade_of, score_of, shipped_puzzles
from rheinlaender.server.values.entry import Parts
from rheinlaender.server.values.turn import Last, placed_fields
from rheinlaender.server.writing.views import write_game_view, write_move


def write_list() -> Parts:
    """All puzzles, the easiest first."""
    return {"puzzles": [write_line(puzzle) for puzzle in shipped_puzzles().values()]}


def write_line(puzzle: Puzzle) -> Parts:
    """A puzzle in the list."""
    game = game_of(puzzle.id)
    return {**write_head(puzzle), "themes": puzzle.themes, "seats": len(game.seats)}


def write_head(puzzle: Puzzle) -> Parts:
    """What is told of a puzzle everywhere."""
    return {"id": puzzle.id, "rating": puzzle.rating, "time": puzzle.time}


@cache
def game_of(name: str) -> Game:
    """The game of a puzzle; nobody changes it."""
    return shipped_puzzles()[name].place.game()


@cache
def puzzle_text(name: str) -> bytes:
    """A puzzle as it is sent before a try."""
    puzzle, game = shipped_puzzles()[name], game_of(name)
    told = [write_told(told.game(), told.move) for told in puzzle.place.told]
    view = write_seen(game, game.legal_moves(), None)
    return orjson.dumps({**write_head(puzzle), "seat": game.to_move, "view": view, "told": told})


def write_told(game: Game, move: str) -> Parts:
    """What another seat did."""
    return {"seat": game.to_move, "move": write_move(game, read_move(move))}


def write_seen(game: Game, moves: list[Move], last: Last) -> Parts:
    """The game as the solver sees it, who has counted everybody's coins."""
    view = counted_view(game)
    return write_game_view(game, view, moves, last, duke_places(view))


def counted_view(game: Game) -> View:
    """The view of the seat to move with the coins that everybody was paid."""
    view = game.view(game.seats[game.position.seat])
    return replace(view, coins=dict(view.counted))


def write_verdict(puzzle: Puzzle, move: str | None) -> Parts:
    """The answer to a try, or to the wish to see the solution."""
    if move is None:
        return {"move": None, "grade": None, "loss": None, "score": 0.0, "solution": write_solution(puzzle.id)}
    game = game_of(puzzle.id)
    chosen = game.check(move, game.to_move)
    written, is_right = write_loss(puzzle, str(chosen)), str(chosen) in puzzle.right
    loss = written.pop("loss")
    return {
        "move": written,
        "grade": grade_of(puzzle, str(chosen)),
        "loss": loss,
        "score": score_of(puzzle, str(chosen)),
        "solution": write_solution(puzzle.id) if is_right else None,
    }


@cache
def write_solution(name: str) -> Parts:
    """The solution of a puzzle with its reasons and its proof."""
    puzzle, game = shipped_puzzles()[name], game_of(name)
    best = read_move(puzzle.right[0])
    told = advise(game.view(game.to_move), best)
    apart, events = game.consider([best])
    return {
        "right": [write_move(game, read_move(move)) for move in puzzle.right],
        "second": write_loss(puzzle, puzzle.second),
        "greedy": write_loss(puzzle, puzzle.greedy),
        "share": puzzle.share,
        "reasons": [write_reason(reason) for reason in told.aims],
        "risks": [write_reason(reason) for reason in told.risks],
        "themes": puzzle.themes,
        "missed": puzzle.missed,
        "proof": [asdict(margin) for margin in puzzle.proof],
        "judges": puzzle.judges,
        "view": write_seen(apart, [], (str(game.to_move), placed_fields(events))),
    }


def write_loss(puzzle: Puzzle, move: str) -> Parts:
    """A move with what it loses."""
    return {**write_move(game_of(puzzle.id), read_move(move)), "loss": puzzle.loss(move)}


def write_reason(reason: Reason) -> Parts:
    """A reason by its name and its parts."""
    return {"name": reason.name, **reason.arguments}
