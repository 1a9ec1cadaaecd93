"""Clocks as the log tells them: pure, with the time that it is given to them."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from rheinlaender.game.game import Game, Result
from rheinlaender.server import errors
from rheinlaender.server.contract.commands import (
    ComeBack,
    Command,
    Nudge,
    OpenTable,
    PersonWish,
    Play,
    Resign,
    SetNight,
    Vote,
)
from rheinlaender.server.contract.times import NightWish
from rheinlaender.server.live import refusals
from rheinlaender.server.live.commands import computer_turn, draft_of, next_first, opening_parts, rematch_parts, started
from rheinlaender.server.live.judging import Draft
from rheinlaender.server.live.waiting import nudge_of_table, stood_in
from rheinlaender.server.thinkers.choosing import choose_turn
from rheinlaender.server.values.changes import after, replay
from rheinlaender.server.values.clock import RETURN_SECONDS, UNCOUNTED, Night, Now, is_night, night_between, nudge_left
from rheinlaender.server.values.entry import Entry
from rheinlaender.server.values.secret import digest_of
from rheinlaender.server.values.table import Table, opened_table
from rheinlaender.server.values.viewer import WATCHER
from rheinlaender.server.writing.frames import frame_text, write_clocks

SECRET = "s" * 22
OWNER = digest_of(SECRET)
BEGIN = datetime(2026, 1, 31, 12, tzinfo=UTC)
BERLIN = Night("Europe/Berlin", 22, 7)


def hour(uptime: int, late: timedelta = timedelta()) -> Now:
    """The time after so many milliseconds; servers that were down, or an hour that leapt, make it later."""
    at = BEGIN + timedelta(milliseconds=uptime) + late
    return Now(uptime, at.strftime("%Y-%m-%dT%H:%M:%SZ"))


class Story:
    """A table of three people, each with a secret of their own, and its log."""

    def __init__(self, **parts: Any) -> None:
        seats: list[Any] = [PersonWish(kind="person", name=name) for name in ("Anna", "Bert", "Clara")]
        asked = OpenTable(id="opening1", secret=SECRET, seats=seats, first="a", **parts)
        opening = opening_parts(asked)
        for seat, letter in zip(opening["seats"], "abc", strict=True):
            seat["holder"] = digest_of(f"secret-of-{letter}")
        self.entries = [Entry(0, "opened", opening, hour(0).at)]
        self.table = opened_table("rhine", self.entries[0])
        self.write(started(self.table, None, seed=1), hour(0))

    def write(self, draft: Draft, now: Now) -> Table:
        """Append an entry at a time."""
        entry = Entry(self.table.number + 1, draft.kind, draft.parts, now.at, uptime=now.uptime)
        self.entries.append(entry)
        self.table = after(self.table, entry)
        return self.table

    def play(self, now: Now, by: str = "person") -> Table:
        """Play a turn."""
        assert self.table.game is not None
        return self.write(computer_turn(self.table, choose_turn(self.table.game, "squire", 1), by), now)

    def command(self, seat: str, command: Command, now: Now) -> Table:
        """Carry a command of a seat out."""
        return self.write(draft_of(self.table, digest_of(f"secret-of-{seat}"), command, 1, now), now)

    def left(self, now: Now) -> list[float]:
        """What everybody has left, in seconds."""
        return [(self.table.left(seat, now) or 0) / 1000 for seat in "abc"]


LIVE = {"clock": {"bank": 60, "increment": 10}}


@pytest.fixture
def live() -> Story:
    """A table with a minute for everybody, and ten seconds more with each turn."""
    return Story(**LIVE)


def test_only_the_clock_of_whoever_is_to_move_runs(live: Story) -> None:
    """After the moment that costs nothing it runs, and it ends at nothing."""
    assert live.left(hour(UNCOUNTED)) == [60, 60, 60]
    assert live.left(hour(UNCOUNTED + 5_500)) == [54.5, 60, 60]
    assert live.left(hour(1_000_000)) == [0, 60, 60]


def test_a_turn_costs_its_time_and_earns_the_increment(live: Story) -> None:
    """A turn that a computer player made for an absent person earns nothing."""
    live.play(hour(UNCOUNTED + 20_000))
    assert live.left(hour(UNCOUNTED + 20_000)) == [50, 60, 60]
    live.play(hour(2 * UNCOUNTED + 40_000), by="squire")
    assert live.left(hour(2 * UNCOUNTED + 40_000)) == [50, 40, 60]


def test_without_a_clock_nobody_has_any() -> None:
    """A table without clocks has nothing to tell about them."""
    story = Story()
    assert story.table.times is None and story.table.left("a", hour(10**9)) is None
    assert write_clocks(story.table, hour(0)) == {"left": {}, "running": None, "delay": 0, "is_night": False}


def test_whatever_the_hour_leaps_to_clocks_go_on(live: Story) -> None:
    """Back by a year or forward by one, and a week in which no server ran: only the time of servers counts."""
    for late in (timedelta(days=-365), timedelta(days=7), timedelta(days=365)):
        assert live.left(hour(UNCOUNTED + 10_000, late)) == [50, 60, 60]
    live.play(hour(UNCOUNTED + 10_000, timedelta(days=365)))
    assert live.left(hour(2 * UNCOUNTED + 20_000, timedelta(days=-365))) == [60, 50, 60]


def test_a_count_that_a_kill_set_back_costs_nobody_anything(live: Story) -> None:
    """A server that is killed may leave an entry that is half a second later than the count that it is known by."""
    live.play(hour(10_400))
    assert live.left(hour(10_000))[1:] == [60, 60]


def test_clocks_after_a_restart_are_those_before(live: Story) -> None:
    """The log read again, at any entry, tells the same."""
    for turn in range(1, 6):
        live.play(hour(turn * 7_000))
    again = replay("rhine", live.entries)[-1]
    assert again.times == live.table.times
    assert write_clocks(again, hour(40_000)) == write_clocks(live.table, hour(40_000))


def test_over_days_every_turn_has_the_whole_time() -> None:
    """What was used in one turn is there again in the next."""
    story = Story(pace="days", clock={"bank": 86_400})
    story.play(hour(40_000_000))
    assert story.left(hour(40_000_000)) == [86_400, 86_400, 86_400]


def sleep(night: NightWish | None) -> SetNight:
    return SetNight(id="night-command", name="set_night", night=night)


def test_at_night_no_time_passes() -> None:
    """From ten in the evening to seven in the morning of the own zone; others cannot see when that is."""
    story = Story(pace="days", clock={"bank": 86_400})
    story.command("a", sleep(NightWish(zone="Europe/Berlin", begins=22, ends=7)), hour(0))
    ten = 9 * 3_600_000
    """Noon in UTC is one o'clock in Berlin."""
    assert story.left(hour(ten))[0] == 86_400 - 9 * 3600 + UNCOUNTED / 1000
    assert story.left(hour(ten + 9 * 3_600_000))[0] == story.left(hour(ten))[0]
    assert story.left(hour(ten + 10 * 3_600_000))[0] == story.left(hour(ten))[0] - 3600
    own = story.table.viewer(digest_of("secret-of-a"))
    assert "Berlin" in frame_text(story.table, own)
    for viewer in (WATCHER, story.table.viewer(digest_of("secret-of-b"))):
        assert "Berlin" not in frame_text(story.table, viewer)
    assert write_clocks(story.table, hour(ten + 1000))["is_night"]
    story.command("a", sleep(None), hour(ten))
    assert not write_clocks(story.table, hour(ten + 1000))["is_night"]


