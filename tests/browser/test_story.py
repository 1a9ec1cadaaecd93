"""What happened is told: in words without motion, one turn after the other with it, and only then one is called."""

from typing import Any

import pytest

from rheinlaender.i18n import words
from tests.browser.conftest import OpenPage
from tests.browser.rounds import Rounds
from tests.browser.visitor import Visitor
from tests.server.player import bots, person
from tests.server.process import ServerProcess

NAMES = {"a": "Anna", "b": "Balduin", "c": "Cäcilia"}
FAST = """if (location.protocol === 'http:') localStorage.setItem('rheinlaender.animation', '"fast"')"""
HEAR = """() => {
  globalThis.heard = [];
  const announcer = document.querySelector('[data-announcer]');
  new MutationObserver(() => globalThis.heard.push(announcer.textContent))
    .observe(announcer, { childList: true, characterData: true, subtree: true });
}"""
FLY = "payments => import('/js/table/coins.js').then(({ fly }) => fly(payments))"
WHERE = """selector => [...document.querySelectorAll(selector)].map((one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
})"""


@pytest.fixture
def table(server: ServerProcess) -> Rounds:
    """A table of Anna and two Squires; Balduin begins."""
    return Rounds.open(server.http, [person("Anna"), *bots(2)], first="b")


def deeds(table: Rounds, turns: int) -> list[str]:
    """The first sentences of the last turns."""
    frames = [frame for frame in table.get("/replay", seat="a")["frames"] if frame["entry"]["kind"] == "turn"]
    return [deed(frame["entry"]["events"]) for frame in frames[-turns:]]


def deed(events: list[dict[str, Any]]) -> str:
    """What a seat did, in words."""
    event = next(event for event in events if event["name"].startswith("knight_"))
    parts = {name: NAMES.get(value, value) for name, value in event.items() if name != "name"}
    return words(f"event.{event['name']}", "en", **parts)


def captions(visitor: Visitor) -> list[str]:
    """The first sentence of each caption."""
    return [text.strip() for text in visitor.page.locator(".caption > p:first-child").all_inner_texts()]


def test_without_motion_everything_is_told_in_words(open_page: OpenPage, table: Rounds) -> None:
    """The opening moves of computer players, then those after one's own turn; they stay until one acts."""
    visitor = open_page()
    visitor.go(table.link)
    visitor.await_turn()
    visitor.see(".caption")
    assert captions(visitor) == deeds(table, 2)
    visitor.page.evaluate(HEAR)
    before = visitor.turn
    visitor.play()
    visitor.await_turn(before)
    visitor.see(f"[data-caption='{before + 3}']")
    told = deeds(table, 2)
    assert captions(visitor) == told
    heard = visitor.page.evaluate("() => globalThis.heard")[-1]
    assert heard.index(told[0]) < heard.index(told[1]) < heard.index(words("table.prompt.choose", "en"))
    visitor.choose_card(visitor.useful_cards[0])
    visitor.miss(".caption")


def test_with_motion_the_story_comes_before_the_turn(open_page: OpenPage, table: Rounds) -> None:
    """While others' moves are shown, the prompt speaks of them; then one is called."""
    visitor = open_page(reduced_motion=False)
    visitor.context.add_init_script(FAST)
    visitor.go(table.link)
    visitor.see(".table-page[data-telling='true'][data-mine='true'] [data-caption='1']")
    prompt = words("table.prompt.other", "en", name="Balduin")
    assert visitor.find(".prompt").inner_text() == prompt
    assert visitor.has(".tray[data-mine='false']")
    visitor.see("[data-caption='2']")
    visitor.see(".prompt[data-mine='true']")
    assert visitor.find(".prompt").inner_text() == words("table.prompt.choose", "en")
    visitor.miss(".caption")


def test_coins_fly_from_the_bank_to_who_is_paid(open_page: OpenPage, running: Rounds) -> None:
    """As many coins as are paid, up to six; they start at the bank, reach the seat and are gone."""
    visitor = open_page(reduced_motion=False)
    visitor.go(running.link)
    visitor.await_turn()
    bank = visitor.page.evaluate(WHERE, "[data-bank]")[0]
    paid = visitor.page.evaluate(WHERE, ".side [data-seat-panel='b'] .coins")[0]
    visitor.page.evaluate(FLY, [{"seat": "b", "coins": 3}])
    coins = visitor.page.evaluate(WHERE, ".flying-coin")
    assert len(coins) == 3
    near = [abs(x - bank[0]) + abs(y - bank[1]) < abs(x - paid[0]) + abs(y - paid[1]) for x, y in coins]
    assert near[-1]
    visitor.find(".flying-coin").wait_for(state="detached")
