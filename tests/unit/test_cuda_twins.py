"""The twins for a GPU, made without one: a stand-in for numba-cuda runs them as plain Python."""

import sys
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import numpy
import pytest

from rheinlaender.batches.kernels import mask_games
from rheinlaender.board import rhine
from rheinlaender.rules import primitives
from rheinlaender.rules.compile import compiled_for_cuda, forget_compiled, interpreted, numba_cuda
from rheinlaender.rules.position import Position
from rheinlaender.rules.setup import clear_board
from rheinlaender.rules.turn import play
from tests.setting import board_with_exchanged_sites


class Driver:
    """What the rules use of numba-cuda; remembers what was compiled how, and what was put on the GPU."""

    types = SimpleNamespace(int64=int, uint64=int)
    extending = SimpleNamespace(intrinsic=lambda function: function)

    def __init__(self) -> None:
        self.compiled: dict[str, dict[str, bool]] = {}
        self.placed: list[Any] = []

    def jit(self, **how: bool) -> Callable[..., Any]:
        """Compile nothing."""

        def mark(function: Callable[..., Any]) -> Callable[..., Any]:
            self.compiled[function.__name__] = how
            return function

        return mark

    def to_device(self, table: Any) -> Any:
        """Put a table on the GPU."""
        self.placed.append(table)
        return table

    popc = staticmethod(int.bit_count)
    ffs = staticmethod(lambda word: (word & -word).bit_length())
    grid = staticmethod(lambda dimensions: 3)
    gridsize = staticmethod(lambda dimensions: 8)
    threadIdx = SimpleNamespace(x=37)  # noqa: N815
    any_sync = staticmethod(lambda mask, is_so: mask == 0xFFFFFFFF and is_so)
    syncwarp = staticmethod(lambda: None)


@pytest.fixture
def driver(monkeypatch: pytest.MonkeyPatch) -> Iterator[Driver]:
    """A stand-in for the package numba-cuda."""
    stand_in = Driver()
    monkeypatch.setitem(sys.modules, "numba.cuda", stand_in)
    forget_compiled()
    yield stand_in
    forget_compiled()


def test_twins_for_a_gpu(driver: Driver) -> None:
    """Every rule is a device function with the board's arrays in the GPU's memory; a kernel can be launched."""
    engine = compiled_for_cuda()
    assert engine.target == "cuda" and engine.board == rhine() and engine is compiled_for_cuda()
    assert engine.of(play).__code__ is interpreted().of(play).__code__
    assert driver.compiled["place_knight"] == {"device": True, "forceinline": False}
    assert len(driver.placed) >= 8
    engine.of(mask_games)
    assert driver.compiled["mask_games"] == {"max_registers": None}


def test_arrays_as_constants(driver: Driver) -> None:
    """Arrays can be constants of the program, and functions can be copied to where they are called."""
    compiled_for_cuda(board_with_exchanged_sites(), arrays="constant", inline=True).of(play)
    assert driver.placed == [] and driver.compiled["place_knight"] == {"device": True, "forceinline": True}


def test_a_warp_for_each_game(driver: Driver) -> None:
    """A game can have a warp, whose lanes write a row together, and records of another size their own constants."""
    engine = compiled_for_cuda(lanes=primitives.WARP, sizes=(("MOST_SEATS", 3),))
    assert engine is compiled_for_cuda(lanes=primitives.WARP, sizes=(("MOST_SEATS", 3),))
    assert engine.of(clear_board).__globals__["MOST_SEATS"] == 3 and "replace_words" in driver.compiled
    warp = primitives.warp_primitives(driver)
    assert (warp["thread"](), warp["threads"](), warp["lane"](), warp["lanes"]()) == (0, 0, 5, 32)
    assert warp["any_lane"](True) and not warp["any_lane"](False) and warp["wait_for_lanes"]() is None