@pytest.mark.parametrize(
    ("begin", "end", "hours"),
    [
        ("2026-01-31T12:00:00Z", "2026-02-01T12:00:00Z", 9),
        ("2026-01-31T20:00:00Z", "2026-01-31T22:00:00Z", 1),
        ("2026-02-01T04:00:00Z", "2026-02-01T05:30:00Z", 1.5),
        ("2026-02-01T07:00:00Z", "2026-02-01T19:00:00Z", 0),
        ("2026-07-31T12:00:00Z", "2026-07-31T21:00:00Z", 1),
        ("2026-02-01T12:00:00Z", "2026-01-31T12:00:00Z", 0),
    ],
)
def test_how_much_was_night(begin: str, end: str, hours: float) -> None:
    """Nights follow the zone, in summer and in winter; a time that runs backwards has none."""
    found = night_between(BERLIN, datetime.fromisoformat(begin), datetime.fromisoformat(end))
    assert found == timedelta(hours=hours)


def test_a_zone_that_is_not_known_any_more_reads_as_utc() -> None:
    """A log is never unreadable because of the zones that a machine knows."""
    lost = Night("Mars/Olympus", 22, 7)
    assert is_night(lost, Now(0, "2026-01-31T23:00:00Z")) and not is_night(lost, Now(0, "2026-01-31T21:30:00Z"))
    assert not is_night(None, Now(0, "2026-01-31T23:00:00Z"))


