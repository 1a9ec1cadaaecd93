"""Thinkers elsewhere: real processes on a real PostgreSQL, asked through a queue in it."""

import asyncio
import json
import os
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest

pytest.importorskip("procrastinate", reason="the extra 'thinkers' is not installed")

import httpx
import psycopg

from rheinlaender.bots.warm import warm_up
from rheinlaender.game.game import Game
from rheinlaender.notation.record import read_record, write_record
from rheinlaender.review.judge import PlayoutJudge
from rheinlaender.review.steps import questions_of
from rheinlaender.review.stored import read_answer
from rheinlaender.review.warm import compile_review
from rheinlaender.server.live import computer as computer_module
from rheinlaender.server.live.computer import Computer
from rheinlaender.server.settings import WrongChoice
from rheinlaender.server.store.database import driver_address
from rheinlaender.server.thinkers import asking, jobs
from rheinlaender.server.thinkers.asking import NoAnswer, Present, Thinkers
from rheinlaender.server.thinkers.choosing import choose_hint, choose_turn
from rheinlaender.server.thinkers.question import HINT, TURN, Question
from rheinlaender.server.thinkers.reviewing import ReviewPart
from tests.review.games import GAMES
from tests.server.books import assert_all_there, logs
from tests.server.house import bots, person, running, settings_for
from tests.server.player import Player, new_secret, open_table
from tests.server.postgres import NoPostgres, new_address, postgres
from tests.server.process import ServerProcess, free_port
from tests.server.thinking import thinking

PATIENCE = 180.0
SOON = 8.0 if "RHEINLAENDER_LONG" in os.environ else PATIENCE
"""On a machine that does nothing else."""
LONG = pytest.mark.skipif("RHEINLAENDER_LONG" not in os.environ, reason="takes a while: make thinkers-test")
GAME = Game.new(3, seed=4)
METRICS_PORT = free_port()


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A database of its own."""
    return new_address("postgresql", tmp_path_factory.mktemp("thinkers"))


@pytest.fixture(scope="module")
def served(database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A database with a thinker, for which the engine is compiled already."""
    warm_up()
    with thinking(database, tmp_path_factory.mktemp("thinker"), threads=2, metrics_port=METRICS_PORT):
        yield database


class Timed(Player):
    """A player who notes how long computer players take."""

    def __init__(self, *parts: Any, **settings: Any) -> None:
        super().__init__(*parts, **settings)
        self.waits: list[float] = []
        self.last = time.monotonic()

    def take_frame(self, frame: dict[str, Any]) -> bool:
        """Note when the turn of a computer player has come."""
        is_new = frame["seq"] == len(self.frames)
        is_taken = super().take_frame(frame)
        if is_new and frame["entry"]["kind"] == "turn" and frame["entry"].get("by"):
            self.waits.append(time.monotonic() - self.last)
        if is_new:
            self.last = time.monotonic()
        return is_taken


def told(url: str, story: Callable[[Thinkers], Awaitable[Any]], thinkers: int = 1) -> Any:
    """What a story comes to that asks thinkers, of whom so many are there."""

    async def tell() -> Any:
        asked = Thinkers(url)
        await asked.start()
        try:
            async with asyncio.timeout(PATIENCE):
                while thinkers and asked.threads < thinkers:
                    await asyncio.sleep(0.05)
                return await story(asked)
        finally:
            await asked.stop()

    with patient():
        return asyncio.run(tell())


@contextmanager
def patient() -> Iterator[None]:
    """Wait for thinkers as long as a busy machine needs: one that is late has not gone."""
    with patch.object(jobs, "GONE_SECONDS", PATIENCE):
        yield


def left(url: str) -> int:
    """How many questions are in the queue, waiting or thought about."""
    with psycopg.connect(str(driver_address(url)), options=f"-c search_path={jobs.schema()}") as connection:
        row = connection.execute("SELECT count(*) FROM procrastinate_jobs").fetchone()
    assert row is not None
    return int(row[0])


