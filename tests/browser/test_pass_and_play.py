"""One device that goes from hand to hand."""

from rheinlaender.i18n import words
from tests.browser.conftest import OpenPage
from tests.browser.rounds import get
from tests.browser.visitor import Visitor
from tests.server.process import ServerProcess

REACHED = words("table.cell.cards", "en", cards="")


def assert_covered(visitor: Visitor) -> None:
    """No card, no coin and no move of anybody is in the document."""
    visitor.see('[data-action="cover"]')
    assert not visitor.has("[data-card], .card, .hand, .card-number")
    assert not visitor.has(".target-signs .sign")
    assert REACHED not in (visitor.find("[data-grid]").text_content() or "")
    coins = visitor.page.locator('.seats:not(.is-strip) [data-holding="coins"]').all_inner_texts()
    assert [coin.strip() for coin in coins] == ["?"] * 3
    for key in "12345h":
        visitor.page.keyboard.press(key)
    assert not visitor.has("[data-card], [data-hint], .target-signs .sign, [data-consequences]")


def test_hands_are_covered_while_the_device_changes_hands(open_page: OpenPage, server: ServerProcess) -> None:
    """Before the tap nothing secret is in the document; after it there is the hand of whoever is to move."""
    visitor = open_page()
    visitor.go("/")
    visitor.press('[data-action="pass-and-play"]')
    for seat, name in zip("abc", ("Anna", "Ben", "Cleo"), strict=True):
        visitor.find(f'[data-field="name-{seat}"]').fill(name)
    visitor.press('[data-action="open-table"]')
    visitor.see('[data-action="cover"]')
    for _ in range(4):
        assert_covered(visitor)
        view = get(server.http, visitor.table, visitor.secret)["view"]
        visitor.press('[data-action="cover"]')
        visitor.see(".hand")
        assert set(visitor.cards) == set(view["hand"])
        visitor.play()
    visitor.page.reload()
    assert_covered(visitor)
    visitor.shoot("covered-after-reload")
