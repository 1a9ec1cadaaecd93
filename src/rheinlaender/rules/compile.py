"""One source, three targets: the rules run interpreted, compiled for the CPU, or compiled for CUDA.

Rules are plain Python functions, marked with `@rule`. An `Engine` is a set of twins of these functions: the same code
objects over other globals, in which every rule is replaced by its twin, every board table by the table of the
engine's board, and every primitive by that of the target. Only this file imports Numba, and it does so late.
"""

import hashlib
import importlib
import os
import pkgutil
import sys
import threading
import types
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from rheinlaender.board import Board, rhine, tables_of
from rheinlaender.rules.primitives import WARP, cpu_primitives, cuda_primitives, replacing_words, warp_primitives

Function = Callable[..., Any]
Rule = TypeVar("Rule", bound=Function)
ENGINE_PACKAGES = ("rheinlaender.rules", "rheinlaender.thinking", "rheinlaender.batches")
_rules: dict[str, tuple[Function, dict[str, Any]]] = {}


def rule(function: Rule) -> Rule:
    """Mark a function as part of the engine."""
    _rules[f"{function.__module__}.{function.__name__}"] = (function, {})
    return function


def kernel(function: Rule) -> Rule:
    """Mark a function of the engine that goes through many games; for CUDA it is what is launched."""
    _rules[f"{function.__module__}.{function.__name__}"] = (function, {"kernel": True})
    return function


class Engine(types.SimpleNamespace):
    """The functions of the rules, by their names, for one board and one target."""

    board: Board
    target: str

    def __getattr__(self, name: str) -> Function:
        raise AttributeError(f"the engine has no function '{name}'")


def interpreted(board: Board | None = None) -> Engine:
    """The rules as they stand, run by the Python interpreter."""
    return _interpreted(board or rhine())


def compiled(board: Board | None = None) -> Engine:
    """The rules compiled for the CPU. Compilation happens at the first call of each function, and is kept on disk."""
    return _compiled(board or rhine())


def compiled_for_cuda(
    board: Board | None = None,
    tables: str = "device",
    inline: bool = False,
    lanes: int = 1,
    sizes: tuple[tuple[str, int], ...] = (),
    registers: int | None = None,
) -> Engine:
    """The rules compiled for an NVIDIA GPU: device functions, and kernels that can be launched.

    The board's tables lie in the GPU's memory ("device"), or are constants of the program ("constant"), which needs no
    GPU to be there while it is compiled. With `inline` every function is copied to where it is called. Each game has a
    thread of its own (1 lane) or a warp (32 lanes). `sizes` are other values of the constants by which a record is
    measured, such as MOST_SEATS, for records of another size. `registers` is the most that a kernel's thread may have.
    """
    return _compiled_for_cuda(board or rhine(), tables, inline, lanes, sizes, registers)


def ready(board: Board | None = None) -> Engine:
    """The compiled engine if `start_compiling` has finished for this board, otherwise the interpreted one."""
    chosen = board or rhine()
    return _compiled(chosen) if chosen in _warm else _interpreted(chosen)


_warm: set[Board] = set()


def start_compiling(warm_up: Callable[[Engine], None], board: Board | None = None) -> threading.Thread:
    """Compile in the background; `ready` answers with the compiled engine once `warm_up` has run on it."""
    chosen = board or rhine()

    def work() -> None:
        warm_up(_compiled(chosen))
        _warm.add(chosen)

    thread = threading.Thread(target=work, name="compile-rules", daemon=True)
    thread.start()
    return thread


@cache
def _interpreted(board: Board) -> Engine:
    return _twins("interpreted", board, {}, lambda function, options: function)


@cache
def _compiled(board: Board) -> Engine:
    cache_directory(board)
    import numba

    jit = numba.njit(cache=True, nogil=True, error_model="numpy")
    return _twins("cpu", board, cpu_primitives(numba), lambda function, options: jit(function))


def numba_cuda() -> Any:
    """The package numba-cuda; raises ImportError where it is not installed."""
    import numpy

    if not hasattr(numpy, "row_stack"):
        numpy.row_stack = numpy.vstack  # NumPy has dropped what numba-cuda imports
    return importlib.import_module("numba.cuda")


@cache
def _compiled_for_cuda(
    board: Board,
    tables: str,
    inline: bool,
    lanes: int,
    sizes: tuple[tuple[str, int], ...],
    registers: int | None,
) -> Engine:
    cuda = numba_cuda()

    def jit(function: Function, options: dict[str, Any]) -> Function:
        if options.get("kernel", False):
            twin: Function = cuda.jit(max_registers=registers)(function)
        else:
            twin = cuda.jit(device=True, forceinline=inline)(function)
        return twin

    place = cuda.to_device if tables == "device" else lambda table: table
    primitives = {**cuda_primitives(cuda), **(warp_primitives(cuda) if lanes == WARP else {}), **dict(sizes)}
    if sizes:
        primitives["replace_all"] = replacing_words(cuda)
    return _twins("cuda", board, primitives, jit, place)


def cache_directory(board: Board) -> Path:
    """Tell Numba to keep what it compiles under a digest of the engine's sources and the board.

    Numba's own cache looks at one file at a time and would miss an edit of a function that another one calls.
    """
    root = os.environ.get("RHEINLAENDER_CACHE") or os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    directory = Path(root) / "rheinlaender" / "compiled" / _digest(board)
    directory.mkdir(parents=True, exist_ok=True)
    import numba

    numba.config.CACHE_DIR = str(directory)
    return directory


def _digest(board: Board) -> str:
    digest = hashlib.sha256(f"{sys.version} {board.digest}".encode())
    for module in _engine_modules():
        digest.update(Path(str(module.__file__)).read_bytes())
    return digest.hexdigest()[:16]


@cache
def _engine_modules() -> tuple[types.ModuleType, ...]:
    names = []
    for package_name in ENGINE_PACKAGES:
        package = importlib.import_module(package_name)
        names += [f"{package_name}.{found.name}" for found in pkgutil.iter_modules(package.__path__)]
    return tuple(importlib.import_module(name) for name in sorted(names) if not name.endswith((".cuda", ".cuda_games")))


def _twins(
    target: str,
    board: Board,
    primitives: dict[str, Any],
    translate: Callable[..., Function],
    place: Callable[[Any], Any] = lambda table: table,
) -> Engine:
    """Every rule over globals in which tables, primitives and rules are those of the target."""
    tables = {
        name: table if isinstance(table, int) else place(table) for name, table in tables_of(board).of(target).items()
    }
    scopes = {module.__name__: _scope(module, tables, primitives) for module in _engine_modules()}
    twins: dict[Function, Function] = {}
    for function, options in _rules.values():
        scope = scopes[function.__module__]
        twin = types.FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
        twin.__module__ = function.__module__
        twin.__qualname__ = function.__qualname__
        twins[function] = translate(twin, options)
    for scope in scopes.values():
        scope.update({name: twins[value] for name, value in scope.items() if _is_rule(value)})
    named = {function.__name__: twin for function, twin in twins.items()}
    return Engine(board=board, target=target, **named)


def _scope(module: types.ModuleType, tables: dict[str, Any], primitives: dict[str, Any]) -> dict[str, Any]:
    scope = dict(vars(module))
    scope.update({name: table for name, table in tables.items() if name in scope})
    scope.update({name: primitive for name, primitive in primitives.items() if name in scope})
    return scope


def _is_rule(value: object) -> bool:
    return isinstance(value, types.FunctionType) and f"{value.__module__}.{value.__name__}" in _rules
