"""Small files and small functions, each of which says what it is."""

import ast
from collections.abc import Iterator

import pytest

from tests.architecture.test_layers import SOURCE, modules

ROOT = SOURCE.parents[1]
BESIDE = [
    path for folder in ("tests", "tools", "benchmarks", "examples") for path in sorted((ROOT / folder).rglob("*.py"))
]
"""What stands beside the product is held as small as the product."""
NAMESAKES = ["Question", "Step"]
"""What a thinker is asked and what a review asks; a step of a lesson and of a review. Nothing sees both."""
MOST_LINES = 400
MOST_LINES_OF_FUNCTION = 60

Function = ast.FunctionDef | ast.AsyncFunctionDef


def functions(path: str) -> Iterator[Function]:
    """All functions of a module, methods and inner ones too."""
    return (node for node in ast.walk(modules()[path]) if isinstance(node, Function))


@pytest.mark.parametrize("path", list(modules()))
def test_modules_are_small(path: str) -> None:
    """Every module has a docstring and at most 400 lines."""
    assert ast.get_docstring(modules()[path])
    assert len((SOURCE / path).read_text(encoding="utf-8").splitlines()) <= MOST_LINES


def test_modules_beside_are_small() -> None:
    """Tests, tools, benchmarks and examples too have at most 400 lines, and functions of at most 60."""
    for path in BESIDE:
        text = path.read_text(encoding="utf-8")
        assert len(text.splitlines()) <= MOST_LINES, path
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, Function):
                assert (node.end_lineno or 0) - node.lineno + 1 <= MOST_LINES_OF_FUNCTION, f"{path}: {node.name}"


def test_classes_have_names_of_their_own() -> None:
    """No two public classes of the product have the same name, but those of NAMESAKES: one word for each thing."""
    classes = [
        node.name
        for tree in modules().values()
        for node in tree.body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    ]
    assert sorted(name for name in set(classes) if classes.count(name) > 1) == NAMESAKES


@pytest.mark.parametrize("path", list(modules()))
def test_functions_are_small(path: str) -> None:
    """No function has more than 60 lines."""
    for function in functions(path):
        lines = (function.end_lineno or 0) - function.lineno + 1
        assert lines <= MOST_LINES_OF_FUNCTION, f"{function.name} has {lines} lines"
