"""The referee alone: its own traces, and forged ones."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from itertools import chain
from typing import Any

import pytest

from tests.long import LONG_TEST, others_long
from tests.oracle.oracle import Record, differences
from tests.oracle.play import PRESETS, play_games
from tests.setting import KINDS, SOME_KINDS

STYLES = ("uniform", "cluster")


@pytest.mark.parametrize(("seats", "preset"), others_long(KINDS, SOME_KINDS, LONG_TEST))
def test_referee_agrees_with_itself(seats: int, preset: str) -> None:
    """The referee finds no difference in its own traces, of one style or the other, after a trip through JSON."""
    style = STYLES[(seats + list(PRESETS).index(preset)) % len(STYLES)]
    records = [json.loads(json.dumps(record)) for record in play_games(1, seats, preset, seats, style)]
    assert [records[0]["type"], records[-1]["type"]] == ["setup", "result"]
    assert list(differences(records)) == []


@pytest.fixture(scope="module")
def trace() -> list[Record]:
    """Two games in which nothing is forged."""
    return list(play_games(2, 3, "hungarian", 5, "cluster"))


FORGERIES: dict[str, Callable[[list[Record]], Any]] = {
    "landmark": lambda game: game[0]["landmarks"].update(A="church", B="church", C="church"),
    "option": lambda game: game[0]["options"].update(reinforce_on_river=0),
    "hand": lambda game: game[0]["hands"]["a"].reverse(),
    "card lost": lambda game: game[0]["deck"].pop(),
    "seats": lambda game: game[0].update(seats=6),
    "no deck": lambda game: game[0].pop("deck"),
    "legal move missing": lambda game: game[1]["legal"].pop(),
    "illegal move": lambda game: game[1].update(move="1>L54"),
    "wrong seat": lambda game: game[1].update(seat="z"),
    "no bastion decision": lambda game: game.pop(2),
    "card drawn": lambda game: game[3].update(card=0),
    "never shuffled": lambda game: game[3].update(shuffled=[[1, 2]]),
    "coins": lambda game: game[-2]["coins"].reverse() or game[-2]["coins"].append(1),
    "a duke": lambda game: game[-2]["duchies"][0].update(duke="d"),
    "true for 1": lambda game: game[-2].update(over=1),
    "winners": lambda game: game[-1].update(winners=[]),
    "no result": lambda game: game.pop(),
    "more than a result": lambda game: game.append(game[-1]),
}


@pytest.fixture(scope="module")
def noticed(trace: list[Record]) -> list[Any]:
    """The games that differ in a trace whose first game is not forged, and whose others are, each in its own way."""
    second = [record["type"] for record in trace].index("setup", 1)
    games = [trace[:second]]
    for forge in FORGERIES.values():
        forged = copy.deepcopy(trace[second:])
        forged[0]["game"] = len(games)
        forge(forged)
        games.append(forged)
    return [game for game, _, _ in differences(chain.from_iterable(games))]


@pytest.mark.parametrize("forgery", FORGERIES)
def test_forged_trace_is_noticed(noticed: list[Any], forgery: str) -> None:
    """A game that is forged differs once."""
    assert noticed.count(1 + list(FORGERIES).index(forgery)) == 1


def test_no_other_game_is_blamed(noticed: list[Any]) -> None:
    """A game that is not forged does not differ."""
    assert noticed == list(range(1, 1 + len(FORGERIES)))