# Those who are waited for


def nudge(turn: int = 0) -> Nudge:
    return Nudge(id="nudge-command", name="nudge", turn=turn)


def vote(turn: int = 0, is_agreed: bool = True) -> Vote:
    return Vote(id="vote-command", name="vote", what="go_on", is_agreed=is_agreed, turn=turn)


def test_the_others_go_on_when_more_than_half_want_to(live: Story) -> None:
    """First somebody nudges, then there is a while, then both others vote; a turn ends all that."""
    live.command("b", nudge(), hour(1_000))
    for seat, refusal in (("b", refusals.AlreadyNudged), ("a", refusals.NobodyToWaitFor)):
        with pytest.raises(refusal):
            live.command(seat, nudge(), hour(2_000))
    with pytest.raises(refusals.NudgeFirst):
        live.command("b", vote(), hour(20_000))
    with pytest.raises(refusals.NobodyToWaitFor):
        live.command("a", vote(), hour(40_000))
    live.command("b", vote(), hour(40_000))
    live.command("b", vote(is_agreed=False), hour(41_000))
    live.command("c", vote(), hour(42_000))
    assert live.table.away == {} and live.table.patience.go_on == "c"
    live.command("b", vote(), hour(43_000))
    assert live.table.away == {"a": "vote"} and not live.table.is_waiting_for_person
    with pytest.raises(refusals.NobodyToWaitFor):
        live.command("c", nudge(), hour(44_000))
    live.play(hour(45_000), by="knight")
    assert live.table.away == {"a": "vote"} and live.table.patience.nudged == ""
    with pytest.raises(errors.TurnOver):
        live.command("c", nudge(), hour(46_000))


def test_whoever_has_no_time_left_is_played_for_until_they_come_back(live: Story) -> None:
    """They come back any time, with a little time at least, which begins anew in their turn."""
    live.write(stood_in(live.table), hour(70_000))
    assert live.table.away == {"a": "time"} and live.left(hour(80_000)) == [0, 60, 60]
    with pytest.raises(refusals.NotAway):
        live.command("b", ComeBack(id="back-command", name="come_back"), hour(80_000))
    live.command("a", ComeBack(id="back-command", name="come_back"), hour(80_000))
    assert live.table.away == {} and live.left(hour(80_000)) == [RETURN_SECONDS, 60, 60]
    live.play(hour(80_000 + UNCOUNTED + 5_000))
    assert live.left(hour(90_000))[0] == RETURN_SECONDS - 5 + 10


