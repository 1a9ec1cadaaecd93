"""The dialect of the rules: the subset of Python that runs interpreted, on the CPU and on a GPU alike."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import rheinlaender

RULES = Path(rheinlaender.__file__).parent / "rules"
ENGINE_ROOMS = ("rules", "thinking", "batches", "training")
MARKS = {"rule", "kernel"}
FORBIDDEN: dict[type[ast.AST], str] = {
    ast.Try: "exceptions",
    ast.Raise: "exceptions",
    ast.Assert: "exceptions",
    ast.With: "contexts",
    ast.List: "lists",
    ast.Dict: "dicts",
    ast.Set: "sets",
    ast.ListComp: "comprehensions",
    ast.SetComp: "comprehensions",
    ast.DictComp: "comprehensions",
    ast.GeneratorExp: "comprehensions",
    ast.Lambda: "closures",
    ast.ClassDef: "classes",
    ast.JoinedStr: "strings",
    ast.Global: "globals",
    ast.Nonlocal: "globals",
    ast.Yield: "generators",
    ast.YieldFrom: "generators",
    ast.Await: "coroutines",
    ast.Starred: "stars",
    ast.Import: "imports",
    ast.ImportFrom: "imports",
    ast.Delete: "deleting",
}


def rules() -> list[tuple[str, ast.FunctionDef]]:
    """Every rule function with the name of its module."""
    modules = {path.name: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(RULES.glob("*.py"))}
    return [(name, node) for name, tree in modules.items() for node in marked(tree)]


def marked(tree: ast.Module) -> list[ast.FunctionDef]:
    """The functions of a module that are part of the engine."""
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    return [node for node in functions if MARKS & {ast.unparse(mark) for mark in node.decorator_list}]


ALL = rules()
IDS = [f"{module}:{function.name}" for module, function in ALL]


def inner(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """Everything in the body of a function but its docstring and its types."""
    docstring = function.body[0] if ast.get_docstring(function) else None
    for statement in function.body:
        if statement is not docstring:
            yield from ast.walk(statement)


@pytest.mark.parametrize(("module", "function"), ALL, ids=IDS)
def test_dialect(module: str, function: ast.FunctionDef) -> None:
    """No allocation, exceptions, strings, floats, sets, dicts, classes, closures or default arguments in a rule."""
    for node in inner(function):
        assert type(node) not in FORBIDDEN, f"{module}: {function.name} uses {FORBIDDEN[type(node)]}"
        assert not isinstance(node, ast.FunctionDef), f"{module}: {function.name} nests a function"
        if isinstance(node, ast.Constant):
            assert not isinstance(node.value, float | str | bytes | complex), f"{function.name}: {node.value!r}"
        if isinstance(node, ast.BinOp):
            assert not isinstance(node.op, ast.Div), f"{function.name} divides to a float"
    arguments = function.args
    assert not arguments.defaults and not arguments.kw_defaults and not arguments.vararg and not arguments.kwarg
    assert not arguments.kwonlyargs


@pytest.mark.parametrize(("module", "function"), ALL, ids=IDS)
def test_rules_are_small_and_say_what_they_do(module: str, function: ast.FunctionDef) -> None:
    """Every rule has a docstring and types, and hardly one is longer than 60 lines."""
    assert ast.get_docstring(function), f"{module}: {function.name} has no docstring"
    assert function.returns is not None and all(part.annotation for part in function.args.args)
    lines = (function.end_lineno or 0) - function.lineno
    assert lines <= 60, f"{module}: {function.name} has {lines} lines"


def test_rules_do_not_call_themselves() -> None:
    """There is no recursion: what a rule calls never leads back to it."""
    names = {function.name for _, function in ALL}
    called = {
        function.name: {
            node.func.id
            for node in inner(function)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names
        }
        for _, function in ALL
    }
    for name in called:
        reached, edge = set(), set(called[name])
        while edge:
            reached |= edge
            edge = set().union(*(called[other] for other in edge)) - reached
        assert name not in reached, f"{name} is recursive"


def test_names_are_unique() -> None:
    """No two functions of the engine have the same name, in whatever room they are."""
    paths = [path for room in ENGINE_ROOMS for path in sorted((RULES.parent / room).glob("*.py"))]
    names = [node.name for path in paths for node in marked(ast.parse(path.read_text(encoding="utf-8")))]
    assert len(set(names)) == len(names) > 200


def test_rules_call_only_rules_and_primitives() -> None:
    """A rule calls other rules, primitives, and of Python only range."""
    import rheinlaender.rules.primitives as primitives

    known = {function.name for _, function in ALL} | {
        name for name, value in vars(primitives).items() if callable(value)
    }
    for module, function in ALL:
        for node in inner(function):
            if isinstance(node, ast.Call):
                assert ast.unparse(node.func) in known | {"range"}, f"{module}: {function.name}: {ast.unparse(node)}"
