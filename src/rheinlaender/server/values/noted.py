"""Games as they are noted for whoever played them: their seats, whom one met, and how one fared against them. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from rheinlaender.server.values.outcome import UNKNOWN


@dataclass(frozen=True)
class NotedSeat:
    """How a seat finished, and whether it is one's own."""

    table: str
    seat: str
    person: str
    name: str
    level: str
    place: int | None
    coins: int | None
    has_left: bool
    is_rated: bool
    is_own: bool


@dataclass(frozen=True)
class NotedGame:
    """A game that is over."""

    table: str
    number: int
    at: str
    edition: str
    pace: str
    turns: int
    pool: str
    unrated: str
    seats: tuple[NotedSeat, ...]

    @property
    def own(self) -> tuple[NotedSeat, ...]:
        """One's own seats."""
        return tuple(seat for seat in self.seats if seat.is_own)

    @property
    def counts(self) -> bool:
        """Whether it is a game of its own with a result, in which nobody played several seats."""
        return self.unrated in ("", UNKNOWN) and len(self.own) == 1


@dataclass(frozen=True)
class Opponent:
    """Somebody whom one met, under the name that they had then, and in how many games."""

    person: str
    name: str
    games: int = 0


@dataclass(frozen=True)
class HeadToHead:
    """How one fared against somebody; the mean coins of both are those of games that neither left."""

    name: str
    games: int
    ahead: int
    behind: int
    coins: float | None
    their_coins: float | None


def head_to_head(met: Opponent, games: Sequence[NotedGame]) -> HeadToHead:
    """How one fared against an opponent in the games that count."""
    pairs = [(game.own[0], _seat_of(met, game)) for game in games if game.counts]
    stayed = [(one, other) for one, other in pairs if not one.has_left and not other.has_left]
    orders = [(one.place or 0) - (other.place or 0) for one, other in pairs]
    ahead, behind = sum(order < 0 for order in orders), sum(order > 0 for order in orders)
    coins, their_coins = (_mean([pair[side] for pair in stayed]) for side in (0, 1))
    return HeadToHead(met.name, len(pairs), ahead, behind, coins, their_coins)


def _seat_of(met: Opponent, game: NotedGame) -> NotedSeat:
    """The seat of an opponent in a game."""
    return next(seat for seat in game.seats if (seat.person, seat.name) == (met.person, met.name))


def _mean(seats: Sequence[NotedSeat]) -> float | None:
    """The mean of the coins of seats, if there are any."""
    return fmean(seat.coins or 0 for seat in seats) if seats else None
