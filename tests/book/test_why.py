"""Whatever happens in a game can be asked "why?", and a clause of the rule book answers."""

import pytest

from rheinlaender.book.reading import sections_of
from rheinlaender.book.why import SUBJECTS, answering_sections
from rheinlaender.game.event import sections_of_events
from rheinlaender.i18n import LANGUAGES
from rheinlaender.server.writing.book import write_book

NAMES = list(answering_sections())


@pytest.mark.parametrize("name", NAMES)
def test_clauses_answer(name: str) -> None:
    """Every event and every subject has clauses of its own, and each of them has a text in every language."""
    sections = answering_sections()[name]
    assert sections and len(set(sections)) == len(sections)
    for language in LANGUAGES:
        assert all(sections_of(language)[section].own for section in sections)


def test_events_and_subjects_are_apart() -> None:
    """No subject has the name of an event, so that each name has one answer."""
    assert not set(SUBJECTS) & set(sections_of_events())


def test_payments_cite_the_payment() -> None:
    """Section 5.2: whenever coins are paid in a game, the clause of payments is among those that say why."""
    assert [name for name, sections in sections_of_events().items() if "5.2" in sections] == [
        "duke_deposed",
        "duke_withdrawn",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_book_is_sent_with_answers(language: str) -> None:
    """The browser is sent which clauses answer, with the book."""
    assert write_book(language)["why"] == answering_sections()
