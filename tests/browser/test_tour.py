"""Every page and state, in all languages, sizes and themes: complete, accessible, within the window."""

import pytest

from rheinlaender.i18n import catalogue
from tests.browser.conftest import OpenPage
from tests.browser.extent import BROWSER_TEST, IS_LONG, LOOKS
from tests.browser.looks import faults_of, small_buttons_of, violations_of
from tests.browser.rounds import Rounds
from tests.browser.tour import Places, tour
from tests.browser.visitor import Visitor
from tests.long import others_long

OTHERS = ("de", "nl", "hu")
SPEAK = "language => import('/js/words.js').then((words) => words.setLanguage(language))"


@pytest.fixture
def places(running: Rounds, finished: Rounds, shared: Rounds, waiting: Rounds) -> Places:
    """The tables that the tour visits."""
    return Places(running, finished, shared, waiting)


def looks(visitor: Visitor, axe: str) -> list[str]:
    """Everything that is wrong with the page as it is shown now, in English."""
    return faults_of(visitor, "en") + small_buttons_of(visitor) + violations_of(visitor, axe)


def spoken(visitor: Visitor, number: int) -> list[str]:
    """What is wrong with the words of the page in other languages; afterwards it is in English again.

    `make test` tries one language in each state, one after another.
    """
    faults: list[str] = []
    for language in OTHERS if IS_LONG else [OTHERS[number % len(OTHERS)]]:
        visitor.page.evaluate(SPEAK, language)
        faults += [f"in {language}: {fault}" for fault in faults_of(visitor, language)]
    visitor.page.evaluate(SPEAK, "en")
    return faults


@pytest.mark.parametrize(("size", "theme"), LOOKS)
def test_nobody_is_kept_out(open_page: OpenPage, places: Places, axe: str, size: str, theme: str) -> None:
    """axe-core finds no violation in any state; nothing scrolls to the side, and a finger can press every button.

    In every language: no key without a text, the right `lang`, and all words fit into the window.
    """
    visitor = open_page(size=size, theme=theme)
    faults: list[str] = []
    for number, state in enumerate(tour(visitor, places)):
        visitor.shoot(state)
        faults += [f"{state}: {fault}" for fault in looks(visitor, axe) + spoken(visitor, number)]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(
    ("wish", "language"),
    others_long(
        [("de-AT", "de"), ("nl-BE", "nl"), ("hu", "hu"), ("en-US", "en"), ("fr", "en")],
        [("de-AT", "de"), ("fr", "en")],
        BROWSER_TEST,
    ),
)
def test_the_browser_chooses_the_language(open_page: OpenPage, wish: str, language: str) -> None:
    """The first language of the browser's preference that there is; English where there is none."""
    visitor = open_page(language=wish)
    visitor.go("/")
    assert visitor.see('[data-action="play-now"]').inner_text() == catalogue(language)["home.play_now"]
    assert faults_of(visitor, language) == []


def test_the_language_can_be_switched(open_page: OpenPage, running: Rounds) -> None:
    """In the settings, at once, in the middle of a turn; the choice is kept."""
    visitor = open_page(language="en-GB")
    visitor.go(running.link)
    visitor.await_turn()
    visitor.plan()
    visitor.press('[data-action="settings"]')
    for language in ("de", "hu", "nl", "en", "de"):
        visitor.press(f'[data-choice="language"] label:has([value="{language}"])')
        visitor.page.locator(f'html[lang="{language}"]').wait_for()
        assert visitor.find('[data-action="end-turn"]').inner_text() == catalogue(language)["table.end_turn"]
    visitor.page.reload()
    assert visitor.see('[data-action="end-turn"]').inner_text() == catalogue("de")["table.end_turn"]
