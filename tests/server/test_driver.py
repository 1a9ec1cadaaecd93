"""The driver of a table: whose turn it plays, and how long it waits for whoever is absent."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

import pytest
from sqlalchemy.exc import OperationalError

from rheinlaender.server.contract.commands import BotWish, OpenTable, PersonWish, SeatWish
from rheinlaender.server.live import driver as driver_module
from rheinlaender.server.live.commands import computer_turn, opening_parts, started
from rheinlaender.server.live.computer import Computer
from rheinlaender.server.live.driver import Driver
from rheinlaender.server.live.judging import Draft
from rheinlaender.server.thinkers.choosing import choose_turn
from rheinlaender.server.values.changes import after
from rheinlaender.server.values.clock import UNCOUNTED, Now
from rheinlaender.server.values.entry import Entry
from rheinlaender.server.values.table import Table, opened_table
from tests.server.endless import EndlessThought

AT = "2026-01-31T12:00:00Z"
GRACE = 60


def playing(**parts: Any) -> Table:
    """A table that has begun: two people and a computer player; the first person is to move."""
    seats: list[SeatWish] = [
        PersonWish(kind="person", name="Anna"),
        PersonWish(kind="person"),
        BotWish(kind="bot", level="knight"),
    ]
    asked = OpenTable(id="opening1", secret="s" * 22, seats=seats, first="a", grace=GRACE, **parts)
    table = opened_table("rhine", Entry(0, "opened", opening_parts(asked), AT))
    draft = started(table, None, seed=1)
    return after(table, Entry(1, draft.kind, draft.parts, AT))


@dataclass
class Stage:
    """What a driver needs of a table."""

    table: Table
    there: dict[str, bool]
    absent_since: dict[str, float] = field(default_factory=lambda: dict.fromkeys("abc", 0.0))
    turn_began: float = field(default_factory=time.monotonic)
    drafts: list[Draft] = field(default_factory=list)
    is_watched: bool = False
    is_outdated: bool = False
    is_leading: bool = True
    is_attended: bool = False
    asked: int = 0
    """How often it was asked whether this server leads, until it stops to."""

    uptime: int = 0

    def now(self) -> Now:
        return Now(self.uptime, AT)

    def presence(self) -> dict[str, bool]:
        return self.there

    async def leads(self) -> bool:
        self.asked += 1
        return self.is_leading

    def stop_leading(self) -> None:
        self.asked = 0

    async def play_for(self, number: int, draft: Draft) -> None:
        """Play once; then nobody stands in any more."""
        self.drafts.append(draft)
        self.there = dict.fromkeys(self.there, True)
        self.table = after(self.table, Entry(number + 1, draft.kind, draft.parts, AT))


Acted = TypeVar("Acted", bound=Stage)


def driven(stage: Stage, story: Callable[[Driver], Any]) -> Any:
    """What a story with a driver comes to."""

    async def tell() -> Any:
        driver = Driver(stage, Computer(1), pause=0.0)
        outcome = story(driver)
        if asyncio.iscoroutine(outcome):
            outcome = await outcome
        await driver.stop()
        return outcome

    return asyncio.run(tell())


def overdue(kind: type[Acted], **parts: Any) -> Acted:
    """A table of which everybody is absent and waited for no longer; a Squire stands in."""
    stage = kind(playing(stand_in="squire"), {"a": False, "b": False}, **parts)
    stage.turn_began -= GRACE
    return stage


async def until(is_so: Callable[[], Any]) -> None:
    """Wait until something is so."""
    while not is_so():
        await asyncio.sleep(0.001)


def plan(stage: Stage) -> tuple[str, float] | None:
    found: tuple[str, float] | None = driven(stage, lambda driver: driver.plan())
    return found


@pytest.mark.parametrize(("stand_in", "is_there"), [(None, False), (None, True), ("squire", True)])
def test_a_person_who_is_there_or_has_no_stand_in_is_waited_for(stand_in: str | None, is_there: bool) -> None:
    """Nobody plays for a person who is connected, nor where the table has no stand-in."""
    assert plan(Stage(playing(stand_in=stand_in), {"a": is_there, "b": False})) is None


def test_an_absent_person_is_waited_for_once() -> None:
    """From the turn or the going, whichever was later, the whole grace is waited; in later turns nothing."""
    stage = Stage(playing(stand_in="squire"), {"a": False, "b": False})
    level, wait = plan(stage) or ("", 0.0)
    assert level == "squire" and GRACE - 30 < wait <= GRACE
    stage.turn_began -= GRACE
    assert plan(stage) == ("squire", 0.0)
    stage.absent_since["a"] = time.monotonic()
    assert (plan(stage) or ("", 0.0))[1] > GRACE - 30

    async def wait_again(driver: Driver) -> float:
        driver.standing_in.add("a")
        return (driver.plan() or ("", -1.0))[1]

    assert driven(stage, wait_again) == 0.0


def test_a_stand_in_plays_and_whoever_comes_back_is_waited_for_again() -> None:
    """When the grace is over the stand-in plays the turn; coming back ends its standing in."""
    stage = overdue(Stage)

    async def story(driver: Driver) -> None:
        driver.wake()
        await until(lambda: stage.drafts)
        assert driver.standing_in == {"a"}
        driver.wake()
        assert driver.standing_in == set()

    driven(stage, story)
    (draft,) = stage.drafts
    assert (draft.kind, draft.parts["seat"], draft.parts["by"]) == ("turn", "a", "squire")


def bots_turn(table: Table) -> Table:
    """The table when it is the computer player's turn, after two people."""
    for _ in range(2):
        draft = computer_turn(table, choose_turn(table.begun_game, "squire", 1), "squire")
        table = after(table, Entry(table.number + 1, draft.kind, draft.parts, AT))
    return table


