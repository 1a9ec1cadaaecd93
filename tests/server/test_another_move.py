"""Another move of a decision that was reviewed: weighed like the others, for whoever may see the review, in bounds."""

import asyncio
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from rheinlaender.notation.record import read_record, write_record
from rheinlaender.review.another import weigh_another
from rheinlaender.review.judge import PlayoutJudge
from rheinlaender.review.review import before_decisions
from rheinlaender.review.warm import compile_review
from rheinlaender.server.contract.reviews import AnotherMove, ReviewAnswer
from rheinlaender.server.errors import ServerBusy
from rheinlaender.server.http.reviews import LOOK_COST, MOVE_COST, RECORD_COST
from rheinlaender.server.live.computer import Computer
from rheinlaender.server.live.other_moves import MOST_WAITING, OtherMoves
from rheinlaender.server.live.refusals import NotReviewed
from rheinlaender.server.live.reviews import Reviews
from rheinlaender.server.store.log import Store
from rheinlaender.server.store.reviews import KeptReview, save_review, take_review
from tests.server.house import LIMITS, Guest, House, bots, person, played_in_private, refusal_of, running
from tests.server.test_reviews import JUDGE, RECORD, CountingJudge, finished, look_until, upload

PATH = "/review/move"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server whose reviews are not deep, and for which is compiled what they call."""
    compile_review()
    with running(tmp_path_factory.mktemp("another"), review_playouts=1) as house:
        yield house


@pytest.fixture(scope="module")
def over(house: House) -> Guest:
    """The owner of a finished game that is reviewed, at which nobody may watch."""
    owner = played_in_private(house)
    finished(lambda: owner.get("/review"))
    return owner


def weigh_in(house: House, record: str, **query: Any) -> httpx.Response:
    """Ask about another move of a record."""
    return house.client.post(f"/api{PATH}", content=record, params=query, headers={"Content-Type": "text/plain"})


def others_of(record: str, review: dict[str, Any]) -> list[tuple[int, str]]:
    """Legal moves that were not weighed, one of each decision that has any, with the numbers of the decisions."""
    found = []
    for number, (game, _) in enumerate(before_decisions(read_record(record).game)):
        weighed = {each["move"] for each in review["decisions"][number]["moves"]}
        left = [str(move) for move in game.legal_moves() if str(move) not in weighed]
        found += [(number, left[0])] if left and weighed else []
    return found


def test_it_is_weighed_like_the_others(over: Guest) -> None:
    """What the review has weighed comes out as it is there, to the last bit; what it has not, as the judge finds it."""
    review = over.get("/review").json()["review"]
    record = over.get("/record", seat="*").text
    for number, decision in list(enumerate(review["decisions"]))[::6]:
        for move in decision["moves"][:3]:
            found = over.get(PATH, decision=number, move=move["move"])
            assert AnotherMove.model_validate_json(found.text).model_dump() == found.json()
            assert found.json() == {"share": move["share"], "error": move["error"]}
    others = others_of(record, review)
    assert len(others) > 10
    for number, move in others[::5]:
        best = review["decisions"][number]["moves"][0]["move"]
        share, error = weigh_another(read_record(record).game, JUDGE, number, best, move)
        assert over.get(PATH, decision=number, move=move).json() == {"share": share, "error": error}


def test_it_is_for_those_who_see_the_review(house: House, over: Guest) -> None:
    """Nobody else is told anything: before the end, without a review, at another depth, of another's table."""
    asked = {"decision": 0, "move": "1L"}
    assert refusal_of(over.another().get(PATH, **asked)) == (403, "watchers_off")
    assert refusal_of(over.get(PATH, depth="deep", **asked)) == (409, "not_reviewed")
    playing = house.open(person("Anna"), *bots(2))
    waiting = house.open(person("Anna"), {"kind": "open"}, *bots(1))
    for guest in (playing, playing.another(), waiting, waiting.another()):
        assert refusal_of(guest.get(PATH, **asked)) == (409, "not_over")
    unseen = played_in_private(house)
    assert refusal_of(unseen.get(PATH, **asked)) == (409, "not_reviewed")
    assert house.server.app.state.room.reviews.works == {}, "to ask for a move begins no review"


