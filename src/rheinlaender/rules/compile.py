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

Function = Callable[..., Any]
Rule = TypeVar("Rule", bound=Function)
ENGINE_PACKAGES = ("rheinlaender.rules", "rheinlaender.kernels")
_rules: dict[str, tuple[Function, dict[str, Any]]] = {}
_primitives: dict[str, Function] = {}


def rule(function: Rule) -> Rule:
    """Mark a function as part of the engine."""
    _rules[f"{function.__module__}.{function.__name__}"] = (function, {})
    return function


def parallel_rule(function: Rule) -> Rule:
    """Mark a function of the engine whose `prange` loop is spread over the cores when compiled for the CPU."""
    _rules[f"{function.__module__}.{function.__name__}"] = (function, {"parallel": True})
    return function


def kernel(function: Rule) -> Rule:
    """Mark a function of the engine that goes through many games; for CUDA it is what is launched."""
    _rules[f"{function.__module__}.{function.__name__}"] = (function, {"kernel": True})
    return function


def primitive(function: Rule) -> Rule:
    """Mark a function that each target provides in its own way; the Python body is the interpreted one."""
    _primitives[f"{function.__module__}.{function.__name__}"] = function
    return function


EMPTY = 0
"""The empty set in one word; a primitive value."""


@primitive
def only(member: int) -> int:
    """The set, in one word, that holds this member alone."""
    return 1 << member


@primitive
def count(word: int) -> int:
    """The number of members of a set held in one word."""
    return word.bit_count()


@primitive
def lowest(word: int) -> int:
    """The lowest member of a set held in one word, which must not be empty."""
    return (word & -word).bit_length() - 1


@primitive
def without_lowest(word: int) -> int:
    """The set without its lowest member."""
    return word & (word - 1)


@primitive
def signed(word: int) -> int:
    """An unsigned word of less than 63 bits as an ordinary integer."""
    return word


@primitive
def copy_into(places: Any, position: Any) -> None:
    """Copy a position into the first of some places."""
    places[0].become(position)


@primitive
def thread() -> int:
    """The number of the thread that runs a kernel; on the CPU a kernel is given its games, and the number is 0."""
    return 0


@primitive
def threads() -> int:
    """The number of threads that share a kernel's games."""
    return 1


@primitive
def lane() -> int:
    """The number of the lane among those that write one row together; a row that one thread writes has lane 0."""
    return 0


@primitive
def lanes() -> int:
    """The number of lanes that write one row together."""
    return 1


@primitive
def any_lane(is_so: bool) -> bool:
    """Whether it is so for any of the lanes."""
    return is_so


@primitive
def wait_for_lanes() -> None:
    """Wait until all lanes have written what they had to write so far."""


@primitive
def replace_all(numbers: Any, old: int, new: int, length: int) -> None:
    """Replace one number by another wherever it stands in the first part of an array."""
    for place in range(length):
        if numbers[place] == old:
            numbers[place] = new


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

    def jit(function: Function, options: dict[str, Any]) -> Function:
        parallel = options.get("parallel", False)
        twin: Function = numba.njit(cache=True, nogil=True, error_model="numpy", parallel=parallel)(function)
        return twin

    return _twins("cpu", board, {**_cpu_primitives(), "prange": numba.prange}, jit)


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
    primitives = {**_cuda_primitives(), **(_warp_primitives() if lanes == WARP else {}), **dict(sizes)}
    if sizes:
        primitives["replace_all"] = _replacing_words()
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


def is_cached(board: Board | None = None) -> bool:
    """Whether a compiled engine for this board lies on disk."""
    return any(cache_directory(board or rhine()).glob("**/*.nbi"))


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


WARP = 32
"""The threads of a GPU that go together."""


def _copy_record(places: Any, position: Any) -> None:
    places[0] = position


