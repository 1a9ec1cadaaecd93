"""The rule book as the tests read it: pages, clauses under numbered headings, position blocks."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

RULES = Path(__file__).parents[2] / "docs" / "rules"
BLOCK = re.compile(r"^```position\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^(?P<level>#{1,6}) (?:(?P<number>\d+(?:\.\d+)*) )?\S.*$", re.MULTILINE)
RULING = "†"


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
class Clause:
    """A numbered heading with its own text, and with `whole`, the text that includes the clauses under it."""

    number: str
    level: int
    page: str
    own: str
    whole: str

    @property
    def blocks(self) -> list[str]:
        """The position blocks that stand in the clause itself."""
        return [found["text"] for found in BLOCK.finditer(self.own)]

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
    return [clause for page, text in pages_of(language).items() for clause in _clauses(page, text)]


def _clauses(page: str, text: str) -> Iterator[Clause]:
    headings = list(HEADING.finditer(text))
    for place, heading in enumerate(headings):
        if heading["number"] is None:
            continue
        level, following = len(heading["level"]), headings[place + 1 :]
        above = [other.start() for other in following if len(other["level"]) <= level]
        numbered = [other.start() for other in following if other["number"] or len(other["level"]) <= level]
        yield Clause(
            number=heading["number"],
            level=level,
            page=page,
            own=text[heading.end() : min(numbered, default=len(text))],
            whole=text[heading.end() : min(above, default=len(text))],
        )


def blocks_of(path: Path) -> list[Block]:
    """The position blocks of a page."""
    text = path.read_text(encoding="utf-8")
    return [Block(path, text.count("\n", 0, found.start()) + 1, found["text"]) for found in BLOCK.finditer(text)]
