"""Two servers on one PostgreSQL database are one place: whoever sits at one is there for the other."""

import asyncio
import re
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import Connection

from rheinlaender.server.live.computer import Computer
from rheinlaender.server.live.live_table import LiveTable
from rheinlaender.server.store import neighbours, shared
from rheinlaender.server.store.log import Store
from tests.server.books import logs
from tests.server.house import OPEN, Guest, House, bots, new_id, new_secret, person
from tests.server.player import bearer
from tests.server.postgres import new_address
from tests.server.several import IS_LONG, two_houses

SPOKEN = re.compile(r"|[A-Za-z0-9_-]{8,64}(( (players|watchers|all))? [0-9]+)?")
"""All that servers say to each other: nothing, a table, or a table and a number, of an entry or of what was said."""
Thoughts = Counter[tuple[str, int]]
SOON = 5.0 if IS_LONG else 60.0
"""How soon others take over, on a machine that does nothing else."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    return new_address("postgresql", tmp_path_factory.mktemp("neighbours"))


@pytest.fixture(scope="module")
def houses(tmp_path_factory: pytest.TempPathFactory, address: str) -> Iterator[list[House]]:
    """Two servers on one database."""
    with two_houses(tmp_path_factory.mktemp("houses"), address) as running:
        yield running


@pytest.fixture
def thoughts(monkeypatch: pytest.MonkeyPatch) -> Thoughts:
    """How often computer players thought about each turn of each table, at all servers together."""
    counted: Thoughts = Counter()
    think = Computer.turn

    async def turn(computer: Computer, table: Any, level: str, place: Any) -> Any:
        counted[table.id, table.turn] += 1
        return await think(computer, table, level, place)

    monkeypatch.setattr(Computer, "turn", turn)
    return counted


def at(house: House, guest: Guest) -> Guest:
    """The same person at another server."""
    return Guest(house, guest.table, guest.secret)


def test_turns_at_either_server_are_seen_at_both_at_once(houses: list[House]) -> None:
    """A person plays at two servers by turns; no turn is refused, and every answer is up to date."""
    one, two = houses
    owner = one.open(person("A"), person("B"), person("C"))
    guests = [owner, at(two, owner)]
    for turn in range(24):
        here, there = guests[turn % 2], guests[1 - turn % 2]
        assert here.frame()["view"]["turn"] == turn
        assert here.play().status_code == 200
        assert there.frame() == here.frame()


def test_a_turn_planned_at_one_server_and_sent_to_the_other_is_played(houses: list[House]) -> None:
    """A command by a socket that has not heard yet of what the other server wrote is judged with it."""
    one, two = houses
    owner = one.open(person("A"), person("B"), person("C"))
    with at(two, owner).socket() as line:
        line.next("frame")
        for turn in range(0, 16, 2):
            assert owner.play().status_code == 200
            view = owner.frame()["view"]
            move = view["moves"][0]["move"]
            preview = owner.ask("/preview", {"moves": [move], "turn": turn + 1}).json()
            moves = [move] if preview["is_complete"] else [move, "."]
            line.send(command={"id": new_id(), "name": "play", "moves": moves, "turn": turn + 1})
            assert line.next("reply")["ok"]


def test_watchers_at_every_server_see_every_frame(houses: list[House], thoughts: Thoughts) -> None:
    """The same frames in the same order, and each turn of a computer player is thought about once."""
    one, two = houses
    owner = one.open(*bots(3))
    with owner.another().socket(after=-1) as here, at(two, owner.another()).socket(after=-1) as there:
        seen: list[list[Any]] = [[], []]
        for frames, line in zip(seen, (here, there), strict=True):
            while not frames or frames[-1]["table"]["stage"] != "over":
                frames.append(line.next("frame"))
    assert seen[0] == seen[1] and [frame["seq"] for frame in seen[0]] == list(range(len(seen[0])))
    turns = sum(frame["entry"]["kind"] == "turn" for frame in seen[0])
    assert thoughts == Counter({(owner.table, turn): 1 for turn in range(turns)})


def test_what_another_server_wrote_is_read_by_the_line_that_hears_of_it(
    houses: list[House], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever follows a table at another server costs no reading thread and no transaction."""
    one, two = houses
    owner = one.open(person("A"), person("B"), person("C"))
    read: list[str] = []
    catch_up = LiveTable.catch_up

    async def noted(live: LiveTable) -> None:
        read.append(live.table.id)
        await catch_up(live)

    with at(two, owner.another()).socket() as line:
        known = line.next("frame")["seq"]
        monkeypatch.setattr(LiveTable, "catch_up", noted)
        for number in range(known + 1, known + 9):
            owner.play()
            assert line.next("frame")["seq"] == number
    assert owner.table not in read


