"""One source, three targets: the rules run interpreted, compiled for the CPU, or compiled for CUDA.

Rules are plain Python functions, marked with `@rule`. An `Engine` has a twin of each: the same code object over other
globals, in which every rule is replaced by its twin, every array of the board by that of the engine's board, and every
primitive by that of the target. A twin is made when it is asked for: `engine.of(play)` is `play` on that engine, with
the same type. Only this file imports Numba, and it does so late.
"""

import hashlib
import importlib
import logging
import os
import re
import sys
import threading
import types
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np

from rheinlaender.board import Board, arrays_of, rhine
from rheinlaender.rules.primitives import WARP, cpu_primitives, cuda_primitives, replacing_words, warp_primitives

Function = Callable[..., Any]
Rule = TypeVar("Rule", bound=Function)
_is_kernel: dict[Function, bool] = {}
"""Every function that is part of the engine, and whether it goes through many games."""
_making = threading.RLock()
log = logging.getLogger("rheinlaender.rules")


def rule(function: Rule) -> Rule:
    """Mark a function as part of the engine."""
    _is_kernel[function] = False
    return function


def kernel(function: Rule) -> Rule:
    """Mark a function of the engine that goes through many games; for CUDA it is what is launched."""
    _is_kernel[function] = True
    return function


def word(number: int) -> int:
    """A number as compiled rules take what is unsigned, such as seeds and states of a generator."""
    return cast(int, np.uint64(number))


class Engine:
    """The rules for one board and one target."""

    def __init__(
        self,
        target: str,
        board: Board,
        primitives: Mapping[str, Any],
        translate: Callable[[Function, bool], Function],
        place: Callable[[Any], Any] = lambda array: array,
    ) -> None:
        self.target, self.board = target, board
        arrays = arrays_of(board).of(target)
        self._replaced = {name: array if isinstance(array, int) else place(array) for name, array in arrays.items()}
        self._replaced |= primitives
        self._translate = translate
        self._scopes: dict[str, dict[str, Any]] = {}
        self._twins: dict[Function, Function] = {}

    def __reduce__(self) -> tuple[Callable[[Board], "Engine"], tuple[Board]]:
        """An engine is written down as what it is found by: games can be pickled, and programs are not."""
        for find in (interpreted, compiled):
            if find(self.board) is self:
                return find, (self.board,)
        raise TypeError(f"this engine for {self.target} is not shared and cannot be pickled")

    def __deepcopy__(self, memo: object) -> "Engine":
        """A copy of a game has the same engine."""
        return self

    def of(self, function: Rule) -> Rule:
        """The twin of a rule for this board and target."""
        twin = self._twins.get(function)
        if twin is None:
            with _making:
                twin = self._twins.get(function) or self._make(function)
        return cast(Rule, twin)

    def _make(self, function: Function) -> Function:
        """A new twin; those that it calls are made first."""
        if function not in _is_kernel:
            raise TypeError(f"{function.__module__}.{function.__name__} is not a rule")
        scope = self._scope(function.__module__)
        for name in function.__code__.co_names:
            if _is_rule(scope.get(name)):
                scope[name] = self.of(scope[name])
        twin = types.FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
        twin.__module__ = function.__module__
        twin.__qualname__ = function.__qualname__
        self._twins[function] = self._translate(twin, _is_kernel[function])
        return self._twins[function]

    def _scope(self, module: str) -> dict[str, Any]:
        """The globals of a module's twins."""
        if module not in self._scopes:
            scope = dict(vars(sys.modules[module]))
            scope.update({name: value for name, value in self._replaced.items() if name in scope})
            self._scopes[module] = scope
        return self._scopes[module]


def _is_rule(value: object) -> bool:
    return isinstance(value, types.FunctionType) and value in _is_kernel


def interpreted(board: Board | None = None) -> Engine:
    """The rules as they stand, run by the Python interpreter."""
    return _interpreted(board or rhine())


def compiled(board: Board | None = None) -> Engine:
    """The rules compiled for the CPU. Compilation happens at the first call of each function, and is kept on disk."""
    return _compiled(board or rhine())


def compiled_for_cuda(
    board: Board | None = None,
    arrays: str = "device",
    inline: bool = False,
    lanes: int = 1,
    sizes: tuple[tuple[str, int], ...] = (),
    registers: int | None = None,
) -> Engine:
    """The rules compiled for an NVIDIA GPU: device functions, and kernels that can be launched.

    The board's arrays lie in the GPU's memory ("device"), or are constants of the program ("constant"), which needs no
    GPU to be there while it is compiled. With `inline` every function is copied to where it is called. Each game has a
    thread of its own (1 lane) or a warp (32 lanes). `sizes` are other values of the constants by which a record is
    measured, such as MOST_SEATS, for records of another size. `registers` is the most that a kernel's thread may have.
    """
    return _compiled_for_cuda(board or rhine(), arrays, inline, lanes, sizes, registers)


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


