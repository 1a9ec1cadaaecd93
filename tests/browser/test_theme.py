"""The theme: that of the system, also when it changes, or the one that was chosen; and high contrast."""

from typing import Any

from tests.browser.conftest import OpenPage
from tests.browser.rounds import Rounds
from tests.browser.visitor import Visitor

GROUND = "() => getComputedStyle(document.documentElement).getPropertyValue('--paper').trim()"
CHOOSE_LIGHT = "if (location.protocol === 'http:') localStorage.setItem('rheinlaender.theme', '\"light\"')"
LIGHT, DARK = "#f7efda", "#211910"
INKS = """() => {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const light = (name) => {
    canvas.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(name);
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue] = [...canvas.getImageData(0, 0, 1, 1).data].map((one) => one / 255)
      .map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
  };
  const contrast = (one, other) => Math.max(light(one) / light(other), light(other) / light(one));
  return Object.fromEntries(['--ink', '--ink-soft', '--accent', '--good', '--bad', '--gold', '--line-strong']
    .map((name) => [name, contrast(name, '--paper')]));
}"""
CONTRAST, USUAL_CONTRAST = 7.0, 4.5
"""The contrast of words and lines on paper: the stricter one of WCAG, and the usual one."""
FORCED = """() => [...document.querySelectorAll('.hand .card.is-chosen')].map((card) => getComputedStyle(card))
  .map((style) => [style.outlineStyle, parseFloat(style.outlineWidth)])"""
BARS = """() => [...document.querySelectorAll('.side .clock-bar > span')].map((bar) => (
  getComputedStyle(bar).backgroundImage))"""


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


def inks_of(visitor: Visitor) -> dict[str, Any]:
    """The contrasts of what is written and drawn on paper."""
    found: dict[str, Any] = visitor.page.evaluate(INKS)
    return found


def test_high_contrast_can_be_chosen(open_page: OpenPage) -> None:
    """In the settings: words and lines are at least seven times as light or dark as their ground, also in the dark."""
    visitor = open_page()
    visitor.go("/")
    visitor.see('[data-page="home"]')
    assert min(value for name, value in inks_of(visitor).items() if name != "--line-strong") >= USUAL_CONTRAST
    visitor.press('[data-action="settings"]')
    visitor.press('[data-choice="theme"] label:has([value="contrast"])')
    visitor.page.locator('html[data-contrast="more"]').wait_for()
    assert min(inks_of(visitor).values()) >= CONTRAST
    visitor.page.emulate_media(color_scheme="dark")
    visitor.page.locator('html[data-theme="dark"][data-contrast="more"]').wait_for()
    assert min(inks_of(visitor).values()) >= CONTRAST
    visitor.page.reload()
    visitor.page.locator('html[data-contrast="more"]').wait_for()


def test_high_contrast_can_be_wished(open_page: OpenPage) -> None:
    """Who has chosen nothing gets it where the system wishes more contrast, and no more when it does not."""
    visitor = open_page(theme="contrast")
    visitor.go("/")
    visitor.page.locator('html[data-contrast="more"]').wait_for()
    assert min(inks_of(visitor).values()) >= CONTRAST
    visitor.page.emulate_media(contrast="no-preference")
    visitor.page.locator('html[data-contrast="usual"]').wait_for()


def test_forced_colours_leave_what_is_chosen(open_page: OpenPage, running: Rounds) -> None:
    """Where the system forces its colours, the chosen card has a line around it, and bars keep their hatchings."""
    visitor = open_page()
    visitor.page.emulate_media(forced_colors="active")
    visitor.go(running.link)
    visitor.await_turn()
    visitor.choose_card(visitor.useful_cards[0])
    assert visitor.page.evaluate(FORCED) == [["solid", 4]]
    bars = visitor.page.evaluate(BARS)
    assert len(bars) == 3 and len(set(bars)) == 3 and "none" not in bars
