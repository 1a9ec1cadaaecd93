"""Small files and small functions, each of which says what it is."""

import ast
from collections.abc import Iterator

import pytest

from tests.architecture.test_layers import SOURCE, modules

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


@pytest.mark.parametrize("path", list(modules()))
def test_functions_are_small(path: str) -> None:
    """No function has more than 60 lines."""
    for function in functions(path):
        lines = (function.end_lineno or 0) - function.lineno + 1
        assert lines <= MOST_LINES_OF_FUNCTION, f"{function.name} has {lines} lines"
