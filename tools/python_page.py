"""docs/reference/python.md: the public names of the package, with the signatures and docstrings of their sources."""

import ast
import inspect
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from itertools import groupby

import rheinlaender

INTRODUCTION = """# Python

Everything here is imported from the package itself, `from rheinlaender import Game`, is typed, and stays: a name that
goes, or changes what it means, is told in the [changelog](../../CHANGELOG.md). Other modules may change at any time.
Whatever is refused raises a `Refusal`, which has a `code`, the `section` of the rules that it cites, and `words` in
four languages; a refusal changes nothing. Fields, seats, moves and positions are written as in [notation](notation.md).
"""
LONGEST_LINE = 110
_QUOTED = re.compile(r"'([A-Z]\w*)'")


def python_page() -> str:
    """The whole page."""
    parts = [INTRODUCTION]
    for room, modules in groupby(rheinlaender.MODULES, key=lambda module: module.split(".")[0]):
        parts.append(f"## {room}\n\n{import_module(f'rheinlaender.{room}').__doc__}\n")
        parts += [_entry(f"rheinlaender.{module}", name) for module in modules for name in rheinlaender.MODULES[module]]
    return "\n".join(parts)


def _entry(module: str, name: str) -> str:
    """What one name is."""
    node = _node(module, name)
    if isinstance(node, ast.ClassDef):
        return "\n".join([_heading(name, *_class_lines(node)), _words(node), *_members(node)])
    if isinstance(node, ast.FunctionDef):
        return "\n".join([_heading(name, f"{name}{_signature(node)}"), _words(node)])
    return _heading(name, ast.unparse(node).replace("'", '"'))


def _heading(name: str, *lines: str) -> str:
    """A heading, and what is to be written in a program beneath it."""
    code = "\n".join(lines)
    return f"### {name}\n\n```python\n{code}\n```\n"


def _node(module: str, name: str) -> ast.stmt:
    """The source of a name: in the module that is named, or in the one where its value was made."""
    value = getattr(import_module(module), name)
    home = getattr(value, "__module__", module) if isinstance(value, type) or inspect.isfunction(value) else module
    tree = ast.parse(inspect.getsource(sys.modules[home]))
    found = [node for node in tree.body if name in _names(node)]
    return found[0] if found else _node(_imported_from(tree, name), name)


def _names(node: ast.stmt) -> list[str]:
    """The names that a statement makes."""
    if isinstance(node, ast.ClassDef | ast.FunctionDef):
        return [node.name]
    if isinstance(node, ast.Assign):
        return [target.id for target in node.targets if isinstance(target, ast.Name)]
    return []


def _imported_from(tree: ast.Module, name: str) -> str:
    """The module from which another takes a name."""
    imports = (node for node in tree.body if isinstance(node, ast.ImportFrom))
    return next(str(node.module) for node in imports if name in [alias.name for alias in node.names])


def _class_lines(node: ast.ClassDef) -> list[str]:
    """A class, with its fields if it is a dataclass."""
    is_made_of_fields = any("dataclass" in mark for mark in _marks(node))
    fields = list(_fields(node)) if is_made_of_fields else []
    line = f"{node.name}({', '.join(fields)})" if fields else f"class {node.name}"
    return [line] if len(line) <= LONGEST_LINE else [f"{node.name}(", *(f"    {field}," for field in fields), ")"]


def _fields(node: ast.ClassDef) -> Iterator[str]:
    """The fields of a class as they are declared."""
    for part in node.body:
        if isinstance(part, ast.AnnAssign) and "ClassVar" not in ast.unparse(part.annotation):
            is_plain = part.value is not None and not isinstance(part.value, ast.Call)
            yield ast.unparse(part) if is_plain else ast.unparse(ast.AnnAssign(part.target, part.annotation, simple=1))


def _members(node: ast.ClassDef) -> Iterator[str]:
    """The public methods and properties of a class."""
    parts = [part for part in node.body if isinstance(part, ast.FunctionDef) and not part.name.startswith("_")]
    for part in parts:
        is_asked = any("property" in mark for mark in _marks(part))
        line = f": {ast.unparse(part.returns or part)}" if is_asked else _signature(part)
        yield f"- `{node.name}.{part.name}{line}`: " + _words(part).rstrip().replace("\n", "\n  ").replace("  \n", "\n")
    if parts:
        yield ""


def _marks(node: ast.FunctionDef | ast.ClassDef) -> list[str]:
    return [ast.unparse(mark) for mark in node.decorator_list]


def _signature(node: ast.FunctionDef) -> str:
    """The arguments of a function without `self`, and what it returns."""
    arguments = ast.unparse(node.args).removeprefix("self").removeprefix("cls").removeprefix(", ")
    returned = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return _QUOTED.sub(r"\1", f"({arguments}){returned}")


def _words(node: ast.ClassDef | ast.FunctionDef) -> str:
    """The docstring."""
    return (ast.get_docstring(node) or "") + "\n"
