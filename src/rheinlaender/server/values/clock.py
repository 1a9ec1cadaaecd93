"""Clocks: how much time each person has left, by the log and by the time that it is. They touch nothing.

The time that counts is that for which servers have run: it goes on while any of them does, whatever the hour leaps to,
and stands still while none does. The hour is asked only for nights.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

UNCOUNTED = 2000
"""Milliseconds of every turn that cost nothing: what lines take both ways, and until a turn is seen."""
RETURN_SECONDS = 15
"""What somebody who comes back has at least."""
LONGEST_NIGHT = 12
LONGEST_LOOK = timedelta(days=60)
"""Nights further back are not looked for."""
NUDGE_SECONDS = {"live": 30, "days": 6 * 3600}
"""How long before the end somebody is nudged, unless a quarter of the time is less."""
DAYS = "days"


def as_carried(at: datetime) -> str:
    """A time of UTC in whole seconds, as entries carry it."""
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")


def earlier(at: str, seconds: float) -> str:
    """A time some seconds before another."""
    return as_carried(datetime.fromisoformat(at) - timedelta(seconds=seconds))


@dataclass(frozen=True)
class Now:
    """The time that it is: milliseconds for which servers have run, and the hour as entries carry it."""

    uptime: int
    at: str


@dataclass(frozen=True)
class Limit:
    """So many seconds for all turns, and so many more with each; or, over days, so many for each turn."""

    bank: int
    increment: int = 0
    is_each_turn: bool = False


@dataclass(frozen=True)
class Night:
    """The hours in which no time passes for a person: a time zone, and full hours of its day."""

    zone: str
    begins: int
    ends: int

    @property
    def hours(self) -> int:
        """How long it lasts."""
        return (self.ends - self.begins) % 24


def zone_of(name: str) -> ZoneInfo | None:
    """A time zone by its name, if it is known here."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def night_between(night: Night, begin: datetime, end: datetime) -> timedelta:
    """How much of the time between two moments was night."""
    begin = max(begin, end - LONGEST_LOOK)
    slept = (min(dawn, end) - max(dusk, begin) for dusk, dawn in nights_around(night, begin, end))
    return sum((max(timedelta(), length) for length in slept), timedelta())


def nights_around(night: Night, begin: datetime, end: datetime) -> Iterator[tuple[datetime, datetime]]:
    """The nights that may touch the time between two moments: when each begins and ends."""
    zone = zone_of(night.zone) or UTC
    day = begin.astimezone(zone).date() - timedelta(days=1)
    while day <= end.astimezone(zone).date():
        dusk = datetime(day.year, day.month, day.day, night.begins, tzinfo=zone).astimezone(UTC)
        yield dusk, dusk + timedelta(hours=night.hours)
        day += timedelta(days=1)


def waking_after(night: Night, now: Now) -> str:
    """The first second at which it is not night any more, as entries carry it."""
    at = datetime.fromisoformat(now.at)
    dawns = (dawn + timedelta(seconds=1) for dusk, dawn in nights_around(night, at, at) if dusk < at <= dawn)
    return as_carried(next(dawns, at))


def is_night(night: Night | None, now: Now) -> bool:
    """Whether it is night for a person."""
    if night is None:
        return False
    end = datetime.fromisoformat(now.at)
    return night_between(night, end - timedelta(seconds=1), end) > timedelta()


@dataclass(frozen=True)
class Times:
    """What each person had left, in milliseconds, when the turn began that is being played."""

    limit: Limit
    left: Mapping[str, int]
    began: Now
    nights: Mapping[str, Night] = field(default_factory=dict)

    def used(self, seat: str, now: Now) -> int:
        """The milliseconds that a person has used in this turn, were it theirs; never less than none."""
        passed = now.uptime - self.began.uptime - UNCOUNTED
        if passed > 0 and seat in self.nights:
            begin, end = datetime.fromisoformat(self.began.at), datetime.fromisoformat(now.at)
            passed -= night_between(self.nights[seat], begin, end) // timedelta(milliseconds=1)
        return max(0, passed)

    def left_of(self, seat: str, now: Now, is_running: bool) -> int:
        """The milliseconds that a person has left."""
        return max(0, self.left[seat] - (self.used(seat, now) if is_running else 0))


def begin_times(limit: Limit, people: Iterable[str], nights: Mapping[str, Night], now: Now) -> Times:
    """Everybody has the whole bank."""
    return Times(limit, dict.fromkeys(people, limit.bank * 1000), now, nights)


def turned(times: Times, seat: str, now: Now, is_own: bool) -> Times:
    """After a turn of a seat; whoever played it themselves gains the increment."""
    if seat not in times.left:
        return replace(times, began=now)
    if times.limit.is_each_turn:
        left = times.limit.bank * 1000
    else:
        left = times.left_of(seat, now, is_running=True) + (times.limit.increment * 1000 if is_own else 0)
    return replace(times, left={**times.left, seat: left}, began=now)


def stopped(times: Times, seat: str, now: Now) -> Times:
    """Somebody is played for from now on, and has used what they have used."""
    return replace(times, left={**times.left, seat: times.left_of(seat, now, is_running=True)}, began=now)


def came_back(times: Times, seats: Iterable[str], to_move: str | None, now: Now) -> Times:
    """Somebody plays again, with a little time at least; in their turn it begins anew."""
    least = 1000 * (times.limit.bank if times.limit.is_each_turn else max(RETURN_SECONDS, times.limit.increment))
    back = {seat: max(times.left[seat], least) for seat in seats if seat in times.left}
    return replace(times, left={**times.left, **back}, began=now if to_move in back else times.began)


def nudge_left(limit: Limit) -> int:
    """With how many milliseconds left somebody is nudged."""
    return min(NUDGE_SECONDS[DAYS if limit.is_each_turn else "live"], limit.bank // 4) * 1000
