"""What a server sends of puzzles: enough to solve them, and what is right only after a try."""

import asyncio
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from rheinlaender.i18n import LANGUAGES, catalogue
from rheinlaender.review.puzzles.puzzle import Puzzle
from rheinlaender.review.puzzles.shipped import shipped_puzzles
from rheinlaender.server.contract.answers import Preview
from rheinlaender.server.contract.puzzles import PuzzleBody, PuzzleList, SolutionBody, Verdict
from rheinlaender.server.http.limits import Gate
from rheinlaender.server.http.puzzles import puzzles
from rheinlaender.server.http.refusing import add_refusing
from rheinlaender.server.settings import Limits

ALL = list(shipped_puzzles().values())
SAMPLE = ALL[:: max(1, len(ALL) // 6)][:6]


class Client:
    """Asks an application."""

    def __init__(self, app: FastAPI) -> None:
        self.transport = httpx.ASGITransport(app)

    def ask(self, method: str, path: str, **parts: Any) -> httpx.Response:
        return asyncio.run(self.request(method, path, **parts))

    async def request(self, method: str, path: str, **parts: Any) -> httpx.Response:
        async with httpx.AsyncClient(transport=self.transport, base_url="http://table") as client:
            return await client.request(method, f"/api/puzzles{path}", **parts)


@pytest.fixture(scope="module")
def client() -> Client:
    """A client of an application that has only puzzles, and hardly a limit on how often one may ask."""
    app = FastAPI()
    app.state.gate = Gate(Limits(requests=(10_000, 10_000), files=(10_000, 10_000)))
    app.include_router(puzzles)
    add_refusing(app)
    return Client(app)


def test_the_list_is_kept_by_browsers(client: Client) -> None:
    """All puzzles, the easiest first; whoever has the list is not sent it again."""
    answered = client.ask("GET", "")
    found = PuzzleList.model_validate(answered.json()).puzzles
    assert [one.id for one in found] == [one.id for one in ALL]
    assert [one.rating for one in found] == sorted(one.rating for one in ALL)
    assert client.ask("GET", "", headers={"If-None-Match": answered.headers["etag"]}).status_code == 304


@pytest.mark.parametrize("puzzle", SAMPLE, ids=lambda one: one.id)
def test_what_is_right_is_not_sent_before_a_try(client: Client, puzzle: Puzzle) -> None:
    """A puzzle shows what its seat may know: its hand, legal moves, what others did; no loss, no solution, no theme."""
    answered = client.ask("GET", f"/{puzzle.id}")
    body = PuzzleBody.model_validate(answered.json())
    assert body.seat == body.view.seat == body.view.to_move
    assert {move.move for move in body.view.moves} == set(puzzle.losses)
    assert all(seat.coins is not None for seat in body.view.seats)
    assert set(answered.json()) == {"id", "rating", "time", "seat", "view", "told"}
    assert answered.json()["view"]["hand"] == list(puzzle.place.view().hand)


@pytest.mark.parametrize("puzzle", SAMPLE, ids=lambda one: one.id)
def test_a_right_move_brings_the_solution(client: Client, puzzle: Puzzle) -> None:
    """Every right move does: with its reasons, in words of every language, and the proof."""
    for move in puzzle.right:
        verdict = Verdict.model_validate(client.ask("POST", f"/{puzzle.id}", json={"move": move}).json())
        assert (verdict.grade, verdict.loss, verdict.score) == ("right", 0.0, 1.0)
        solution = verdict.solution
        assert isinstance(solution, SolutionBody) and [one.move for one in solution.right] == list(puzzle.right)
        assert solution.reasons and len(solution.proof) == 4 and solution.second.loss >= 0.0
        for language in LANGUAGES:
            assert all(f"reason.{one.name}" in catalogue(language) for one in [*solution.reasons, *solution.risks])


@pytest.mark.parametrize("puzzle", SAMPLE, ids=lambda one: one.id)
def test_a_wrong_move_is_graded_and_nothing_more(client: Client, puzzle: Puzzle) -> None:
    """What it loses, and no word about what is right; who gives up is shown the solution."""
    verdict = Verdict.model_validate(client.ask("POST", f"/{puzzle.id}", json={"move": puzzle.greedy}).json())
    assert verdict.grade in ("nearly", "wrong") and verdict.loss == puzzle.losses[puzzle.greedy]
    assert verdict.solution is None and verdict.score < 0.5
    given_up = Verdict.model_validate(client.ask("POST", f"/{puzzle.id}", json={"move": None}).json())
    assert given_up.solution is not None and (given_up.grade, given_up.score) == (None, 0.0)


def test_decisions_are_previewed(client: Client) -> None:
    """As at a table: what a move would do, or why it is not allowed."""
    puzzle = SAMPLE[0]
    answered = client.ask("POST", f"/{puzzle.id}/preview", json={"moves": [puzzle.right[0]]})
    assert Preview.model_validate(answered.json()).decisions[0].move == puzzle.right[0]
    refused = client.ask("POST", f"/{puzzle.id}/preview", json={"moves": ["99L"]})
    assert refused.status_code in (400, 409, 422)


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("/00000000", {"move": "17L"}, 404, "no_such_puzzle"),
        ("/abc", {"move": "17L"}, 422, "wrong_value"),
        ("/{0}", {}, 422, "wrong_value"),
        ("/{0}", {"move": 17}, 422, "wrong_value"),
        ("/{0}", {"move": "17L", "seat": "a"}, 422, "wrong_value"),
    ],
)
def test_what_makes_no_sense_is_refused_by_name(
    client: Client, path: str, body: dict[str, Any], status: int, code: str
) -> None:
    """Unknown puzzles, and tries that are none."""
    answered = client.ask("POST", path.format(ALL[0].id), json=body)
    assert (answered.status_code, answered.json()["refusal"]["code"]) == (status, code)


def test_illegal_moves_are_refused(client: Client) -> None:
    """A card that is not in the hand: by the rules, with its section."""
    puzzle = ALL[0]
    missing = next(card for card in range(1, 55) if card not in puzzle.place.view().hand)
    answered = client.ask("POST", f"/{puzzle.id}", json={"move": f"{missing}L"})
    assert answered.status_code == 409 and answered.json()["refusal"]["code"]
