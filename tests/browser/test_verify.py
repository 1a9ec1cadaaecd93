"""Checking a deal in the browser: of a file, of one that was changed, of a table that cheats, and without a promise."""

import re

from rheinlaender.notation.record import read_record
from rheinlaender.notation.verifying import verify_record
from tests.browser.conftest import OpenPage
from tests.browser.looks import faults_of, small_buttons_of, violations_of
from tests.browser.rounds import Rounds
from tests.browser.test_tour import SPEAK
from tests.browser.visitor import Visitor
from tests.fair.games import verified_record

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
        faults += faults_of(visitor, language)
    assert not faults, "\n".join(faults)
    paste(visitor, record.replace('[StringB "on-the"]', '[StringB "off-the"]'))
    assert ["deal", False] in found(visitor) and ["commitment", True] in found(visitor)
    visitor.see('[role="status"][data-right="false"]')
    paste(visitor, re.sub(r"\[ServerSeed .*\]\n", "", record))
    visitor.see('[data-missing="ServerSeed"]')


def test_a_table_that_deals_otherwise_is_found_out(open_page: OpenPage, finished: Rounds) -> None:
    """This server deals the same cards to the same people, whatever it promised: one click from the end tells."""
    visitor = open_page()
    visitor.go(finished.link)
    visitor.press('[data-account] [data-action="verify"]')
    checks = found(visitor)
    assert ["commitment", True] in checks and ["deal", False] in checks and ["landmarks", False] in checks
