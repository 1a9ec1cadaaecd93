"""Dependencies point one way, heavy ones come late, the core touches no clock, file, socket or global randomness."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import rheinlaender
from tests.architecture.rooms import ALLOWED

SOURCE = Path(rheinlaender.__file__).parent
NUMBA_IN = {"rules/compile.py"}
HEAVY = {"numba", "rich", "torch", "jax", "gymnasium", "pettingzoo", "pyspiel", "fastapi", "starlette", "uvicorn"}
WORLDLY = {"time", "datetime", "socket", "secrets", "random", "os", "io", "pathlib", "subprocess", "threading"}
WORLDLY |= {"tempfile", "shutil", "asyncio", "urllib", "http", "logging", "sys"}
EXCEPTIONS = {
    "rules/compile.py": {"os", "pathlib", "threading", "sys", "logging"},
    "notation/trace.py": {"random"},
    "drawing/picture.py": {"pathlib"},
    "drawing/svg.py": {"pathlib"},
    "drawing/symbols.py": {"pathlib"},
}
"""The compiler keeps its cache; traces have a generator of their own; drawings read the package's own symbols."""


@cache
def modules() -> dict[str, ast.Module]:
    """Every module of the product by its path."""
    return {
        str(path.relative_to(SOURCE)): ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted(SOURCE.rglob("*.py"))
    }


def imports(tree: ast.AST) -> Iterator[str]:
    """Every module that is imported, also late, inside functions; `from a import b` may import a.b."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            yield from (f"{node.module}.{name.name}" for name in node.names)
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith(("import_module", "__import__")):
            yield from late(node)


def late(call: ast.Call) -> Iterator[str]:
    """What a call of import_module or __import__ names; it must be seen."""
    named = call.args[0]
    seen = named.values[0] if isinstance(named, ast.JoinedStr) else named
    assert isinstance(seen, ast.Constant), f"a module is imported by a name that cannot be seen: {ast.unparse(call)}"
    yield str(seen.value)


def outside_functions(tree: ast.Module) -> ast.Module:
    """A module without the bodies of its functions: what runs when it is imported."""
    body = [node for node in tree.body if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.If)]
    return ast.Module(body=body, type_ignores=[])


def may_use_numba(path: str) -> bool:
    """Whether a module is the compiler, or one of the CUDA kernels."""
    return path in NUMBA_IN or path.startswith("batches/cuda")


def package_of(path: str) -> str:
    """The package that a module belongs to."""
    return path.split("/")[0]


PATHS = [path for path in modules() if "/" in path]


def test_public_interface_is_for_others() -> None:
    """The product itself takes names from where they live; of the package it reads only its version and its words."""
    for path in PATHS:
        for node in ast.walk(modules()[path]):
            if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "rheinlaender":
                is_room = node.attr in ALLOWED
                assert is_room or node.attr in ("__doc__", "__version__", "__file__", "__name__"), (
                    f"{path}: {node.attr}"
                )


@pytest.mark.parametrize("path", PATHS)
def test_dependencies_point_one_way(path: str) -> None:
    """A package imports only what lies below it, as ALLOWED says; nothing imports `cli`."""
    package = package_of(path)
    for name in imports(modules()[path]):
        if name.startswith("rheinlaender."):
            other = name.split(".")[1]
            assert other == package or other in ALLOWED[package], f"{path} imports {name}"


def test_every_package_has_its_place() -> None:
    """A new package must be given its place among the layers."""
    packages = {package_of(path) for path in PATHS}
    assert packages <= set(ALLOWED)


def test_layers_have_no_circle() -> None:
    """What a package may import never leads back to it."""
    for package in ALLOWED:
        seen, edge = set(), set(ALLOWED[package])
        while edge:
            seen |= edge
            edge = set().union(*(ALLOWED[other] for other in edge)) - seen
        assert package not in seen


def test_numba_is_imported_in_one_file() -> None:
    """Numba is imported in one file; only the CUDA kernels may ask for its driver, late."""
    compilers = ("numba", "numba_cuda", "llvmlite")
    for path, tree in modules().items():
        if any(name.split(".")[0] in compilers for name in imports(tree)):
            assert may_use_numba(path), path
        early = imports(outside_functions(tree))
        assert not any(name.split(".")[0] in compilers for name in early), f"{path} imports Numba early"


def test_heavy_dependencies_are_imported_late() -> None:
    """No module imports a heavy dependency when it is imported itself, but those that exist for it."""
    for path, tree in modules().items():
        if package_of(path) in ("envs", "training", "server"):
            continue
        for name in imports(outside_functions(tree)):
            assert name.split(".")[0] not in HEAVY, f"{path} imports {name} early"


@pytest.mark.parametrize(
    "path", [path for path in PATHS if package_of(path) in ("rules", "game", "notation", "thinking")]
)
def test_core_touches_no_world(path: str) -> None:
    """Rules and game touch no clock, file, socket or global randomness, except for the package's own data."""
    tree = modules()[path]
    allowed = EXCEPTIONS.get(path, set())
    for name in imports(tree):
        assert name.split(".")[0] not in WORLDLY - allowed, f"{path} imports {name}"
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and path not in EXCEPTIONS:
            called = ast.unparse(node.func)
            assert called not in ("open", "input", "print", "exec", "eval"), f"{path} calls {called}"
            assert not called.endswith((".read_text", ".write_text", ".write_bytes")), f"{path} calls {called}"


def test_traces_have_their_own_generator() -> None:
    """The only randomness outside the rules is a generator that is made from the trace's seed."""
    tree = modules()["notation/trace.py"]
    assert [name for name in imports(tree) if name.startswith("random")] == ["random.Random"]
    made = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and ast.unparse(node.func) == "Random"]
    assert made and all(node.args for node in made)


def test_oracle_is_never_imported() -> None:
    """The product imports nothing of the tests, least of all the oracle."""
    for path, tree in modules().items():
        assert not any(name.split(".")[0] in ("tests", "pytest", "hypothesis") for name in imports(tree)), path
