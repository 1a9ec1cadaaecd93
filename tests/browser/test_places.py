"""Words that name places: pointed at, focused or tapped, each lights its place on the board."""

from typing import Any

import pytest

from rheinlaender.board import rhine
from tests.browser.conftest import OpenPage
from tests.browser.extent import SPOKEN
from tests.browser.rounds import Rounds
from tests.browser.visitor import Visitor

FOCUS_EACH = """async (within) => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const found = [];
  for (const word of document.querySelectorAll(`${within} .place`)) {
    word.focus();
    await frame();
    const light = document.querySelector('.spot');
    found.push({ place: word.dataset.place, word: word.textContent, lit: light?.dataset.spot ?? '',
      fields: (light?.dataset.spotFields ?? '').split(' ').sort() });
  }
  document.activeElement?.blur();
  await frame();
  if (document.querySelector('.spot')) throw new Error('something stays lit');
  return found;
}"""
LIT = ".spot[data-spot='{}']"


def fields_of(place: str, view: dict[str, Any]) -> list[str]:
    """The fields that a place is to light."""
    board = rhine()
    kind, at = place.split()
    if kind == "site":
        return sorted(board.sites[at])
    if kind == "card":
        return sorted(board.regions[int(at)])
    found = [duchy["fields"] for duchy in view["duchies"] if kind == "duchy" and at in duchy["fields"]]
    return sorted(found[0]) if found else [at]


def assert_all_lead_to_the_board(visitor: Visitor, within: str, view: dict[str, Any]) -> set[str]:
    """Focus every word within a part of the page that names a place; the kinds of place that were named."""
    visitor.find(".board-play .knight").wait_for(state="attached")
    found = visitor.page.evaluate(FOCUS_EACH, within)
    for one in found:
        assert one["lit"] == one["place"], one
        assert one["fields"] == fields_of(one["place"], view), one
    assert found, within
    return {one["place"].split()[0] for one in found}


@pytest.mark.parametrize("language", SPOKEN)
def test_every_place_in_the_log_is_lit(open_page: OpenPage, running: Rounds, language: str) -> None:
    """Fields, cards, duchies and castles; a castle is called by the fields beside it, not by its covered letter."""
    visitor = open_page(language=language)
    visitor.go(running.link)
    visitor.await_turn()
    visitor.await_log()
    frame = running.get()
    told = [event for turn in running.get("/replay", seat="a")["frames"] for event in turn["entry"].get("events", [])]
    kinds = assert_all_lead_to_the_board(visitor, ".log", frame["view"])
    assert kinds >= {"field", "card", "duchy"}
    assert ("site" in kinds) == any("site" in event for event in told)
    for word in visitor.page.locator(".log .place[data-place^='site']").all():
        first, second = rhine().sites[str(word.get_attribute("data-place")).split()[1]]
        assert word.inner_text() == f"{first}/{second[1:]}"


def test_places_in_prompt_preview_hint_refusal_and_why_are_lit(open_page: OpenPage, running: Rounds) -> None:
    """Whatever the table says about a turn leads to the board."""
    visitor = open_page()
    visitor.go(running.link)
    visitor.await_turn()
    visitor.press('[data-action="hint"]')
    visitor.see("[data-hint]")
    view = running.get()["view"]
    assert assert_all_lead_to_the_board(visitor, "[data-hint]", view) >= {"field", "card"}
    visitor.press('[data-action="close-hint"]')
    visitor.choose_card(visitor.useful_cards[0])
    assert assert_all_lead_to_the_board(visitor, ".prompt", view) >= {"field", "card"}
    visitor.touch_far_field()
    visitor.see("[data-refusal] .place")
    assert_all_lead_to_the_board(visitor, "[data-refusal]", view)
    visitor.page.locator(".log-line:has(.place) .why").last.click()
    visitor.see(".why-answer .why-text .place")
    assert_all_lead_to_the_board(visitor, ".why-answer", view)
    visitor.page.keyboard.press("Escape")
    visitor.miss(".why-answer")
    visitor.page.keyboard.press("Escape")
    visitor.page.keyboard.press("Escape")
    visitor.plan()
    planned = visitor.page.locator("[data-consequences] .place")
    planned.first.hover()
    visitor.see(LIT.format(planned.first.get_attribute("data-place")))
    visitor.page.mouse.move(5, 5)
    visitor.miss(".spot")


def test_keys_walk_over_the_places_of_the_log(open_page: OpenPage, running: Rounds) -> None:
    """L goes to the log, arrows from place to place, Enter holds one; no place of the log is a stop of Tab."""
    visitor = open_page()
    visitor.go(running.link)
    visitor.await_turn()
    visitor.see(".board-play .knight")
    visitor.await_log()
    visitor.page.keyboard.press("l")
    places = visitor.page.locator(".log .place")
    for key, at in (("ArrowLeft", -1), ("ArrowLeft", -2), ("ArrowRight", -1)):
        visitor.page.keyboard.press(key)
        visitor.see(LIT.format(places.nth(places.count() + at).get_attribute("data-place")))
    visitor.page.keyboard.press("Enter")
    visitor.page.keyboard.press("g")
    visitor.see(".spot")
    assert visitor.page.locator(".log .place:not([tabindex='-1'])").count() == 0


def test_a_tap_shows_the_place(open_page: OpenPage, running: Rounds) -> None:
    """On a phone the log lies over the board: a tap on a place closes it, and the place is lit for a while."""
    visitor = open_page(size="phone")
    visitor.go(running.link)
    visitor.await_turn()
    visitor.press('[data-action="log"]')
    visitor.see(".side[data-open='true'] .log .place")
    visitor.await_log()
    word = visitor.page.locator(".log .place").last
    place = word.get_attribute("data-place")
    word.tap()
    visitor.see(LIT.format(place))
    visitor.miss(".side .log .place")
    visitor.miss(".spot")


def test_the_replay_leads_to_the_board_too(open_page: OpenPage, finished: Rounds) -> None:
    """The turn that is told in a replay lights its places."""
    visitor = open_page()
    visitor.go(f"/replay/{finished.table}#7")
    visitor.see(".replay-caption .place")
    view = finished.get("/replay", seat="*")["frames"][7]["view"]
    assert_all_lead_to_the_board(visitor, ".replay-caption", view)
