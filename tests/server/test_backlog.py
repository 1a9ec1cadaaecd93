"""Long logs: they do not grow for ever, and whoever reads one from its beginning is sent a page at a time."""

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest

from rheinlaender.server.contract.commands import OpenTable, OpenWish
from rheinlaender.server.live import backlog
from rheinlaender.server.live.commands import MOST_OF_A_KIND
from rheinlaender.server.live.following import RECENT
from rheinlaender.server.live.live_table import LiveTable
from rheinlaender.server.live.room import Room
from rheinlaender.server.live.subscriber import FRAME, PRESENCE, WATCHERS, Subscriber
from rheinlaender.server.store.log import Store
from rheinlaender.server.values.entry import Entry
from rheinlaender.server.values.table import Table
from rheinlaender.server.values.viewer import Viewer
from rheinlaender.server.writing.frames import frame_text
from tests.server.house import House, bots, new_id, new_secret, person, refusal_of, settings_for


def test_a_log_does_not_grow_for_ever(house: House) -> None:
    """Names are changed only so often; then that is refused, and everything else goes on."""
    owner = house.open(person("Anna"), *bots(2))
    with owner.socket() as line:
        line.next("frame")
        for number in range(MOST_OF_A_KIND):
            line.send(command={"id": new_id(), "name": "rename", "seat": "a", "player": f"Name {number}"})
            assert line.next("reply")["ok"], number
    assert refusal_of(owner.command("rename", seat="a", player="Once more")) == (409, "changed_too_often")
    assert owner.command("change_hints", hints=False).status_code == 200
    assert owner.play().status_code == 200


class CountingStore(Store):
    """A store that notes how many entries it gave at once."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.given: list[int] = []

    def ask(self, question: Any) -> Any:
        found = super().ask(question)
        if isinstance(found, list) and all(isinstance(one, Entry) for one in found):
            self.given.append(len(found))
        return found


async def long_table(room: Room, length: int) -> LiveTable:
    """A table at which hints were allowed and forbidden so often."""
    asked = OpenTable(id=new_id(), secret=new_secret(), seats=[OpenWish(kind="open")] * 3)
    live, _ = await room.open_table(asked)
    for number in range(1, length):
        await room.store.append(live.table.id, number, "hints_changed", {"hints": number % 2 == 0}, stage="waiting")
    room.put_away(float("inf"))
    return await room.table(live.table.id)


@pytest.fixture
def told(tmp_path: Path) -> Any:
    """What a story with a room and its store comes to."""

    def tell(story: Any) -> Any:
        async def run() -> None:
            store = CountingStore(f"sqlite:///{tmp_path / 'tables.db'}")
            await store.open()
            room = Room(settings_for(tmp_path), store)
            try:
                await story(room, store)
            finally:
                await room.stop()
                await store.close()

        asyncio.run(run())

    return tell


def test_a_long_log_is_read_a_page_at_a_time(told: Any) -> None:
    """Only as much is read as was taken, and entries that are written meanwhile are not missed."""
    length = 5 * backlog.PAGE

    async def story(room: Room, store: CountingStore) -> None:
        live = await long_table(room, length)
        store.given.clear()
        subscriber = Subscriber(None, most_waiting=4)
        numbers = []
        async for message in live.subscribe(subscriber, -1):
            numbers.append(message.number)
            assert sum(store.given) <= len(numbers) + backlog.PAGE
            if message.number == length - 1:
                await store.append(live.table.id, length, "hints_changed", {"hints": True}, stage="waiting")
                await live.catch_up()
        assert numbers == list(range(length + 1))
        assert max(store.given) <= backlog.PAGE
        assert [subscriber.waiting.get_nowait().kind for _ in range(2)] == [PRESENCE, WATCHERS]
        assert subscriber.waiting.empty()

    told(story)


def test_nothing_waits_for_whoever_is_behind(told: Any) -> None:
    """A reader who stops at the first frame of a long log costs nobody memory, and is there all the same."""

    async def story(room: Room, store: CountingStore) -> None:
        live = await long_table(room, 3 * RECENT)
        subscriber = Subscriber(None, most_waiting=4)
        reading = live.subscribe(subscriber, -1)
        assert (await anext(reading)).number == 0
        for number in range(20):
            entry = live.table.number + 1
            await store.append(live.table.id, entry, "hints_changed", {"hints": number % 2 == 0}, stage="waiting")
            await live.catch_up()
        assert len(live.audience) == 1 and subscriber.waiting.empty() and not subscriber.is_dropped
        rest = [message async for message in reading]
        assert [message.number for message in rest] == list(range(1, live.table.number + 1))
        assert {message.kind for message in rest} == {FRAME}

    told(story)


def test_a_long_log_is_worked_out_beside_those_who_play(told: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its frames are written in the one thread for backlogs, however many ask, and never where tables are served."""
    written: list[str] = []

    def noted(table: Table, viewer: Viewer) -> str:
        written.append(threading.current_thread().name)
        return frame_text(table, viewer)

    monkeypatch.setattr(backlog, "frame_text", noted)

    async def story(room: Room, _: CountingStore) -> None:
        live = await long_table(room, 60)

        async def read() -> int:
            return len([sent async for sent in live.subscribe(Subscriber(None, 256), -1)])

        assert await asyncio.gather(*(read() for _ in range(5))) == [60] * 5

    told(story)
    assert len(written) >= 5 * (60 - RECENT)
    assert {name.rsplit("_", 1)[0] for name in written} == {"backlog"} and len(set(written)) == 1