@pytest.mark.parametrize(
    ("stand_in", "is_watched", "is_played"), [(None, False, False), (None, True, True), ("squire", False, True)]
)
def test_nobody_thinks_where_nobody_watches(stand_in: str | None, is_watched: bool, is_played: bool) -> None:
    """A computer player's turn waits until somebody looks, or a stand-in plays for those who are absent."""
    stage = Stage(bots_turn(playing(stand_in=stand_in)), {"a": False, "b": False}, is_watched=is_watched)
    assert (plan(stage) is not None) == is_played


class Failing(Stage):
    """A table whose store fails once."""

    has_failed = False

    async def play_for(self, number: int, draft: Draft) -> None:
        if not self.has_failed:
            self.has_failed = True
            raise OperationalError("INSERT", None, Exception("disk full"))
        await super().play_for(number, draft)


def test_a_turn_that_could_not_be_written_is_played_later(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """When the database fails, the computer player tries again until it is back; no traceback is logged."""
    monkeypatch.setattr(driver_module, "RETRY_SECONDS", 0.001)
    stage = overdue(Failing)

    async def story(driver: Driver) -> None:
        driver.wake()
        await until(lambda: stage.drafts)

    driven(stage, story)
    assert stage.has_failed and len(stage.drafts) == 1
    assert not any(record.exc_info for record in caplog.records)


def test_nobody_goes_on_thinking_for_a_person_who_has_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stand-in that waits to think, or thinks, is given up, and the person plays."""
    stage, thought = overdue(Stage), EndlessThought()

    async def story(driver: Driver) -> None:
        monkeypatch.setattr(driver.computer, "turn", thought)
        driver.wake()
        await until(thought.is_asked.is_set)
        stage.there["a"] = True
        driver.wake()
        await until(thought.is_given_up.is_set)
        await until(lambda: not driver.is_busy)

    driven(stage, story)
    assert stage.drafts == []


def test_where_another_server_plays_nobody_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that does not lead looks on; when it leads, it plays, and then it lets others lead."""
    monkeypatch.setattr(driver_module, "LOOK_SECONDS", 0.001)
    stage = overdue(Stage, is_leading=False)

    async def story(driver: Driver) -> None:
        driver.wake()
        await until(lambda: stage.asked >= 3)
        assert not stage.drafts
        stage.is_leading = True
        await until(lambda: not driver.is_busy)
        assert len(stage.drafts) == 1 and stage.asked == 0

    driven(stage, story)


def test_the_lead_is_kept_while_somebody_here_sees_the_game() -> None:
    """Not given back after every round, but when everybody has gone from here, and at the end of it all."""
    stage = overdue(Stage, is_attended=True)

    async def story(driver: Driver) -> None:
        driver.wake()
        await until(lambda: len(stage.drafts) == 1 and not driver.is_busy)
        driver.wake()
        assert stage.asked > 0
        stage.is_attended = False
        driver.wake()
        assert stage.asked == 0
        stage.asked = 1

    driven(stage, story)
    assert stage.asked == 0


def timed(uptime: int, is_there: bool = True, **parts: Any) -> Stage:
    """A table with a minute for everybody, so many milliseconds after the start; whoever is to move may be there."""
    return Stage(playing(clock={"bank": 60}, **parts), {"a": is_there, "b": False}, uptime=uptime)


def noticed(stage: Stage) -> str | None:
    draft: Draft | None = driven(stage, lambda driver: driver.notice())
    return None if draft is None else draft.kind


def test_a_person_with_a_clock_is_played_for_when_it_has_run_out() -> None:
    """Present or not: first the table nudges, at the end it says so, and then a computer player is to play."""
    assert plan(timed(UNCOUNTED + 20_000)) == ("knight", 40.0) and noticed(timed(UNCOUNTED + 20_000)) is None
    assert noticed(timed(UNCOUNTED + 50_000)) == "nudged"
    stage = timed(UNCOUNTED + 60_000, stand_in="squire")
    assert (plan(stage), noticed(stage)) == (("squire", 0.0), "stood_in")
    away = replace(stage, table=replace(stage.table, away={"a": "time"}))
    assert (plan(away), noticed(away)) == (("squire", 0.0), None)
    assert noticed(Stage(playing(), {"a": True, "b": False}, uptime=10**9)) is None


def test_an_absent_person_is_waited_for_until_grace_or_clock_ends() -> None:
    """Whichever ends first."""
    stage = timed(UNCOUNTED + 57_000, is_there=False, stand_in="squire")
    assert plan(stage) == ("squire", 3.0)
    stage.turn_began -= GRACE
    assert plan(stage) == ("squire", 0.0)
    assert noticed(stage) == "nudged"


def test_clocks_go_on_where_nobody_is() -> None:
    """The computer players of a table with clocks play although nobody looks."""
    stage = Stage(bots_turn(playing(clock={"bank": 60})), {"a": False, "b": False})
    assert plan(stage) == ("knight", 0.0)


def test_whoever_has_run_out_is_nudged_said_to_be_away_and_played_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """The driver writes all three by itself, each once."""
    monkeypatch.setattr(driver_module, "NAP_SECONDS", (0.001, 0.001))
    stage = timed(UNCOUNTED + 46_000)

    async def story(driver: Driver) -> None:
        driver.wake()
        await until(lambda: len(stage.drafts) >= 1)
        stage.uptime = UNCOUNTED + 60_000
        await until(lambda: len(stage.drafts) >= 3)

    driven(stage, story)
    assert [draft.kind for draft in stage.drafts[:3]] == ["nudged", "stood_in", "turn"]
