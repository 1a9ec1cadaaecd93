"""The tutorials: every notebook is executed, and prints what is written in it."""

from pathlib import Path

import pytest

from tools.site.notebooks import TUTORIALS, Cell, cells_of, executed, page_of_notebook

NOTEBOOKS = sorted(TUTORIALS.glob("*.ipynb"))


def seen(outputs: list[Cell]) -> list[str]:
    """What a reader sees: what was printed, and of a picture what it says of itself, not each of its strokes."""
    parts = [output.get("text") or next(iter(output["data"].values())) for output in outputs]
    return ["".join(part[:1] if part[0].startswith("<svg") else part) for part in parts]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_is_executed(path: Path) -> None:
    """Every cell runs, and what it prints and draws is what the notebook shows."""
    if "environments" in path.name:
        pytest.importorskip("gymnasium", reason="NOT EXECUTED: Gymnasium is not installed")
    cells = cells_of(path)
    for cell, outputs in zip(cells, executed(cells), strict=True):
        assert seen(cell.get("outputs", [])) == seen(outputs), "".join(cell["source"])


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_is_a_page(path: Path) -> None:
    """Of a notebook becomes a page with a title, its programs and what they print; links lead to files."""
    page = page_of_notebook(path)
    assert page.startswith("# ") and page.count("```python") == sum(
        cell["cell_type"] == "code" for cell in cells_of(path)
    )
    assert page.count("```text") >= 2
