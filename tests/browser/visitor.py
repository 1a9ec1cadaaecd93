"""Somebody in front of a browser: looks, clicks, taps and types, and notes every error that the page reports."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.browser.extent import IS_LONG

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, ConsoleMessage, Error, Locator, WebSocket

SCREENSHOTS = Path(__file__).parents[2] / "artefacts" / "screenshots"
REFUSED = r"status of 409 \(Conflict\)"
"""A refusal of the rules is a normal answer, but browsers report it as an error."""
NO_WORKER = "Service Worker registration blocked"
"""What Playwright reports where no service worker is allowed."""

TARGETS = """() => [...document.querySelectorAll('.target-signs .sign')].flatMap((sign) => {
  const { left, top, width, height } = sign.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const field = document.elementFromPoint(x, y)?.closest('.board-sheet [data-field]');
  return field ? [{ x, y, field: field.dataset.field }] : [];
})"""
FAR_FIELD = """() => {
  const middle = (one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  };
  const signs = [...document.querySelectorAll('.target-signs .sign')].map(middle);
  const away = ({ x, y }) => Math.min(...signs.map((sign) => Math.hypot(sign.x - x, sign.y - y)));
  const fields = [...document.querySelectorAll('.board-sheet [data-field^="W"]')]
    .map((field) => ({ field, at: middle(field) }))
    .filter(({ field, at }) => document.elementFromPoint(at.x, at.y) === field);
  return fields.sort((one, other) => away(other.at) - away(one.at))[0].at;
}"""
SEEN = """() => {
  const spoken = [...document.querySelectorAll('[aria-label], [title], [placeholder], [aria-valuetext]')];
  const names = ['aria-label', 'title', 'placeholder', 'aria-valuetext'];
  const unseen = [...document.querySelectorAll('.unseen')].map((one) => one.textContent);
  return [document.title, document.body.innerText, ...unseen,
    ...spoken.flatMap((one) => names.map((name) => one.getAttribute(name) ?? ''))].join('\\n');
}"""
COUNT_CLICKS = "globalThis.clicks = 0; addEventListener('click', () => { clicks += 1; }, true);"
CLICKED = "() => `${performance.timeOrigin} ${globalThis.clicks}`"
"""Which document this is, and how many clicks it has had."""
LONG_PRESS_MILLISECONDS = 1500


def at_rest(script: str) -> str:
    """A script that waits until the page has been laid out anew: the map comes nearer for a card, and for a tap."""
    return f"""async () => {{
  await new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)));
  return ({script})();
}}"""


class Visitor:
    """A browser context with one page; `problems` are the errors that it reported."""

    def __init__(self, context: "BrowserContext", name: str, is_touching: bool = False) -> None:
        self.context, self.name, self.is_touching = context, name, is_touching
        self.tolerated = [REFUSED, NO_WORKER]
        self.reported: list[str] = []
        self.received: list[dict[str, Any]] = []
        self.page = context.new_page()
        self.page.add_init_script(COUNT_CLICKS)
        self.page.on("console", self.hear_console)
        self.page.on("pageerror", self.hear_error)
        self.page.on("websocket", self.hear_socket)

    def hear_console(self, message: "ConsoleMessage") -> None:
        """Note an error in the console; breaches of the content policy are among them."""
        if message.type in ("error", "warning"):
            self.reported.append(f"{self.name}: {message.text} ({message.location.get('url')})")

    def hear_error(self, error: "Error") -> None:
        """Note an error that nobody caught."""
        self.reported.append(f"{self.name}: {error}")

    def hear_socket(self, socket: "WebSocket") -> None:
        """Note everything that the server says."""
        socket.on("framereceived", lambda message: self.received.append(json.loads(message)))

    @property
    def problems(self) -> list[str]:
        """The errors that were not to be expected."""
        return [text for text in self.reported if not any(re.search(pattern, text) for pattern in self.tolerated)]

    def tolerate(self, pattern: str) -> None:
        """Expect errors of a kind."""
        self.tolerated.append(pattern)

    def go(self, path: str) -> None:
        """Open an address in a new document, by way of an empty one where only what stands after # may be new."""
        shown, wanted = (address.split("#")[0] for address in (self.page.url, path))
        if "#" in path and shown.endswith(wanted):
            self.page.goto("about:blank")
        self.page.goto(path)

    def find(self, selector: str) -> "Locator":
        """What a selector finds first."""
        return self.page.locator(selector).first

    def see(self, selector: str) -> "Locator":
        """Wait until something is seen."""
        found = self.find(selector)
        found.wait_for()
        return found

    def miss(self, selector: str) -> None:
        """Wait until something is not seen any more."""
        self.find(selector).wait_for(state="hidden")

    def has(self, selector: str) -> bool:
        """Whether the document holds something now."""
        return self.page.locator(selector).count() > 0

    def press(self, selector: str) -> None:
        """Click or tap something."""
        if self.is_touching:
            self.tap(self.find(selector).tap)
        else:
            self.find(selector).click()

    def press_at(self, place: dict[str, Any]) -> None:
        """Click or tap at a place of the window."""
        if self.is_touching:
            self.tap(lambda: self.page.touchscreen.tap(place["x"], place["y"]))
        else:
            self.page.mouse.click(place["x"], place["y"])

    def tap(self, touch: Callable[[], None]) -> None:
        """Touch something, and again where a busy machine has made a long press of it, which clicks nothing.

        A click that was only late is not made twice: what was touched may be gone by then.
        """
        from playwright.sync_api import TimeoutError as NotInTime

        before = self.page.evaluate(CLICKED)
        touch()
        try:
            self.page.wait_for_function(
                f"(before) => ({CLICKED})() !== before", arg=before, timeout=LONG_PRESS_MILLISECONDS
            )
        except NotInTime:
            if self.page.evaluate(CLICKED) == before:
                touch()

    def shoot(self, name: str) -> None:
        """Keep a picture of the window; `make browser-test` does so, `make test` has no time for it."""
        if not IS_LONG:
            return
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=SCREENSHOTS / f"{name}-{self.name}.png")

    def seen_text(self) -> str:
        """Every word on the page, seen or spoken."""
        return str(self.page.evaluate(SEEN))

    # At a table

    @property
    def table(self) -> str:
        """The id of the table that is shown."""
        return self.page.url.split("/table/")[1].split("#")[0]

    @property
    def secret(self) -> str:
        """The secret that this browser keeps for the table."""
        kept = self.page.evaluate("() => JSON.parse(localStorage.getItem('rheinlaender.tables'))")
        return next(str(one["secret"]) for one in kept if one["table"] == self.table)

    @property
    def turn(self) -> int:
        """How many turns have been played."""
        return int(self.find(".table-page").get_attribute("data-turn") or 0)

    @property
    def is_mine(self) -> bool:
        """Whether it is this person's turn."""
        return self.find(".table-page").get_attribute("data-mine") == "true"

    @property
    def cards(self) -> list[int]:
        """The cards in this person's hand."""
        return [int(card) for card in self.page.locator(".hand [data-card]").evaluate_all(CARDS)]

    @property
    def useful_cards(self) -> list[int]:
        """The cards with which something can be done."""
        return [int(card) for card in self.page.locator(".hand [data-card]:not(.is-unusable)").evaluate_all(CARDS)]

    def await_turn(self, after: int = -1) -> bool:
        """Wait for one's next turn; False when the game is over."""
        self.see(f'[data-account], .table-page[data-mine="true"]:not([data-turn="{after}"])')
        return not self.has("[data-account]")

    def await_log(self) -> None:
        """Wait until all that has happened stands in the log; the newest turn comes last."""
        self.page.locator(f'.log [data-log-turn="{self.turn - 1}"]').wait_for(state="attached")

    def choose_card(self, card: int) -> None:
        """Touch a card."""
        self.press(f'.hand [data-card="{card}"]')

    def targets(self) -> list[dict[str, Any]]:
        """The glowing fields that nothing covers, and where they are in the window."""
        found: list[dict[str, Any]] = self.page.evaluate(at_rest(TARGETS))
        return found

    def press_target(self, target: dict[str, Any]) -> None:
        """Click or tap a glowing field; where the first tap brings the map nearer, tap again."""
        self.press_at(target)
        for nearer in [one for one in self.targets() if self.is_touching and one["field"] == target["field"]]:
            self.press_at(nearer)

    def touch_far_field(self) -> None:
        """Touch the river field that is farthest from all that glow, where nothing covers it."""
        self.press_at(self.page.evaluate(FAR_FIELD))

    def plan(self, card: int | None = None) -> dict[str, Any]:
        """Choose a card, and touch a glowing field if there is one; the hand and the board have come before."""
        self.see(".hand [data-card]")
        self.find(".board-sheet [data-field]").wait_for(state="attached")
        for number in [card] if card else self.useful_cards:
            self.choose_card(number)
            if self.has(".consequences"):
                return {"field": None}
            targets = self.targets()
            if targets:
                self.press_target(targets[0])
                self.see("[data-consequences]")
                return targets[0]
        raise AssertionError("no card reaches a field that is not covered")

    def end_turn(self) -> None:
        """Press End turn and wait until the turn is over."""
        before = self.turn
        self.press('[data-action="end-turn"]:not([disabled])')
        self.see(f'.table-page:not([data-turn="{before}"])')

    def play(self) -> None:
        """Play one turn."""
        self.plan()
        self.end_turn()


CARDS = "cards => cards.map((card) => card.dataset.card)"