@cache
def _cpu_primitives() -> dict[str, Any]:
    """The primitives as machine instructions on words of 64 bits."""
    import numba
    import numpy
    from numba.extending import intrinsic

    word_type = numba.uint64

    @intrinsic
    def population(typing_context, word):  # type: ignore[no-untyped-def]
        return numba.int64(word_type), lambda context, builder, signature, arguments: builder.ctpop(arguments[0])

    @intrinsic
    def trailing_zeros(typing_context, word):  # type: ignore[no-untyped-def]
        def lower(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            return builder.cttz(arguments[0], context.get_constant(numba.boolean, True))

        return numba.int64(word_type), lower

    jit, constant = numba.njit(nogil=True), numba.njit(nogil=True, inline="always")
    return {
        "EMPTY": numpy.uint64(0),
        "only": jit(lambda member: word_type(1) << word_type(member)),
        "count": jit(lambda word: population(word_type(word))),
        "lowest": jit(lambda word: trailing_zeros(word_type(word))),
        "without_lowest": jit(lambda word: word_type(word) & (word_type(word) - word_type(1))),
        "signed": jit(lambda word: numba.int64(word)),
        "copy_into": jit(_copy_record),
        "thread": constant(lambda: 0),
        "threads": constant(lambda: 1),
        "lane": constant(lambda: 0),
        "lanes": constant(lambda: 1),
        "any_lane": constant(lambda is_so: is_so),
        "wait_for_lanes": constant(lambda: None),
        "replace_all": jit(replace_all),
    }


@cache
def _cuda_primitives() -> dict[str, Any]:
    """The primitives as instructions of the GPU; a kernel's threads share its games."""
    import numpy

    cuda = numba_cuda()
    number, word_type = cuda.types.int64, cuda.types.uint64
    jit = cuda.jit(device=True, forceinline=True)
    return {
        "EMPTY": numpy.uint64(0),
        "only": jit(lambda member: word_type(1) << word_type(member)),
        "count": jit(lambda word: number(cuda.popc(word_type(word)))),
        "lowest": jit(lambda word: number(cuda.ffs(word_type(word))) - 1),
        "without_lowest": jit(lambda word: word_type(word) & (word_type(word) - word_type(1))),
        "signed": jit(lambda word: number(word)),
        "copy_into": jit(_copy_record),
        "thread": jit(lambda: cuda.grid(1)),
        "threads": jit(lambda: cuda.gridsize(1)),
        "lane": jit(lambda: 0),
        "lanes": jit(lambda: 1),
        "any_lane": jit(lambda is_so: is_so),
        "wait_for_lanes": jit(lambda: None),
        "replace_all": jit(replace_all),
    }


@cache
def _warp_primitives() -> dict[str, Any]:
    """The primitives that differ where a whole warp goes through a game."""
    cuda = numba_cuda()
    jit = cuda.jit(device=True, forceinline=True)
    return {
        "thread": jit(lambda: cuda.grid(1) // WARP),
        "threads": jit(lambda: cuda.gridsize(1) // WARP),
        "lane": jit(lambda: cuda.threadIdx.x % WARP),
        "lanes": jit(lambda: WARP),
        "any_lane": jit(lambda is_so: cuda.any_sync(0xFFFFFFFF, is_so)),
        "wait_for_lanes": jit(lambda: cuda.syncwarp()),
    }


@cache
def _replacing_words() -> Any:
    """`replace_all` four bytes at a time, for an array that begins at a multiple of four bytes and ends at one."""
    import numpy

    sevens, ones = numpy.uint32(0x7F7F7F7F), numpy.uint32(0x01010101)
    word_type = numpy.uint32

    def replace_words(numbers: Any, old: int, new: int, length: int) -> None:
        words = numbers.view(word_type)
        sought = word_type(old) * ones
        change = word_type(old ^ new) * ones
        for place in range((length + 3) // 4):
            differing = words[place] ^ sought
            same = ~(((differing & sevens) + sevens) | differing | sevens)
            if word_type(same) != 0:
                words[place] ^= (word_type(same) >> 7) * 255 & change

    return numba_cuda().jit(device=True)(replace_words)
