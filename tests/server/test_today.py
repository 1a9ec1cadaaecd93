"""The deal of the day: the same for everybody, known to nobody before, and one attempt that counts."""

import json
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from rheinlaender.bots.warm import warm_up
from rheinlaender.notation.record import read_game
from rheinlaender.notation.verifying import verify_record
from rheinlaender.server.live import today
from rheinlaender.server.settings import WrongChoice, read_levels
from rheinlaender.server.store.days import kept_day
from rheinlaender.server.values.attempt import marks_of
from rheinlaender.server.values.day import SIMULATIONS, days_later, read_day
from rheinlaender.server.values.entry import Entry
from tests.long import LONG
from tests.server import asking
from tests.server.days import PATH, PLAYERS, Clock, Solver, date_of, log_of, room_of
from tests.server.house import Guest, House, bearer, refusal_of, running
from tests.server.process import ServerProcess
from tests.server.test_identities import new_key

STARTS = 8


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server whose computer players of the day answer at once, compiled or not, and where it is always noon."""
    with running(tmp_path_factory.mktemp("today"), today=PLAYERS, today_edition="short") as house:
        Clock(house)
        yield house


@pytest.fixture(scope="module")
def finished(house: House) -> list[tuple[Solver, Guest]]:
    """Two who have played the same moves to the end."""
    solvers = [Solver(house, name) for name in ("Anna", "Bert")]
    seats = [solver.seat() for solver in solvers]
    for seat in seats:
        seat.play_to_the_end()
    return list(zip(solvers, seats, strict=True))


# One attempt


def test_nothing_is_told_of_others_before_the_own_end(house: House, finished: list[tuple[Solver, Guest]]) -> None:
    """New, at play: no result, no line, no table, no seed; and then all results, but no table of anybody."""
    cleo = Solver(house, "Cleo")
    assert cleo.day()["state"] == "new"
    seat = cleo.seat()
    told = cleo.day()
    assert (told["state"], told["own"]["table"], told["own"]["secret"]) == ("playing", seat.table, seat.secret)
    assert (told["results"], told["archbishop"], told["deal"]["seed"]) == ([], None, None)
    told = finished[0][0].day()
    assert told["state"] == "done" and {result["name"] for result in told["results"]} >= {"Anna", "Bert"}
    assert {result["table"] for result in told["results"]} == {None} and told["deal"]["seed"] is None


def test_the_result_is_that_of_the_game(finished: list[tuple[Solver, Guest]]) -> None:
    """Coins, lead, place at the table and among all, and the line with a value for each turn."""
    solver, seat = finished[0]
    own, view = solver.own(), seat.frame()["view"]
    coins = {each["seat"]: each["standing"] for each in view["seats"]}
    best = max(value for letter, value in coins.items() if letter != "a")
    assert (own["coins"], own["lead"]) == (coins["a"], coins["a"] - best)
    assert own["rank"] == 1 + sum(value > coins["a"] for value in coins.values())
    assert own["line"][-1] == own["coins"] and len(own["line"]) == view["turn"] + 1
    assert (own["place"], own["why_not"], len(own["marks"])) == (1, None, 8)
    assert own["marks"][-1] == ("+" if own["lead"] > 0 else "-" if own["lead"] < 0 else "=")


def test_one_counts_however_often_it_is_started(house: House) -> None:
    """Many starts at once, and later ones, find one table with one secret."""
    dora = Solver(house, "Dora")
    with ThreadPoolExecutor(STARTS) as pool:
        answers = list(pool.map(lambda _: dora.start(), range(STARTS)))
    found = {(answer.json()["table"], answer.json()["secret"]) for answer in [*answers, dora.start()]}
    assert len(found) == 1
    told = dora.day()
    assert (told["own"]["table"], told["practice"]) == (next(iter(found))[0], [])


def test_practice_comes_after_the_attempt(
    house: House, finished: list[tuple[Solver, Guest]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not before it, not during it; then with hints, without a place, and not for ever."""
    eve = Solver(house, "Eve")
    assert refusal_of(eve.start(is_practice=True)) == (409, "attempt_first")
    eve.seat()
    assert refusal_of(eve.start(is_practice=True)) == (409, "attempt_first")
    anna = finished[0][0]
    seat = anna.seat(is_practice=True)
    table = seat.frame()["table"]
    assert (table["hints"], table["day"]) == (True, {"date": date_of(house), "is_counted": False})
    assert [one["table"] for one in anna.day()["practice"]] == [seat.table]
    assert anna.seat().table == finished[0][1].table
    monkeypatch.setattr(today, "MOST_PRACTICE", 1)
    assert refusal_of(anna.start(is_practice=True)) == (409, "practised_enough")


