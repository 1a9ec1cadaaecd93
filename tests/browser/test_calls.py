"""Being called in front of a browser: a hidden page, a real service worker that hears a push, and the choices."""

import time
from datetime import UTC, datetime
from typing import Any

import pytest

from rheinlaender.i18n import words
from tests.browser.conftest import OPEN, OpenPage
from tests.browser.extent import BROWSER_TEST
from tests.browser.looks import faults_of, small_buttons_of, violations_of
from tests.browser.program import IS_FIREFOX
from tests.browser.rounds import Rounds
from tests.browser.test_time import seated, secret_of
from tests.browser.visitor import Visitor
from tests.long import others_long
from tests.server.process import ServerProcess

pytestmark = pytest.mark.skipif(IS_FIREFOX, reason="CALLS NOT TRIED: they ask Chromium for its notifications")
PATIENCE = 120.0
WAKE_MILLISECONDS = 31_000
"""So long a page waits at most until it looks whether a night is over."""
HIDE = """() => {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
  document.dispatchEvent(new Event('visibilitychange'));
}"""
NOTE_SHOWN = """() => {
  const { registration } = self;
  const show = registration.showNotification.bind(registration);
  self.shown = [];
  registration.showNotification = (title, { body, tag, data, lang }) => {
    self.shown.push({ title, body, tag, data, lang });
    return show(title, { body, tag, data, lang });
  };
}"""
LISTEN = """() => {
  globalThis.tones = [];
  const ring = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (at) {
    globalThis.tones.push(this.frequency.value);
    return ring.call(this, at);
  };
}"""


def at_table(open_page: OpenPage, link: str, has_clock: bool = False, **parts: Any) -> Visitor:
    """Somebody at a table whose browser may show notifications, and whose clock may be put forward."""
    visitor = open_page(worker="allow", **parts)
    if has_clock:
        visitor.page.clock.install()
    visitor.context.grant_permissions(["notifications"])
    visitor.go(link)
    visitor.see(".table-page")
    visitor.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    visitor.context.service_workers[0].evaluate(NOTE_SHOWN)
    return visitor


def open_choices(visitor: Visitor) -> None:
    """Open the choices of how one is called."""
    visitor.press('[data-action="settings"]')
    visitor.press('[data-action="calls"]')
    visitor.see('[data-dialog="calls"]')


def shown(visitor: Visitor) -> list[dict[str, Any]]:
    """The notifications that the service worker has shown; a browser without windows does not keep them."""
    found: list[dict[str, Any]] = visitor.context.service_workers[0].evaluate("() => self.shown")
    return found


def wait_for_shown(visitor: Visitor, count: int) -> list[dict[str, Any]]:
    """The notifications that were shown, once there are so many."""
    until = time.monotonic() + PATIENCE
    while len(shown(visitor)) < count:
        assert time.monotonic() < until
        visitor.page.wait_for_timeout(50)
    return shown(visitor)


def test_a_hidden_page_calls(open_page: OpenPage, server: ServerProcess) -> None:
    """By a notification and a tone, once one has asked for it; not while one looks at the table, or has muted it."""
    rounds, links = seated(server)
    anna = at_table(open_page, links[0], language="de-DE")
    ask_for_calls(anna)
    rounds.command(secret_of(links[1]), name="nudge", turn=0)
    anna.see('[data-banner="nudged"]')
    assert shown(anna) == []
    anna.page.evaluate(HIDE)
    anna.page.evaluate("() => { globalThis.tones.length = 0; }")
    rounds.command(secret_of(links[2]), name="nudge", turn=0)
    (call,) = wait_for_shown(anna, 1)
    assert call == {
        "title": words("call.nudged", "de"),
        "body": "Anna, Bert, Cleo",
        "tag": rounds.table,
        "data": f"/table/{rounds.table}",
        "lang": "de",
    }
    assert anna.page.evaluate("() => globalThis.tones.map(Math.round)") == [523, 659, 784]


def ask_for_calls(visitor: Visitor) -> None:
    """Want to be called by notifications and tones, which are noted from then on."""
    open_choices(visitor)
    visitor.find('[data-pick="calls-notify"]').check()
    visitor.find('[data-pick="calls-sound"]').check()
    visitor.press('[data-dialog="calls"] [data-action="close"]')
    visitor.page.evaluate(LISTEN)


def wait_for_entry(visitor: Visitor, **parts: Any) -> None:
    """Wait until the newest thing that a page knows of is one with these parts."""
    until = time.monotonic() + PATIENCE
    while not newest_entry(visitor).items() >= parts.items():
        assert time.monotonic() < until
        visitor.page.wait_for_timeout(50)


