"""The tray and the side of a table, to the pixel: raised cards, keys, bars, questions, advice."""

from typing import Any

import pytest

from tests.browser.conftest import OpenPage
from tests.browser.rounds import Rounds
from tests.browser.visitor import Visitor

WINDOWS = [(1280, 720), (1920, 1080), (1024, 1366), (768, 1024), (390, 844), (844, 390), (640, 360)]
"""From a big screen to a phone; the last is 1280 x 720 at 200 %."""
RAISED = 7
"""The least pixels by which a chosen card stands above the others; one that is only pointed at rises by 5."""
CHOSEN = ".hand .card.is-chosen"
LIFT = "card => new DOMMatrix(getComputedStyle(card).transform).f"
COVERED = """(card) => {
  const { left, top, width, height } = card.getBoundingClientRect();
  const places = [0.12, 0.5, 0.88].flatMap((x) => [0.06, 0.5, 0.94].map((y) => [left + x * width, top + y * height]));
  return places.filter(([x, y]) => !card.contains(document.elementFromPoint(x, y))).map(([x, y]) => {
    const over = document.elementFromPoint(x, y);
    return `${Math.round(x)} ${Math.round(y)}: ${over?.className || over?.tagName}`;
  });
}"""
KEYS_ON_NUMBERS = """() => [...document.querySelectorAll('.hand li')].filter((place) => {
  const [number, key] = ['.card-number', 'kbd'].map((name) => place.querySelector(name).getBoundingClientRect());
  return key.width > 0 && number.left < key.right && key.left < number.right && number.top < key.bottom
    && key.top < number.bottom - 2;
}).length"""
BARS = """() => [...document.querySelectorAll('.side .seat')].map((seat) => {
  const [bar, filled] = ['.clock-bar', '.clock-bar > span'].map((name) => (
    seat.querySelector(name).getBoundingClientRect().width));
  return { bar, share: filled / bar, left: Number(seat.querySelector('[data-holding=knights]').textContent) };
})"""
QUESTIONS = """() => {
  const middle = ({ left, top, width, height }) => [left + width / 2, top + height / 2];
  const text = (one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return range.getClientRects()[0];
  };
  const isShown = (one) => one?.getClientRects().length > 0;
  const asked = [...document.querySelectorAll('.log-line')].filter((line) => isShown(line.querySelector('.why')));
  const lines = asked.map((line) => middle(text(line.querySelector('.log-deed > span:last-child')))[1]
    - middle(line.querySelector('.why span').getBoundingClientRect())[1]);
  const circles = [...document.querySelectorAll('.why span')].filter(isShown).map((one) => {
    const [[x, y], [across, down]] = [middle(one.getBoundingClientRect()), middle(text(one))];
    return Math.hypot(x - across, y - down);
  });
  const icons = [...document.querySelectorAll('.top-bar .icon-button')].map((button) => {
    const [[x, y], [across, down]] = [button, button.querySelector('path')].map((one) => (
      middle(one.getBoundingClientRect())));
    return Math.hypot(x - across, y - down);
  });
  return { lines, circles, icons };
}"""
ADVICE = """() => {
  const hint = document.querySelector('[data-hint]');
  const [words, cross, button] = ['p', '[data-action=close-hint]', '[data-action=follow-hint]'].map((name) => (
    hint.querySelector(name).getBoundingClientRect()));
  const style = getComputedStyle(hint.querySelector('[data-action=follow-hint]'));
  const isFaint = (colour) => colour === 'transparent' || /, 0\\)$/.test(colour);
  return { isBeside: cross.left >= words.right - 1 && Math.abs(cross.top - words.top) < 14,
    isBelow: button.top >= words.bottom - 1, width: button.width,
    isFramed: style.borderTopStyle === 'solid' && !isFaint(style.borderTopColor) && !isFaint(style.backgroundColor) };
}"""


@pytest.fixture
def seated(open_page: OpenPage, running: Rounds) -> Visitor:
    """Anna before her turn."""
    visitor = open_page(language="de-DE")
    visitor.go(running.link)
    visitor.await_turn()
    visitor.see(".board-play .knight")
    visitor.await_log()
    return visitor


def evaluate(visitor: Visitor, selector: str, program: str) -> Any:
    """What a program says of an element."""
    return visitor.find(selector).evaluate(program)


def test_a_chosen_card_is_raised_and_whole(seated: Visitor) -> None:
    """At every size, also while the pointer is on it: nothing lies on it, and no key looks like an exponent of it."""
    for width, height in WINDOWS:
        seated.page.set_viewport_size({"width": width, "height": height})
        seated.choose_card(seated.useful_cards[0])
        card = seated.see(CHOSEN)
        card.hover()
        assert evaluate(seated, CHOSEN, LIFT) <= -RAISED, (width, height)
        assert evaluate(seated, CHOSEN, COVERED) == [], (width, height)
        assert seated.page.evaluate(KEYS_ON_NUMBERS) == 0, (width, height)
        seated.page.keyboard.press("Escape")
        seated.miss(CHOSEN)


def test_the_bars_of_knights_can_be_compared(seated: Visitor) -> None:
    """All are equally long, and each is filled by the share of its seat's knights that are left."""
    bars = seated.page.evaluate(BARS)
    assert len(bars) == 3 and max(bar["bar"] for bar in bars) - min(bar["bar"] for bar in bars) < 1
    for bar in bars:
        assert bar["share"] == pytest.approx(bar["left"] / 25, abs=0.02)


def test_questions_stand_in_the_middle(seated: Visitor) -> None:
    """Question marks in their circles, at the lines that they ask about, and the signs of the bar at the top."""
    found = seated.page.evaluate(QUESTIONS)
    assert len(found["circles"]) > 5 and max(found["circles"]) <= 1.5
    assert len(found["lines"]) > 3 and max(abs(far) for far in found["lines"]) <= 1.5
    assert len(found["icons"]) >= 3 and max(found["icons"]) <= 1.5


def test_advice_can_be_closed_and_tried(seated: Visitor) -> None:
    """Its cross stands beside its first line, and what tries it looks like a button below the words."""
    seated.press('[data-action="hint"]')
    seated.see("[data-hint]")
    for width, height in [(1280, 720), (390, 844)]:
        seated.page.set_viewport_size({"width": width, "height": height})
        advice = seated.see("[data-hint]").evaluate(ADVICE)
        assert advice["isBeside"] and advice["isBelow"] and advice["isFramed"], (width, height)
        assert 60 < advice["width"] < 250
