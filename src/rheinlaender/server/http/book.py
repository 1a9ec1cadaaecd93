"""Routes of the rule book: the book of each language, and trying moves in a position."""

from functools import cache
from threading import Lock
from typing import Annotated

import orjson
from fastapi import APIRouter, Depends, Path, Request, Response

from rheinlaender.notation.position import game_at
from rheinlaender.server.contract.answers import Preview
from rheinlaender.server.contract.book import BookBody, TryQuestion
from rheinlaender.server.contract.words import Language
from rheinlaender.server.http.answering import JSON, answer, kept, refusals
from rheinlaender.server.http.asked import Spend, TheRoom, count_file, count_request
from rheinlaender.server.http.static import Content
from rheinlaender.server.values.entry import Parts
from rheinlaender.server.values.turn import placed_fields
from rheinlaender.server.writing.book import write_book
from rheinlaender.server.writing.previews import considered, foresee

TRY_COST = 4
book = APIRouter(prefix="/api/rules")
_writing = Lock()


@book.get("/{language}", response_model=BookBody, responses=kept() | refusals(), dependencies=[Depends(count_file)])
def whole_book(request: Request, language: Annotated[Language, Path()]) -> Response:
    """The rule book of a language: its pages with their sections, figures and glossary."""
    with _writing:
        found = book_content(language)
    return found.answer(request)


@book.post("/try", response_model=Preview, responses=refusals(409), dependencies=[Depends(count_request)])
async def attempt(asked: TryQuestion, room: TheRoom, spend: Spend) -> Response:
    """What moves would do in a position, as at a table; or why they are refused."""
    spend(TRY_COST)
    return answer(await room.reading.read(try_moves, asked))


def try_moves(asked: TryQuestion) -> Parts:
    """Read a position and try moves in it."""
    game = game_at(asked.position)
    last = None
    for move in asked.played:
        seat = game.view().to_move
        last = seat, placed_fields(game.play(move))
    seat = game.view().to_move
    return foresee(game, last, considered(game, asked.moves, asked.attempt, seat), seat)


@cache
def book_content(language: str) -> Content:
    """The rule book of a language as it is sent."""
    return Content.of(orjson.dumps(write_book(language)), JSON)