def test_a_seat_is_taken_once(houses: list[House]) -> None:
    """People who sit down at both servers at the same moment get different seats, and the game starts once."""
    one, two = houses
    owner = one.open(person("A"), OPEN, OPEN, OPEN, OPEN)

    async def sit(house: House, name: str) -> Any:
        secret = new_secret()
        command = {"id": new_id(), "name": "sit", "secret": secret, "player": name, "seat": None}
        path = f"/api/tables/{owner.table}/commands"
        return await asyncio.to_thread(house.client.post, path, json=command, headers=bearer(secret))

    async def story() -> list[Any]:
        return await asyncio.gather(*(sit(house, name) for house, name in zip((one, two) * 2, "BCDE", strict=True)))

    answers = asyncio.run(story())
    assert sorted(answer.json()["seats"] for answer in answers) == ["b", "c", "d", "e"]
    log = logs(one.server.app.state.settings.database, [owner.table])[0]
    assert [entry.kind for entry in log] == ["opened", "sat", "sat", "sat", "sat", "started"]


def test_a_rematch_is_one_table(houses: list[House]) -> None:
    """Asked for at both servers at the same moment."""
    one, two = houses
    owner = one.open(person("A"), *bots(2))
    with owner.socket() as line:
        while (frame := line.next("frame"))["table"]["stage"] != "over":
            if frame["view"]["to_move"] == "a":
                owner.play()

    async def ask(guest: Guest) -> Any:
        return await asyncio.to_thread(guest.command, "rematch")

    async def story() -> list[Any]:
        return await asyncio.gather(*(ask(at(house, owner)) for house in (one, two) * 2))

    assert len({answer.json()["table"] for answer in asyncio.run(story())}) == 1


def test_whoever_sits_at_another_server_is_there(houses: list[House]) -> None:
    """Presence is told at both servers; nobody stands in for a person who is connected at the other one."""
    one, two = houses
    owner = one.open(person("A"), OPEN, OPEN, stand_in="squire", grace=5)
    guest = owner.sit("B")
    owner.sit("C", "c")
    with owner.another().socket() as watching, at(two, owner).socket() as sitting:
        while watching.next("presence") != {"a": True, "b": False, "c": False}:
            pass
        with at(two, guest).socket() as late:
            late.next("frame")
            assert watching.next("presence") == {"a": True, "b": True, "c": False}
        assert watching.next("presence") == {"a": True, "b": False, "c": False}
        time.sleep(6)
        assert at(two, owner).frame()["view"]["turn"] == 0
        sitting.send(ping=1)
        assert sitting.next("pong") == 1


def test_a_client_that_knows_more_than_its_new_server_begins_no_new_epoch(houses: list[House]) -> None:
    """It is sent what it has not seen, when the server has read the log."""
    one, two = houses
    owner = one.open(person("A"), person("B"), person("C"))
    elsewhere = at(two, owner)
    assert elsewhere.frame()["seq"] == 1
    for _ in range(5):
        owner.play()
    live = two.server.app.state.room.in_use[owner.table]
    assert live.table.number == 1, "nobody follows it there"
    with elsewhere.socket(after=5) as line:
        frame = line.next("frame")
    assert (frame["seq"], frame["epoch"]) == (6, "")


def test_servers_tell_each_other_numbers_only(houses: list[House], address: str) -> None:
    """Whatever is said on the database's channel is a table and a number."""
    one, two = houses
    with psycopg.connect(address, autocommit=True) as ear:
        ear.execute("LISTEN rheinlaender")
        owner = one.open(person("Anna"), *bots(2))
        with at(two, owner).socket() as line:
            for _ in range(3):
                line.frame_when(lambda frame: frame["view"]["to_move"] == "a")
                owner.play()
        said = [heard.payload for heard in ear.notifies(timeout=1.0)]
    assert len(said) > 8 and all(SPOKEN.fullmatch(words) for words in said), said


def test_tables_that_nobody_follows_are_not_followed_and_leave(houses: list[House]) -> None:
    """A table that goes on at another server only is left as it is, and put away when nobody here has used it."""
    one, two = houses
    owner = one.open(person("A"), person("B"), person("C"))
    at(two, owner).frame()
    room = two.server.app.state.room
    before = room.in_use[owner.table].used
    for _ in range(3):
        owner.play()
    assert room.in_use[owner.table].used == before
    room.put_away(time.monotonic())
    assert owner.table not in room.in_use
    assert at(two, owner).frame() == owner.frame()