def newest_entry(visitor: Visitor) -> dict[str, Any]:
    """The newest thing that a page knows of."""
    frames = [message["frame"] for message in visitor.received if "frame" in message]
    entry: dict[str, Any] = frames[-1]["entry"] if frames else {}
    return entry


def test_a_page_is_quiet_at_night(open_page: OpenPage, server: ServerProcess) -> None:
    """Whether it is looked at or not; what is still to be heard then is heard when the night is over."""
    rounds, links = seated(server, pace="days", clock={"bank": 86_400, "increment": 0})
    hour = datetime.now(UTC).hour
    night = {"zone": "UTC", "begins": (hour - 1) % 24, "ends": (hour + 9) % 24}
    rounds.command(secret_of(links[0]), name="set_night", night=night)
    anna = at_table(open_page, links[0], has_clock=True)
    ask_for_calls(anna)
    rounds.command(secret_of(links[1]), name="nudge", turn=0)
    wait_for_entry(anna, kind="nudged", by="b")
    anna.page.evaluate(HIDE)
    rounds.command(secret_of(links[2]), name="nudge", turn=0)
    wait_for_entry(anna, kind="nudged", by="c")
    anna.page.clock.fast_forward(WAKE_MILLISECONDS)
    assert shown(anna) == [] and anna.page.evaluate("() => globalThis.tones") == []
    rounds.command(secret_of(links[0]), name="set_night", night=None)
    wait_for_entry(anna, kind="night_set")
    anna.page.clock.fast_forward(WAKE_MILLISECONDS)
    (call,) = wait_for_shown(anna, 1)
    assert call["title"] == words("call.turn", "en")
    assert anna.page.evaluate("() => globalThis.tones.map(Math.round)") == [523, 659, 784]


def deliver(visitor: Visitor, server: ServerProcess, message: str) -> None:
    """Let Chromium hand a push message to the service worker, as it does for one of its push service."""
    line = visitor.context.new_cdp_session(visitor.page)
    found: list[str] = []
    line.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(one["registrationId"] for one in event["registrations"] if not one["isDeleted"]),
    )
    line.send("ServiceWorker.enable")
    visitor.page.wait_for_timeout(0)
    while not found:
        visitor.page.wait_for_timeout(50)
    parts = {"origin": f"{server.http}/", "registrationId": found[-1], "data": message}
    line.send("ServiceWorker.deliverPushMessage", parts)


def test_the_worker_shows_a_push(open_page: OpenPage, server: ServerProcess, running: Rounds) -> None:
    """A push is shown, under the name of its table, so that a newer one takes its place; but not who looks there."""
    visitor = at_table(open_page, running.link)
    message = '{"kind": "turn", "table": "TABLE", "title": "It is your turn", "body": "Anna", "language": "en"}     '
    deliver(visitor, server, message.replace("TABLE", running.table))
    deliver(visitor, server, message.replace("TABLE", "elsewhere"))
    (call,) = wait_for_shown(visitor, 1)
    assert (call["title"], call["tag"], call["data"]) == ("It is your turn", "elsewhere", "/table/elsewhere")


@pytest.mark.parametrize(
    ("language", "size"), others_long([("de-DE", "phone"), ("hu-HU", "desktop")], [("de-DE", "phone")], BROWSER_TEST)
)
def test_the_choices(open_page: OpenPage, server: ServerProcess, axe: str, language: str, size: str) -> None:
    """In every language, on a phone, for everybody; what is chosen is kept."""
    _, links = seated(server)
    visitor = at_table(open_page, links[0], language=language, size=size)
    open_choices(visitor)
    visitor.find('[data-pick="calls-notify"]').check()
    visitor.find('[data-pick="calls-here"]').uncheck()
    visitor.shoot("calls")
    assert faults_of(visitor, language[:2]) + small_buttons_of(visitor) + violations_of(visitor, axe) == []
    kept = visitor.page.evaluate("() => JSON.parse(localStorage.getItem('rheinlaender.calls'))")
    assert kept["notify"] is True and len(kept["muted"]) == 1
    visitor.page.keyboard.press("Escape")
    visitor.miss('[data-dialog="calls"]')


def test_before_the_game_begins(open_page: OpenPage, server: ServerProcess) -> None:
    """Whoever waits for others can say so already there."""
    rounds = Rounds.open(server.http, [{"kind": "person", "name": "Anna"}, OPEN, OPEN])
    visitor = open_page()
    visitor.go(rounds.link)
    visitor.press('[data-action="calls"]')
    visitor.see('[data-dialog="calls"] [data-pick="calls-here"]')
