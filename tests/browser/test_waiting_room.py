"""The waiting room: what is agreed, who is ready, seats that the owner takes back, and those who only watch."""

import pytest

from rheinlaender.i18n import words
from tests.browser.conftest import OPEN, OpenPage
from tests.browser.extent import IS_LONG, SPOKEN
from tests.browser.looks import faults_of, small_buttons_of, violations_of
from tests.browser.rounds import Rounds
from tests.browser.visitor import Visitor
from tests.server.player import bots, person
from tests.server.process import ServerProcess

AGREED = {
    "edition": "Parker",
    "reinforcement_neighbours": "land only",
    "coins": "open",
    "first": "Anna",
    "pace": "over days",
    "stand-in": "Duke, after 1 hour",
    "hints": "no",
}
"""What the table of the test has agreed on, in words."""


def open_waiting(server: ServerProcess, seats: int = 3, **parts: object) -> Rounds:
    """A table of Anna's at which everybody says that they are ready."""
    return Rounds.open(server.http, [person("Anna"), *[OPEN] * (seats - 1)], ready_check=True, **parts)


def sit(visitor: Visitor, rounds: Rounds, name: str) -> None:
    """Come by the link and sit down."""
    visitor.go(rounds.path)
    visitor.see('[data-action="sit"]')
    visitor.find('[data-field="name"]').fill(name)
    visitor.press('[data-action="sit"]')
    visitor.see('[data-action="ready"]')


def test_everybody_says_that_they_are_ready(open_page: OpenPage, server: ServerProcess) -> None:
    """The game starts with the last who says so; before, everybody sees who has, and it can be taken back."""
    rounds = open_waiting(server)
    owner, ben, cleo = open_page(), open_page(size="phone"), open_page()
    owner.go(rounds.link)
    sit(ben, rounds, "Ben")
    sit(cleo, rounds, "Cleo")
    owner.see('.waiting-head p:has-text("Anna, Ben, and Cleo")')
    ben.press('[data-action="ready"]')
    owner.see('[data-seat="b"] .ready-sign[data-ready="true"]')
    ben.press('[data-action="ready"]')
    owner.see('[data-seat="b"] .ready-sign[data-ready="false"]')
    for visitor in (ben, cleo):
        visitor.press('[data-action="ready"]')
        visitor.see('.ready-bar[data-ready="true"]')
    assert rounds.get()["table"]["stage"] == "waiting"
    owner.press('[data-action="ready"]')
    for visitor in (owner, ben, cleo):
        visitor.see(".hand")


def test_what_is_agreed_is_shown(open_page: OpenPage, server: ServerProcess, axe: str) -> None:
    """Edition, changed options, who begins, pace, absence and hints, in words; nobody is kept out."""
    rounds = open_waiting(server, options="dutch,coins:open", pace="days", stand_in="duke", grace=3600, hints=False)
    visitor = open_page(size="phone")
    visitor.go(rounds.path)
    visitor.see('[data-agreed="coins"]')
    told = {name: visitor.find(f'[data-agreed="{name}"] b').inner_text() for name in AGREED}
    assert told == AGREED
    visitor.see(".qr path")
    assert faults_of(visitor, "en") + small_buttons_of(visitor) + violations_of(visitor, axe) == []


def test_a_squatter_is_sent_away(open_page: OpenPage, server: ServerProcess) -> None:
    """The owner gives the seat to a computer player; the squatter is told, and cannot sit down again."""
    rounds = open_waiting(server)
    owner, squatter = open_page(), open_page(size="phone")
    owner.go(rounds.link)
    sit(squatter, rounds, "Mallory")
    owner.press('[data-seat="b"] [data-action="take-back"]')
    assert "Mallory" in owner.see('[data-dialog="take-back"]').inner_text()
    owner.find('[data-pick="take-back-to"]').select_option("duke")
    owner.press('[data-action="take-back-sure"]')
    owner.see('.waiting-seat[data-seat="b"][data-kind="bot"]')
    assert squatter.see('[data-warning="unseated"]').inner_text() == words("refusal.unseated", "en")
    assert not squatter.has('[data-action="sit"]')
    squatter.page.reload()
    squatter.see('[data-warning="unseated"]')