def test_whoever_gives_up_has_no_place_and_may_practise(house: House) -> None:
    """A game that is ended without a result is over."""
    finn = Solver(house, "Finn")
    assert finn.seat().command("vote", what="end", is_agreed=True).status_code == 200
    own = finn.own()
    assert (own["place"], own["why_not"]) == (None, "given_up")
    assert finn.start(is_practice=True).status_code == 201


def test_whoever_resigns_may_practise_too(house: House) -> None:
    """The game goes on by a computer player, and has no place."""
    gert = Solver(house, "Gert")
    assert gert.seat().command("resign").status_code == 200
    assert gert.day()["state"] == "done"
    assert gert.start(is_practice=True).status_code == 201


def test_conditions_are_the_same_for_everybody(house: House) -> None:
    """No hints, no stand-in, nothing to change: the table has no owner."""
    seat = Solver(house, "Hugo").seat()
    with seat.socket() as line:
        frame = line.frame_when(lambda frame: bool(frame["view"]["moves"]))
    told = frame["table"]
    assert (told["hints"], told["stand_in"], told["you"]["is_owner"]) == (False, None, False)
    for parts in ({"name": "change_hints", "hints": True}, {"name": "change_stand_in", "level": "archbishop"}):
        assert refusal_of(seat.command(**parts)) == (403, "not_owner")
    asked = {"moves": [], "turn": frame["view"]["turn"]}
    assert refusal_of(seat.ask("/hint", asked)) == (409, "hints_off")


# The same for everybody


def parts_of(log: list[Entry]) -> list[dict[str, Any]]:
    """What was dealt and played; not by whom."""
    kept = [dict(entry.parts) for entry in log if entry.kind in ("started", "turn")]
    return [{name: value for name, value in parts.items() if name != "seats"} for parts in kept]


def test_the_same_moves_give_the_same_game(house: House, finished: list[tuple[Solver, Guest]]) -> None:
    """Byte by byte, at two tables of two people."""
    logs = [parts_of(log_of(house, seat.table)) for _, seat in finished]
    assert len(logs[0]) > 20 and json.dumps(logs[0]) == json.dumps(logs[1])
    assert len({solver.own()["place"] for solver, _ in finished}) == 1


def again(log: list[Entry], is_compiled: bool) -> list[dict[str, Any]]:
    """What another process makes of a log, of which it gets the opening and a person's moves."""
    turns = [entry.parts for entry in log if entry.kind == "turn"]
    asked = json.dumps({"opened": log[0].parts, "turns": turns, "is_compiled": is_compiled})
    program = [sys.executable, "-m", "tests.server.day_alone"]
    found = subprocess.run(program, input=asked, capture_output=True, text=True, check=True, timeout=180)
    entries: list[dict[str, Any]] = json.loads(found.stdout)
    return [{name: value for name, value in parts.items() if name != "seats"} for parts in entries]


def test_another_process_finds_the_same_game(house: House, finished: list[tuple[Solver, Guest]]) -> None:
    """Deal, draws and every turn of the computer players, worked out anew at a table with another id."""
    log = log_of(house, finished[0][1].table)
    assert json.dumps(again(log, is_compiled=False)) == json.dumps(parts_of(log))


