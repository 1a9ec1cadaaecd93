"""What strangers send is read apart: nobody else waits for it, and it has limits of its own."""

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from rheinlaender.notation.position import LONGEST_POSITION
from rheinlaender.notation.record import LONGEST_RECORD
from rheinlaender.server.errors import ServerBusy
from rheinlaender.server.live.reading import Reading
from rheinlaender.server.settings import Limits
from tests.server.house import LIMITS, House, bots, person, refusal_of, settings_for


@pytest.fixture
def gate() -> Iterator[threading.Event]:
    """What holds the reading up until the end of the test."""
    held = threading.Event()
    yield held
    held.set()


@pytest.fixture
def impatient(tmp_path: Path) -> Iterator[House]:
    """A server that reads for a moment only, and lets nobody wait."""
    settings = settings_for(tmp_path, limits=LIMITS, reading_seconds=0.2)
    running = House(settings)
    running.start()
    yield running
    running.stop()


def test_only_so_many_wait(gate: threading.Event) -> None:
    """Whoever comes when enough are waiting is refused at once, and told when to come back."""

    async def story() -> None:
        reading = Reading(most_waiting=2, seconds=60)
        waiting = [asyncio.ensure_future(reading.read(gate.wait)) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(ServerBusy) as refused:
            await reading.read(int)
        seconds = refused.value.arguments["seconds"]
        assert isinstance(seconds, int) and seconds > 0
        gate.set()
        assert await asyncio.gather(*waiting) == [True, True]
        assert await reading.read(int) == 0
        reading.stop()

    asyncio.run(story())


def test_whoever_waits_too_long_is_refused_and_never_read(gate: threading.Event) -> None:
    """After its seconds a work is refused; one that had not begun is not begun any more."""
    begun: list[str] = []

    async def story() -> None:
        reading = Reading(most_waiting=9, seconds=0.05)
        works = [reading.read(gate.wait), reading.read(begun.append, "late")]
        outcomes = await asyncio.gather(*works, return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [ServerBusy] * 2
        gate.set()
        assert await reading.read(int) == 0
        reading.stop()

    asyncio.run(story())
    assert begun == []


def test_tables_do_not_wait_for_reading(impatient: House, gate: threading.Event) -> None:
    """While the reading is held up, uploads are refused with the time to come back, and people play on."""
    room = impatient.server.app.state.room
    owner = impatient.open(person("Anna"), *bots(2))
    loop = impatient.loop
    held = asyncio.run_coroutine_threadsafe(room.reading.read(gate.wait), loop)
    answer = impatient.client.post("/api/replay", content="x", headers={"Content-Type": "text/plain"})
    assert refusal_of(answer) == (503, "server_busy") and int(answer.headers["retry-after"]) > 0
    tried = impatient.client.post("/api/rules/try", json={"position": "rh1 seats=3", "played": [], "moves": []})
    assert refusal_of(tried) == (503, "server_busy")
    assert owner.play().status_code == 200
    with pytest.raises(ServerBusy):
        held.result(10)


def test_the_server_takes_no_more_than_the_notation_needs(house: House) -> None:
    """A record that is longer than any game is not taken; a line that is longer than any position is not read."""
    assert Limits().record_size == LONGEST_RECORD
    text = f'[Format "rhg1"]\n[Board "x"]\n\nrh1 {"x" * LONGEST_RECORD}'
    answer = house.client.post("/api/replay", content=text, headers={"Content-Type": "text/plain"})
    assert refusal_of(answer) == (413, "too_large")
    line = "rh1 garrisons=" + ",".join(f"{number}:a" for number in range(LONGEST_POSITION // 4))
    answer = house.client.post("/api/rules/try", json={"position": line, "played": [], "moves": []})
    assert refusal_of(answer) == (422, "wrong_value")
