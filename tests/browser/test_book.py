"""The rule book: moves are tried in its figures, refused by their clauses, and taken back."""

import pytest

from tests.browser.conftest import OpenPage
from tests.browser.extent import SPOKEN
from tests.browser.visitor import Visitor

ASKED = {
    "en": ("score", "points", "merging", "who wins when tied?"),
    "de": ("Wertung", "Punkte", "verschmelzen", "Wer gewinnt bei Gleichstand?"),
    "nl": ("score", "punten", "samenvoegen", "wie wint bij gelijke stand?"),
    "hu": ("pontszám", "pont", "összeolvadás", "ki nyer egyenlőség esetén?"),
}
ANSWERED = (("5.2", "6.3"), ("5.2", "6.3"), ("4.4.3",), ("6.4",))
"""The clauses that answer these, of which the first that is found must name one."""
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


@pytest.mark.parametrize("language", SPOKEN)
def test_people_find_what_they_ask_by_their_own_words(open_page: OpenPage, language: str) -> None:
    """Score, points, merging, who wins when tied: the first find leads to the clause, by whatever word is common."""
    visitor = open_page(language=language)
    visitor.go("/rules")
    visitor.see('[data-page="rules"]')
    for asked, answers in zip(ASKED[language], ANSWERED, strict=True):
        visitor.find("[data-search]").fill(asked)
        found = visitor.see("[data-found]")
        assert found.get_attribute("data-found") in answers, (asked, found.inner_text())


def test_figures_and_options_have_names(open_page: OpenPage) -> None:
    """A figure says what it shows; an option is named in words, also where its notation is told."""
    visitor = open_page()
    visitor.go("/rules#8")
    visitor.see("[data-figure] .figure-title")
    titles = visitor.page.locator("[data-figure] .figure-title").all_inner_texts()
    assert len(set(titles)) == 18 and all(": " in title for title in titles)
    visitor.go("/rules#9")
    visitor.see('[data-page="rules"] table')
    names = [text.strip() for text in visitor.page.locator("h2, td a").all_inner_texts()]
    assert not [name for name in names if "_" in name]
