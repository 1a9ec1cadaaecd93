"""Games of a day side by side: for those who have finished, and on the day for nobody else."""

import json
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from rheinlaender.server.contract.commands import BotWish
from rheinlaender.server.contract.today import DayGame
from rheinlaender.server.live.today import Today
from rheinlaender.server.values.attempt import ARCHBISHOP, COUNTED
from rheinlaender.server.values.day import days_later, game_name
from rheinlaender.server.values.identity import identity_of
from tests.server.days import PATH, PLAYERS, Clock, Solver, date_of, log_of, room_of
from tests.server.house import Guest, House, bearer, refusal_of, running
from tests.server.player import new_secret

NOBODYS = "0123456789abcdef"
REFUSED = (403, "finish_first")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server at which it is always noon, and where a computer player has played the deal as the Archbishop would."""
    with running(tmp_path_factory.mktemp("comparing"), today=PLAYERS, today_edition="short") as house:
        Clock(house)
        let_archbishop_play(house)
        yield house


def let_archbishop_play(house: House) -> None:
    """Somebody who answers at once plays in the place of the Archbishop, who would think for minutes."""
    found = Today(room_of(house))
    agreed, player = house.run(found._agreed(found.date)), BotWish(kind="bot", level="squire")
    house.run(found._open(found.date, agreed, ARCHBISHOP, COUNTED, player, new_secret()))


@pytest.fixture(scope="module")
def finished(house: House) -> list[tuple[Solver, Guest]]:
    """Two who have played the deal to its end, each in their own way; the second has deleted himself since."""
    anna, bert = Solver(house, "Anna"), Solver(house, "Bert")
    seats = [anna.seat(), bert.seat()]
    play_first_move(seats[1])
    for seat in seats:
        seat.play_to_the_end()
    assert house.client.delete("/api/identity", headers=bearer(bert.key)).status_code == 200
    return list(zip((anna, bert), seats, strict=True))


def play_first_move(seat: Guest) -> None:
    """Play the first move of one's list when the turn has come."""
    with seat.socket() as line:
        line.frame_when(lambda frame: bool(frame["view"]["moves"]))
    assert seat.play(0).status_code == 200


def name_of(solver: Solver) -> str:
    """What somebody's game is called, as the server would tell."""
    return game_name(date_of(solver.house), identity_of(solver.key))


def look(house: House, key: str | None, name: str, date: str = "") -> httpx.Response:
    """Ask for a game of a day."""
    headers = {} if key is None else bearer(key)
    return house.client.get(f"{PATH}/{date or date_of(house)}/games/{name}", headers=headers)


def game_of(house: House, key: str | None, name: str, date: str = "") -> dict[str, Any]:
    """A game as it is told, which is as the specification says."""
    answer = look(house, key, name, date)
    assert answer.status_code == 200, answer.text
    DayGame.model_validate_json(answer.content)
    found: dict[str, Any] = answer.json()
    return found


def test_whoever_has_finished_sees_the_others_turn_by_turn(house: House, finished: list[tuple[Solver, Guest]]) -> None:
    """The moves as they were played, and after each what the list of the day says."""
    anna, (bert, seat) = finished[0][0], finished[1]
    result = next(one for one in anna.day()["results"] if one["game"] == name_of(bert))
    steps = game_of(house, anna.key, result["game"])["steps"]
    played = [entry.parts["moves"] for entry in log_of(house, seat.table) if entry.kind == "turn"]
    assert [step["entry"] and step["entry"]["moves"] for step in steps] == [None, *played]
    standings = [step["view"]["seats"][0]["standing"] for step in steps]
    assert standings == result["line"]


def test_lines_part_where_the_moves_do(house: House, finished: list[tuple[Solver, Guest]]) -> None:
    """Two games of a day begin with the same cards and are the same up to another move."""
    anna, bert = (game_of(house, finished[0][0].key, name_of(solver))["steps"] for solver, _ in finished)
    moves = [[step["entry"] and step["entry"]["moves"] for step in steps] for steps in (anna, bert)]
    parted = next(turn for turn, pair in enumerate(zip(*moves, strict=False)) if pair[0] != pair[1])
    assert anna[:parted] == [{**step, "entry": anna[n]["entry"]} for n, step in enumerate(bert[:parted])]
    assert anna[parted]["entry"]["seat"] == "a"