def test_what_is_no_move_there_is_refused(over: Guest) -> None:
    """By the rules, in words, as at the table; and nothing of it is kept."""
    kept = over.house.server.app.state.room.other_moves.kept
    before, decisions = len(kept), over.get("/review").json()["review"]["decisions"]
    game = read_record(over.get("/record", seat="*").text).game
    number = next(number for number, one in enumerate(decisions) if one["played"]["card"] is not None)
    replay = next(place for here, (place, _) in enumerate(before_decisions(game)) if here == number)
    foreign = next(card for card in range(1, 55) if card not in replay.view(replay.to_move).hand)
    refused = {
        (number, f"{foreign}L"): (409, "card_not_in_hand"),
        (number, "@L1"): (409, "knight_first"),
        (number, "L17"): (400, "bad_notation"),
        (number, "99L"): (400, "bad_notation"),
        (number, "'; --"): (422, "wrong_value"),
        (number, ""): (422, "wrong_value"),
        (-1, "1L"): (422, "wrong_value"),
        ("x", "1L"): (422, "wrong_value"),
        (len(decisions), "1L"): (409, "not_reviewed"),
        (10**30, "1L"): (409, "not_reviewed"),
    }
    found = {asked: refusal_of(over.get(PATH, decision=asked[0], move=asked[1])) for asked in refused}
    assert found == refused
    assert refusal_of(over.get(PATH, move="1L")) == (422, "wrong_value")
    assert len(kept) == before


def test_of_a_record_too(house: House) -> None:
    """The record is sent again each time; one that is not reviewed, not over, hidden or too long is refused."""
    asked = {"decision": 0, "move": "1L"}
    game = read_record(RECORD).game
    assert refusal_of(weigh_in(house, RECORD, **asked)) == (409, "not_reviewed")
    review = finished(lambda: upload(house, RECORD))["review"]
    for number, move in others_of(RECORD, review)[:3]:
        best = review["decisions"][number]["moves"][0]["move"]
        share, error = weigh_another(game, JUDGE, number, best, move)
        renamed = write_record(game, {"PlayerA": "Rumpelstilzchen"})
        for record in (RECORD, renamed):
            answer = weigh_in(house, record, decision=number, move=move)
            assert answer.json() == {"share": share, "error": error}
    for record, refusal in {
        write_record(game, seat="a"): (409, "record_hides"),
        "nonsense": (400, "bad_notation"),
        RECORD + " " * 40_000: (413, "too_large"),
    }.items():
        assert refusal_of(weigh_in(house, record, **asked)) == refusal


def test_whoever_asks_for_much_waits(tmp_path: Path) -> None:
    """It counts to what a person has, whether the move is legal or not, and whether it is weighed again or not."""
    limits = replace(LIMITS, work_of_person=(3 * MOVE_COST, 0.01))
    assert MOVE_COST + RECORD_COST < 3 * MOVE_COST < 2 * MOVE_COST + RECORD_COST + LOOK_COST
    with running(tmp_path, review_playouts=1, limits=limits) as house:
        anna = house.open(person("Anna"), *bots(2))
        codes = [refusal_of(anna.get(PATH, decision=0, move="1L")) for _ in range(4)]
        assert codes == [(409, "not_over")] * 3 + [(429, "too_many_requests")]
        bert = house.open(person("Bert"), *bots(2))
        assert refusal_of(bert.get(PATH, decision=0, move="1L")) == (409, "not_over")
        records = [weigh_in(house, RECORD, decision=0, move="1L") for _ in range(4)]
        assert [answer.status_code for answer in records] == [409, 429, 429, 429]


def test_a_flood_stops_nobody_who_plays(house: House, over: Guest) -> None:
    """Many who ask at once, for moves that are new again and again: all are answered, and a game goes on meanwhile."""
    review, record = over.get("/review").json()["review"], over.get("/record", seat="*").text
    places = list(others_of(record, review))
    anna = house.open(person("Anna"), person("Bert"), person("Cleo"))
    with ThreadPoolExecutor(30) as crowd:
        asked = [crowd.submit(over.get, PATH, decision=number, move=move) for number, move in places[:60]]
        assert [anna.play().status_code for _ in range(3)] == [200] * 3
        codes = {answer.result().status_code for answer in asked}
    assert codes <= {200, 503} and 200 in codes
    assert house.server.app.state.room.other_moves.waiting == 0