@LONG
def test_searches_are_the_same_everywhere(tmp_path: Path) -> None:
    """Levels that search do so by number: the same in the server, in another process, and at the archbishop's table."""
    warm_up()
    with running(tmp_path, is_compiling=True, today=("duke", "squire"), today_edition="short") as house:
        anna = Solver(house)
        seat = anna.seat()
        seat.play_to_the_end()
        log = log_of(house, seat.table)
        assert json.dumps(again(log, is_compiled=True)) == json.dumps(parts_of(log))
        for _ in range(3000):
            if anna.day()["archbishop"] is not None:
                break
        table = next(one.table for one in house.run(attempts_of(house)) if one.identity == "archbishop")
        log = log_of(house, table)
        assert {entry.parts["by"] for entry in log if entry.kind == "turn"} == {"archbishop", "duke", "squire"}
        assert json.dumps(again(log, is_compiled=True)) == json.dumps(parts_of(log))


def test_a_day_goes_on_as_it_began(house: House, clock: Clock) -> None:
    """One that was agreed before searches had another way is played by the former one, at all its tables."""
    clock.date = days_later(clock.date, 40)
    former = {"edition": "short", "levels": ["squire", "squire"], "simulations": {"duke": 7}}
    kept_day(room_of(house).store.engine, clock.date, former)
    day = read_day(log_of(house, Solver(house, "Greta").seat().table)[0].parts["day"])
    assert day is not None and (day.player("duke"), day.player("squire")) == ("search:7", "squire")
    clock.date = days_later(clock.date, 1)
    day = read_day(log_of(house, Solver(house, "Greta").seat().table)[0].parts["day"])
    assert day is not None and day.player("duke") == f"foresight:{SIMULATIONS['duke']}"
    assert read_day({"date": clock.date, "simulations": {"duke": 9}, "is_counted": True}).player("duke") == "search:9"  # type: ignore[union-attr]


async def attempts_of(house: House) -> list[Any]:
    """The attempts of today."""
    found: list[Any] = await today.Today(room_of(house))._own(date_of(house), "archbishop")
    return found


# The seed


def everything_told(solver: Solver, seat: Guest) -> bytes:
    """All that somebody at play is told, of the day and of the table."""
    client, key = solver.house.client, bearer(solver.key)
    paths = [PATH, f"{PATH}/{date_of(solver.house)}", "/api/identity", "/api/identity/export"]
    told = [client.get(path, headers=key).content for path in paths]
    told += [seat.get(path, seat="a").content for path in ("", "/replay", "/record")]
    return b"".join(told)


def test_the_seed_is_told_when_the_day_is_over(house: House, clock: Clock) -> None:
    """Its digest stands there the day before, and itself nowhere while the deal may be played."""
    ida, before = Solver(house, "Ida"), clock.date
    told = everything_told(ida, ida.seat())
    day = ida.day()
    assert refusal_of(house.client.get(f"{PATH}/{days_later(before, 1)}")) == (404, "today_off")
    clock.date = days_later(before, 1)
    seed = ida.day(before)["deal"]["seed"]
    assert sha256(bytes.fromhex(seed)).hexdigest() == day["deal"]["commitment"]
    assert ida.day()["deal"]["commitment"] == day["next"]["commitment"]
    assert seed.encode() not in told and ida.day()["deal"]["seed"] is None
    clock.date = days_later(before, 2)
    assert (
        sha256(bytes.fromhex(ida.day(days_later(before, 1))["deal"]["seed"])).hexdigest() == (day["next"]["commitment"])
    )


def test_a_record_of_the_day_can_be_verified(house: House, finished: list[tuple[Solver, Guest]]) -> None:
    """By the same rules as any other, with the name of the day in the place of the table."""
    record = read_game(finished[0][1].get("/record", seat="*").text)
    assert record.headers["Table"] == f"today-{date_of(house)}"
    checks = verify_record(record)
    assert len(checks) > 3 and all(check.is_right for check in checks)


