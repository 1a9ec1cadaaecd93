"""The text of the rule book as markup for the browser: links lead to clauses, seats and rulings are marked."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from html import escape
from itertools import pairwise
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from rheinlaender.book.reading import INTRODUCTION, RULING, SUMMARY
from rheinlaender.book.words import colour_of
from rheinlaender.game.seat import LETTERS
from rheinlaender.i18n import words

QUOTES = {"en": "“”‘’", "de": "„“‚‘", "nl": "‘’“”", "hu": "„”’’"}
BOOK = "/rules"
WIDE_TABLE = 4
_TERM = re.compile(r"^- \*\*(?P<term>[^*]+)\*\*(?P<rest>.*?)(?=^- |^#|\Z)", re.MULTILINE | re.DOTALL)


def markup_of(text: str, language: str) -> str:
    """A section as HTML; in the place of each position block stands `<div data-block="N"></div>`."""
    tokens = _reader(language).parse(text)
    _mark_paragraphs(tokens)
    _mark_tables(tokens)
    return _render(language, tokens).strip()


def glossary_of(text: str, language: str) -> Iterator[tuple[str, str]]:
    """The words of a glossary, each with what it means as HTML."""
    for found in _TERM.finditer(text):
        meaning = " ".join(found["rest"].split()).removeprefix(": ")
        yield found["term"], _render(language, _reader(language).parseInline(meaning))


def address_of_link(target: str) -> str:
    """Where a link of the book leads in the browser: to a clause, a chapter, the summary or the introduction."""
    page, _, anchor = target.partition("#")
    name = page.removesuffix(".md")
    if anchor:
        return f"{BOOK}#{anchor}"
    if name == SUMMARY:
        return f"{BOOK}/{SUMMARY}"
    return BOOK if name == INTRODUCTION else f"{BOOK}#{name.partition('-')[0]}"


@cache
def _reader(language: str) -> MarkdownIt:
    options = {"html": False, "typographer": True, "quotes": QUOTES[language]}
    return MarkdownIt("commonmark", options, renderer_cls=Renderer).enable(["table", "smartquotes"])


def _render(language: str, tokens: Sequence[Token]) -> str:
    reader = _reader(language)
    return str(reader.renderer.render(tokens, reader.options, {"language": language, "blocks": 0}))


def _mark_paragraphs(tokens: Sequence[Token]) -> None:
    """A paragraph that begins with the dagger is a ruling."""
    for token, inside in pairwise(tokens):
        if token.type == "paragraph_open" and inside.content.startswith(RULING):
            token.attrSet("class", "ruling")


def _mark_tables(tokens: list[Token]) -> None:
    """Headings that say nothing are none; cells of wide tables are told what their column is."""
    heads: list[str] = []
    for place, token in enumerate(tokens):
        if token.type == "table_open":
            heads = []
        elif token.type == "th_open":
            heads.append(tokens[place + 1].content)
            if not heads[-1]:
                token.tag = tokens[place + 2].tag = "td"
        elif token.type == "tr_open" and heads:
            _name_cells(tokens, place, heads)


def _name_cells(tokens: Sequence[Token], row: int, heads: Sequence[str]) -> None:
    cells = [token for token in tokens[row : _end_of_row(tokens, row)] if token.type == "td_open"]
    if len(heads) >= WIDE_TABLE:
        for head, cell in zip(heads, cells, strict=False):
            cell.attrSet("data-column", head)


def _end_of_row(tokens: Sequence[Token], row: int) -> int:
    return next(place for place in range(row, len(tokens)) if tokens[place].type == "tr_close")


class Renderer(RendererHTML):
    """Writes what the book has of its own: places for blocks, seats, daggers, links between clauses."""

    def fence(self, tokens: Sequence[Token], place: int, options: Any, env: Any) -> str:
        """The place of a position block."""
        env["blocks"] += 1
        return f'<div data-block="{env["blocks"] - 1}"></div>\n'

    def code_inline(self, tokens: Sequence[Token], place: int, options: Any, env: Any) -> str:
        """Notation; the letter of a seat is called by its colour."""
        text = tokens[place].content
        if len(text) == 1 and text in LETTERS:
            colour = escape(colour_of(text, env["language"]))
            return f'<span class="seat-letter" data-seat="{text}" title="{colour}">{text}</span>'
        return f"<code>{escape(text).replace('_', '_<wbr>')}</code>"

    def text(self, tokens: Sequence[Token], place: int, options: Any, env: Any) -> str:
        """Plain text, in which the dagger says what it means."""
        about = escape(words("rules.ruling_about", env["language"]))
        dagger = f'<abbr class="dagger" title="{about}">{RULING}</abbr>'
        return escape(tokens[place].content, quote=False).replace(RULING, dagger)

    def link_open(self, tokens: Sequence[Token], place: int, options: Any, env: Any) -> str:
        """The beginning of a link to another place of the book."""
        return f'<a href="{escape(address_of_link(str(tokens[place].attrGet("href"))))}">'
