"""Routes of the puzzles. Nothing is kept of a solver, and what is right is told only after a try."""

from functools import cache
from threading import Lock
from typing import Annotated

import orjson
from fastapi import APIRouter, Depends, Path, Request, Response

from rheinlaender.review.puzzles.puzzle import Puzzle
from rheinlaender.review.puzzles.shipped import shipped_puzzles
from rheinlaender.server.contract.answers import Preview
from rheinlaender.server.contract.puzzles import (
    PuzzleBody,
    PuzzleId,
    PuzzleList,
    PuzzlePreviewQuestion,
    PuzzleTry,
    Verdict,
)
from rheinlaender.server.errors import ServerRefusal
from rheinlaender.server.http.answering import JSON, answer, kept, refusals
from rheinlaender.server.http.asked import count_file, count_request
from rheinlaender.server.http.static import Content
from rheinlaender.server.writing.previews import considered, foresee
from rheinlaender.server.writing.puzzles import game_of, puzzle_text, write_list, write_verdict

puzzles = APIRouter(prefix="/api/puzzles")
_writing = Lock()


class NoSuchPuzzle(ServerRefusal):
    """No puzzle has this id."""

    code, status = "no_such_puzzle", 404


@puzzles.get("", response_model=PuzzleList, responses=kept() | refusals(), dependencies=[Depends(count_file)])
def list_of_puzzles(request: Request) -> Response:
    """All puzzles, the easiest first."""
    with _writing:
        found = list_content()
    return found.answer(request)


@cache
def list_content() -> Content:
    """The list as it is sent; it never changes."""
    return Content.of(orjson.dumps(write_list()), JSON)


def puzzle_of(puzzle: Annotated[PuzzleId, Path()]) -> Puzzle:
    """The puzzle that a request is about."""
    if puzzle not in shipped_puzzles():
        raise NoSuchPuzzle(puzzle=puzzle)
    return shipped_puzzles()[puzzle]


AskedPuzzle = Annotated[Puzzle, Depends(puzzle_of)]


@puzzles.get(
    "/{puzzle}", response_model=PuzzleBody, responses=kept() | refusals(404), dependencies=[Depends(count_file)]
)
def one_puzzle(request: Request, asked: AskedPuzzle) -> Response:
    """A puzzle, without what is right."""
    return Content.of(puzzle_text(asked.id), JSON).answer(request)


@puzzles.post("/{puzzle}", response_model=Verdict, responses=refusals(404, 409), dependencies=[Depends(count_request)])
def try_puzzle(tried: PuzzleTry, asked: AskedPuzzle) -> Response:
    """What a move loses, and, if it is right or none was made, the solution."""
    return answer(write_verdict(asked, tried.move))


@puzzles.post(
    "/{puzzle}/preview", response_model=Preview, responses=refusals(404, 409), dependencies=[Depends(count_request)]
)
def preview_puzzle(wished: PuzzlePreviewQuestion, asked: AskedPuzzle) -> Response:
    """What a decision would do, up to the draw."""
    game = game_of(asked.id)
    seat = str(game.to_move)
    return answer(foresee(game, None, considered(game, wished.moves, wished.attempt, seat), seat))
