"""How thinking is shared: people first, fair shares by table and person, less time under load, and no false names."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import pytest

from rheinlaender.server.live import computer as computer_module
from rheinlaender.server.live.computer import Computer
from rheinlaender.server.live.queue import LEAST_SHARE, Place, Queue, Thought
from rheinlaender.server.thinkers.choosing import SECONDS, player
from tests.server.test_driver import playing

PATIENCE = 60.0


class Thinkers:
    """A computer whose thinkers think until they are told to stop."""

    def __init__(self, workers: int) -> None:
        self.computer = Computer(workers)
        self.begun: list[str] = []
        self.shares: list[float] = []
        self.is_enough = threading.Semaphore(0)
        self.tasks: list[asyncio.Task[Any]] = []

    def think(self, name: str, share: float) -> str:
        """Note that somebody thinks, and wait."""
        self.begun.append(name)
        self.shares.append(share)
        assert self.is_enough.acquire(timeout=PATIENCE)
        return name

    def ask(self, name: str, place: Place = Place.PEOPLE, level: str = "archbishop", asker: str = "") -> None:
        """Let somebody want to think."""
        work = partial(self.think, name)
        self.tasks.append(asyncio.create_task(self.computer.think(asker or name, place, level, work)))

    async def begin(self, count: int) -> None:
        """Wait until so many have begun."""
        while len(self.begun) < count:
            await asyncio.sleep(0.001)

    async def crowd(self, first: str, waiting: int) -> None:
        """Let somebody think, and so many wait."""
        self.ask(first)
        await self.begin(1)
        for number in range(waiting):
            self.ask(str(number))

    async def finish(self) -> None:
        """Let one after the other finish, and wait for all."""
        for _ in self.tasks:
            self.is_enough.release()
        await asyncio.gather(*self.tasks, return_exceptions=True)


def told(story: Callable[[Thinkers], Awaitable[None]], workers: int = 1) -> Thinkers:
    """The thinkers after a story."""

    async def tell() -> Thinkers:
        thinkers = Thinkers(workers)
        await story(thinkers)
        await thinkers.finish()
        await thinkers.computer.stop()
        return thinkers

    return asyncio.run(asyncio.wait_for(tell(), 3 * PATIENCE))


def test_people_come_first() -> None:
    """Whoever thinks for people goes before watched tables, and those before tables that nobody watches."""

    async def story(thinkers: Thinkers) -> None:
        thinkers.ask("first")
        await thinkers.begin(1)
        for place in (Place.NOBODY, Place.WATCHERS, Place.PEOPLE):
            thinkers.ask(place.name, place)
        await asyncio.sleep(0)

    assert told(story).begun == ["first", "PEOPLE", "WATCHERS", "NOBODY"]


def test_tables_take_turns() -> None:
    """A table that wants much does not hold up one that wants little, though it asked before."""

    async def story(thinkers: Thinkers) -> None:
        thinkers.ask("first")
        await thinkers.begin(1)
        for number in range(3):
            thinkers.ask(f"much {number}", asker="much")
        thinkers.ask("hint", level="duke", asker="little")
        thinkers.ask("hint again", level="duke", asker="little")
        await asyncio.sleep(0)

    assert told(story).begun == ["first", "hint", "hint again", "much 0", "much 1", "much 2"]


def test_a_newcomer_goes_before_those_who_have_thought() -> None:
    """With twenty tables that think again and again, somebody new waits for one thought, not for twenty."""

    async def story(thinkers: Thinkers) -> None:
        tables = [f"table {number}" for number in range(20)]
        for count, table in enumerate(tables, start=1):
            thinkers.ask(table)
            await thinkers.begin(count if count == 1 else 1)
        for count in range(2, 21):
            thinkers.is_enough.release()
            await thinkers.begin(count)
            thinkers.ask(f"{tables[count - 2]} again", asker=tables[count - 2])
        thinkers.ask("hint", level="duke")
        await asyncio.sleep(0)

    begun = told(story).begun
    assert begun[20] == "hint"
    assert len(begun) == 40


def test_time_shrinks_with_the_load() -> None:
    """Of four who want to think each has a quarter of its time; those who think for nobody have the least."""

    async def story(thinkers: Thinkers) -> None:
        await thinkers.crowd("alone", 4)
        thinkers.ask("nobody", Place.NOBODY)
        await asyncio.sleep(0)

    assert told(story).shares == [1.0, 0.25, 0.33, 0.5, 1.0, LEAST_SHARE]


def test_what_thinking_costs_besides_is_taken_off() -> None:
    """Where a busy machine makes every thought longer, searches are shorter, so that nobody waits longer for it."""

    async def story() -> list[float]:
        queue, shares = Queue(1), list[float]()
        for _ in range(2):
            thoughts = [Thought(str(number), Place.PEOPLE, 2.0, lambda share: None) for number in range(4)]
            for thought in thoughts:
                queue.add(thought)
            chosen, share = queue.take() or (thoughts[0], 0.0)
            shares.append(share)
            for _ in range(100):
                queue.took(chosen, share, 2.0 * share + 0.2)
            queue.end(chosen)
            for thought in thoughts:
                queue.remove(thought)
        return shares

    assert asyncio.run(story()) == [0.25, 0.15]


def test_shares_never_vanish() -> None:
    """However many wait, a search has some time."""

    async def story(thinkers: Thinkers) -> None:
        await thinkers.crowd("first", 100)
        await asyncio.sleep(0)

    assert min(told(story).shares) == LEAST_SHARE


def test_quick_ones_do_not_wait_for_searches() -> None:
    """A Squire answers while every thread searches."""

    async def story(thinkers: Thinkers) -> None:
        thinkers.ask("search")
        thinkers.ask("search that waits")
        thinkers.ask("quick", level="squire")
        await thinkers.begin(2)

    assert set(told(story).begun[:2]) == {"search", "quick"}


def test_whoever_goes_is_not_thought_for() -> None:
    """A thought that is given up while it waits is never begun, and its asker has used nothing up."""

    async def story(thinkers: Thinkers) -> None:
        thinkers.ask("first")
        await thinkers.begin(1)
        thinkers.ask("given up", asker="table")
        thinkers.ask("other")
        await asyncio.sleep(0)
        thinkers.tasks[1].cancel()
        thinkers.ask("table")
        await asyncio.sleep(0)
        assert len(thinkers.computer.queue.waiting) == 2

    assert told(story).begun == ["first", "other", "table"]


def test_a_thinker_that_fails_fails_alone() -> None:
    """Its asker is told, and the next one thinks."""

    def fail(share: float) -> None:
        raise ValueError(share)

    async def story() -> str:
        computer = Computer(1)
        with pytest.raises(ValueError, match=r"1\.0"):
            await computer.think("table", Place.PEOPLE, "duke", fail)
        answer, _ = await computer.think("table", Place.PEOPLE, "duke", lambda share: "well")
        await computer.stop()
        return str(answer)

    assert asyncio.run(story()) == "well"


def test_a_level_searches_for_its_share() -> None:
    """Half the load, twice the time; levels that do not search have none."""
    assert player("archbishop", 1, 0.5).seconds == SECONDS["archbishop"] / 2  # type: ignore[attr-defined]
    assert player("duke", 1, 1.0).seconds == SECONDS["duke"]  # type: ignore[attr-defined]
    assert not hasattr(player("knight", 1, 1.0), "seconds")


@pytest.mark.parametrize("is_warm", [False, True])
def test_an_archbishop_that_plays_like_a_knight_is_one(monkeypatch: pytest.MonkeyPatch, is_warm: bool) -> None:
    """Before the engine is compiled nobody searches, and nobody is said to."""
    monkeypatch.setattr(computer_module, "is_warm", lambda: is_warm)

    monkeypatch.setattr(computer_module, "choose_turn", lambda _, level, __, share: [level, str(share)])

    async def story() -> Any:
        computer = Computer(1)
        chosen = await computer.turn(playing(), "archbishop", Place.PEOPLE)
        await computer.stop()
        return chosen

    chosen = asyncio.run(story())
    assert chosen.moves == [chosen.by, "1.0"]
    assert (chosen.by, chosen.share) == (("archbishop", 1.0) if is_warm else ("knight", None))


def test_a_hint_has_a_part_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hints are thought about like the strongest level, for a part of its time, and what is told says so."""
    monkeypatch.setattr(computer_module, "is_warm", lambda: True)
    monkeypatch.setattr(computer_module, "choose_hint", lambda _, level, share: {"level": level, "part": share})

    async def story() -> Any:
        computer = Computer(1)
        hint = await computer.hint(playing().begun_game, "anna")
        await computer.stop()
        return hint

    part = computer_module.HINT_SHARE
    assert asyncio.run(story()) == {"level": "archbishop", "part": part, "by": "archbishop", "share": part}


