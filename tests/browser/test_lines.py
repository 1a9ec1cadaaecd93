"""Lines that break: a reload, a lost network, a killed server, a network that blocks sockets."""

import os
import signal
import time
from pathlib import Path

import pytest

from tests.browser.conftest import OpenPage
from tests.browser.extent import IS_LONG, LONG
from tests.browser.rounds import Rounds
from tests.browser.visitor import Visitor
from tests.server.player import bots, person
from tests.server.process import ServerProcess, serving

LOST_NETWORK = r"ERR_INTERNET_DISCONNECTED|WebSocket connection"
LOST_SERVER = rf"{LOST_NETWORK}|ERR_CONNECTION|WebSocket connection|Failed to load resource|ERR_EMPTY_RESPONSE"
MOST_SECONDS = 5.0


@pytest.fixture
def table(server: ServerProcess) -> Rounds:
    """A new table of Anna and two Squires; Anna begins."""
    return Rounds.open(server.http, [person("Anna"), *bots(2)])


def sit_down(visitor: Visitor, table: Rounds) -> None:
    """Sit down at a table by the secret link."""
    visitor.go(table.link)
    visitor.await_turn()


def test_a_reload_keeps_the_planned_turn(open_page: OpenPage, table: Rounds) -> None:
    """Card, knight and consequences are there again after a reload, and the turn can be ended."""
    visitor = open_page()
    sit_down(visitor, table)
    visitor.plan()
    chosen = visitor.see(".hand .is-chosen").get_attribute("data-card")
    told = visitor.see("[data-consequences]").inner_text()
    visitor.page.reload()
    assert visitor.see("[data-consequences]").inner_text() == told
    assert visitor.see(".hand .is-chosen").get_attribute("data-card") == chosen
    assert visitor.page.locator(".ghosts use").count() == 1
    visitor.end_turn()
    visitor.await_turn()
    visitor.page.reload()
    visitor.await_turn()
    assert not visitor.has(".ghosts use")


def test_play_goes_on_when_the_network_is_back(open_page: OpenPage, table: Rounds) -> None:
    """A turn that is ended without a network is played as soon as there is one, once."""
    visitor = open_page()
    visitor.tolerate(LOST_NETWORK)
    sit_down(visitor, table)
    visitor.plan()
    before = visitor.turn
    visitor.context.set_offline(True)
    visitor.press('[data-action="end-turn"]')
    visitor.page.wait_for_timeout(300)
    visitor.context.set_offline(False)
    visitor.await_turn(before)
    assert table.get()["view"]["turn"] == before + 3
    assert visitor.turn == before + 3


@LONG
def test_play_goes_on_after_the_server_was_killed(open_page: OpenPage, tmp_path: Path) -> None:
    """The page says that the line is broken and keeps the plan; when the server is back, the turn is ended."""
    with serving(f"sqlite:///{tmp_path / 'tables.db'}", tmp_path) as server:
        table = Rounds.open(server.http, [person("Anna"), *bots(2)])
        visitor = open_page(address=server.http)
        visitor.tolerate(LOST_SERVER)
        sit_down(visitor, table)
        visitor.play()
        visitor.await_turn()
        before = visitor.turn
        visitor.plan()
        server.kill()
        visitor.see('[data-banner="line"]')
        visitor.press('[data-action="end-turn"]')
        server.start()
        visitor.await_turn(before)
        visitor.miss('[data-banner="line"]')
        assert table.get()["view"]["turn"] == visitor.turn == before + 3
        visitor.page.goto("about:blank")


def said_after(visitor: Visitor) -> float:
    """The seconds until the page says that there is no connection."""
    begin = time.monotonic()
    visitor.see('[data-banner="line"]')
    return time.monotonic() - begin


@pytest.mark.parametrize("is_blocked", [False, True] if IS_LONG else [False])
def test_a_silent_line_is_said_within_five_seconds(open_page: OpenPage, tmp_path: Path, is_blocked: bool) -> None:
    """A server that stands still, and a network that is gone: both are said, and no word stays when they are back."""
    with serving(f"sqlite:///{tmp_path / 'tables.db'}", tmp_path) as server:
        visitor = open_page(address=server.http)
        visitor.tolerate(LOST_SERVER)
        if is_blocked:
            visitor.context.route_web_socket("**/socket", lambda socket: socket.close())
        sit_down(visitor, Rounds.open(server.http, [person("Anna"), *bots(2)]))
        os.kill(server.pid, signal.SIGSTOP)
        assert said_after(visitor) < MOST_SECONDS
        os.kill(server.pid, signal.SIGCONT)
        visitor.miss('[data-banner="line"]')
        visitor.find(".board-sheet [data-field]").wait_for(state="attached")
        visitor.context.set_offline(True)
        assert said_after(visitor) < MOST_SECONDS
        visitor.choose_card(visitor.useful_cards[0])
        visitor.touch_far_field()
        visitor.see('[data-refusal="unreachable"]')
        visitor.context.set_offline(False)
        visitor.miss('[data-banner="line"]')
        visitor.miss('[data-refusal="unreachable"]')
        visitor.page.goto("about:blank")


def test_where_sockets_are_blocked_the_game_is_played_without(open_page: OpenPage, table: Rounds) -> None:
    """Two sockets that say nothing, then a stream of events and requests: turns are played and answered."""
    visitor = open_page()
    visitor.context.route_web_socket("**/socket", lambda socket: socket.close())
    asked: list[str] = []
    visitor.page.on("request", lambda request: asked.append(f"{request.method} {request.url.split('/')[-1]}"))
    sit_down(visitor, table)
    for _ in range(2):
        before = visitor.turn
        visitor.play()
        visitor.await_turn(before)
    assert "GET events" in " ".join(asked)
    assert asked.count("POST commands") == 2
    assert table.get()["view"]["turn"] == 6
