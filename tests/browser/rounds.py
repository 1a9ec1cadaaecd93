"""Rounds that are played by requests alone, to bring a table where a test begins."""

import time
from dataclasses import dataclass
from random import Random
from typing import Any

import httpx

from tests.server import asking
from tests.server.player import bearer, choose_turn, new_id, new_secret, open_table

PAUSE_SECONDS = 0.02


@dataclass(frozen=True)
class Rounds:
    """A table with the secret of its owner."""

    http: str
    table: str
    secret: str

    @classmethod
    def open(cls, http: str, seats: list[dict[str, Any]], **parts: Any) -> "Rounds":
        """Open a table."""
        secret = new_secret()
        return cls(http, open_table(http, secret, seats, **parts), secret)

    @property
    def path(self) -> str:
        """Where a watcher sees the table."""
        return f"/table/{self.table}"

    @property
    def link(self) -> str:
        """Where the owner sits."""
        return f"{self.path}#secret={self.secret}"

    def get(self, path: str = "", **query: str) -> dict[str, Any]:
        """Something about the table, as the owner sees it; without a path its newest frame."""
        return get(self.http, self.table, self.secret, path, **query)

    def play(self, turns: int | None = None) -> None:
        """Play so many turns of the owner, or the whole game, and wait until it is the owner's turn again."""
        random = Random(5)
        with asking.client(base_url=self.http, headers=bearer(self.secret), timeout=10) as client:
            played = 0
            while True:
                frame = client.get(f"/api/tables/{self.table}").json()
                moves = frame["view"]["moves"]
                if frame["table"]["stage"] == "over" or (moves and played == turns):
                    return
                if not moves:
                    time.sleep(PAUSE_SECONDS)
                    continue
                self.end_turn(client, choose_turn(frame["view"], random), frame["view"]["turn"])
                played += 1

    def command(self, holder: str, **parts: object) -> None:
        """Let the holder of a secret send a command."""
        path = f"{self.http}/api/tables/{self.table}/commands"
        answer = asking.post(path, json={"id": new_id(), **parts}, headers=bearer(holder), timeout=60)
        assert answer.status_code == 200, answer.text

    def end_turn(self, client: httpx.Client, moves: list[str], turn: int) -> None:
        """Play one turn."""
        command = {"id": new_id(), "name": "play", "moves": moves, "turn": turn}
        answer = client.post(f"/api/tables/{self.table}/commands", json=command)
        assert answer.status_code == 200, answer.text


def get(http: str, table: str, secret: str | None, path: str = "", **query: str) -> dict[str, Any]:
    """Something about a table, as the holder of a secret sees it."""
    answer = asking.get(f"{http}/api/tables/{table}{path}", params=query, headers=bearer(secret), timeout=10)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found
