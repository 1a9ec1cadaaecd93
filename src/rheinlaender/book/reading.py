"""The rule book as text: pages of sections under headings. One reader for terminal and browser."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rheinlaender.i18n import DEFAULT_LANGUAGE

INSTALLED = Path(__file__).parent / "pages"
CHECKED_OUT = Path(__file__).parents[3] / "docs" / "rules"
INTRODUCTION, SUMMARY, FIGURES, GLOSSARY = "README", "summary", "8-figures", "10-glossary"
RULING = "†"
FIGURE_LEVEL = 3
BLOCK = re.compile(r"^```position\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^(?P<level>#{1,6}) (?:(?P<number>\d+(?:\.\d+)*) )?(?P<title>\S.*)$", re.MULTILINE)


@dataclass(frozen=True)
class Section:
    """A heading with its own text, and with `whole`, its text with heading and all that lies under it.

    `anchor` is its number, or where it has none a name that is the same in all languages.
    """

    anchor: str
    number: str | None
    level: int
    title: str
    own: str
    whole: str

    @property
    def blocks(self) -> list[str]:
        """The position blocks that stand in the section itself."""
        return [found["text"] for found in BLOCK.finditer(self.own)]

    @property
    def is_ruling(self) -> bool:
        """Whether something in it is our own ruling, because no edition decides it."""
        return RULING in self.own


@dataclass(frozen=True)
class Page:
    """A page by its name without ending, in the language that it is written in."""

    name: str
    language: str
    sections: tuple[Section, ...]

    @property
    def number(self) -> str | None:
        """The number of the chapter that the page is."""
        return self.sections[0].number


@cache
def read_book(language: str) -> tuple[Page, ...]:
    """All pages in their order; a page that a language does not have is the English one."""
    root = INSTALLED if INSTALLED.exists() else CHECKED_OUT
    names = sorted((page.stem for page in (root / DEFAULT_LANGUAGE).glob("*.md")), key=_order)
    return tuple(_read_page(root, language, name) for name in names)


def sections_of(language: str) -> dict[str, Section]:
    """The numbered sections of the book."""
    return {section.number: section for page in read_book(language) for section in page.sections if section.number}


def _order(name: str) -> tuple[int, int]:
    """The introduction, the chapters by their numbers, the summary."""
    number = name.partition("-")[0]
    return (0 if name == INTRODUCTION else 1 if number.isdigit() else 2, int(number) if number.isdigit() else 0)


def _read_page(root: Path, language: str, name: str) -> Page:
    path = root / language / f"{name}.md"
    if not path.exists():
        language, path = DEFAULT_LANGUAGE, root / DEFAULT_LANGUAGE / f"{name}.md"
    return Page(name, language, tuple(_sections(name, path.read_text(encoding="utf-8"))))


def _sections(page: str, text: str) -> Iterator[Section]:
    headings = list(HEADING.finditer(text))
    figures = 0
    for place, heading in enumerate(headings):
        level, following = len(heading["level"]), headings[place + 1 :]
        end = min((other.start() for other in following if len(other["level"]) <= level), default=len(text))
        is_figure = page == FIGURES and level == FIGURE_LEVEL
        figures += is_figure
        yield Section(
            anchor=heading["number"] or (f"figure-{figures}" if is_figure else f"{page.lower()}-{place}"),
            number=heading["number"],
            level=level,
            title=heading["title"].replace("`", ""),
            own=text[heading.end() : following[0].start() if following else len(text)].strip(),
            whole=text[heading.start() : end].strip(),
        )
