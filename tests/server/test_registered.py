"""Computer players that the operator adds: never by default, by their names, and harmless where they fail."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rheinlaender.bots.bot import BotUnusable, UnknownBot
from rheinlaender.cli.main import main
from rheinlaender.server.live import registered
from rheinlaender.server.live.registered import MOST_HUNG, RegisteredBots
from rheinlaender.server.settings import read_bots
from tests.server import clerks
from tests.server.house import OPEN, Guest, House, bots, new_id, new_secret, person, refusal_of, settings_for

PLACE = "tests.server.clerks"
OpenHouse = Callable[..., House]


@pytest.fixture
def open_house(tmp_path: Path) -> Iterator[OpenHouse]:
    """Opens servers with computer players, one after the other, on the same database."""
    houses: list[House] = []

    def opened(*names: str) -> House:
        for house in houses[-1:]:
            house.stop()
        houses.append(House(settings_for(tmp_path, bots=names)))
        houses[-1].start()
        return houses[-1]

    yield opened
    houses[-1].stop()


def seat(name: str) -> dict[str, Any]:
    return {"kind": "bot", "level": f"bot:{PLACE}:{name}"}


def turns_by(guest: Guest, count: int) -> list[str]:
    """Who has played the turns, when there are so many."""
    end = time.monotonic() + 30
    while (frame := guest.frame())["view"] is None or frame["view"]["turn"] < count:
        assert time.monotonic() < end, "nobody plays"
        if frame["view"] is not None and frame["view"]["to_move"] == "a":
            guest.play()
        time.sleep(0.01)
    frames = guest.get("/replay").json()["frames"]
    return [one["entry"]["by"] for one in frames if one["entry"]["kind"] == "turn"]


def test_nobody_is_added_by_default(open_house: OpenHouse) -> None:
    """A server as it comes has the levels alone; another player is refused at every door."""
    house = open_house()
    assert house.client.get("/api/bots").json() == {"bots": []}
    body = {"id": new_id(), "secret": new_secret(), "seats": [person("Anna"), seat("Clerk"), OPEN]}
    assert refusal_of(house.client.post("/api/tables", json=body)) == (422, "no_such_bot")
    owner = house.open(person("Anna"), OPEN, OPEN)
    assert refusal_of(owner.command("change_seat", seat="b", to=seat("Clerk"))) == (422, "no_such_bot")
    for level in ("bot:", "bot:../../x", "clerk", "bot:" + "x" * 99):
        assert owner.command("change_seat", seat="b", to={"kind": "bot", "level": level}).status_code == 422
    assert owner.command("start", level="bot:net").status_code == 422


def test_who_is_added_plays(open_house: OpenHouse) -> None:
    """A player that was added is listed, seated before and after the opening, and plays under its name; a server that
    does not have it any more lets Knight play on."""
    house = open_house(f"{PLACE}:Clerk", f"{PLACE}:Crashing")
    assert house.client.get("/api/bots").json() == {"bots": [f"{PLACE}:Clerk", f"{PLACE}:Crashing"]}
    owner = house.open(person("Anna"), seat("Clerk"), OPEN)
    assert owner.command("change_seat", seat="c", to=seat("Crashing")).status_code == 200
    owner.command("start")
    assert turns_by(owner, 6)[:6] == ["person", seat("Clerk")["level"], seat("Crashing")["level"]] * 2
    again = Guest(open_house(), owner.table, owner.secret)
    assert turns_by(again, 9)[6:9] == ["person", "knight", "knight"]


def test_who_hangs_is_left_alone(open_house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    """A player that never comes back holds up nobody for long, and is not asked for ever."""
    monkeypatch.setattr(registered, "SECONDS", 0.01)
    clerks.enough.clear()
    house = open_house(f"{PLACE}:Hanging")
    owner = house.open(person("Anna"), seat("Hanging"), *bots(1))
    players = turns_by(owner, 3 * (MOST_HUNG + 2))
    assert players[1::3][MOST_HUNG:] == ["knight"] * 2
    clerks.enough.set()


def test_hung_players_are_forgiven() -> None:
    """Whoever has come back may be asked again; a player that cannot be made any more is replaced."""
    clerks.enough.set()
    added = RegisteredBots((f"{PLACE}:Clerk", "nobody:Clerk"))
    for _ in range(9):
        added.guarded(f"bot:{PLACE}:Clerk", 1, 1.0)
    assert added.can_play(f"bot:{PLACE}:Clerk") and not added.can_play("bot:net") and added.can_play("duke")
    assert added.guarded("bot:nobody:Clerk", 1, 1.0).name == "greedy"


def test_wrong_names_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """The server does not start with a player that it does not have."""
    assert read_bots(" net, net ,random") == ("net", "random") and read_bots("") == ()
    for text, error in {"nobody": UnknownBot, "a b": UnknownBot, "no_module:Clerk": BotUnusable}.items():
        with pytest.raises(error):
            read_bots(text)
    assert main(["serve", "--bots", "net,nobody"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
