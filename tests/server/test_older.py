"""A database that an older server has written is read, shown and played on.

`older.sql` holds a table in the middle of its game, after a shuffle, whose seed is a number of 64 bits.
"""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.house import Guest, House, settings_for

OLDER = Path(__file__).parent / "older.sql"
TABLE, SECRET = "YMcJcHYN-Bey", "older-table-of-anna-00"
ENTRIES, TURNS = 45, 42


@pytest.fixture
def anna(tmp_path: Path) -> Iterator[Guest]:
    """The person at the older table, in a server of today."""
    with sqlite3.connect(tmp_path / "tables.db") as database:
        database.executescript(OLDER.read_text(encoding="utf-8"))
    database.close()
    running = House(settings_for(tmp_path))
    running.start()
    yield Guest(running, TABLE, SECRET)
    running.stop()


def test_an_older_table_is_shown_as_it_was(anna: Guest) -> None:
    """All of its frames are there, and its replay, its record and its board."""
    frames = [event for kind, _, event in anna.events(ENTRIES, after=-1) if kind == "frame"]
    assert [frame["seq"] for frame in frames] == list(range(ENTRIES))
    assert {frame["entry"]["share"] for frame in frames if frame["entry"]["kind"] == "turn"} == {None}
    assert any(event["name"] == "deck_shuffled" for frame in frames for event in frame["entry"].get("events", ()))
    assert frames[-1]["view"]["turn"] == TURNS and frames[-1]["view"]["to_move"] == "a"
    assert len(anna.get("/replay", seat="a").json()["frames"]) == TURNS + 1
    assert anna.get("/record", seat="a").status_code == anna.get("/board.svg").status_code == 200


def test_an_older_table_is_played_on(anna: Guest) -> None:
    """The person and the computer players go on until the game is over."""
    with anna.socket() as line:
        while (frame := line.frame_when(is_for_anna))["table"]["stage"] != "over":
            assert anna.play().status_code == 200
    assert frame["view"]["turn"] > TURNS and frame["view"]["result"]["winners"]


def is_for_anna(frame: dict[str, Any]) -> bool:
    """Whether it is her turn, or the game is over."""
    return bool(frame["table"]["stage"] == "over" or frame["view"]["to_move"] == "a")