def test_replacing_four_numbers_at_a_time(driver: Driver) -> None:
    """Replacing a number in words of four bytes does what replacing it one by one does."""
    random = numpy.random.default_rng(7)
    for _ in range(50):
        numbers = random.integers(-2, 4, 160).astype(numpy.int8)
        one_by_one = numbers.copy()
        old, new = (int(number) for number in random.integers(0, 4, 2))
        with numpy.errstate(over="ignore"):
            primitives.replacing_words(driver)(numbers, old, new, 160)
        primitives.replace_all(one_by_one, old, new, 160)
        assert numbers.tolist() == one_by_one.tolist()


def test_primitives_of_a_gpu(driver: Driver) -> None:
    """Sets of bits have the same members as interpreted; a thread knows its number and how many there are."""
    of_gpu = primitives.cuda_primitives(driver)
    for word in (1, 0b1010, 1 << 63 | 1 << 40):
        assert of_gpu["count"](word) == primitives.count(word)
        assert of_gpu["lowest"](word) == primitives.lowest(word)
        assert of_gpu["without_lowest"](word) == primitives.without_lowest(word)
        assert of_gpu["signed"](word) == primitives.signed(word)
    assert of_gpu["only"](5) == primitives.only(5)
    assert (of_gpu["thread"](), of_gpu["threads"]()) == (3, 8)


class Builder:
    """Writes a program down instead of building it."""

    def __init__(self) -> None:
        self.written: list[str] = []

    bitcast = staticmethod(lambda value, kind: value)
    gep = staticmethod(lambda pointer, numbers: f"{pointer}{numbers[0]}")

    def load(self, pointer: str) -> str:
        """The word that is read."""
        self.written.append(f"read {pointer}")
        return pointer

    def store(self, value: str, pointer: str) -> None:
        """A word is written."""
        self.written.append(f"{pointer} = {value}")


def test_a_record_is_copied_by_words(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    """All words of a record are copied, each once, and some are read before the first of them is written."""
    intrinsics = list[Any]()
    monkeypatch.setattr(driver, "extending", SimpleNamespace(intrinsic=intrinsics.append))
    for name in ("uint64", "intp", "void"):
        monkeypatch.setattr(driver.types, name, lambda *kinds: kinds, raising=False)
    primitives.copying_words(driver)
    builder, words = Builder(), primitives.AT_A_TIME + 3
    context = SimpleNamespace(
        get_value_type=lambda _: SimpleNamespace(as_pointer=lambda: None),
        make_array=lambda _: lambda *given: SimpleNamespace(data="to"),
        get_constant=lambda _, number: number,
        get_dummy_value=lambda: None,
    )
    places = SimpleNamespace(dtype=SimpleNamespace(size=8 * words))
    _, lower = intrinsics[0](None, places, None)
    lower(context, builder, None, ["places", "from"])
    assert [line for line in builder.written if "=" in line] == [
        f"to{number} = from{number}" for number in range(words)
    ]
    assert builder.written[: primitives.AT_A_TIME] == [f"read from{number}" for number in range(primitives.AT_A_TIME)]


def test_a_record_is_assigned_on_the_cpu() -> None:
    """The CPU's own way is an assignment, which compilers know best."""
    numba = pytest.importorskip("numba")
    places = [None]
    primitives.cpu_primitives(numba)["copy_into"].py_func(places, "position")
    assert places == ["position"]


def test_primitives_as_they_stand() -> None:
    """Interpreted there is one thread, number 0, and a position is copied by its bytes."""
    assert (primitives.thread(), primitives.threads(), primitives.lane(), primitives.lanes()) == (0, 1, 0, 1)
    assert primitives.any_lane(True) and not primitives.any_lane(False)
    primitives.wait_for_lanes()
    one, other = Position(), Position()
    other.seats = 5
    primitives.copy_into([one], other)
    assert one.seats == 5


def test_package_that_needs_an_old_name(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    """numba-cuda imports a name that NumPy has dropped; it is given back before the import."""
    monkeypatch.delattr(numpy, "row_stack", raising=False)
    assert numba_cuda() is driver and numpy.row_stack is numpy.vstack
    assert numba_cuda() is driver
