"""The documents: the index has every page, and every link leads somewhere."""

import re
from pathlib import Path

import pytest

from tests.architecture.rooms import ALLOWED

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = sorted([*DOCS.rglob("*.md"), *ROOT.glob("*.md")])
LINK = re.compile(r"\[[^]]*\]\(([^)\s]+)\)")
CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def links(path: Path) -> list[str]:
    """Where a page's links lead, without those that lead out of the house."""
    text = CODE.sub("", path.read_text(encoding="utf-8"))
    return [link for link in LINK.findall(text) if not re.match(r"[a-z]+:", link)]


def anchors(path: Path) -> set[str]:
    """The places of a page that can be linked to, as GitHub names them."""
    headings = HEADING.findall(path.read_text(encoding="utf-8"))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_links_lead_somewhere(path: Path) -> None:
    """A link leads to a file of the project, and to a heading that is there. Clauses are held by tests/book."""
    for link in links(path):
        name, _, anchor = link.partition("#")
        target = (path.parent / name).resolve() if name else path
        assert target.exists(), link
        assert not anchor or target.is_relative_to(DOCS / "rules") or anchor in anchors(target), link


def test_index_has_every_page() -> None:
    """From docs/README.md every page is reached: directly, or by the index of its folder."""
    reached, edge = set[Path](), {DOCS / "README.md"}
    while edge:
        reached |= edge
        found = {(page.parent / link.partition("#")[0]).resolve() for page in edge for link in links(page)}
        edge = {page for page in found if page.suffix == ".md" and page.is_relative_to(DOCS)} - reached
    assert reached == set(DOCS.rglob("*.md"))
    direct = {(DOCS / link).resolve() for link in links(DOCS / "README.md")}
    assert direct >= {page for page in DOCS.glob("[cgr]*/*.md") if page.parent.name != "rules"}


def test_architecture_names_every_room() -> None:
    """The page about the house says what each room is for."""
    page = (DOCS / "concepts" / "architecture.md").read_text(encoding="utf-8")
    assert set(ALLOWED) <= set(re.findall(r"\*\*(\w+)\*\*", page))
