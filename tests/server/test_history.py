"""Somebody's history: their games that are over, for nobody else; noted from the log, whatever happened meanwhile."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from rheinlaender.server.contract.history import HistoryBody, RatingsBody
from rheinlaender.server.contract.identities import IdentityExport, IdentityWish
from rheinlaender.server.live.history import PAGE
from rheinlaender.server.live.identities import Identities
from rheinlaender.server.settings import Limits
from rheinlaender.server.store.erasing import erase_table
from rheinlaender.server.store.finished import read_known, read_ratings
from rheinlaender.server.store.log import Store
from rheinlaender.server.store.outcomes import finished, results, unnoted
from rheinlaender.server.values.changes import replay
from rheinlaender.server.values.identity import identity_of
from rheinlaender.server.values.outcome import outcome_of
from rheinlaender.server.values.rating import Rating, after_game
from rheinlaender.server.values.secret import digest_of
from tests.server.ended import Ended, agreed, level, resigned, somebody
from tests.server.house import Guest, House, bearer, refusal_of, running
from tests.server.stores.stories import within
from tests.server.test_identities import Device, new_key

SECRETS = {name: f"secret-of-{name}-0000000000000" for name in ("anna", "bert", "cleo", "dora")}
ANNA, BERT, CLEO, DORA = (somebody(name.title(), secret) for name, secret in SECRETS.items())
KEYS = {name: new_key() for name in ("anna", "bert")}
BEGUN = {"position": "", "turn": 12, "shown": None, "table": None}
GAMES = [
    Ended("friends-1", [ANNA, BERT, CLEO], seed=3),
    Ended("friends-2", [BERT, ANNA, CLEO, DORA], seed=4, options="short"),
    Ended("friends-3", [ANNA, level("duke"), BERT, level("squire")], seed=5, options="dutch"),
    Ended("alone-three", [ANNA, level("knight"), level("knight")], seed=6),
    Ended("alone-five", [level("squire"), ANNA, level("squire"), level("duke"), level("knight")], seed=7),
    Ended("given-up", [ANNA, BERT, CLEO], seed=8, happened=[agreed("abc")], is_given_up=True),
    Ended(
        "resigned-bert",
        [ANNA, BERT, CLEO],
        seed=9,
        happened=[resigned("b")],
        after=40,
        by=lambda seat, turn: "knight" if seat == "b" and turn >= 40 else "person",
    ),
    Ended("absent-cleo", [ANNA, BERT, CLEO], seed=10, by=lambda seat, turn: "knight" if seat == "c" else "person"),
    Ended("what-if-12", [ANNA, BERT, CLEO], seed=11, opened={"beginning": BEGUN}),
    Ended("at-one-device", [ANNA, somebody("Otto", SECRETS["anna"]), BERT], seed=12),
    Ended("strangers", [CLEO, DORA, level("squire")], seed=13),
]
"""All games, in the order in which they ended; Cleo and Dora have no identity before somebody gives them one."""


def address_of(folder: Path) -> str:
    return f"sqlite:///{folder / 'tables.db'}"


def write_games(address: str, games: list[Ended]) -> None:
    """Write games to a database, as if their server had been killed when they were over; Anna and Bert are known."""

    async def story(store: Store) -> None:
        for game in games:
            await game.write(store)
        for name, key in KEYS.items():
            seats = [{"table": table, "secret": SECRETS[name]} for table in tables_of(name, games)]
            await Identities(store).save(key, IdentityWish.model_validate({"name": name.title(), "seats": seats}))

    within(address, story)


def look(house: House) -> None:
    """Let the server note all games now, as it does every few seconds."""
    noting = house.server.app.state.chores.noting
    asyncio.run_coroutine_threadsafe(noting.look(100), house.loop).result(timeout=60)


def tables_of(name: str, games: list[Ended]) -> list[str]:
    """The tables at which somebody sat."""
    return [game.table for game in games if any(seat["holder"] == digest_of(SECRETS[name]) for seat in game.seats)]


class Told:
    """A house with games, and the devices of those who have an identity."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.devices = {name: Device(house, key) for name, key in KEYS.items()}
        look(house)

    def history(self, name: str, **query: Any) -> dict[str, Any]:
        """What somebody is told of their games."""
        answer = self.ask(name, "/history", **query)
        assert answer.status_code == 200, answer.text
        HistoryBody.model_validate_json(answer.text)
        found: dict[str, Any] = answer.json()
        return found

    def games(self, name: str, **query: Any) -> list[str]:
        """The tables of somebody's games, the newest first."""
        return [game["table"] for game in self.history(name, **query)["games"]]

    def ratings(self, name: str) -> dict[str, Any]:
        """What somebody is told of how strong they are, and whom they met."""
        answer = self.ask(name, "/ratings")
        assert answer.status_code == 200, answer.text
        RatingsBody.model_validate_json(answer.text)
        found: dict[str, Any] = answer.json()
        return found

    def ask(self, name: str, path: str, **query: Any) -> httpx.Response:
        """Ask with somebody's key."""
        headers = bearer(self.devices[name].key)
        return self.house.client.get(f"/api/identity{path}", params=query, headers=headers)

    def seat(self, name: str, table: str, letter: str) -> dict[str, Any]:
        """A seat of a game as somebody is told of it."""
        (game,) = [game for game in self.history(name)["games"] if game["table"] == table]
        (found,) = [seat for seat in game["seats"] if seat["seat"] == letter]
        return dict(found)


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Told]:
    """A server that was killed before it had noted anything."""
    folder = tmp_path_factory.mktemp("history")
    write_games(address_of(folder), GAMES)
    with running(folder) as house:
        yield Told(house)


