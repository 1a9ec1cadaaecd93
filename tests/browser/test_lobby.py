"""The lobby: somebody opens a table for everybody, strangers find it, sit down and watch, without reloading."""

import re
from collections.abc import Iterator
from pathlib import Path
from secrets import token_urlsafe

import pytest

from rheinlaender.i18n import words
from rheinlaender.server.store.database import connect, read_url, writing
from rheinlaender.server.store.finished import save_ratings
from rheinlaender.server.values.identity import identity_of
from rheinlaender.server.values.rating import PEOPLE, Rating
from tests.browser.conftest import OpenPage
from tests.browser.extent import LONG
from tests.browser.looks import faults_of, small_buttons_of, violations_of
from tests.browser.visitor import Visitor
from tests.server import asking
from tests.server.player import bots, new_id, new_secret, person
from tests.server.process import ServerProcess

HOSTILE = "<img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server of its own: nobody else's tables are in its lobby."""
    folder = tmp_path_factory.mktemp("lobby")
    started = ServerProcess(f"sqlite:///{folder / 'tables.db'}", folder)
    started.start()
    yield started
    assert started.stop(), started.told()


def line_of(table: str) -> str:
    """The line of a table in the lobby."""
    return f'.lobby-line[data-table="{table}"]'


def open_for_everybody(visitor: Visitor, name: str) -> str:
    """Find nothing in the lobby, and open a table there, with one click; its id."""
    visitor.go("/lobby")
    visitor.see('[data-told="empty"]')
    visitor.see('[data-field="name"]').fill(name)
    visitor.press('[data-action="open-public"]')
    visitor.see('[data-choice="public"]')
    return visitor.table


def test_strangers_meet(open_page: OpenPage, place: ServerProcess, axe: str) -> None:
    """A table is opened in one browser and found in another, which sits down; full and ready it can be watched."""
    anna, ben = open_page(address=place.http), open_page(address=place.http, language="de", size="phone")
    table = open_for_everybody(anna, "Anna")
    ben.go("/")
    ben.see('[data-action="lobby"][data-waiting="1"]')
    assert words("lobby.count", "de", count=1) in ben.find('[data-action="lobby"]').inner_text()
    ben.see('[data-field="name"]').fill("Ben")
    ben.press('[data-action="lobby"]')
    ben.see(line_of(table))
    assert "Anna" in ben.find(line_of(table)).inner_text() and "English" in ben.find(line_of(table)).inner_text()
    assert faults_of(ben, "de") + small_buttons_of(ben) + violations_of(ben, axe) == []
    ben.press(f'{line_of(table)} [data-action="sit"]')
    assert "Ben" in ben.see('.waiting-seat[data-yours="true"]').inner_text()
    assert words("lobby.is_public", "de") in ben.see('[data-told="public"]').inner_text()
    cleo = open_page(address=place.http)
    cleo.go("/lobby")
    cleo.see(f'{line_of(table)} .seat-chip:has-text("Ben")')
    for seat in "cd":
        anna.find(f'[data-pick="change-{seat}"]').select_option("squire")
    cleo.miss(line_of(table))
    cleo.see('[data-told="empty"]')
    anna.press('[data-action="ready"]')
    ben.press('[data-action="ready"]')
    cleo.see(f'[data-list="playing"] {line_of(table)}')
    assert faults_of(cleo, "en") + violations_of(cleo, axe) == []
    cleo.press(f'{line_of(table)} [data-action="watch"]')
    cleo.see(".board-play")
    assert not cleo.has(".hand [data-card]")


def test_the_owner_closes_it_again(open_page: OpenPage, place: ServerProcess) -> None:
    """In the waiting room, and opens it again; the lobby follows, and the owner finds the way back from there."""
    anna, ben = open_page(address=place.http), open_page(address=place.http)
    anna.go("/")
    anna.press('[data-action="invite"]')
    anna.press('[data-pick="public"]')
    anna.press('[data-action="open-table"]')
    anna.see('[data-choice="public"] input[value="true"]:checked')
    table = anna.table
    ben.go("/lobby")
    ben.see(line_of(table))
    anna.find('[data-choice="public"] label:has(input[value="false"])').click()
    ben.miss(line_of(table))
    anna.find('[data-choice="public"] label:has(input[value="true"])').click()
    ben.see(line_of(table))
    anna.press('[data-action="settings"]')
    anna.press('.settings-sheet [data-action="lobby"]')
    anna.press(f'{line_of(table)} [data-action="back"]')
    anna.see('[data-choice="public"]')


