"""Phones and tablets, by touch: taps, pinches and drags as the browser gets them from a screen."""

from typing import Any

import pytest

from rheinlaender.i18n import catalogue
from tests.browser.conftest import OpenPage
from tests.browser.extent import IS_LONG
from tests.browser.looks import TOO_WIDE
from tests.browser.rounds import Rounds
from tests.browser.visitor import Visitor, at_rest
from tests.server.player import bots, person
from tests.server.process import ServerProcess

FINGER = 44
"""The least width and height of what a finger presses, in pixels."""
WITHIN = FINGER // 2 - 1
PHONES = [(390, 844), (360, 640), (844, 390), (768, 1024)]
WINDOWS = PHONES if IS_LONG else [(390, 844)]
TURNS = range(1, 9) if IS_LONG else [6]
CARDS = 3 if IS_LONG else 1
BASTIONS = 12 if IS_LONG else 3
PLANNED = str(catalogue("en")["table.cell.planned_bastion"])
FIVE = [person("Margarethe"), *bots(4)]
SIGNS = """() => {
  const { left, top, right, bottom } = document.querySelector('.board-window').getBoundingClientRect();
  return [...document.querySelectorAll('.target-signs .sign')].map((sign) => {
    const box = sign.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    return { field: sign.dataset.target, x, y, isSeen: x > left && x < right && y > top && y < bottom,
      isFree: Boolean(document.elementFromPoint(x, y)?.closest('.board-window')) };
  });
}"""
CHOSEN = "() => document.querySelector('[data-grid] [aria-selected=true]')?.dataset.cell ?? null"
SCALE = "() => new DOMMatrix(getComputedStyle(document.querySelector('.board-plane')).transform).a"
SHIFT = """() => {
  const { e, f } = new DOMMatrix(getComputedStyle(document.querySelector('.board-plane')).transform);
  return [e, f];
}"""
STRIP = """() => [...document.querySelectorAll('.is-strip .seat')].map((seat) => {
  const outer = seat.getBoundingClientRect();
  const shown = [...seat.querySelectorAll('.piece, .who b, .who small, .account-now, .clock b, .holdings > span')]
    .filter((one) => one.checkVisibility() && getComputedStyle(one).clipPath === 'none');
  const boxes = shown.map((one) => one.getBoundingClientRect());
  return {
    seat: seat.dataset.seat, own: seat.dataset.own === 'true',
    name: [...seat.querySelectorAll('.who b, .who small')].filter((one) => shown.includes(one))
      .map((one) => one.innerText).join(' '),
    isOut: boxes.some(({ left, right, top, bottom }) => left < outer.left - 1 || right > outer.right + 1
      || top < outer.top - 1 || bottom > outer.bottom + 1),
    isOver: shown.some((one, place) => boxes.some((other, number) => number > place
      && !one.contains(shown[number]) && !shown[number].contains(one)
      && boxes[place].left < other.right - 1 && other.left < boxes[place].right - 1
      && boxes[place].top < other.bottom - 1 && other.top < boxes[place].bottom - 1)),
  };
})"""
USED = """(around) => {
  const place = document.querySelector(around).getBoundingClientRect();
  const sheet = document.querySelector('.board-plane').getBoundingClientRect();
  return [sheet.width / place.width, sheet.height / place.height, sheet.height / sheet.width];
}"""


def test_a_turn_by_taps(open_page: OpenPage, server: ServerProcess) -> None:
    """Card, field, End turn: by taps alone, without moving the map; nothing scrolls to the side."""
    table = Rounds.open(server.http, [person("Anna"), *bots(2)])
    visitor = open_page(size="phone")
    visitor.go(table.link)
    visitor.await_turn()
    for _ in range(3):
        before = visitor.turn
        target = visitor.plan()
        knights = table.get()["view"]["knights"]
        visitor.end_turn()
        visitor.await_turn(before)
        assert set(table.get()["view"]["knights"]) - set(knights) >= {target["field"]}
        assert visitor.page.evaluate(TOO_WIDE) <= 0


# Every legal field is as wide as a finger


def sit(visitor: Visitor, table: Rounds, window: tuple[int, int]) -> None:
    """Take the owner's seat in a window of a size."""
    visitor.page.set_viewport_size({"width": window[0], "height": window[1]})
    visitor.go(table.link)
    visitor.await_turn()
    visitor.see(".board-play .knight")


def signs_of(visitor: Visitor) -> dict[str, dict[str, Any]]:
    """The glowing fields by their names, with the places of their signs in the window."""
    return {sign["field"]: sign for sign in visitor.page.evaluate(at_rest(SIGNS))}


def gap(field: str, signs: dict[str, dict[str, Any]]) -> float:
    """The pixels from a glowing field to the nearest other one."""
    here = signs[field]
    others = [one for name, one in signs.items() if name != field]
    return min((((one["x"] - here["x"]) ** 2 + (one["y"] - here["y"]) ** 2) ** 0.5 for one in others), default=999.0)