# One's own games


def test_all_of_one_s_games_are_there_and_no_others(told: Told) -> None:
    """Of both people; who has no identity is told nothing, and neither is who shows no key."""
    assert sorted(told.games("anna")) == sorted(game.table for game in GAMES if game.table != "strangers")
    assert sorted(told.games("bert")) == sorted(tables_of("bert", GAMES))
    for path in ("/history", "/ratings"):
        assert refusal_of(told.house.client.get(f"/api/identity{path}")) == (401, "secret_missing")
        assert refusal_of(Device(told.house).ask("GET", path)) == (404, "identity_unknown")
        assert refusal_of(Device(told.house, SECRETS["anna"]).ask("GET", path)) == (400, "malformed")


def test_a_game_is_told_as_it_ended(told: Told) -> None:
    """With edition, pace, turns and how everybody finished, as the table shows it."""
    (game,) = [game for game in told.history("anna")["games"] if game["table"] == "friends-2"]
    shown = Guest(told.house, "friends-2", None).frame()
    assert (game["edition"], game["pace"], game["turns"]) == ("short", "live", shown["view"]["turn"])
    coins = {seat["seat"]: seat["coins"] for seat in game["seats"]}
    assert coins == shown["view"]["result"]["coins"]
    assert {seat["seat"] for seat in game["seats"] if seat["place"] == 1} == set(shown["view"]["result"]["winners"])
    assert [seat["name"] for seat in game["seats"]] == ["Bert", "Anna", "Cleo", "Dora"]
    assert [seat["is_own"] for seat in game["seats"]] == [False, True, False, False]
    assert (game["rated"], game["unrated"]) == ("people", None)


@pytest.mark.parametrize(
    ("table", "why"),
    [
        ("given-up", "agreement"),
        ("what-if-12", "study"),
        ("at-one-device", "several_seats"),
    ],
)
def test_what_is_not_rated_says_why(told: Told, table: str, why: str) -> None:
    """And is in the history all the same."""
    (game,) = [game for game in told.history("anna")["games"] if game["table"] == table]
    assert (game["rated"], game["unrated"]) == (None, why)


def test_a_game_that_was_given_up_stays_hidden(told: Told) -> None:
    """Nobody is told places or coins of it."""
    (game,) = [game for game in told.history("bert")["games"] if game["table"] == "given-up"]
    assert all(seat["place"] is None and seat["coins"] is None for seat in game["seats"])


def test_whoever_left_is_last(told: Told) -> None:
    """Who resigned, and who let a computer player play more than half of the turns."""
    for table, letter in (("resigned-bert", "b"), ("absent-cleo", "c")):
        seat = told.seat("anna", table, letter)
        assert seat["has_left"] and seat["place"] == 3
        assert not told.seat("anna", table, "a")["has_left"]


# Some of them


