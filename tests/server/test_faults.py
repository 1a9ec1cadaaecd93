"""Nothing is lost: not by a killed server, not by a bad line, and nothing is carried out twice."""

import asyncio
import json
from collections.abc import Coroutine, Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from rheinlaender.server.contract.commands import BotWish, OpenTable
from rheinlaender.server.live.commands import opening_parts
from rheinlaender.server.store.log import Store
from tests.long import SERVER_TEST, others_long
from tests.server import asking
from tests.server.bad_line import bad_line
from tests.server.books import assert_all_there, logs
from tests.server.player import Player, bearer, bots, choose_turn, new_id, new_secret, open_table, person
from tests.server.postgres import DATABASES, new_address
from tests.server.process import ServerProcess, serving

GAME_SECONDS = 300.0
KILLS = 3
ON_POSTGRESQL, ON_SQLITE = (
    pytest.mark.parametrize("address", others_long(DATABASES, {kind}, SERVER_TEST), indirect=True)
    for kind in ("postgresql", "sqlite")
)
"""Where a story is always told; it is told on the other database by `make server-test`."""


@pytest.fixture
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return new_address(request.param, tmp_path)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder: Path = tmp_path_factory.mktemp("faults")
    with serving(new_address("sqlite", folder), folder) as running:
        yield running


def run(story: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(story, GAME_SECONDS))


@ON_POSTGRESQL
def test_a_killed_server_loses_nothing(address: str, tmp_path: Path) -> None:
    """`kill -9` at random moments of games: all that was acknowledged or seen stays, and play goes on."""
    random = Random(4)
    with serving(address, tmp_path) as server:
        secret = new_secret()
        tables = [
            open_table(server.http, secret, seats)
            for seats in ([person("Anna"), *bots(2)], [person(name) for name in "ABC"], bots(3))
        ]
        players = [Player(server.http, table, secret, seed) for seed, table in enumerate(tables)]

        async def kill() -> None:
            goal = 0
            for _ in range(KILLS):
                goal += random.randint(6, 30)
                while sum(player.turns for player in players) < goal:
                    await asyncio.sleep(0.01)
                await asyncio.sleep(random.uniform(0.0, 0.02))
                server.kill()
                await asyncio.to_thread(server.start)

        async def story() -> None:
            await asyncio.gather(kill(), *(player.play() for player in players))

        run(story())
        again = [Player(server.http, table, secret) for table in tables]
        run(read_again(again))
        assert [player.frames for player in again] == [player.frames for player in players]
        assert sum(player.lines for player in players) > len(players)
        assert server.stop()
    for player, log in zip(players, logs(address, tables), strict=True):
        assert_all_there(player, log)


async def read_again(players: list[Player]) -> None:
    await asyncio.gather(*(player.play() for player in players))


def test_a_bad_line_changes_nothing(server: ServerProcess) -> None:
    """Messages lost, repeated, reordered and lines broken both ways: everybody ends with exactly the log."""
    secret = new_secret()
    table = open_table(server.http, secret, [person("Anna"), person("Ben"), *bots(1)])

    async def story() -> None:
        async with bad_line(server.http, seed=7) as (http, line):
            players = [Player(http, table, secret, 1), Player(http, table, secret, 2), Player(http, table, None)]
            for player in players:
                player.patience = 0.3
            await asyncio.gather(*(player.play() for player in players))
            assert min(line.harm.values()) > 0
        straight = [Player(server.http, table, holder) for holder in (secret, None)]
        await read_again(straight)
        assert [player.frames for player in players] == [straight[0].frames, straight[0].frames, straight[1].frames]
        turns = {command["turn"] for player in players for command in player.carried_out}
        by_people = [frame for frame in straight[0].frames if frame["entry"].get("by") == "person"]
        assert turns <= {frame["entry"]["turn"] - 1 for frame in by_people}

    run(story())


def post(server: ServerProcess, table: str, secret: str | None, command: dict[str, Any]) -> httpx.Response:
    return asking.post(f"{server.http}/api/tables/{table}/commands", json=command, headers=bearer(secret), timeout=60)


def newest(server: ServerProcess, table: str, secret: str | None = None) -> Any:
    return asking.get(f"{server.http}/api/tables/{table}", headers=bearer(secret), timeout=60).json()


@ON_SQLITE
def test_a_resent_command_is_carried_out_once(address: str, tmp_path: Path) -> None:
    """Commands that are sent again at once, later and after a restart are answered as before and change nothing."""
    owner, guest, squatter = new_secret(), new_secret(), new_secret()
    seats = [person("Anna"), *[{"kind": "open"}] * 3, *bots(1)]
    with serving(address, tmp_path) as server:
        table = open_table(server.http, owner, seats, stand_in=None)
        sent: list[tuple[str, dict[str, Any], Any]] = []

        def carry_out(holder: str, **parts: Any) -> None:
            """Send a command twice."""
            command = {"id": new_id(), **parts}
            first, second = (post(server, table, holder, command) for _ in range(2))
            assert first.status_code == 200, first.text
            assert second.json() == first.json()
            sent.append((holder, command, first.json()))

        carry_out(guest, name="sit", secret=guest, player="Ben", seat="b")
        carry_out(guest, name="rename", seat="b", player="Bea")
        carry_out(owner, name="change_seat", seat="c", to={"kind": "bot", "level": "squire"})
        carry_out(owner, name="change_seat", seat="c", to={"kind": "open"})
        carry_out(owner, name="change_stand_in", level=None)
        carry_out(owner, name="change_hints", hints=False)
        carry_out(owner, name="change_watchers", watchers=False)
        carry_out(squatter, name="sit", secret=squatter, player="Mallory", seat="c")
        carry_out(owner, name="unseat", seat="c", to={"kind": "open"})
        carry_out(guest, name="ready", is_ready=True)
        carry_out(owner, name="start", level="squire")
        view = newest(server, table, owner)["view"]
        carry_out(owner, name="play", moves=choose_turn(view, Random(1)), turn=view["turn"])
        server.kill()
        server.start()
        for holder, command, answer in sent:
            assert post(server, table, holder, command).json() == answer
        late = post(server, table, owner, {**sent[-1][1], "id": new_id()})
        assert late.status_code == 409
        assert server.stop()
    (log,) = logs(address, [table])
    kinds = ["sat", "renamed", "seat_changed", "seat_changed", "stand_in_changed", "hints_changed", "watchers_changed"]
    kinds += ["sat", "unseated", "readied", "started", "turn"]
    assert [entry.kind for entry in log][: len(kinds) + 1] == ["opened", *kinds]
    assert not any(secret in json.dumps(entry.parts) for entry in log for secret in (owner, guest, squatter))


