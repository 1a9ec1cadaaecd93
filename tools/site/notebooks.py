"""Notebooks as pages: their text, their programs and what these printed or drew.

`python -m tools.site.notebooks` executes all of them and writes down what they printed.
"""

import ast
import contextlib
import io
import json
import sys
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

TUTORIALS = Path(__file__).parents[2] / "docs" / "tutorials"
Cell = dict[str, Any]


def main() -> None:
    """Execute all notebooks and write them with what they printed and drew."""
    for path in sorted(TUTORIALS.glob("*.ipynb")):
        notebook = json.loads(path.read_text(encoding="utf-8"))
        for cell, outputs in zip(notebook["cells"], executed(notebook["cells"]), strict=True):
            if cell["cell_type"] == "code":
                cell["outputs"] = outputs
        path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def executed(cells: list[Cell]) -> Iterator[list[Cell]]:
    """Execute the cells of a notebook one after the other; the outputs of each."""
    module = sys.modules["notebook_cells"] = types.ModuleType("notebook_cells")
    for number, cell in enumerate(cells):
        is_code = cell["cell_type"] == "code"
        yield list(_executed("".join(cell["source"]), vars(module), f"<cell {number}>")) if is_code else []
    del sys.modules["notebook_cells"]


def _executed(source: str, names: dict[str, Any], place: str) -> Iterator[Cell]:
    """What a cell prints, and then its last value, as Jupyter shows it."""
    tree, printed, value = ast.parse(source), io.StringIO(), None
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, place, "exec"), names)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), place, "eval"), names)  # type: ignore[attr-defined]
    if printed.getvalue():
        yield {"name": "stdout", "output_type": "stream", "text": printed.getvalue().splitlines(keepends=True)}
    if value is not None:
        is_drawn = hasattr(value, "_repr_svg_")
        shown = {"image/svg+xml": value._repr_svg_()} if is_drawn else {"text/plain": repr(value)}
        about: Cell = {"execution_count": None, "metadata": {}, "output_type": "execute_result"}
        yield about | {"data": {kind: text.splitlines(keepends=True) for kind, text in shown.items()}}


def cells_of(path: Path) -> list[Cell]:
    """The cells of a notebook."""
    cells: list[Cell] = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return cells


def page_of_notebook(path: Path) -> str:
    """A notebook as Markdown."""
    parts = [part for cell in cells_of(path) for part in _parts(cell)]
    note = f"*This page is the notebook `docs/tutorials/{path.name}`, which a test executes.*"
    return "\n\n".join([parts[0], note, *parts[1:]]) + "\n"


def _parts(cell: Cell) -> Iterator[str]:
    source = "".join(cell["source"]).strip()
    if cell["cell_type"] == "markdown":
        yield from source.split("\n\n", 1) if source.startswith("# ") else [source]
        return
    yield f"```python\n{source}\n```"
    for output in cell["outputs"]:
        yield from _output(output)


def _output(output: Cell) -> Iterator[str]:
    """What a cell printed, or the picture that it drew."""
    if output["output_type"] == "stream":
        yield _printed("".join(output["text"]))
    elif "image/svg+xml" in output.get("data", {}):
        svg = "".join(output["data"]["image/svg+xml"])
        yield f'<div class="drawn">{" ".join(svg.split())}</div>'
    elif "text/plain" in output.get("data", {}):
        yield _printed("".join(output["data"]["text/plain"]))


def _printed(text: str) -> str:
    return f"```text\n{text.rstrip()}\n```"


if __name__ == "__main__":
    main()
