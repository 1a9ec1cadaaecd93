"""Statistics of one's games: counted from what is noted, and from the reviews that are kept; for nobody else."""

from collections.abc import Iterator
from typing import Any

import pytest

from rheinlaender.server.contract.statistics import StatisticsBody
from rheinlaender.server.settings import Limits
from tests.server.house import refusal_of, running
from tests.server.reviewed import keep_review
from tests.server.test_history import GAMES, Told, address_of, write_games
from tests.server.test_identities import Device

NOT_COUNTED = {"given-up", "what-if-12", "at-one-device", "strangers"}


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Told]:
    """A server with games, of which two were reviewed."""
    folder = tmp_path_factory.mktemp("statistics")
    write_games(address_of(folder), GAMES)
    with running(folder) as house:
        engine = house.server.app.state.room.store.engine
        keep_review(engine, "friends-1", "a", 71.4)
        keep_review(engine, "alone-three", "a", 64.6, luck=-0.4)
        yield Told(house)


def statistics(told: Told, name: str) -> dict[str, Any]:
    """What somebody is told."""
    answer = told.ask(name, "/statistics")
    assert answer.status_code == 200, answer.text
    StatisticsBody.model_validate_json(answer.text)
    found: dict[str, Any] = answer.json()
    return found


def test_results_are_counted_by_opponent_and_edition(told: Told) -> None:
    """People before levels, the strongest level before others; games without a result of their own do not count."""
    cells = {(cell["against"], cell["edition"]): cell for cell in statistics(told, "anna")["results"]}
    assert {key: cell["games"] for key, cell in cells.items()} == {
        ("people", "parker"): 3,
        ("people", "short"): 1,
        ("people", "dutch"): 1,
        ("knight", "parker"): 1,
        ("duke", "parker"): 1,
    }
    assert cells["people", "parker"]["even"] == 1.0 and cells["duke", "parker"]["even"] == 0.2
    won = set(told.games("anna", result="won")) - NOT_COUNTED
    assert sum(cell["won"] for cell in cells.values()) == len(won)


def test_reviews_tell_accuracy_luck_and_what_is_missed(told: Told) -> None:
    """In whole numbers; of mistakes of one's own seat alone, by what the best move was about."""
    found = statistics(told, "anna")
    by_table = {game["table"]: (game["accuracy"], game["luck"]) for game in found["reviewed"]}
    assert by_table == {"friends-1": (71, 15), "alone-three": (65, -25)}
    assert found["themes"] == [{"theme": "found", "missed": 2, "lost": 12}]
    assert set(found["marks"]) == {"squire", "knight", "duke", "archbishop"}
    assert found["unreviewed"] not in {*by_table, *NOT_COUNTED}
    assert statistics(told, "anna") == found


def test_nobody_else_is_told(told: Told) -> None:
    """Neither without a key, nor of another's seat: Bert's has no place in these reviews."""
    assert refusal_of(told.house.client.get("/api/identity/statistics")) == (401, "secret_missing")
    assert refusal_of(Device(told.house).ask("GET", "/statistics")) == (404, "identity_unknown")


def test_counting_costs(tmp_path_factory: pytest.TempPathFactory) -> None:
    """More than looking."""
    folder = tmp_path_factory.mktemp("costs")
    with running(folder, limits=Limits(work_of_person=(30, 0.001))) as house:
        device = Device(house)
        device.keep()
        assert [device.ask("GET", "/statistics").status_code for _ in range(2)] == [200, 429]