def empty(url: str) -> bool:
    """Whether nothing is left in the queue a moment later."""
    until = time.monotonic() + 10
    while left(url) and time.monotonic() < until:
        time.sleep(0.05)
    return left(url) == 0


def test_thinkers_choose_as_the_server_would(served: str) -> None:
    """Another process gives the same turn and hint for the same seed and simulations; nothing is left in the queue."""

    async def story(asked: Thinkers) -> list[Any]:
        questions = [Question.about(TURN, GAME, "foresight:200", seed) for seed in range(3)]
        questions.append(Question.about(HINT, GAME, "foresight:200"))
        return await asyncio.gather(*(asked.ask(question, 0, 60) for question in questions))

    *turns, hint = told(served, story)
    assert turns == [choose_turn(GAME, "foresight:200", seed) for seed in range(3)]
    assert hint == json.loads(json.dumps(choose_hint(GAME, "foresight:200")))
    assert empty(served)


def test_what_nobody_waits_for_is_given_up(served: str) -> None:
    """A search of minutes is stopped when its asker goes, so that the next one is answered at once."""
    long = Question.about(TURN, GAME, "foresight:10000000")

    async def story(asked: Thinkers) -> float:
        asking = [asyncio.create_task(asked.ask(long, 0, 600)) for _ in range(4)]
        await asyncio.sleep(1)
        assert left(served) == 4
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)
        begin = time.monotonic()
        await asked.ask(Question.about(TURN, GAME, "foresight:50"), 0, 30)
        return time.monotonic() - begin

    assert told(served, story) < 5
    assert empty(served)


@LONG
def test_people_are_thought_for_first(served: str) -> None:
    """Of what waits in the queue, thoughts for people come before thoughts for nobody, though they came later."""

    async def story(asked: Thinkers) -> list[int]:
        done: list[int] = []

        async def ask(place: int, level: str) -> None:
            await asked.ask(Question.about(TURN, GAME, level), place, 30)
            done.append(place)

        first = [asyncio.create_task(ask(9, "foresight:40000")) for _ in range(2)]
        await asyncio.sleep(0.5)
        later = [asyncio.create_task(ask(place, "foresight:3000")) for place in (2, 2, 2, 2, 0)]
        await asyncio.gather(*first, *later)
        return [place for place in done if place != 9]

    assert told(served, story).index(0) <= 1


@LONG
def test_a_question_that_waited_too_long_is_not_thought_about(tmp_path: Path) -> None:
    """A thinker that comes too late has nothing to do, even where the asker was killed and took nothing back."""
    url = new_address("postgresql", tmp_path)

    async def story(asked: Thinkers) -> None:
        with pytest.raises(NoAnswer):
            await asked.ask(Question.about(TURN, GAME, "foresight:50"), 0, -1.5)
        await asked.put("orphan", Question.about(TURN, GAME, "foresight:10000000"), 0, 0.5)

    told(url, story, thinkers=0)
    assert left(url) == 1
    time.sleep(0.6)
    with thinking(url, tmp_path) as (thinker,):
        assert told(url, lambda asked: asked.ask(Question.about(TURN, GAME, "foresight:50"), 0, 30))
        assert empty(url)
        assert thinker.stop() == 0
        assert "rh1" not in thinker.told() and "hands" not in thinker.told()


def test_reviews_are_judged_elsewhere(served: str) -> None:
    """A server hands the parts of a review to a thinker, whose answers are those of its own judge, to the last bit."""
    compile_review()
    judge, game = PlayoutJudge(1), read_record((GAMES / "3-short-cluster.rhg").read_text(encoding="ascii")).game
    here = list[int]()

    async def story(asked: Thinkers) -> Any:
        computer = Computer(1, thinkers=asked)
        parts = [ReviewPart(write_record(game), judge.name, 1, 0, number) for number in range(6)]
        try:
            with patch.object(computer_module, "REVIEW_PATIENCE", PATIENCE):
                return [await computer.review("a table", lambda: here.append(1), part) for part in parts]
        finally:
            await computer.stop()

    found = told(served, story)
    questions = list(questions_of(game))[: len(found)]
    assert [read_answer(answer) for answer in found] == [question.answer(judge) for question in questions]
    assert here == [] and empty(served)