class SlowJudge(CountingJudge):
    """Weighs when it is told to."""

    def __init__(self, judge: PlayoutJudge) -> None:
        super().__init__(judge)
        self.may_weigh = True

    def weigh(self, place: Any, moves: list[int]) -> Any:
        """Wait, then weigh."""
        while not self.may_weigh:
            time.sleep(0.001)
        return super().weigh(place, moves)


def test_only_so_many_wait_and_nobody_is_judged_for_who_has_gone(tmp_path: Path) -> None:
    """One more than many is told that the server is busy; those who go leave room, and nothing is weighed for them."""

    async def story() -> None:
        store, computer = Store(f"sqlite:///{tmp_path / 'tables.db'}"), Computer(1)
        await store.open()
        game, judge = read_record(RECORD).game, SlowJudge(JUDGE)
        reviews = Reviews(store, computer, 1, lambda _: judge)
        moves = OtherMoves(reviews)
        whole = await look_until(reviews, game, lambda found: found.review is not None)
        others = others_of(RECORD, whole.review.model_dump(by_alias=True))
        assert len(others) > MOST_WAITING
        judge.weighed, judge.may_weigh = 0, False
        asked = [
            asyncio.create_task(moves.weigh("subject-1", game, "usual", number, move))
            for number, move in others[:MOST_WAITING]
        ]
        while moves.waiting < MOST_WAITING or not computer.queue.thinking:
            await asyncio.sleep(0.01)
        with pytest.raises(ServerBusy):
            await moves.weigh("subject-1", game, "usual", *others[MOST_WAITING])
        for task in asked[1:]:
            task.cancel()
        await asyncio.gather(*asked[1:], return_exceptions=True)
        assert moves.waiting == 1
        judge.may_weigh = True
        found = await asked[0]
        assert await moves.weigh("subject-1", game, "usual", *others[0]) == found and judge.weighed == 1
        await reviews.stop()
        await computer.stop()
        await store.close()

    asyncio.run(story())


def test_another_server_says_the_same(tmp_path: Path) -> None:
    """A review that one server has made is enough for all on its database; while it is made, it is not."""

    async def story() -> None:
        store, computer = Store(f"sqlite:///{tmp_path / 'tables.db'}"), Computer(1)
        await store.open()
        game = read_record(RECORD).game
        one, other = (Reviews(store, computer, 1) for _ in range(2))
        await look_until(one, game, lambda found: found.answered >= 10)
        for server in (one, other):
            with pytest.raises(NotReviewed):
                await OtherMoves(server).weigh("subject-1", game, "usual", 0, "1L")
        whole: ReviewAnswer = await look_until(one, game, lambda found: found.review is not None)
        assert whole.review is not None
        for number, move in others_of(RECORD, whole.review.model_dump(by_alias=True))[:3]:
            said = [await OtherMoves(server).weigh("subject-1", game, "usual", number, move) for server in (one, other)]
            assert said[0] == said[1]
        for server in (one, other):
            await server.stop()
        await computer.stop()
        await store.close()

    asyncio.run(story())


def test_where_there_was_no_choice_nothing_is_weighed(tmp_path: Path) -> None:
    """A forced move has no share in the review, and gets none here."""

    async def story() -> None:
        store, computer = Store(f"sqlite:///{tmp_path / 'tables.db'}"), Computer(1)
        await store.open()
        kept = KeptReview("subject-1", JUDGE.name, questions=1, server="here", at=store.clock())
        assert take_review(store.engine, kept)
        save_review(store.engine, kept, '{"decisions": [{"moves": []}]}')
        with pytest.raises(NotReviewed):
            await OtherMoves(Reviews(store, computer, 1)).weigh("subject-1", read_record(RECORD).game, "usual", 0, "1L")
        await computer.stop()
        await store.close()

    asyncio.run(story())
