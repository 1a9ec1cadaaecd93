"""Reviews of tables and records: kept, the same for everybody, gone on with, and never before the end."""

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import text

from rheinlaender.game.game import Game
from rheinlaender.notation.record import read_record, write_record
from rheinlaender.review.judge import Judge, PlayoutJudge
from rheinlaender.review.review import review_game
from rheinlaender.review.steps import questions_of
from rheinlaender.review.warm import compile_review
from rheinlaender.server.contract.reviews import ReviewAnswer
from rheinlaender.server.live.computer import Computer
from rheinlaender.server.live.reviews import DEPTHS, Reviews, Stopped
from rheinlaender.server.store.erasing import erase_table
from rheinlaender.server.store.log import Store
from rheinlaender.server.store.reviews import GONE_SECONDS, KeptReview, take_review
from rheinlaender.server.values.clock import earlier
from rheinlaender.server.writing.reviews import write_review_body
from tests.server.house import Guest, House, bots, person, played_in_private, refusal_of, running

PATIENCE = 200.0
RECORD = (Path(__file__).parents[1] / "games" / "3-short-cluster.rhg").read_text(encoding="ascii")
JUDGE = PlayoutJudge(playouts=1)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server whose reviews are not deep, and for which is compiled what they call."""
    compile_review()
    with running(tmp_path_factory.mktemp("reviews"), review_playouts=1) as house:
        yield house


@pytest.fixture(scope="module")
def over(house: House) -> Guest:
    """The owner of a finished game between one person and computer players, at which nobody may watch."""
    return played_in_private(house)


def finished(ask: Any) -> Any:
    """Ask until the review is done; what was found."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        answer: httpx.Response = ask()
        assert answer.status_code == 200, answer.text
        found = ReviewAnswer.model_validate_json(answer.text)
        assert (found.review is not None) == (found.state == "done")
        if found.review is not None:
            return answer.json()
        time.sleep(0.05)
    raise AssertionError("the review is never done")


def upload(house: House, record: str, depth: str = "usual") -> httpx.Response:
    """Ask for the review of a record."""
    headers = {"Content-Type": "text/plain"}
    return house.client.post("/api/review", content=record, params={"depth": depth}, headers=headers)


def rows(house: House, question: str) -> list[Any]:
    """What the database of a server answers."""
    store: Store = house.server.app.state.room.store
    return list(store.ask(lambda connection: connection.execute(text(question)).all()))


def test_a_finished_table_is_reviewed(house: House, over: Guest) -> None:
    """What is sent is what the judge finds anywhere, to the last bit; lines add up; asked again, nobody judges."""
    found = finished(lambda: over.get("/review"))
    game = read_record(over.get("/record", seat="*").text).game
    assert found["review"] == written(game, JUDGE)
    for seat in found["review"]["seats"]:
        lines = dict(seat["lines"])
        assert sum(lines.pop("others").values()) + sum(lines.values()) == seat["result"]
    assert "playouts 3" in found["judge"] and "1 playouts, seed 0" in found["judge"]
    assert over.get("/review").json() == found
    assert house.server.app.state.room.reviews.works == {}


def written(game: Game, judge: Judge) -> dict[str, Any]:
    """The review of a game, made here."""
    return write_review_body(game, review_game(game, judge))


def test_who_may_not_watch_sees_no_review(over: Guest) -> None:
    """A review tells all hands: it is for those who may see the replay."""
    assert refusal_of(over.another().get("/review")) == refusal_of(over.another().get("/replay"))
    assert refusal_of(over.another().get("/review")) == (403, "watchers_off")


def test_before_the_end_nothing_is_told(house: House) -> None:
    """Neither to those who play nor to watchers, at no depth; and nothing is worked out."""
    waiting = house.open(person("Anna"), {"kind": "open"}, *bots(1))
    playing = house.open(person("Anna"), *bots(2))
    for guest in (waiting, playing, waiting.another(), playing.another()):
        for depth in DEPTHS:
            refused = guest.get("/review", depth=depth)
            assert refusal_of(refused) == (409, "not_over")
            assert refused.json()["refusal"]["arguments"] == {}
    assert house.server.app.state.room.reviews.works == {}
    assert rows(house, f"SELECT * FROM reviews WHERE subject = '{playing.table}'") == []
    assert refusal_of(playing.get("/review", depth="endless")) == (422, "wrong_value")


def test_a_record_is_reviewed(house: House) -> None:
    """The same game is the same review, whatever its headers say; a deeper one is another."""
    found = finished(lambda: upload(house, RECORD))
    game = read_record(RECORD).game
    assert found["review"] == written(game, JUDGE)
    assert upload(house, write_record(game, {"PlayerA": "Rumpelstilzchen"})).json() == found
    assert len(rows(house, "SELECT * FROM reviews WHERE subject LIKE 'record:%'")) == 1
    assert "Rumpel" not in str(rows(house, "SELECT * FROM reviews"))
    deeper = upload(house, RECORD, "deep").json()
    assert "4 playouts" in deeper["judge"] and deeper["review"] is None