def test_starting_with_fewer(open_page: OpenPage, server: ServerProcess) -> None:
    """Of five seats two stay free: three play, after the friends have said that they are ready."""
    rounds = Rounds.open(server.http, [person("Anna"), OPEN, OPEN, OPEN, *bots(1)], ready_check=True)
    owner, ben = open_page(), open_page()
    owner.go(rounds.link)
    sit(ben, rounds, "Ben")
    owner.find('[data-pick="fill-level"]').select_option("")
    owner.press('[data-action="start"]')
    assert "Ben" in owner.see('.notice[data-kind="bad"]').inner_text()
    ben.press('[data-action="ready"]')
    owner.see('[data-seat="b"] .ready-sign[data-ready="true"]')
    owner.press('[data-action="start"]')
    for visitor in (owner, ben):
        visitor.see(".hand")
        assert visitor.page.locator(".side [data-seat-panel]").count() == 3
    assert ben.find('.side [data-seat-panel="b"] .presence').get_attribute("data-present") == "true"


def test_watchers_are_counted_and_can_be_sent_away(open_page: OpenPage, server: ServerProcess) -> None:
    """A link for watchers offers no seat; they are shown by number; the owner lets nobody watch, and they are told."""
    rounds = open_waiting(server)
    owner, watcher = open_page(), open_page(size="phone")
    watcher.tolerate(r"403 \(Forbidden\) .*/talk")  # what was said is asked for late: perhaps when nobody may watch
    owner.go(rounds.link)
    watcher.go(owner.see('[data-field="watch-link"]').input_value())
    watcher.see('[data-warning="watch"]')
    assert not watcher.has('[data-action="sit"]')
    owner.see('.watching [data-watchers="1"]')
    owner.press('[data-action="start"]')
    watcher.see('[data-banner="watching"]')
    owner.see('.side [data-watchers="1"]')
    owner.press('[data-action="settings"]')
    owner.press('[data-choice="watchers"] label:has([value="false"])')
    assert words("refusal.watchers_off", "en") in watcher.see('[data-page="lost"]').inner_text()
    owner.miss(".side [data-watchers]")
    watcher.go(rounds.path)
    assert words("refusal.watchers_off", "en") in watcher.see('[data-page="lost"]').inner_text()


@pytest.mark.skipif(not IS_LONG, reason="one more of the same: make browser-test")
@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_room_in_every_language(
    open_page: OpenPage, server: ServerProcess, axe: str, language: str, size: str
) -> None:
    """As owner, as friend and as watcher: all words are there, everything fits, and nobody is kept out."""
    rounds = open_waiting(server, seats=5)
    owner, friend, watcher = (open_page(language=language, size=size) for _ in range(3))
    owner.go(rounds.link)
    sit(friend, rounds, "Ben")
    watcher.go(f"{rounds.path}#watch")
    watcher.see('[data-action="rather-sit"]')
    owner.see('[data-action="take-back"]')
    for visitor in (owner, friend, watcher):
        visitor.see(".qr path")
        assert faults_of(visitor, language) + small_buttons_of(visitor) + violations_of(visitor, axe) == []
    owner.press('[data-action="take-back"]')
    owner.see('[data-dialog="take-back"]')
    assert faults_of(owner, language) + small_buttons_of(owner) + violations_of(owner, axe) == []


def test_the_room_by_keyboard(open_page: OpenPage, server: ServerProcess) -> None:
    """A friend sits down and says that they are ready without a mouse."""
    rounds = open_waiting(server)
    visitor = open_page()
    visitor.go(rounds.path)
    visitor.see('[data-action="sit"]')
    visitor.find('[data-field="name"]').focus()
    visitor.page.keyboard.type("Ben")
    visitor.page.keyboard.press("Enter")
    visitor.see('[data-action="ready"]').focus()
    visitor.page.keyboard.press("Space")
    visitor.see('.ready-bar[data-ready="true"]')