PATIENCE = 100
"""How often a board that comes nearer is looked at: on a busy machine that takes a while."""


def reach(visitor: Visitor, field: str) -> dict[str, Any]:
    """Tap a glowing field until no other is nearer to it than a finger is wide: at most once, and it is not chosen."""
    signs = signs_of(visitor)
    if gap(field, signs) < FINGER:
        before = visitor.page.evaluate(CHOSEN)
        visitor.press_at(signs[field])
        assert visitor.page.evaluate(CHOSEN) == before, f"{field} was chosen among others too near"
        for _ in range(PATIENCE):
            signs = signs_of(visitor)
            if gap(field, signs) >= FINGER - 0.5:
                break
            visitor.page.wait_for_timeout(100)
    assert gap(field, signs) >= FINGER - 0.5, f"{field} is {gap(field, signs)} from another"
    return signs[field]


def faults_of_field(visitor: Visitor, card: int, field: str, slip: tuple[int, int]) -> list[str]:
    """What is wrong with choosing a field by a finger that slips by some pixels."""
    visitor.choose_card(card)
    if field not in signs_of(visitor):
        visitor.choose_card(card)
    try:
        sign = reach(visitor, field)
    except AssertionError as wrong:
        return [str(wrong)]
    if not (sign["isSeen"] and sign["isFree"]):
        return [f"{field} is out of sight or covered at {sign}"]
    visitor.press_at({"x": sign["x"] + slip[0], "y": sign["y"] + slip[1]})
    chosen = visitor.page.evaluate(CHOSEN)
    visitor.page.keyboard.press("Escape")
    visitor.page.keyboard.press("Escape")
    return [] if chosen == field else [f"{field} was meant, {chosen} was chosen by {slip} beside {sign}"]


def faults_of_position(visitor: Visitor) -> list[str]:
    """What is wrong with any field that some cards reach, for fingers that slip in all directions."""
    slips = [(0, 0), (WITHIN, 0), (-WITHIN, 0), (0, WITHIN), (0, -WITHIN)]
    faults: list[str] = []
    number = 0
    for card in visitor.useful_cards[:CARDS]:
        visitor.choose_card(card)
        fields = list(signs_of(visitor))
        visitor.page.keyboard.press("Escape")
        for field in fields:
            faults += [f"card {card}: {fault}" for fault in faults_of_field(visitor, card, field, slips[number % 5])]
            number += 1
    return faults


@pytest.mark.parametrize("window", WINDOWS)
def test_every_legal_field_is_as_wide_as_a_finger(
    open_page: OpenPage, server: ServerProcess, window: tuple[int, int]
) -> None:
    """In real positions: what a tap chooses is at least 44 pixels from any other legal field, and is the one meant."""
    table = Rounds.open(server.http, FIVE)
    visitor = open_page(size="phone")
    faults: list[str] = []
    for turns in TURNS:
        table.play(1 if IS_LONG else turns)
        sit(visitor, table, window)
        faults += [f"after {turns} turns, {fault}" for fault in faults_of_position(visitor)]
    assert not faults, "\n".join(faults)


def test_every_field_for_a_bastion_is_as_wide_as_a_finger(open_page: OpenPage, running: Rounds) -> None:
    """Where nearly every free field is legal, the first tap brings the map nearer, and the second one chooses."""
    visitor = open_page(size="phone")
    sit(visitor, running, (390, 844))
    visitor.plan()
    visitor.press('[data-action="bastion"]')
    fields = list(signs_of(visitor))
    for field in fields[:: 1 + len(fields) // BASTIONS]:
        sign = reach(visitor, field)
        visitor.press_at({"x": sign["x"] + WITHIN, "y": sign["y"]})
        cell = visitor.page.locator(f'[data-cell="{field}"]').text_content() or ""
        assert cell.endswith(PLANNED), (field, cell)
        visitor.press('[data-action="take-back"]')
        if visitor.has(".board-window.is-near"):
            visitor.press(".board-buttons .whole")


# Pinches and drags


class Screen:
    """A screen that tells the browser where fingers are."""

    def __init__(self, visitor: Visitor) -> None:
        self.session = visitor.context.new_cdp_session(visitor.page)

    def tell(self, kind: str, *points: tuple[float, float]) -> None:
        """One message: fingers come, move or have gone."""
        places = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})

    def pinch(self, middle: tuple[float, float], widths: list[float]) -> None:
        """Two fingers around a place, so many pixels apart, one width after another."""
        x, y = middle
        for number, width in enumerate(widths):
            self.tell("touchMove" if number else "touchStart", (x - width / 2, y), (x + width / 2, y))
        self.tell("touchEnd")

    def drag(self, start: tuple[float, float], across: float, down: float) -> None:
        """One finger from a place to another."""
        x, y = start
        self.tell("touchStart", (x, y))
        for step in (0.25, 0.6, 1):
            self.tell("touchMove", (x + step * across, y + step * down))
        self.tell("touchEnd")


