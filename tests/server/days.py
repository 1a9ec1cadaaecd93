"""Those who play the deal of the day, and the days that pass meanwhile."""

from typing import Any

import httpx

from rheinlaender.server.contract.today import DayBody
from rheinlaender.server.values.entry import Entry
from tests.server.house import Guest, House, bearer
from tests.server.player import new_secret

PATH = "/api/today"
PLAYERS = ("squire", "squire")


class Solver:
    """Somebody who plays the deal of the day, known by a key."""

    def __init__(self, house: House, name: str = "Anna", key: str | None = None) -> None:
        self.house, self.name, self.key = house, name, key or new_secret()

    def day(self, date: str = "") -> dict[str, Any]:
        """A day as it is told."""
        answer = self.house.client.get(PATH + (f"/{date}" if date else ""), headers=bearer(self.key))
        assert answer.status_code == 200, answer.text
        DayBody.model_validate_json(answer.content)
        told: dict[str, Any] = answer.json()
        return told

    def own(self, date: str = "") -> dict[str, Any]:
        """One's own result."""
        return next(result for result in self.day(date)["results"] if result["is_you"])

    def start(self, date: str = "", is_practice: bool = False) -> httpx.Response:
        """Ask for a table."""
        body = {"date": date or date_of(self.house), "name": self.name, "is_practice": is_practice}
        return self.house.client.post(PATH, json=body, headers=bearer(self.key))

    def seat(self, is_practice: bool = False) -> Guest:
        """The seat of an attempt."""
        answer = self.start(is_practice=is_practice)
        assert answer.status_code == 201, answer.text
        return Guest(self.house, answer.json()["table"], answer.json()["secret"])


def room_of(house: House) -> Any:
    return house.server.config.app.state.room  # type: ignore[union-attr]


def date_of(house: House) -> str:
    """The date that the server has."""
    return str(room_of(house).store.clock())[:10]


def log_of(house: House, table: str) -> list[Entry]:
    """The log of a table."""
    store = room_of(house).store
    return house.run(store.entries(table))


class Clock:
    """Lets days pass at a server, and keeps midnight away from the tests."""

    def __init__(self, house: House) -> None:
        self.store = room_of(house).store
        self.date = str(self.store.clock())[:10]
        self.store.clock = self

    def __call__(self) -> str:
        return f"{self.date}T12:00:00Z"
