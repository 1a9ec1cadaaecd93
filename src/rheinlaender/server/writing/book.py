"""The rule book as it is sent: the book with its figures as data."""

from functools import cache
from typing import Any

from rheinlaender.book.figure import Stage, crop_of, work_through
from rheinlaender.book.markup import glossary_of, markup_of
from rheinlaender.book.reading import GLOSSARY, Page, Section, read_book
from rheinlaender.book.why import answering_sections
from rheinlaender.book.words import statement_words
from rheinlaender.drawing.picture import duke_places
from rheinlaender.notation.statement import ILLEGAL, Statement, refusal_of_move
from rheinlaender.server.values.entry import Parts
from rheinlaender.server.values.turn import placed_fields
from rheinlaender.server.writing.views import EVERYBODY, write_events, write_game_view


def write_book(language: str) -> Parts:
    """The rule book as data."""
    pages = read_book(language)
    return {
        "language": language,
        "pages": [write_page(page) for page in pages],
        "glossary": [word for page in pages if page.name == GLOSSARY for word in write_glossary(page)],
        "why": answering_sections(),
    }


def write_page(page: Page) -> Parts:
    """A page; `language` is the one that it is written in."""
    return {
        "name": page.name,
        "number": page.number,
        "language": page.language,
        "sections": [write_section(section, page.language) for section in page.sections],
    }


def write_section(section: Section, language: str) -> Parts:
    """A section: its heading, its text as HTML with places for its blocks, and the blocks."""
    return {
        "anchor": section.anchor,
        "number": section.number,
        "level": section.level,
        "title": section.title,
        "is_ruling": section.is_ruling,
        "html": markup_of(section.own, language),
        "blocks": [write_block(block, language) for block in section.blocks],
    }


def write_glossary(page: Page) -> list[Parts]:
    """The words of the glossary, each with its meaning and the section that it stands in."""
    return [
        {"word": word, "html": meaning, "anchor": section.anchor}
        for section in page.sections
        for word, meaning in glossary_of(section.own, page.language)
    ]


def write_block(text: str, language: str) -> Parts:
    """A position block: its text, the fields that show it, and its stages with what holds in each."""
    stages, crop, views = worked(text)
    return {
        "text": text.rstrip(),
        "position": text.splitlines()[0],
        "crop": crop,
        "stages": [write_stage(stage, view, language) for stage, view in zip(stages, views, strict=True)],
    }


@cache
def worked(text: str) -> tuple[list[Stage], list[str], list[Parts]]:
    """The stages of a block, its crop, and the views of its stages; they are the same in all languages."""
    stages = work_through(text)
    return stages, crop_of(stages), [write_stage_view(stage) for stage in stages]


def write_stage_view(stage: Stage) -> Parts:
    """The position of a stage, seen from the seat to move."""
    view = stage.game.view(stage.game.view().to_move)
    last = None if stage.seat is None else (stage.seat, placed_fields(stage.events))
    return write_game_view(stage.game, view, [], last, duke_places(view))


def write_stage(stage: Stage, view: Parts, language: str) -> Parts:
    """A stage: who moved, what it did, the view after it and what holds then."""
    return {
        "seat": stage.seat,
        "moves": stage.moves,
        "events": write_events(stage.events, EVERYBODY),
        "view": view,
        "statements": write_statements(stage, language),
    }


def write_statements(stage: Stage, language: str) -> list[dict[str, Any]]:
    """What is stated of a stage, in words."""
    return [write_statement(stage, statement, language) for statement in stage.statements]


def write_statement(stage: Stage, statement: Statement, language: str) -> dict[str, Any]:
    """A statement: its kind, the sentence, what it is about, and the rule that forbids it if one does."""
    refusal = None if statement.name != ILLEGAL else refusal_of_move(stage.game, *statement.moves)
    return {
        "kind": statement.name,
        "words": statement_words(stage.game, statement, language),
        "fields": statement.fields(stage.game.board),
        "seat": statement.seat,
        "section": refusal.section if refusal else None,
    }