@pytest.mark.parametrize(
    ("query", "tables"),
    [
        ({"against": "computers"}, {"alone-three", "alone-five"}),
        ({"edition": "dutch"}, {"friends-3"}),
        ({"seats": 5}, {"alone-five"}),
        ({"result": "none"}, {"given-up"}),
        ({"against": "people", "seats": 4}, {"friends-2", "friends-3"}),
        ({"edition": "hungarian"}, set()),
    ],
)
def test_games_are_chosen(told: Told, query: dict[str, Any], tables: set[str]) -> None:
    """By whom one played against, by edition, seats and result, and by several of these."""
    assert set(told.games("anna", **query)) == tables


def test_won_and_lost_are_all_that_have_a_result(told: Told) -> None:
    """A game is won by whoever came first; with several seats of one's own both can be true."""
    won, lost = (set(told.games("anna", result=result)) for result in ("won", "lost"))
    assert won | lost == set(told.games("anna")) - {"given-up"}
    assert won and lost and won & lost <= {"at-one-device"}
    for table in won - {"at-one-device"}:
        (own,) = [seat for game in told.history("anna")["games"] if game["table"] == table for seat in game["seats"]
                  if seat["is_own"]]  # fmt: skip
        assert own["place"] == 1


@pytest.mark.parametrize(
    "query",
    [{"against": "bots"}, {"edition": "x"}, {"seats": 2}, {"result": 1}, {"opponent": "Bert"}, {"before": 0}],
)
def test_nonsense_is_refused(told: Told, query: dict[str, Any]) -> None:
    """In words."""
    assert refusal_of(told.ask("anna", "/history", **query)) == (422, "wrong_value")


def test_pages_follow_each_other(tmp_path: Path) -> None:
    """Each game stands on one of them, the newest first."""
    games = [Ended(f"table-{number:03}", [ANNA, level("squire"), level("squire")]) for number in range(PAGE + 1)]
    write_games(address_of(tmp_path), games)
    with running(tmp_path) as house:
        device = Device(house, KEYS["anna"])
        look(house)
        first = device.ask("GET", "/history").json()
        second = device.ask("GET", f"/history?before={first['next']}").json()
    found = [game["table"] for page in (first, second) for game in page["games"]]
    assert found == sorted((game.table for game in games), reverse=True)
    assert len(first["games"]) == PAGE and second["next"] is None


# Head to head


def test_two_compare_what_they_did(told: Told) -> None:
    """In games that count: what one is ahead in, the other is behind in, and the coins are each other's."""
    (met,) = [one for one in told.ratings("anna")["opponents"] if one["name"] == "Bert"]
    (other,) = [one for one in told.ratings("bert")["opponents"] if one["name"] == "Anna"]
    assert met["opponent"] != other["opponent"]
    found = told.history("anna", opponent=met["opponent"])
    one, two = found["head_to_head"], told.history("bert", opponent=other["opponent"])["head_to_head"]
    together = [game.table for game in GAMES if ANNA in game.seats and BERT in game.seats]
    assert {game["table"] for game in found["games"]} == set(together) and met["games"] == len(together)
    counting = [table for table in together if table not in ("given-up", "what-if-12", "at-one-device")]
    assert one["games"] == two["games"] == len(counting) == one["ahead"] + one["behind"] + one["level"]
    assert (one["ahead"], one["behind"]) == (two["behind"], two["ahead"])
    assert (one["coins"], one["their_coins"]) == (two["their_coins"], two["coins"]) and one["name"] == "Bert"


def test_an_unknown_opponent_is_refused(told: Told) -> None:
    """Also what somebody else knows them by."""
    (other,) = [one for one in told.ratings("bert")["opponents"] if one["name"] == "Anna"]
    assert refusal_of(told.ask("anna", "/history", opponent=other["opponent"])) == (404, "opponent_unknown")


def test_nobody_hears_who_somebody_is(told: Told) -> None:
    """No digest of a key or of a secret is in any answer, and no rating of anybody else."""
    heard = [told.ask(name, path).text for name in told.devices for path in ("/history", "/ratings", "/export")]
    hidden = [identity_of(device.key) for device in told.devices.values()]
    hidden += [str(digest_of(secret)) for secret in SECRETS.values()] + list(SECRETS.values())
    assert not any(secret in text for secret in hidden for text in heard)


# Ratings from the log