def watch_compiling(told: Callable[[str], None]) -> Callable[[], None]:
    """Be told the name of every function of the rules when it begins to be compiled, until what is given is called.

    What is found on disk is not compiled, and of what other programs compile nothing is told.
    """
    from numba.core import event

    class Watcher(event.Listener):  # type: ignore[misc]
        def on_start(self, event: Any) -> None:
            function = event.data["dispatcher"].py_func
            if function.__module__.startswith("rheinlaender."):
                told(function.__name__)

        def on_end(self, event: Any) -> None:
            """Functions begin one after the other; when one ends says nothing more."""

    watcher = Watcher()
    event.register("numba:compile", watcher)
    return lambda: event.unregister("numba:compile", watcher)


def forget_compiled() -> None:
    """Make the compiled engines anew when they are asked for: another cache or another driver has come."""
    _compiled.cache_clear()
    _compiled_for_cuda.cache_clear()
    _warm.clear()


@cache
def _interpreted(board: Board) -> Engine:
    return Engine("interpreted", board, {}, lambda function, _is_kernel: function)


@cache
def _compiled(board: Board) -> Engine:
    import numba

    def jit(function: Function, _is_kernel: bool) -> Function:
        with kept_apart(numba, cache_directory(board, function.__module__)) as is_kept:
            twin: Function = numba.njit(cache=is_kept, nogil=True, error_model="numpy")(function)
        return twin

    return Engine("cpu", board, cpu_primitives(numba), jit)


def numba_cuda() -> Any:
    """The package numba-cuda; raises ImportError where it is not installed."""
    if not hasattr(np, "row_stack"):
        np.row_stack = np.vstack  # NumPy has dropped what numba-cuda imports
    return importlib.import_module("numba.cuda")


@cache
def _compiled_for_cuda(
    board: Board,
    arrays: str,
    inline: bool,
    lanes: int,
    sizes: tuple[tuple[str, int], ...],
    registers: int | None,
) -> Engine:
    cuda = numba_cuda()

    def jit(function: Function, is_kernel: bool) -> Function:
        if is_kernel:
            twin: Function = cuda.jit(max_registers=registers)(function)
        else:
            twin = cuda.jit(device=True, forceinline=inline)(function)
        return twin

    place = cuda.to_device if arrays == "device" else lambda array: array
    primitives = {**cuda_primitives(cuda), **(warp_primitives(cuda) if lanes == WARP else {}), **dict(sizes)}
    if sizes:
        primitives["replace_all"] = replacing_words(cuda)
    return Engine("cuda", board, primitives, jit, place)


def cache_directory(board: Board, module: str) -> Path | None:
    """Where what is compiled of a module is kept, by a digest of the board and of all sources that it stands on.

    Numba's own cache looks at one file at a time and would miss an edit of a function that another one calls. Where
    nothing can be written, nothing is kept, and each process compiles anew.
    """
    root = os.environ.get("RHEINLAENDER_CACHE") or os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    name = f"{module.removeprefix('rheinlaender.')}-{_digest(board, module)}"
    directory = Path(root) / "rheinlaender" / "compiled" / name
    try:
        directory.mkdir(parents=True, exist_ok=True)
        is_writable = os.access(directory, os.W_OK)
    except OSError:
        is_writable = False
    if not is_writable:
        _warn_once(str(Path(root) / "rheinlaender"))
    return directory if is_writable else None


@cache
def _warn_once(directory: str) -> None:
    log.warning("compiled rules cannot be kept in %s: every start compiles them anew", directory)


@contextmanager
def kept_apart(numba: Any, directory: Path | None) -> Iterator[bool]:
    """Let Numba keep what is declared meanwhile in a directory, and leave its settings as they were."""
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(directory or "")
    try:
        yield directory is not None
    finally:
        numba.config.CACHE_DIR = before


@cache
def _digest(board: Board, module: str) -> str:
    digest = hashlib.sha256(f"{sys.version} {board.digest}".encode())
    for name in sorted(stands_on(module)):
        digest.update(_source(name).encode())
    return digest.hexdigest()[:16]


_IMPORT = re.compile(r"^from (rheinlaender\.[\w.]+) import", re.MULTILINE)


def stands_on(module: str) -> set[str]:
    """A module and all modules of the package that it imports, directly or not."""
    found, edge = set[str](), {module}
    while edge:
        found |= edge
        edge = {name for other in edge for name in _IMPORT.findall(_source(other))} - found
    return found


def _source(module: str) -> str:
    return Path(str(sys.modules[module].__file__)).read_text(encoding="utf-8")
