"""The deal of the day: whose seed it has, what its tables are, and when it is over. Pure."""

import base64
import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import date as calendar, timedelta

from rheinlaender.server.values.entry import Parts

DATE = r"^\d{4}-\d\d-\d\d$"
DATE_LENGTH = len("2026-01-31")
GAME = r"^[0-9a-f]{16}$"
GAME_LENGTH = 16
NO_OWNER = ""
"""Who owns a table with the deal of a day: everybody plays under the same conditions, which nobody changes."""
SIMULATIONS = {"duke": 30, "archbishop": 8_000}
"""How much the levels search that do: by number, so that the same moves get the same answers on every machine."""
SEARCHER, FORMER_SEARCHER = "foresight", "search"
"""Who searches on days that begin now, and who did on days that do not say so."""


@dataclass(frozen=True)
class Day:
    """That a table has the deal of a day: how much each level searches there and how, whether the attempt counts."""

    date: str
    simulations: Mapping[str, int]
    is_counted: bool
    searcher: str = FORMER_SEARCHER

    @property
    def deal(self) -> str:
        """What stands for the id of the table when the cards are dealt, so that all tables of a day have the same."""
        return deal_name(self.date)

    def player(self, level: str) -> str:
        """Who plays for a level on this day."""
        return f"{self.searcher}:{self.simulations[level]}" if level in self.simulations else level

    def is_over(self, at: str) -> bool:
        """Whether another day has begun by a time."""
        return date_of(at) > self.date

    def write(self) -> Parts:
        """The day as the log keeps it."""
        return asdict(self)


def read_day(parts: Parts | None) -> Day | None:
    """A day from the log."""
    return None if parts is None else Day(**parts)


def deal_name(date: str) -> str:
    """The name of the deal of a date."""
    return f"today-{date}"


def date_of(at: str) -> str:
    """The date of a time in UTC."""
    return at[:DATE_LENGTH]


def days_later(date: str, number: int) -> str:
    """The date so many days later, or earlier."""
    return (calendar.fromisoformat(date) + timedelta(days=number)).isoformat()


def begins(date: str) -> str:
    """The time at which a day begins."""
    return f"{date}T00:00:00Z"


def game_name(date: str, identity: str) -> str:
    """What somebody's game of a date is called among those who compare; it tells neither the table nor the identity."""
    return hashlib.sha256(f"{deal_name(date)} {identity}".encode()).hexdigest()[:GAME_LENGTH]


def seed_of(secret: str, date: str) -> str:
    """The seed of a date, from the secret of the house; without that nobody can work it out."""
    return hmac.digest(bytes.fromhex(secret), deal_name(date).encode(), "sha256").hex()


def own_secret(key: str, date: str, number: int) -> str:
    """The secret of an attempt, from the key of an identity: whoever has the key finds the seat again, whatever ends.

    The server keeps the digest of it, and of the key another one.
    """
    made = hmac.digest(key.encode(), f"{deal_name(date)} {number}".encode(), "sha256")
    return base64.urlsafe_b64encode(made).decode().rstrip("=")