def test_the_archbishops_game_is_among_them(house: House, finished: list[tuple[Solver, Guest]]) -> None:
    """By the same way as those of people."""
    anna = finished[0][0]
    while (told := anna.day()["archbishop"]) is None:
        time.sleep(0.1)
    steps = game_of(house, anna.key, told["game"])["steps"]
    assert steps[-1]["view"]["seats"][0]["standing"] == told["coins"] == told["line"][-1]


def those_who_may_not(house: House) -> dict[str, str | None]:
    """Everybody who has not played the deal to its end, by key."""
    resigned, ended = Solver(house, "Gert"), Solver(house, "Finn")
    playing, new = Solver(house, "Cleo"), Solver(house, "Dora")
    assert resigned.seat().command("resign").status_code == 200
    assert ended.seat().command("vote", what="end", is_agreed=True).status_code == 200
    play_first_move(playing.seat())
    assert (resigned.day()["state"], ended.day()["state"]) == ("done", "done")
    return {"nobody": None, "new": new.key, "playing": playing.key, "resigned": resigned.key, "ended": ended.key}


def test_nobody_else_learns_anything(house: House, finished: list[tuple[Solver, Guest]]) -> None:
    """Whoever has not finished, or has given up: the same answer byte by byte whether there is such a game or not."""
    for who, key in those_who_may_not(house).items():
        names = [name_of(solver) for solver, _ in finished] + [game_name(date_of(house), ARCHBISHOP), NOBODYS]
        answers = [look(house, key, name) for name in names]
        assert {refusal_of(answer) for answer in answers} == {REFUSED}, who
        assert len({answer.content for answer in answers}) == 1, who
        told = house.client.get(PATH, headers={} if key is None else bearer(key)).text
        assert not any(name in told for name in names), who
        results = json.loads(told)["results"]
        assert all(one["game"] is None for one in results) and (who not in ("nobody", "new", "playing") or not results)


def test_a_game_tells_neither_table_nor_names(house: House, finished: list[tuple[Solver, Guest]]) -> None:
    """What lies side by side is moves and boards; who played is said by the list of the day alone."""
    for solver, seat in finished:
        text = look(house, finished[0][0].key, name_of(solver)).text
        assert seat.table not in text and solver.name not in text and str(seat.secret) not in text
        assert solver.key not in text and identity_of(solver.key) not in text


@pytest.mark.usefixtures("finished")
def test_when_the_day_is_over_everybody_may_look(house: House, clock: Clock) -> None:
    """As at every table of the day; nothing of the next day's is told with it."""
    before, clock.date = clock.date, days_later(clock.date, 1)
    told = house.client.get(f"{PATH}/{before}").json()
    names = {one["game"] for one in told["results"]}
    assert len(names) >= 2 and None not in names
    for name in names:
        assert game_of(house, None, name, before)["game"] == name
    assert refusal_of(look(house, None, min(names))) == REFUSED


def test_games_that_are_not_there_are_refused(house: House, finished: list[tuple[Solver, Guest]]) -> None:
    """Unknown ones, those of whoever gave up, days without a deal, and names that are none."""
    anna, kurt = finished[0][0], Solver(house, "Kurt")
    kurt.seat().command("vote", what="end", is_agreed=True)
    for name in (NOBODYS, name_of(kurt)):
        assert refusal_of(look(house, anna.key, name)) == (404, "no_such_table")
    assert refusal_of(look(house, anna.key, NOBODYS, days_later(date_of(house), 1))) == (404, "today_off")
    assert refusal_of(look(house, anna.key, "whatever"))[0] == 422


def test_deleted_people_have_no_name_there(house: House, finished: list[tuple[Solver, Guest]]) -> None:
    """Their game stays to be seen, as nobody's."""
    anna, bert = (solver for solver, _ in finished)
    told = next(one for one in anna.day()["results"] if one["game"] == name_of(bert))
    assert told["name"] == "" and "Bert" not in look(house, anna.key, name_of(bert)).text
