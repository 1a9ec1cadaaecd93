"""The theme: that of the system, also when it changes, or the one that was chosen."""

from tests.browser.conftest import OpenPage
from tests.browser.visitor import Visitor

GROUND = "() => getComputedStyle(document.documentElement).getPropertyValue('--paper').trim()"
CHOOSE_LIGHT = "if (location.protocol === 'http:') localStorage.setItem('rheinlaender.theme', '\"light\"')"
LIGHT, DARK = "#f7efda", "#211910"


def await_theme(visitor: Visitor, theme: str, colour: str) -> None:
    """Wait until the page wears a theme, and look at its ground."""
    visitor.page.locator(f'html[data-theme="{theme}"]').wait_for()
    assert visitor.page.evaluate(GROUND) == colour


def test_the_system_is_followed(open_page: OpenPage) -> None:
    """Who has chosen nothing sees what the system wishes, also when that changes while the page is open."""
    visitor = open_page(theme="dark")
    visitor.go("/")
    await_theme(visitor, "dark", DARK)
    visitor.page.emulate_media(color_scheme="light")
    await_theme(visitor, "light", LIGHT)


def test_a_choice_holds(open_page: OpenPage) -> None:
    """A chosen theme is there from the first moment, whatever the system wishes."""
    visitor = open_page(theme="dark")
    visitor.page.add_init_script(CHOOSE_LIGHT)
    visitor.go("/")
    await_theme(visitor, "light", LIGHT)
    visitor.page.emulate_media(color_scheme="light")
    visitor.page.emulate_media(color_scheme="dark")
    visitor.see('[data-page="home"]')
    assert visitor.page.evaluate(GROUND) == LIGHT