def test_nobody_looks_at_a_table_of_the_day(house: House, finished: list[tuple[Solver, Guest]], clock: Clock) -> None:
    """Whether it is over or not; when the day is over, everybody may look back at it."""
    anna, seat = finished[0]
    stranger, asked = seat.another(), {"seat": "*"}
    for path in ("", "/replay", "/record", "/board.svg", "/review", "/position", "/events"):
        assert refusal_of(stranger.get(path, **asked, turn=0)) == (403, "watchers_off")
    status = {"tables": [{"table": seat.table, "secret": None}]}
    assert not house.client.post("/api/tables/status", json=status).json()["tables"][0]["exists"]
    branch = {"of": "table", "table": seat.table, "turn": 0, "seen": "*"}
    body = {"id": "branch-of-day", "secret": new_key(), "seats": [{"kind": "bot", "level": "squire"}] * 3}
    assert refusal_of(house.client.post("/api/tables", json=body | {"beginning": branch})) == (403, "watchers_off")
    before, clock.date = clock.date, days_later(clock.date, 1)
    table = next(result["table"] for result in anna.day(before)["results"] if result["is_you"])
    assert table == seat.table
    for path in ("", "/replay", "/record"):
        assert stranger.get(path, **asked).status_code == 200
    assert {"date": before, "players": anna.day(before)["begun"]} in anna.day()["days"]


def test_what_ends_after_its_day_has_no_place(house: House, clock: Clock) -> None:
    """The seed is known then; the game itself can be played on."""
    jan, before = Solver(house, "Jan"), clock.date
    seat = jan.seat()
    clock.date = days_later(before, 1)
    assert jan.day(before)["state"] == "missed"
    assert refusal_of(jan.start(date=before)) == (409, "day_over")
    seat.play_to_the_end()
    own = jan.own(before)
    assert (own["place"], own["why_not"]) == (None, "late")


# People


def test_whoever_deletes_themselves_has_no_name_in_the_list(house: House, finished: list[tuple[Solver, Guest]]) -> None:
    """The result stays, without a name; the key begins nothing any more."""
    kurt = Solver(house, "Kurt")
    kurt.seat().command("vote", what="end", is_agreed=True)
    assert kurt.own()["name"] == "Kurt"
    exported = house.client.get("/api/identity/export", headers=bearer(kurt.key)).json()
    assert [(one["date"], one["number"]) for one in exported["days"]] == [(date_of(house), 0)]
    assert house.client.delete("/api/identity", headers=bearer(kurt.key)).status_code == 200
    assert "Kurt" not in json.dumps(finished[0][0].day())
    assert refusal_of(kurt.start()) == (410, "identity_deleted")


def test_a_server_may_have_no_deal_of_the_day(tmp_path: Path) -> None:
    """Then nothing is told and nothing begins."""
    with running(tmp_path, today=()) as house:
        anna = Solver(house)
        assert refusal_of(house.client.get(PATH)) == refusal_of(anna.start()) == (404, "today_off")
        assert refusal_of(house.client.get(PATH, headers={"Authorization": "Bearer no"})) == (400, "malformed")


def test_settings_of_the_day() -> None:
    """Levels with commas between them, or none at all."""
    assert read_levels("squire, duke") == ("squire", "duke") and read_levels("off") == ()
    for wrong in ("duke", "pope,duke", "squire,squire,squire,squire,squire", ""):
        with pytest.raises(WrongChoice):
            read_levels(wrong)


def test_marks_are_spread_over_the_game() -> None:
    """Eight of them, the last at the end."""
    stands = [{"a": number, "b": 40} for number in range(81)]
    assert marks_of(stands) == "---=++++"
    assert marks_of(stands[:1]) == "-" * 8


def test_a_killed_server_loses_nothing(tmp_path: Path) -> None:
    """The same table with the same secret, and the turn that was played."""
    server = ServerProcess(f"sqlite:///{tmp_path / 'tables.db'}", tmp_path)
    server.environment |= {"RHEINLAENDER_TODAY": ",".join(PLAYERS), "RHEINLAENDER_TODAY_EDITION": "short"}
    key, found = new_key(), []
    for _ in range(2):
        server.start()
        try:
            date = asking.get(server.http + PATH).json()["date"]
            body = {"date": date, "name": "Anna"}
            answer = asking.post(server.http + PATH, json=body, headers=bearer(key), timeout=60)
            assert answer.status_code == 201
            found.append(answer.json())
        finally:
            server.kill()
    assert found[0] == found[1]