def test_a_wrong_question_is_answered_so(served: str) -> None:
    """Its asker is told at once, the thinker goes on, and nothing of the question is logged."""

    async def story(asked: Thinkers) -> Any:
        wrong = Question(TURN, "rh1 nonsense", {}, "duke")
        with pytest.raises(NoAnswer, match="BadNotation"):
            await asked.ask(wrong, 0, 30)
        return await asked.ask(Question.about(TURN, GAME, "foresight:50"), 0, 30)

    assert told(served, story)


def measured() -> dict[str, float]:
    """What the thinker measures, by name and label."""
    lines = httpx.get(f"http://127.0.0.1:{METRICS_PORT}/metrics").text.splitlines()
    return {
        name: float(value) for name, _, value in (line.rpartition(" ") for line in lines if not line.startswith("#"))
    }


def test_a_thinker_is_measured(served: str) -> None:
    """Its own port tells what came of questions, how long they took and what the process needs, and no position."""

    async def story(asked: Thinkers) -> dict[str, float]:
        before = measured()
        await asked.ask(Question.about(TURN, GAME, "foresight:50"), 0, 30)
        with pytest.raises(NoAnswer):
            await asked.ask(Question(TURN, "rh1 nonsense", {}, "duke"), 0, 30)
        after = measured()
        return {name: after[name] - before.get(name, 0) for name in after}

    more = told(served, story)
    assert more['rheinlaender_questions_total{outcome="answered"}'] == 1
    assert more['rheinlaender_questions_total{outcome="failed"}'] == 1
    assert more['rheinlaender_thought_seconds_count{level="other"}'] == 1
    now = measured()
    assert now["rheinlaender_engine_compiled"] == 1 and now["process_resident_memory_bytes"] > 1e7
    assert not any("rh1" in name for name in now)


def test_threads_are_shared_by_servers() -> None:
    """Each server hands out its share of what all thinkers can do; whoever is silent for a while has gone."""
    present = Present()
    assert present.threads_each(0) == 0
    for name, threads in (("a", 4), ("b", 3)):
        present.hear({"name": name, "threads": threads}, 0)
    for name in ("one", "other"):
        present.hear({"name": name}, 0)
    assert present.threads_each(1) == 4
    present.hear({"name": "b", "goes": True}, 1)
    assert present.threads_each(1) == 2
    present.hear({"name": "one"}, 3)
    assert present.threads_each(4) == 0


def test_sqlite_has_no_thinkers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Thinkers elsewhere need PostgreSQL, and a setting that is none is refused by name."""
    with pytest.raises(jobs.ThinkersNeedPostgres):
        Thinkers(f"sqlite:///{tmp_path / 'tables.db'}")
    monkeypatch.setenv("RHEINLAENDER_THINKERS", "somewhere")
    with pytest.raises(WrongChoice):
        settings_for(tmp_path)


def test_a_server_thinks_itself_where_no_thinker_is(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a thinker, and after the only one was killed, games go on and hints are answered."""
    monkeypatch.setattr(computer_module, "is_warm", lambda: False)
    url = new_address("postgresql", tmp_path)
    with running(tmp_path, database=url, thinkers="elsewhere") as house:
        anna = house.open(person("Anna"), *bots(2, "duke"))
        assert anna.ask("/hint", {"moves": []}).json()["by"] == "knight"
        with thinking(url, tmp_path) as (thinker,):
            computer = house.server.app.state.room.computer
            until = time.monotonic() + PATIENCE
            while not computer.has_thinkers:
                assert time.monotonic() < until, thinker.told()
                time.sleep(0.05)
            bert = house.open(person("Bert"), *bots(2, "duke"))
            with patient(), patch.object(asking, "PATIENCE_SECONDS", PATIENCE):
                hint = bert.ask("/hint", {"moves": []}).json()
            assert (hint["by"], hint["share"]) == (computer_module.HINT_LEVEL, computer_module.HINT_SHARE)
            thinker.kill()
            clara = house.open(person("Clara"), *bots(2, "duke"))
            begin = time.monotonic()
            assert clara.ask("/hint", {"moves": []}).json()["by"] == "knight"
            assert time.monotonic() - begin < SOON
        assert any("thinking here" in record.message for record in caplog.records)


