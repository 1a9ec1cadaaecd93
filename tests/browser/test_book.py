"""The rule book: moves are tried in its figures, refused by their clauses, and taken back."""

from tests.browser.conftest import OpenPage
from tests.browser.visitor import Visitor

FIGURE = "[data-figure]:has([data-action='try'])"


def begin_trying(visitor: Visitor) -> None:
    """Try moves in the first figure in which one can."""
    visitor.go("/rules#2.1.1")
    visitor.see(FIGURE).locator("[data-action='try']").click()
    visitor.see("[data-attempt]")


def fields(visitor: Visitor) -> list[str]:
    """The fields that can be named, those that the card reaches marked."""
    return [str(text) for text in visitor.page.locator("[data-attempt] option").all_inner_texts()][1:]


def try_field(visitor: Visitor, field: str) -> None:
    """Name a field."""
    visitor.page.select_option("[data-attempt] select", field)
    visitor.press("[data-action='try-field']")


def test_a_turn_is_tried(open_page: OpenPage) -> None:
    """A card and a field do what they would do in a game; the turn is completed without a bastion, and taken back."""
    visitor = open_page()
    begin_trying(visitor)
    visitor.press("[data-attempt] [data-card]")
    visitor.see("[data-attempt] .card.is-chosen")
    reached = [field.removeprefix("● ") for field in fields(visitor) if field.startswith("●")]
    try_field(visitor, reached[0])
    visitor.see("[data-attempt] [data-event^='knight_']")
    visitor.press("[data-action='no-bastion']")
    visitor.miss("[data-action='no-bastion']")
    visitor.press("[data-attempt] [data-action='take-back']")
    visitor.see("[data-action='no-bastion']")
    visitor.press("[data-attempt] [data-action='take-back']")
    visitor.miss("[data-attempt] [data-event]")
    assert visitor.has("[data-attempt] .card.is-chosen")


def test_an_illegal_turn_is_refused(open_page: OpenPage) -> None:
    """A field that the card does not reach is refused with the clause that forbids it."""
    visitor = open_page()
    begin_trying(visitor)
    visitor.press("[data-attempt] [data-card]")
    visitor.see("[data-attempt] .card.is-chosen")
    beyond = [field for field in fields(visitor) if not field.startswith("●")]
    try_field(visitor, beyond[0])
    refusal = visitor.see(".attempt-refusal")
    assert (refusal.locator("a").get_attribute("href") or "").startswith("/rules#")
    visitor.press("[data-attempt] [data-action='take-back']")
    visitor.miss(".attempt-refusal")