def thought_about(place: Place, seconds: float) -> Thought:
    """A work of thinking that is somebody's own."""
    return Thought(f"{place.name} {seconds}", place, seconds, lambda share: share)


def test_reviews_come_last_and_take_nobodys_room() -> None:
    """One review at a time begins where nobody waits and a worker is free; whoever comes then does not wait for it."""

    async def story() -> None:
        queue = Queue(2)
        first, second = thought_about(Place.REVIEWS, 0.2), thought_about(Place.REVIEWS, 0.3)
        people = [thought_about(Place.PEOPLE, float(seconds)) for seconds in range(1, 4)]
        quick, nobody = thought_about(Place.WATCHERS, 0.0), thought_about(Place.NOBODY, 9.0)
        queue.add(first)
        queue.add(second)
        assert queue.take() == (first, 1.0) and queue.take() is None
        for thought in (*people, quick, nobody):
            queue.add(thought)
        begun = [taken[0] for taken in iter(queue.take, None) if taken]
        assert begun == [people[0], people[1], quick]
        queue.end(first)
        assert queue.take() is None, "somebody waits who plays"
        for thought in (people[0], people[1], quick):
            queue.end(thought)
        begun = [taken[0] for taken in iter(queue.take, None) if taken]
        assert begun == [people[2], nobody]
        queue.end(nobody)
        assert queue.take() == (second, 1.0)

    asyncio.run(story())