@pytest.mark.parametrize("window", PHONES[::2] if IS_LONG else [(844, 390)])
def test_fingers_move_the_map(open_page: OpenPage, running: Rounds, window: tuple[int, int]) -> None:
    """Two fingers enlarge it around their middle and make it small again, one drags it, and neither chooses a field."""
    visitor = open_page(size="phone")
    sit(visitor, running, window)
    box = visitor.see(".board-window").bounding_box()
    assert box is not None
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert visitor.page.evaluate(SCALE) == 1
    screen = Screen(visitor)
    screen.pinch(middle, [60, 80, 110, 140, 180])
    assert visitor.page.evaluate(SCALE) == pytest.approx(3, rel=0.15)
    before = visitor.page.evaluate(SHIFT)
    screen.drag(middle, -40, -40)
    after = visitor.page.evaluate(SHIFT)
    assert [round(one - other) for one, other in zip(before, after, strict=True)] == [40, 40]
    assert not visitor.has(".ghosts use, .refusal, .hand .is-chosen")
    screen.pinch(middle, [180, 140, 90, 60, 40])
    assert visitor.page.evaluate(SCALE) == 1


def await_whole_map(visitor: Visitor) -> None:
    """Wait until the whole map is shown; it is after the next picture."""
    visitor.page.wait_for_function(f"() => ({SCALE})() === 1")


def test_the_map_comes_nearer_for_a_card_and_goes_back(open_page: OpenPage, running: Rounds) -> None:
    """A chosen card brings its fields nearer where that helps; taken back, or by its button, the whole map is there."""
    visitor = open_page(size="phone")
    sit(visitor, running, (390, 844))
    nearest: dict[int, float] = {}
    for card in visitor.useful_cards:
        visitor.choose_card(card)
        signs = signs_of(visitor)
        assert all(sign["isSeen"] for sign in signs.values()), card
        nearest[card] = visitor.page.evaluate(SCALE)
        visitor.press('[data-action="take-back"]')
        await_whole_map(visitor)
    card = max(nearest, key=lambda one: nearest[one])
    if nearest[card] > 1:
        visitor.choose_card(card)
        visitor.press(".board-buttons .whole")
        await_whole_map(visitor)


# The room that there is


@pytest.mark.parametrize("language", ["de-DE", "hu-HU"] if IS_LONG else ["de-DE"])
def test_five_seats_have_names(open_page: OpenPage, server: ServerProcess, language: str) -> None:
    """In the strip of a phone everybody has a name, oneself is called so, and nothing lies on anything else."""
    table = Rounds.open(server.http, FIVE)
    table.play(2)
    visitor = open_page(language=language, size="phone")
    sit(visitor, table, (360, 640))
    for width, height in [(360, 640), (390, 844), (844, 390)]:
        visitor.page.set_viewport_size({"width": width, "height": height})
        seats = visitor.page.evaluate(STRIP)
        assert [seat["seat"] for seat in seats] == ["a", "b", "c", "d", "e"]
        assert [seat for seat in seats if seat["isOut"] or seat["isOver"]] == [], (width, height)
        assert all(len(seat["name"]) >= 2 for seat in seats)
        own = next(seat for seat in seats if seat["own"])
        assert own["name"].lower() == {"de-DE": "du", "hu-HU": "te"}[language]


def test_windows_that_stand_use_their_height(open_page: OpenPage, running: Rounds) -> None:
    """Where a window is higher than wide the board is too; it fills the width of its place, and most of its height."""
    visitor = open_page(size="phone")
    sit(visitor, running, (390, 844))
    assert visitor.page.evaluate(STRIP)[0]["name"] == "Anna you", "three seats have room for both"
    for (width, height), least in {(390, 844): 0.8, (768, 1024): 0.95, (1024, 1366): 0.95}.items():
        visitor.page.set_viewport_size({"width": width, "height": height})
        visitor.page.wait_for_timeout(120)
        wide, high, shape = visitor.page.evaluate(USED, ".board-place")
        assert shape > 1.3 and max(wide, high) >= 0.99 and wide >= least and high >= 0.85, (width, height)


def test_the_replay_stands_too(open_page: OpenPage, running: Rounds) -> None:
    """In a window that stands the board of a replay is turned, and its controls are seen without scrolling."""
    visitor = open_page(size="phone")
    for width, height in [(390, 844), (820, 1180)]:
        visitor.page.set_viewport_size({"width": width, "height": height})
        visitor.go(f"/replay/{running.table}#7")
        visitor.see(".board-play .knight")
        wide, high, shape = visitor.page.evaluate(USED, ".replay-board")
        assert shape > 1.3 and max(wide, high) >= 0.99, (width, height)
        slider = visitor.see(".replay-slider").bounding_box()
        assert slider is not None and slider["y"] + slider["height"] <= height, (width, height)
