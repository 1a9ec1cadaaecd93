"""The documentation site: what its pages are made of. `make site` builds it strictly and checks every link."""

from pathlib import Path

import pytest

pytest.importorskip("resvg_py", reason="NOT TESTED: the pictures of the site need the extra render")
pytest.importorskip("PIL", reason="NOT TESTED: the pictures of the site need the extra render")

from rheinlaender.i18n import LANGUAGES
from tools.site.check import problems_of
from tools.site.figures import figure_text
from tools.site.pages import DOCS, ROOT, documents, is_shown, linked, navigation, pages_of, place_of, with_figures

ONE = "rh1 seats=3 hands=a:23\nlegal 23L 23R\nillegal 23W river_not_open\n"
TWO = "rh1 seats=3 knights=a:L30 hands=a:31\nknights L30 -\nplay 31L .\nduke L30 a\n"


def test_every_page_is_in_the_navigation() -> None:
    """Every document, notebook and example has its place, once."""
    listed = list(pages_of(navigation()))
    assert len(listed) == len(set(listed))
    files = [*documents(), *(DOCS / "tutorials").glob("*.ipynb"), *(ROOT / "examples").glob("*.py")]
    assert set(listed) == {place_of(path) for path in files}


@pytest.mark.parametrize("language", LANGUAGES)
def test_figures_are_drawn(language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A position block is a picture for each stage, with who moved and what holds, in words; no raw block is left."""
    drawn = list[str]()

    def draw(svg: str, *_: object) -> bytes:
        drawn.append(svg)
        return b"picture"

    monkeypatch.setattr("tools.site.figures._drawn", draw)
    text = figure_text(TWO, language, tmp_path / language, "../")
    assert text.count(".webp)") == len(drawn) == 2 and "`31L .`" in text and text.count("\n- ") == 2
    assert "rh1" not in text and "knights L30" not in text
    page = with_figures(f"## 3.1 Title\n\n```position\n{ONE}```\n", language, tmp_path)
    assert "## 3.1 Title { #3.1 }" in page and "```" not in page and "23" in page


def test_links_lead_to_pages() -> None:
    """Links lead to pages of the site; what is not there is named without a link."""
    text = "[A](../reference/notation.md#moves) [b](../../src/rheinlaender/rules/turn.py) ![p](../picture.svg) `[c](d)`"
    found = linked(text, DOCS / "guides" / "bots.md", "guides/bots.md")
    assert found == "[A](../reference/notation.md#moves) b ![p](../picture.svg) `[c](d)`"
    assert linked("[x](docs/guides/bots.md)", ROOT / "README.md", "index.md") == "[x](guides/bots.md)"
    assert not is_shown(ROOT / "src" / "rheinlaender" / "rules" / "turn.py")


def test_broken_links_are_found(tmp_path: Path) -> None:
    """A link to a page, a picture or a place that is not there is a problem; one that leads out of the site is none."""
    (tmp_path / "a").mkdir()
    (tmp_path / "index.html").write_text('<a href=a/#here></a><a href="b/"></a><img src="https://host.invalid/x.png">')
    (tmp_path / "a" / "index.html").write_text('<p id=here></p><a href="../#there"></a><a href="#here"></a>')
    assert problems_of(tmp_path) == ["a/index.html: ../#there", "index.html: b/"]