class Ear:
    """Notes which tables are left behind."""

    def __init__(self) -> None:
        self.left: list[str] = []

    def known_of(self, table: str) -> None:
        """Nothing is wanted here."""

    def entry_written(self, table: str, number: int, found: Any) -> None:
        pass

    def said(self, table: str, room: str, number: int) -> None:
        """Nobody talks here."""

    def all_may_have_changed(self) -> None:
        pass

    def people_changed(self, tables: Any) -> None:
        pass

    def left_behind(self, tables: Any) -> None:
        self.left += tables

    def let_go_of(self, tables: Any) -> None:
        pass


async def until(is_so: Callable[[], Awaitable[Any]]) -> None:
    """Wait until something is so."""
    while not await is_so():
        await asyncio.sleep(0.01)


async def is_seen(server: neighbours.SharedNeighbours, table: str) -> bool:
    """Whether a server knows of somebody at another one."""
    return bool((await server.elsewhere([table]))[table])


def test_a_lease_has_one_holder_and_is_left_behind_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who is gone loses its leases, each to one of those who are left, with those who were connected to it."""
    monkeypatch.setattr(neighbours, "GONE_SECONDS", 1.5 if IS_LONG else 6.0)
    table = "table-of-leases"

    async def story() -> None:
        store = Store(new_address("postgresql", tmp_path))
        await store.open()
        ears = [Ear() for _ in range(3)]
        servers = [neighbours.SharedNeighbours(store.engine, ear) for ear in ears]
        for server in servers:
            await server.open()
        gone, one, two = servers
        assert await gone.take(table) and await gone.take(table)
        gone.here(table, frozenset({"digest", ""}))
        assert not await one.take(table) and not await two.take(table)
        await until(lambda: is_seen(one, table))
        for task in gone._tasks:
            task.cancel()
        began = time.monotonic()
        await until(lambda: asyncio.sleep(0, any(ear.left for ear in ears)))
        assert time.monotonic() - began < SOON
        assert sorted(ear.left for ear in ears) == [[], [], [table]]
        assert await one.elsewhere([table]) == {table: frozenset()}
        await until(lambda: two.take(table))
        assert not await one.take(table)
        two.let_go(table)
        await until(lambda: one.take(table))
        for server in servers:
            await server.close()
        await store.close()

    asyncio.run(story())


def test_many_who_come_at_once_hold_up_no_beat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are told together, in a few transactions; whoever came and went before it was told leaves nothing behind."""
    count, whole = 500, shared.change_presence
    transactions: list[int] = []

    def change_presence(connection: Connection, server: str, changes: list[shared.PeopleChange]) -> None:
        transactions.append(len(changes))
        whole(connection, server, changes)

    monkeypatch.setattr(shared, "change_presence", change_presence)

    async def story() -> None:
        store = Store(new_address("postgresql", tmp_path))
        await store.open()
        one, two = (neighbours.SharedNeighbours(store.engine, Ear()) for _ in range(2))
        await one.open()
        await two.open()
        tables = [f"table-{number}" for number in range(count)]
        for table in tables:
            one.here(table, frozenset({"digest"}))
            await asyncio.sleep(0)
        one.here(tables[0], frozenset())
        one.here(tables[1], frozenset())
        one.here(tables[1], frozenset({"other", ""}))
        await until(lambda: asyncio.sleep(0, one._telling is not None and one._telling.done()))
        found = await two.elsewhere(tables)
        assert found[tables[0]] == frozenset() and found[tables[1]] == frozenset({"other", ""})
        assert all(found[table] == frozenset({"digest"}) for table in tables[2:])
        assert len(transactions) < count / 10
        await one.close()
        await two.close()
        await store.close()

    asyncio.run(story())


def test_what_is_said_at_one_server_is_heard_at_the_other(houses: list[House]) -> None:
    """Once, in order, by those who may hear it."""
    anna = houses[0].open(person("Anna"), OPEN, *bots(1))
    bert = at(houses[1], anna.sit("Bert"))
    with at(houses[1], anna).socket() as far, bert.socket() as beside, anna.socket() as near:
        for line in (far, beside, near):
            line.next("watchers")
        for number, guest in enumerate((anna, bert, anna), 1):
            said = guest.ask("/talk", {"id": new_id(), "text": f"word {number}"})
            assert said.json()["number"] == number
        for line in (far, beside, near):
            assert [line.next("talk")["text"] for _ in range(3)] == ["word 1", "word 2", "word 3"]
            line.send(ping=1)
            assert line.next("pong") == 1
    assert [said["text"] for said in bert.get("/talk").json()["said"]] == ["word 1", "word 2", "word 3"]