def test_records_that_cannot_be_reviewed(house: House) -> None:
    """Broken, foreign, unfinished, partly hidden and enormous ones are refused in words, each for its reason."""
    game, unfinished = read_record(RECORD).game, Game.new(3, seed=1)
    refused = {
        write_record(unfinished): (409, "game_goes_on"),
        write_record(game, seat="a"): (409, "record_hides"),
        "nonsense": (400, "bad_notation"),
        "": (422, "wrong_value"),
        RECORD.replace("78f08a93", "00000000"): (400, "wrong_record"),
        RECORD + " " * 40_000: (413, "too_large"),
    }
    for record, refusal in refused.items():
        answer = upload(house, record)
        assert answer.status_code >= 400, record[:200]
        assert refusal_of(answer) == refusal


def test_an_erased_table_has_no_review(house: House) -> None:
    """Its reviews are erased with it."""
    engine = house.server.app.state.room.store.engine
    table = house.open(person("Anna"), *bots(2)).table
    assert take_review(engine, KeptReview(table, "a judge", at="2026-01-31T12:00:00Z"))
    assert len(rows(house, f"SELECT * FROM reviews WHERE subject = '{table}'")) == 1
    erase_table(engine, table)
    assert rows(house, f"SELECT * FROM reviews WHERE subject = '{table}'") == []


class CountingJudge:
    """Judges like another, and counts the decisions that were weighed."""

    def __init__(self, judge: PlayoutJudge) -> None:
        self.judge, self.weighed = judge, 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self.judge, name)

    def weigh(self, place: Any, moves: list[int]) -> Any:
        """Weigh, and count."""
        self.weighed += 1
        return self.judge.weigh(place, moves)


async def look_until(reviews: Reviews, game: Game, is_enough: Any) -> Any:
    """Ask again and again until an answer is enough."""
    while True:
        found = ReviewAnswer.model_validate_json(await reviews.look("subject-1", game, "usual"))
        if is_enough(found):
            return found
        await asyncio.sleep(0.01)


def test_a_review_is_gone_on_with(tmp_path: Path) -> None:
    """Nobody waits any more, or the server stops: then what was answered is kept, and another server goes on there."""

    async def story() -> None:
        store, computer = Store(f"sqlite:///{tmp_path / 'tables.db'}"), Computer(1)
        await store.open()
        game, judges = read_record(RECORD).game, [CountingJudge(JUDGE) for _ in range(3)]
        servers = [Reviews(store, computer, 1, lambda _, judge=judge: judge) for judge in judges]  # type: ignore[misc]
        await look_until(servers[0], game, lambda found: found.answered >= 30)
        for work in servers[0].works.values():
            work.waited = float("-inf")
        while servers[0].works:
            await asyncio.sleep(0.01)
        await look_until(servers[1], game, lambda found: found.answered >= 60)
        await servers[1].stop()
        whole = await look_until(servers[2], game, lambda found: found.review is not None)
        assert all(judge.weighed for judge in judges)
        alone = CountingJudge(JUDGE)
        assert whole.review.model_dump(by_alias=True) == written(game, alone)
        again = sum(judge.weighed for judge in judges) - alone.weighed
        assert again in (0, 1), "the one that was being weighed when a server stopped"
        await computer.stop()
        await store.close()

    asyncio.run(story())


def test_servers_do_not_work_twice(tmp_path: Path) -> None:
    """What one works on, another only shows, until nothing was heard of the first for long."""

    async def story() -> None:
        now = ["2026-01-31T12:00:00Z"]
        store, computer = Store(f"sqlite:///{tmp_path / 'tables.db'}", lambda: now[0]), Computer(1)
        await store.open()
        game = read_record(RECORD).game
        assert take_review(store.engine, KeptReview("subject-1", JUDGE.name, 100, 0, "", "another", now[0]))
        reviews = Reviews(store, computer, 1)
        shown = ReviewAnswer.model_validate_json(await reviews.look("subject-1", game, "usual"))
        assert (shown.state, shown.answered, shown.questions) == ("working", 0, 100) and reviews.works == {}
        now[0] = earlier(now[0], -2 * GONE_SECONDS)
        await reviews.look("subject-1", game, "usual")
        assert len(reviews.works) == 1
        await reviews.stop()
        await computer.stop()
        await store.close()

    asyncio.run(story())


def test_a_server_that_stops_waits_for_no_judge(tmp_path: Path) -> None:
    """However deep it looks: what is judged is broken off between two play-outs."""

    async def story() -> None:
        store, computer = Store(f"sqlite:///{tmp_path / 'tables.db'}"), Computer(1)
        await store.open()
        reviews, game = Reviews(store, computer, 1), read_record(RECORD).game
        await reviews.look("subject-1", game, "deepest")
        work = next(iter(reviews.works.values()))
        await reviews.stop()
        work.questions = list(questions_of(game))
        with pytest.raises(Stopped):
            work.answer()
        await computer.stop()
        await store.close()

    asyncio.run(story())
