"""The deal of the day: one click to the table, then the comparison, something to share, practice, and earlier days."""

import re
from collections.abc import Iterator

import pytest

from rheinlaender.i18n import words
from rheinlaender.server.values.day import days_later
from tests.browser.clipping import cut_texts_of
from tests.browser.conftest import OpenPage
from tests.browser.extent import BROWSER_TEST
from tests.browser.looks import faults_of, small_buttons_of, violations_of
from tests.browser.rounds import Rounds
from tests.browser.visitor import Visitor
from tests.long import others_long
from tests.server.days import Clock, Solver, room_of
from tests.server.house import House, running

SHARED = """() => {
  globalThis.shared = [];
  Object.defineProperty(navigator, 'share', { configurable: true, value: async ({ text }) => shared.push(text) });
}"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server with quick computer players, at which it is always noon; one person has played today's deal."""
    with running(tmp_path_factory.mktemp("day"), today=("squire", "squire"), today_edition="short") as house:
        Clock(house)
        seat = Solver(house, "Bert").seat()
        Rounds(house.http, seat.table, str(seat.secret)).play()
        yield house


def state(visitor: Visitor, name: str) -> None:
    """Wait until the day is in a state."""
    visitor.see(f'[data-page="today"][data-state="{name}"]')


def begin(visitor: Visitor, name: str) -> Rounds:
    """Begin the attempt by one click; the table that it leads to."""
    visitor.go("/today")
    visitor.see('[data-field="name"]').fill(name)
    visitor.press('[data-action="start"]')
    visitor.see(".hand [data-card]")
    address = visitor.page.evaluate("() => location.origin")
    return Rounds(str(address), visitor.table, visitor.secret)


def test_a_day_from_the_first_click_to_the_next_morning(open_page: OpenPage, house: House, axe: str) -> None:
    """New, at play, done; then practice; and when the day is over everybody may look back at every game."""
    anna = open_page(address=house.http)
    anna.go("/today")
    state(anna, "new")
    assert faults_of(anna, "en") + violations_of(anna, axe) == [] and not anna.has(".today-table")
    table = begin(anna, "Anna")
    anna.miss('[data-action="hint"]')
    anna.go("/today")
    state(anna, "playing")
    assert violations_of(anna, axe) == []
    anna.press('[data-action="go-on"]')
    anna.await_turn()
    anna.play()
    table.play()
    anna.press('[data-account] [data-action="home"]')
    state(anna, "done")
    anna.see('.today-chart[data-lines="2"]')
    assert anna.see('[data-you="true"]').inner_text().startswith(("1", "2"))
    assert faults_of(anna, "en") + violations_of(anna, axe) == []
    share(anna, house)
    anna.press('[data-action="practise"]')
    anna.see('[data-action="hint"]')
    look_back(anna, house)


def share(visitor: Visitor, house: House) -> None:
    """What is shared says how it went, and nothing of the cards: no field, no card, no landmark, no seed."""
    visitor.page.evaluate(SHARED)
    visitor.press('[data-action="share"]')
    visitor.page.wait_for_function("() => shared.length")
    text = visitor.page.evaluate("() => shared[0]")
    title, marks, place, link = text.split("\n")
    assert title.startswith("Rheinländer · ") and link == f"{house.http}/today/{room_of(house).store.clock.date}"
    assert re.fullmatch(r"[🟩🟨🟥]{8} [+−]?\d+", marks) and re.fullmatch(r"Place [12] of 2", place)


def look_back(visitor: Visitor, house: House) -> None:
    """The day after: the list of the day before leads to replays of others too."""
    clock = room_of(house).store.clock
    before, clock.date = clock.date, days_later(clock.date, 1)
    visitor.go("/")
    visitor.press('[data-action="settings"]')
    visitor.press('.settings-sheet [data-action="today"]')
    state(visitor, "new")
    visitor.press(f'[data-day="{before}"]')
    visitor.press("[data-part='how'] summary")
    visitor.see('[data-told="seed"]')
    visitor.press('.today-table tr:not([data-you="true"]) [data-look="replay"]')
    visitor.see("[data-page='replay'] [data-place]")
    clock.date = before


@pytest.mark.parametrize(
    ("language", "size"),
    others_long(
        [("de", "phone"), ("hu", "desktop"), ("nl", "phone")], [("de", "phone"), ("hu", "desktop")], BROWSER_TEST
    ),
)
def test_the_day_in_every_language(open_page: OpenPage, house: House, axe: str, language: str, size: str) -> None:
    """By keyboard alone on a desk, by touch on a phone; all words are there and nothing sticks out."""
    visitor = open_page(language=language, size=size, address=house.http)
    visitor.go("/today")
    state(visitor, "new")
    assert words("today.start", language) in visitor.see('[data-action="start"]').inner_text()
    assert faults_of(visitor, language) + small_buttons_of(visitor) + violations_of(visitor, axe) == []
    assert cut_texts_of(visitor, "main") == []
    if visitor.is_touching:
        visitor.press('[data-action="start"]')
    else:
        visitor.find('[data-action="start"]').focus()
        visitor.page.keyboard.press("Enter")
    visitor.see(".hand [data-card]")


def test_a_server_without_a_deal_of_the_day_says_so(
    open_page: OpenPage, axe: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """In words, with a way home."""
    with running(tmp_path_factory.mktemp("none"), today=()) as house:
        visitor = open_page(address=house.http)
        visitor.tolerate("404")
        visitor.go("/today")
        assert words("refusal.today_off", "en") in visitor.see('[data-page="lost"]').inner_text()
        assert violations_of(visitor, axe) == []