def recomputed(folder: Path, games: list[str]) -> dict[tuple[str, str], Rating]:
    """All ratings by the logs of games in an order."""

    async def story(store: Store) -> dict[tuple[str, str], Rating]:
        found: dict[tuple[str, str], Rating] = {}
        for table in games:
            log = await store.entries(table)
            outcome = outcome_of(replay(table, log)[-1], log)
            known = await store.read(lambda connection: read_known(connection, outcome))  # noqa: B023 - read at once
            found |= after_game(found, outcome, known)
        return found

    found: dict[tuple[str, str], Rating] = within(address_of(folder), story)
    return found


def test_ratings_are_what_the_logs_say(tmp_path: Path) -> None:
    """A server that was killed catches up when it is back; what it notes is what comes of the logs in that order."""
    write_games(address_of(tmp_path), GAMES[:5])
    with running(tmp_path) as house:
        told = Told(house)
        before = told.ratings("anna")
    write_games(address_of(tmp_path), GAMES[5:])
    with running(tmp_path) as house:
        look(house)

    async def story(store: Store) -> tuple[list[str], dict[tuple[str, str], Rating]]:
        with store.engine.connect() as connection:
            order = list(connection.execute(select(finished.c.table_id).order_by(finished.c.number)).scalars())
            assert connection.execute(select(unnoted)).all() == []
            return order, read_ratings(connection, [identity_of(device.key) for device in told.devices.values()])

    order, kept = within(address_of(tmp_path), story)
    assert sorted(order) == sorted(game.table for game in GAMES)
    assert kept == recomputed(tmp_path, order) and len(kept) == 3
    assert before["computers"]["games"] == 2 and before["computers"]["is_new"]


# Being forgotten


def test_who_is_deleted_is_nobody_in_the_others_histories(tmp_path: Path) -> None:
    """The games stay with their places, the name goes; the other's rating is as it was."""
    write_games(address_of(tmp_path), GAMES[:3])
    with running(tmp_path) as house:
        told = Told(house)
        rating = told.ratings("anna")["people"]
        assert told.devices["bert"].ask("DELETE").status_code == 200
        assert refusal_of(told.ask("bert", "/history")) == (410, "identity_deleted")
        shown = told.history("anna")
        assert "Bert" not in json.dumps(shown) + json.dumps(told.ratings("anna"))
        assert told.seat("anna", "friends-1", "b") | {"place": 0, "coins": 0} == {
            "seat": "b",
            "name": "",
            "level": None,
            "place": 0,
            "coins": 0,
            "has_left": False,
            "is_own": False,
            "opponent": None,
        }
        assert told.ratings("anna")["people"] == rating and len(shown["games"]) == 3


def test_a_table_that_is_erased_is_in_nobody_s_history(tmp_path: Path) -> None:
    """Also one whose game was not noted yet."""
    write_games(address_of(tmp_path), GAMES[:2])

    async def story(store: Store) -> int:
        return erase_table(store.engine, GAMES[0].table)

    assert within(address_of(tmp_path), story)
    with running(tmp_path) as house:
        told = Told(house)
        assert told.games("anna") == [GAMES[1].table]
        erase_table(house.server.app.state.room.store.engine, GAMES[1].table)
        assert told.games("anna") == []
        with house.server.app.state.room.store.engine.connect() as connection:
            assert connection.execute(select(results)).all() == []


# What is saved, and what it costs


def test_one_s_results_and_ratings_are_saved(told: Told) -> None:
    """With everything else that is kept about one."""
    answer = told.ask("anna", "/export")
    saved = IdentityExport.model_validate_json(answer.text)
    assert [rating.pool for rating in saved.ratings] == ["computers", "people"]
    own = [(game["table"], seat["seat"]) for game in told.history("anna")["games"] for seat in game["seats"]
           if seat["is_own"]]  # fmt: skip
    assert [(result.table, result.seat) for result in saved.results] == own


def test_looking_costs(tmp_path: Path) -> None:
    """So that nobody lets the server search for ever."""
    with running(tmp_path, limits=Limits(work_of_person=(12, 0.001))) as house:
        device = Device(house)
        device.keep()
        answers = [device.ask("GET", path).status_code for path in ("/history", "/ratings", "/history")]
    assert answers == [200, 200, 429]
