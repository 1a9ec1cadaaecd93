"""Checking a deal in the browser: of a file, of one that was changed, of a table that cheats, and without a promise."""

import re

import pytest

from rheinlaender.i18n import words
from rheinlaender.notation.record import read_record
from rheinlaender.notation.verifying import verify_record
from tests.browser.clipping import cut_texts_of
from tests.browser.conftest import OpenPage
from tests.browser.looks import faults_of, small_buttons_of, violations_of
from tests.browser.rounds import Rounds
from tests.browser.test_tour import SPEAK
from tests.browser.visitor import Visitor
from tests.fair.games import verified_record
from tests.long import others_long

BAD = {
    "broken": '[Format "rhg1"]\nnonsense',
    "foreign": '[Event "Casual game"]\n\n1. e4 e5 2. Nf3 Nc6 1-0',
    "enormous": "x" * 300_000,
}
"""Texts that are no records of a game."""
FOUND = "checks => checks.map((check) => [check.dataset.check, check.dataset.right === 'true'])"


def paste(visitor: Visitor, text: str) -> None:
    """Give the page a record."""
    visitor.go("/verify")
    visitor.find('[data-field="record"]').fill(text)
    visitor.press('[data-action="open-record"]')


def found(visitor: Visitor) -> list[list[object]]:
    """What the page has found."""
    visitor.see("[data-check]")
    checks: list[list[object]] = visitor.page.locator("[data-check]").evaluate_all(FOUND)
    return checks


def test_a_record_is_checked(open_page: OpenPage, axe: str) -> None:
    """The browser finds what the command finds: all right, or what was changed; and everybody can read it."""
    visitor, record = open_page(size="phone"), verified_record()
    paste(visitor, record)
    expected = [[re.sub(r"/.*", "", check.name), check.is_right] for check in verify_record(read_record(record))]
    assert found(visitor) == expected and all(right for _, right in expected)
    assert len(expected) > 5, "cards were shuffled"
    visitor.see('[role="status"][data-right="true"]')
    faults = violations_of(visitor, axe) + small_buttons_of(visitor)
    for language in ("de", "nl", "hu", "en"):
        visitor.page.evaluate(SPEAK, language)
        faults += faults_of(visitor, language) + cut_texts_of(visitor, "main")
    assert not faults, "\n".join(faults)
    visitor.press('[data-action="other-record"]')
    visitor.see('[data-field="record"]')
    paste(visitor, record.replace('"on-the"', '"off-the"').replace('[PlayerB ""]', '[PlayerB "Berta"]'))
    assert ["deal", False] in found(visitor) and ["commitment", True] in found(visitor)
    visitor.see('[role="status"][data-right="false"]')
    assert words("fair.string", "en", seat="Berta") in visitor.see(".fair-facts").inner_text()
    paste(visitor, re.sub(r"\[ServerSeed .*\]\n", "", record))
    visitor.see('[data-missing="ServerSeed"]')


def test_a_table_that_deals_otherwise_is_found_out(open_page: OpenPage, finished: Rounds) -> None:
    """This server deals the same cards to the same people, whatever it promised: one click from the end tells."""
    visitor = open_page()
    visitor.go(finished.link)
    visitor.press('[data-account] [data-action="verify"]')
    checks = found(visitor)
    assert ["commitment", True] in checks and ["deal", False] in checks and ["landmarks", False] in checks
    visitor.press('main [data-action="replay"]')
    visitor.see('[data-page="replay"]')


@pytest.mark.parametrize("page", others_long(["/verify", "/review", "/replay"], ["/verify"]))
def test_what_is_no_record_is_refused_by_keyboard(open_page: OpenPage, axe: str, page: str) -> None:
    """Broken, foreign, enormous: each is answered in words, and another can be tried at once, without a pointer."""
    visitor = open_page()
    visitor.tolerate(r"/api/replay")
    for kind, text in BAD.items():
        visitor.go(page)
        field = visitor.see('[data-field="record"]')
        field.fill(text)
        field.focus()
        visitor.page.keyboard.press("Tab")
        visitor.page.keyboard.press("Enter")
        visitor.page.locator(".upload-problem:not(:empty)").wait_for()
        visitor.see('[data-action="open-record"]:not([disabled])')
        assert len(visitor.find(".upload-problem").inner_text().split()) >= 3, kind
    assert faults_of(visitor, "en") + violations_of(visitor, axe) == []
    field.fill(verified_record())
    field.focus()
    visitor.page.keyboard.press("Tab")
    visitor.page.keyboard.press("Enter")
    visitor.miss(".paste")