def test_what_a_computer_player_does_for_somebody_costs_them_nothing(live: Story) -> None:
    """Whoever was voted away keeps what they had; over days they have the whole time when they are back."""
    live.command("b", nudge(), hour(1_000))
    for seat in "bc":
        live.command(seat, vote(), hour(UNCOUNTED + 40_000))
    assert live.left(hour(50_000)) == [20, 60, 60]
    live.play(hour(90_000), by="knight")
    assert live.left(hour(90_000)) == [20, 60, 60]
    live.command("a", ComeBack(id="back-command", name="come_back"), hour(91_000))
    assert live.left(hour(91_000))[0] == 20
    days = Story(pace="days", clock={"bank": 86_400})
    days.write(stood_in(days.table), hour(86_500_000))
    days.command("a", ComeBack(id="back-command", name="come_back"), hour(86_600_000))
    assert days.left(hour(86_600_000))[0] == 86_400


def test_whoever_plays_has_come_back(live: Story) -> None:
    """A person who ends the turn before the computer player does sits there again."""
    live.write(stood_in(live.table), hour(70_000))
    live.play(hour(71_000))
    assert live.table.away == {}


def test_whoever_has_resigned_is_played_for_to_the_end(live: Story) -> None:
    """They cannot come back, play or resign once more; the others do not wait for them."""
    live.command("a", Resign(id="resign-command", name="resign"), hour(5_000))
    assert live.table.away == {"a": "resigned"} and not live.table.is_waiting_for_person
    again: list[Command] = [
        ComeBack(id="back-command", name="come_back"),
        Resign(id="resign-command", name="resign"),
        Play(id="play-command", name="play", moves=["17L"], turn=0),
    ]
    for command in again:
        with pytest.raises(refusals.HasResigned):
            live.command("a", command, hour(6_000))
    live.play(hour(7_000), by="knight")
    live.command("c", Resign(id="resign-command", name="resign"), hour(8_000))
    assert live.table.away == {"a": "resigned", "c": "resigned"} and live.table.to_move == "b"


def test_before_the_start_nobody_resigns(live: Story) -> None:
    """There is nothing to resign from."""
    waiting = opened_table("rhine", live.entries[0])
    with pytest.raises(errors.NotStarted):
        draft_of(waiting, digest_of("secret-of-a"), Resign(id="resign-command", name="resign"), 1, hour(0))


class Over(Game):
    """A game that is over, with these coins."""

    def __init__(self, coins: dict[str, int]) -> None:
        self.found = Result(coins, (), {})

    def result(self) -> Result:
        return self.found


@pytest.mark.parametrize(
    ("coins", "wish", "first"),
    [
        ({"a": 10, "b": 30, "c": 20}, "clockwise", "b"),
        ({"a": 10, "b": 30, "c": 20}, "loser", "a"),
        ({"a": 10, "b": 30, "c": 10}, "loser", "c"),
    ],
)
def test_who_begins_the_rematch(live: Story, coins: dict[str, int], wish: str, first: str) -> None:
    """The seat after the one that began, or the one with the fewest coins; of several the first in turn order."""
    over = replace(live.table, game=Over(coins))
    assert next_first(over, wish) == first
    assert rematch_parts(over, wish)["first"] == first


def test_the_table_nudges_in_time() -> None:
    """With half a minute left, or a quarter of a short time; over days with six hours."""
    live, days = Story(**LIVE).table.clock, Story(pace="days", clock={"bank": 172_800}).table.clock
    assert live is not None and days is not None
    assert (nudge_left(live), nudge_left(days)) == (15_000, 6 * 3_600_000)
    story = Story(**LIVE)
    story.write(nudge_of_table(story.table), hour(50_000))
    assert (story.table.patience.nudged, story.table.patience.since) == ("-", hour(50_000).at)


def test_an_unknown_zone_is_refused(live: Story) -> None:
    """Nobody sleeps where nobody knows the time."""
    with pytest.raises(refusals.UnknownZone):
        live.command("a", sleep(NightWish(zone="Mars/Olympus", begins=22, ends=7)), hour(0))
