"""What others read about the package before they have it: README on an index, addresses, and how to cite it."""

import re
from pathlib import Path

import rheinlaender
from tools.index_page import page_of, urls_of

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
RELATIVE = re.compile(r"\]\((?![a-z]+:|#)[^)]+\)")


def test_index_without_a_home() -> None:
    """Where the project has no address, an index is shown no picture and no link that leads nowhere."""
    page = page_of(README, "")
    assert RELATIVE.search(README) and not RELATIVE.search(page) and "](" not in page
    assert "make play" in page and "docs/reference/strength.md" in page


def test_index_with_a_home() -> None:
    """Where it has one, pictures and links lead there."""
    home = "https://forge.invalid/rheinlaender/raw/main"
    page = page_of(README, home)
    assert not RELATIVE.search(page) and f"({home}/docs/turn.webp)" in page
    for address in re.findall(rf"\]\({re.escape(home)}/([^)#]+)", page):
        assert (ROOT / address).exists(), address
    assert all(address.startswith(home) for address in urls_of(home).values())


def test_citation() -> None:
    """How to cite it is said in the format of its kind, with this version."""
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert text.startswith("cff-version: 1.2.0\n") and f"\nversion: {rheinlaender.__version__}\n" in text
    assert {"message", "title", "authors", "license", "type"} <= set(re.findall(r"^(\w[\w-]*):", text, re.MULTILINE))
