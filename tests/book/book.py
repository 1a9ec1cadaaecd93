"""The rule book as the tests look at it: the text of pages, whole clauses, position blocks and where they stand."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

from rheinlaender.book.reading import BLOCK, CHECKED_OUT, Page, Section, read_book

RULES = CHECKED_OUT


@dataclass(frozen=True)
class Block:
    """A position block and where it stands."""

    path: Path
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.path.relative_to(RULES).as_posix()}:{self.line}"

    @property
    def position(self) -> str:
        """The position that the block begins with."""
        return self.text.splitlines()[0]


@dataclass(frozen=True)
class Clause(Section):
    """A section with a number; to its own text belong the sections under it that have none."""

    number: str
    page: str

    @property
    def is_shown(self) -> bool:
        """Whether a position block stands in the clause, or in one under it."""
        return BLOCK.search(self.whole) is not None


def languages() -> list[str]:
    """The languages that the rule book is written in."""
    return sorted(folder.name for folder in RULES.iterdir() if folder.is_dir())


def pages_of(language: str) -> dict[str, str]:
    """The text of each page by its name."""
    return {page.name: page.read_text(encoding="utf-8") for page in sorted((RULES / language).glob("*.md"))}


def clauses_of(language: str) -> list[Clause]:
    """All clauses of a rule book, page by page, in the order in which they stand."""
    return [clause for page in read_book(language) for clause in _clauses(page)]


def _clauses(page: Page) -> Iterator[Clause]:
    """The numbered sections of a page, each with the sections under it that have no number."""
    for place, section in enumerate(page.sections):
        if section.number is not None:
            under = takewhile(lambda other: other.number is None, page.sections[place + 1 :])
            parts = [section.own, *(part for other in under for part in (other.title, other.own))]
            text = {"own": "\n\n".join(parts), "page": f"{page.name}.md"}
            yield Clause(**vars(section) | text)


def blocks_of(path: Path) -> list[Block]:
    """The position blocks of a page."""
    text = path.read_text(encoding="utf-8")
    return [Block(path, text.count("\n", 0, found.start()) + 1, found["text"]) for found in BLOCK.finditer(text)]
