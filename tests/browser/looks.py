"""What can be wrong with a page as it is shown."""

import re

from rheinlaender.i18n import catalogue
from tests.browser.visitor import Visitor

PARTS = "|".join(sorted({key.split(".")[0] for key in catalogue("en")}))
RAW_KEY = re.compile(rf"\b(?:{PARTS})\.[a-z0-9_]+\b(?!\()|\{{\w+\}}|\bundefined\b|\bNaN\b|\[object")
"""A key without a text, an argument that was not filled in, or a value that is none."""
TOO_WIDE = "() => document.scrollingElement.scrollWidth - document.documentElement.clientWidth"
"""A phone makes its window wider where a page is too wide, so that the window's own width says nothing there."""
FINGER, INLINE = 40, 24
"""The least width and height, in pixels, of what is pressed: of buttons, and of what stands in a line of text."""
BUTTONS = ".button, .icon-button, .card, .cover, select, .choice label, .board-buttons button"
ALL_PRESSED = f"{BUTTONS}, button, summary"
SMALL = """([all, buttons, finger, inline]) => [...document.querySelectorAll(all)].flatMap((one) => {
  const least = one.matches(buttons) ? finger : inline;
  const { width, height } = one.getBoundingClientRect();
  const isSeen = one.checkVisibility({ checkVisibilityCSS: true }) && width > 1 && !one.closest('.unseen, [inert]');
  return isSeen && Math.min(width, height) < least ? [`${one.outerHTML.slice(0, 120)} is ${width} x ${height}`] : [];
})"""
VIOLATIONS = """async () => (await axe.run(document, { resultTypes: ['violations'] })).violations.flatMap((one) => (
  one.nodes.slice(0, 4).map((node) => `${one.id} at ${node.target.join(' ')}: ${node.failureSummary}`)))"""


def faults_of(visitor: Visitor, language: str) -> list[str]:
    """Words that are missing or do not fit."""
    faults: list[str] = RAW_KEY.findall(visitor.seen_text())
    shown = visitor.page.evaluate("() => document.documentElement.lang")
    if shown != language:
        faults.append(f"lang is {shown}")
    if visitor.page.evaluate(TOO_WIDE) > 0:
        faults.append("scrolls to the side")
    return faults


def small_buttons_of(visitor: Visitor) -> list[str]:
    """What is smaller than a finger, where fingers press it."""
    found: list[str] = (
        visitor.page.evaluate(SMALL, [ALL_PRESSED, BUTTONS, FINGER, INLINE]) if visitor.is_touching else []
    )
    return found


def violations_of(visitor: Visitor, axe: str) -> list[str]:
    """What keeps people out, as axe-core finds it."""
    if not visitor.page.evaluate("() => 'axe' in globalThis"):
        visitor.page.evaluate(axe)
    found: list[str] = visitor.page.evaluate(VIOLATIONS)
    return found