def test_many_copies_of_a_command_at_once(server: ServerProcess) -> None:
    """A turn that arrives thirty times at the same moment is played once."""
    secret = new_secret()
    table = open_table(server.http, secret, [person(name) for name in "ABC"])
    view = newest(server, table, secret)["view"]
    command = {"id": new_id(), "name": "play", "moves": choose_turn(view, Random(1)), "turn": view["turn"]}

    async def story() -> None:
        async with asking.async_client(headers=bearer(secret), timeout=60) as client:
            url = f"{server.http}/api/tables/{table}/commands"
            answers = await asyncio.gather(*(client.post(url, json=command) for _ in range(30)))
        assert {answer.text for answer in answers} == {answers[0].text}
        assert answers[0].json()["ok"] is True

    run(story())
    assert newest(server, table, secret)["view"]["turn"] == view["turn"] + 1


@ON_SQLITE
def test_an_opening_that_is_sent_again_is_one_table_that_plays(address: str, tmp_path: Path) -> None:
    """A server killed while a table is being opened: the opener sends it again, and there is one table that plays."""
    random = Random(2)
    with serving(address, tmp_path) as server:
        for _ in range(2):
            body = {"id": new_id(), "secret": new_secret(), "seats": bots(3)}

            async def story(body: dict[str, Any] = body) -> None:
                async with asking.async_client(timeout=60) as client:
                    first = asyncio.ensure_future(client.post(f"{server.http}/api/tables", json=body))
                    await asyncio.sleep(random.uniform(0.0, 0.02))
                    server.kill()
                    (outcome,) = await asyncio.gather(first, return_exceptions=True)
                    await asyncio.to_thread(server.start)
                    answers = [await client.post(f"{server.http}/api/tables", json=body) for _ in range(2)]
                    assert answers[1].status_code == 200
                    names = {answer.json()["table"] for answer in answers}
                    if isinstance(outcome, httpx.Response) and outcome.status_code == 201:
                        names.add(outcome.json()["table"])
                    (table,) = names
                    await read_again([Player(server.http, table, None, enough=3)])

            run(story())


@ON_POSTGRESQL
def test_a_table_that_was_opened_but_not_started_is_started(address: str, tmp_path: Path) -> None:
    """A server killed between the opening and the start of a table without open seats: the next one starts it."""
    asked = OpenTable(id=new_id(), secret=new_secret(), seats=[BotWish(kind="bot", level="squire")] * 3)

    async def write() -> None:
        store = Store(address)
        await store.open()
        await store.open_table("halfopened", asked.id, opening_parts(asked))
        await store.close()

    asyncio.run(write())
    with serving(address, tmp_path) as server:
        run(read_again([Player(server.http, "halfopened", None, enough=3)]))


def test_streams_resume_where_they_broke(server: ServerProcess) -> None:
    """Server-sent events after a number, or after `Last-Event-ID`, are the rest of the log, each frame once."""
    secret = new_secret()
    table = open_table(server.http, secret, [person("Anna"), *bots(2)])
    player = Player(server.http, table, secret)
    run(player.play())

    def stream(after: int, headers: dict[str, str], count: int) -> list[Any]:
        """The first so many frames of a stream."""
        frames: list[Any] = []
        address = f"{server.http}/api/tables/{table}/events"
        query = {} if headers else {"after": str(after)}
        with asking.stream("GET", address, params=query, headers={**headers, **bearer(secret)}, timeout=60) as answer:
            assert answer.headers["content-type"].startswith("text/event-stream")
            event = ""
            for line in answer.iter_lines():
                name, _, value = line.partition(": ")
                event = value if name == "event" else event
                if name == "data" and event == "frame":
                    frames.append(json.loads(value))
                if len(frames) == count:
                    return frames
        return frames

    last = len(player.frames) - 1
    for after in (-1, 0, last // 2, last - 1):
        assert stream(after, {}, last - after) == player.frames[after + 1 :]
        if after >= 0:
            assert stream(after, {"Last-Event-ID": str(after)}, last - after) == player.frames[after + 1 :]


def test_a_stopped_server_says_goodbye(server: ServerProcess) -> None:
    """A server that is asked to stop ends by itself while people are connected, and goes on where it was."""
    secret = new_secret()
    table = open_table(server.http, secret, [person("Anna"), *bots(2)])
    player = Player(server.http, table, secret)

    async def story() -> None:
        playing = asyncio.ensure_future(player.play())
        while player.turns < 5:
            await asyncio.sleep(0.02)
        assert await asyncio.to_thread(server.stop)
        await asyncio.to_thread(server.start)
        await playing

    run(story())
    assert player.lines == 2