def test_what_is_left_behind_is_swept_away(tmp_path: Path) -> None:
    """A question whose asker and thinker were both killed is deleted after a minute."""
    url = new_address("postgresql", tmp_path)

    async def story(asked: Thinkers) -> None:
        await asked.put("orphan", Question.about(TURN, GAME, "duke"), 0, 0.5)
        async with await jobs.connect_queue(asked.address) as connection:
            await jobs.sweep(connection)
            assert left(url) == 1
            await connection.execute("UPDATE procrastinate_events SET at = at - interval '61 seconds'")
            await jobs.sweep(connection)

    told(url, story, thinkers=0)
    assert left(url) == 0


@LONG
def test_thinkers_and_servers_find_each_other_again(tmp_path: Path) -> None:
    """PostgreSQL is killed and started again: nobody has to be restarted, and what was asked meanwhile is refused."""
    try:
        own = ExitStack()
        cluster = own.enter_context(postgres())
    except NoPostgres as reason:
        pytest.skip(f"no PostgreSQL: {reason}")
    url, question = cluster.new_url(), Question.about(TURN, GAME, "foresight:50")

    async def story(asked: Thinkers) -> Any:
        before = await asked.ask(question, 0, 30)
        await asyncio.to_thread(cluster.stop)
        with pytest.raises(NoAnswer):
            await asked.ask(question, 0, 1)
        await asyncio.to_thread(cluster.start)
        while not asked.threads:
            await asyncio.sleep(0.05)
        return before == await asked.ask(question, 0, 30)

    with own, thinking(url, tmp_path):
        assert told(url, story)


@LONG
def test_killed_thinkers_stall_no_game(tmp_path: Path) -> None:
    """`kill -9` of thinkers in a loop: nothing is lost or doubled, and no computer player takes longer than 10 s."""
    url = new_address("postgresql", tmp_path)
    server = ServerProcess(url, tmp_path, is_compiling=True)
    server.command += ["--thinkers", "elsewhere"]
    random, came, kills = Random(3), dict[int, list[float]](), 0
    with thinking(url, tmp_path, count=3) as thinkers:
        try:
            server.start()
            while httpx.get(f"{server.http}/healthz").json()["engine"] != "compiled":
                time.sleep(0.2)
            secret = new_secret()
            seats = [person("Anna"), *bots(1, "archbishop"), *bots(1, "duke")]
            tables = [open_table(server.http, secret, seats) for _ in range(4)]
            players = [Timed(server.http, table, secret, seed, enough=40) for seed, table in enumerate(tables)]

            async def kill_again_and_again() -> None:
                nonlocal kills
                while True:
                    await asyncio.sleep(random.uniform(3.0, 9.0))
                    for thinker in random.sample(thinkers, random.choice([1, 1, 2, 3])):
                        await asyncio.to_thread(thinker.kill)
                        await asyncio.to_thread(thinker.start)
                        kills += 1

            async def story() -> None:
                killing = asyncio.create_task(kill_again_and_again())
                await asyncio.wait_for(asyncio.gather(*(player.play() for player in players)), 240)
                killing.cancel()

            asyncio.run(story())
            came = {number: player.waits for number, player in enumerate(players)}
        finally:
            if server.process is not None:
                server.kill()
    for player, log in zip(players, logs(url, tables), strict=True):
        assert_all_there(player, log[: len(player.frames)])
    longest = max(wait for waits in came.values() for wait in waits)
    shares = [frame["entry"].get("share") for player in players for frame in player.frames]
    print(f"{kills} kills, {sum(map(len, came.values()))} turns of computers, the longest {longest:.1f} s")
    assert kills > 5 and longest < 10
    assert sum(share is not None for share in shares) > 40
