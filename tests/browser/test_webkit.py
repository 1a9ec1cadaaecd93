"""The main journeys in WebKit, the engine of Safari: home, a table, a turn, the rules, a lesson, a replay."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.browser.extent import IS_LONG
from tests.browser.hostile import HOSTILE, SHOWN
from tests.browser.rounds import Rounds
from tests.browser.visitor import TARGETS
from tests.browser.webkit import WebKit, driven, missing, opened
from tests.server.player import bearer, bots, new_id, new_secret, person
from tests.server.process import ServerProcess

if not IS_LONG:
    pytest.skip("WEBKIT TESTS SKIPPED: they run with make browsers-test", allow_module_level=True)


@pytest.fixture(scope="module")
def driver() -> Iterator[httpx.Client]:
    """The driver of WebKit."""
    if lacking := missing():
        pytest.skip(lacking)
    with driven() as client:
        yield client


@pytest.fixture
def window(driver: httpx.Client, server: ServerProcess) -> Iterator[WebKit]:
    """A window, which may not have met an error in the end."""
    with opened(driver, server.http) as window:
        yield window
        assert window.errors() == []


def targets(window: WebKit) -> list[dict[str, Any]]:
    """The glowing fields that nothing covers."""
    found: list[dict[str, Any]] = window.run(f"return ({TARGETS})()")
    return found


def plan(window: WebKit) -> None:
    """Choose a card that reaches something, and touch a field."""
    window.see(".hand [data-card]")
    window.see(".board-play")
    for place in range(1, 6):
        window.press(f".hand li:nth-child({place}) [data-card]")
        if found := targets(window):
            window.press_at(found[0])
            window.see("[data-consequences]")
            return
    raise AssertionError("no card reaches a field")


def turn_of(window: WebKit) -> int:
    """How many turns have been played."""
    return int(window.run("return document.querySelector('.table-page').dataset.turn"))


def test_from_home_through_turns(window: WebKit) -> None:
    """Play now, plan, take back, plan again, end the turn; it is answered, and it is one's turn again."""
    window.go("/")
    window.press('[data-action="play-now"]')
    for number in range(3):
        window.see(f'.table-page[data-mine="true"]:is([data-turn="{turn_or_zero(window)}"])')
        before = turn_of(window)
        plan(window)
        if number == 0:
            window.press('[data-action="take-back"]')
            plan(window)
        window.press('[data-action="end-turn"]:not([disabled])')
        window.see(f'.table-page[data-mine="true"]:not([data-turn="{before}"])')


def turn_or_zero(window: WebKit) -> int:
    """The number of the turn once the table is there."""
    window.see(".table-page")
    window.see('.table-page[data-mine="true"]')
    return turn_of(window)


def test_keys(window: WebKit, running: Rounds) -> None:
    """Digits choose cards, the question mark opens the help with its legend."""
    window.go(running.link)
    window.see('.table-page[data-mine="true"] .hand [data-card]')
    window.see(".board-play .knight")
    window.type("1")
    window.see(".hand .is-chosen")
    window.type("?")
    window.see('[data-dialog="help"] .legend')


def test_the_end_and_its_replay(window: WebKit, finished: Rounds) -> None:
    """The final account, and the replay step by step."""
    window.go(finished.link)
    window.see("[data-account] [data-total]")
    window.press('[data-action="replay"]')
    window.see('[data-page="replay"]')
    window.see(".board-play")


def test_waiting_room(window: WebKit, waiting: Rounds) -> None:
    """The seats and the invitation with its code."""
    window.go(waiting.link)
    window.see('[data-action="start"]')
    window.see(".qr path")


def test_rules_and_lessons(window: WebKit) -> None:
    """The rule book finds clauses, and the first lesson can be taken."""
    window.go("/rules")
    window.press("[data-search]")
    window.type("score")
    window.see("[data-found]")
    window.go("/learn/place")
    window.press('[data-card="23"]')
    window.press('.board-sheet [data-field="L23"]')
    window.see('[data-mood="right"]')


def test_hostile_text_does_no_harm(window: WebKit, server: ServerProcess) -> None:
    """What somebody says is shown as it is, without what is not seen."""
    rounds, secret = Rounds.open(server.http, [person("Anna"), {"kind": "open"}, *bots(1)]), new_secret()
    rounds.command(secret, name="sit", secret=secret, player="Bert", seat="b")
    body = {"id": new_id(), "text": HOSTILE}
    said = httpx.post(
        f"{server.http}/api{rounds.path.replace('/table/', '/tables/')}/talk", json=body, headers=bearer(secret)
    )
    assert said.status_code == 200, said.text
    window.go(rounds.link)
    window.press('[data-action="talk"]')
    assert window.text('[data-said="players 1"] .talk-words') == SHOWN
    assert window.run("return document.querySelectorAll('[data-talk] img, [data-talk] script').length") == 0