def test_what_is_looked_for(open_page: OpenPage, place: ServerProcess) -> None:
    """Filters stay over a visit; where nothing is like that all can be shown; a hostile name is text."""
    seats = [person(HOSTILE), {"kind": "open"}, *bots(1)]
    body = {"id": new_id(), "secret": new_secret(), "seats": seats, "is_public": True, "language": "hu"}
    table = asking.post(f"{place.http}/api/tables", json=body).json()["table"]
    visitor = open_page(address=place.http)
    visitor.go("/lobby")
    assert HOSTILE in visitor.see(line_of(table)).inner_text() and not visitor.has(".lobby img")
    visitor.find('[data-pick="seats"]').select_option("5")
    visitor.miss(line_of(table))
    visitor.go("/lobby")
    visitor.see('[data-told="empty"]')
    assert visitor.find('[data-pick="seats"]').input_value() == "5"
    visitor.press('[data-action="show-all"]')
    visitor.see(line_of(table))
    visitor.find('[data-pick="language"]').select_option("hu")
    visitor.find('[data-pick="pace"]').select_option("live")
    visitor.see(line_of(table))


def test_how_strong_others_are(open_page: OpenPage, place: ServerProcess, axe: str) -> None:
    """It stands beside the name, as that of the computer does, and can be looked for; by keyboard, in Hungarian."""
    tables = [public_table(place, name) for name in ("Elsa", "Flora")]
    keep_rating(place, *tables[0], mean=34.0)
    visitor = open_page(address=place.http, language="hu", size="phone")
    visitor.go("/lobby")
    seen = f'{line_of(tables[0][0])} [data-strength="strong"]'
    assert visitor.see(seen).inner_text() == words("lobby.strength.strong", "hu")
    assert visitor.find(f"{line_of(tables[1][0])} [data-strength]").inner_text() == words("lobby.strength.new", "hu")
    visitor.find('[data-pick="strength"]').focus()
    visitor.page.keyboard.type(words("lobby.strength.strong", "hu"))
    visitor.miss(line_of(tables[1][0]))
    visitor.see(line_of(tables[0][0]))
    visitor.shoot("strengths")
    assert faults_of(visitor, "hu") + small_buttons_of(visitor) + violations_of(visitor, axe) == []


def public_table(place: ServerProcess, name: str) -> tuple[str, str]:
    """A public table of somebody's that waits, and the secret of their seat."""
    seats, secret = [person(name), {"kind": "open"}, *bots(1)], new_secret()
    body = {"id": new_id(), "secret": secret, "seats": seats, "is_public": True}
    return asking.post(f"{place.http}/api/tables", json=body).json()["table"], secret


def keep_rating(place: ServerProcess, table: str, secret: str, mean: float) -> None:
    """Let a seat belong to an identity that has a rating among people."""
    key = token_urlsafe(16)
    seats = {"seats": [{"table": table, "secret": secret}]}
    asking.put(f"{place.http}/api/identity", json=seats, headers={"Authorization": f"Bearer {key}"}).raise_for_status()
    engine = connect(read_url(f"sqlite:///{place.log.parent / 'tables.db'}"))
    with writing(engine) as connection:
        save_ratings(connection, {(identity_of(key), PEOPLE): Rating(mean, 2.0, 31)})
    engine.dispose()


def test_whose_name_is_taken_takes_another(open_page: OpenPage, place: ServerProcess) -> None:
    """At the table itself, where it is said why."""
    seats = [person("Dora"), {"kind": "open"}, *bots(1)]
    body = {"id": new_id(), "secret": new_secret(), "seats": seats, "is_public": True}
    table = asking.post(f"{place.http}/api/tables", json=body).json()["table"]
    visitor = open_page(address=place.http)
    visitor.go("/lobby")
    visitor.see('[data-field="name"]').fill("Dora")
    visitor.see(line_of(table))
    visitor.press(f'{line_of(table)} [data-action="sit"]')
    assert words("refusal.name_taken", "en", name="Dora") in visitor.see(".notice").inner_text()
    visitor.see('.sit-down [data-action="sit"]')
    assert visitor.table == table


@LONG
def test_where_it_is_switched_off(open_page: OpenPage, tmp_path: Path) -> None:
    """No page links to it, none asks for it, and who types its address is told."""
    started = ServerProcess(f"sqlite:///{tmp_path / 'tables.db'}", tmp_path)
    started.command += ["--lobby", "off"]
    started.start()
    visitor = open_page(address=started.http)
    visitor.tolerate("404")
    visitor.go("/lobby")
    assert words("refusal.lobby_off", "en") in visitor.see('[data-page="lost"]').inner_text()
    asked: list[str] = []
    visitor.page.on("request", lambda request: asked.append(request.url))
    visitor.go("/")
    visitor.press('[data-action="settings"]')
    visitor.see(".settings-sheet")
    visitor.page.keyboard.press("Escape")
    visitor.press('[data-action="invite"]')
    visitor.see('[data-dialog="new-table"] [data-choice="pace"]')
    assert not visitor.has('[data-action="lobby"]') and not visitor.has('[data-pick="public"]')
    assert [url for url in asked if re.search("lobby(?!.css)", url)] == []
    assert started.stop(), started.told()
