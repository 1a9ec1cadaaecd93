"""The rules on a GPU: compiled wherever numba-cuda is installed, compared with the CPU wherever a GPU is there."""

from importlib.util import find_spec
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from rheinlaender.batches import kernels
from rheinlaender.batches.arguments import template_of
from rheinlaender.batches.cpu import Batch
from rheinlaender.batches.features import FACTS, PLANES
from rheinlaender.batches.kernels import play_whole_games
from rheinlaender.batches.others import play_others_games
from rheinlaender.rules.compile import compiled, compiled_for_cuda, numba_cuda
from rheinlaender.rules.position import POSITION
from rheinlaender.thinking.search import NODE, TASK
from tests.long import LONG_TEST, is_long, others_long
from tests.setting import KINDS


@pytest.fixture(scope="module")
def cuda() -> Any:
    """The package numba-cuda."""
    if find_spec("numba_cuda") is None:
        pytest.skip("numba-cuda is not installed: nothing can be compiled for a GPU")
    return numba_cuda()


@pytest.fixture
def gpu(cuda: Any) -> Any:
    """A GPU."""
    if not cuda.is_available():
        pytest.skip(
            "there is no NVIDIA GPU: CUDA was not compared with the CPU here (benchmarks/gpu.py does it on one)"
        )
    return cuda


@pytest.fixture
def signature(cuda: Any, monkeypatch: pytest.MonkeyPatch) -> Any:  # noqa: ARG001
    """What kernels are called with, for an H200, whether there is one or not."""
    from numba.cuda import dispatcher, types
    from numba.cuda.np import numpy_support

    hopper = SimpleNamespace(compute_capability=(9, 0))
    monkeypatch.setattr(dispatcher, "get_current_device", lambda: hopper)
    record = numpy_support.from_dtype(POSITION)
    kinds = {"p": types.Array(record, 1, "C"), "i": types.int64}
    kinds |= {
        name: types.Array(getattr(types, kind), int(size), "C")
        for name, kind, size in (
            ("u", "uint64", 1),
            ("q", "int64", 1),
            ("l", "int32", 1),
            ("b", "uint8", 1),
            ("s", "int8", 1),
            ("B", "uint8", 2),
            ("F", "float32", 2),
            ("P", "float32", 3),
        )
    }
    return lambda letters: tuple(kinds[letter] for letter in letters)


def check_ptx(cuda: Any, kernel: Any, arguments: Any) -> None:
    """The kernel compiles to a program for an H200."""
    program, _ = cuda.compile_ptx(kernel.py_func, arguments, cc=(9, 0))
    assert ".visible .entry" in program and ".target sm_90" in program


@pytest.mark.parametrize(
    ("name", "letters"),
    [
        ("begin_games", "uuFbbii"),
        ("set_up_games", "ppusbiii"),
        ("check_games", "plbbii"),
        ("step_games", "plbuFbiiii"),
        ("choose_actions", "pulii"),
        ("play_out_games", "puii"),
        ("reward_games", "pFbiii"),
        ("seat_games", "psii"),
        ("play_whole_games", "ppuiii"),
    ],
)
def test_kernels_of_threads_compile(cuda: Any, signature: Any, name: str, letters: str) -> None:
    """What one thread does with a game compiles to PTX; no GPU is needed for that."""
    check_ptx(cuda, compiled_for_cuda(arrays="constant").of(getattr(kernels, name)), signature(letters))


def test_other_seats_compile(cuda: Any, signature: Any) -> None:
    """The steps of the other seats compile to PTX."""
    check_ptx(cuda, compiled_for_cuda(arrays="constant").of(play_others_games), signature("psuii"))


@pytest.mark.parametrize(
    ("name", "letters"),
    [("mask_games", "pBii"), ("observe_games", "psBii"), ("draw_games", "BPFii")],
)
def test_kernels_of_warps_compile(cuda: Any, signature: Any, name: str, letters: str) -> None:
    """What a warp writes about a game compiles to PTX."""
    check_ptx(
        cuda,
        compiled_for_cuda(arrays="constant", lanes=32, registers=64).of(getattr(kernels, name)),
        signature(letters),
    )


@pytest.mark.parametrize("place", others_long(["shared", "local"], ["shared"], LONG_TEST))
def test_kernels_of_whole_games_compile(cuda: Any, signature: Any, place: str) -> None:
    """Whole random games in smaller records compile to PTX, in shared and in local memory."""
    from rheinlaender.batches.cuda_games import game_kernel

    check_ptx(cuda, game_kernel(place, 4, 20, keep=True, arrays="constant"), signature("ppuiqli"))


def test_kernels_of_whole_records_compile(cuda: Any, signature: Any) -> None:
    """Games that a smaller record cannot hold, and games that go on from a position, compile to PTX."""
    from rheinlaender.batches.cuda_games import left_kernel, playout_kernel

    check_ptx(cuda, left_kernel(keep=True, arrays="constant"), signature("ppuiqli"))
    check_ptx(cuda, playout_kernel(arrays="constant"), signature("pu"))


@is_long(LONG_TEST)
@pytest.mark.parametrize("name", ["search", "foresight"])
def test_kernels_of_searches_compile(cuda: Any, signature: Any, name: str) -> None:
    """Trees of both searches compile to PTX."""
    from numba.cuda import types
    from numba.cuda.np.numpy_support import from_dtype

    from rheinlaender.training import searches

    kernel = searches.search_kernel if name == "search" else searches.foresight_kernel
    trees, tasks = types.Array(from_dtype(NODE), 2, "C"), types.Array(from_dtype(TASK), 1, "C")
    judges = [types.Array(from_dtype(judge.dtype), judge.ndim, "C") for judge in searches.judges_of(name)]
    check_ptx(cuda, kernel(arrays="constant"), (*signature("p"), trees, tasks, *judges, *signature("i")))


@pytest.mark.parametrize(("seats", "preset"), KINDS)
def test_whole_games_on_a_gpu(gpu: Any, seats: int, preset: str) -> None:
    """Whole random games on the GPU are the CPU's, byte for byte."""
    from rheinlaender.batches.cuda_games import RandomGames

    seeds = np.arange(1000, dtype=np.uint64)
    expected = np.zeros(1000, POSITION)
    compiled().of(play_whole_games)(expected, template_of(preset), seeds, seats, 0, 1000)
    ready = RandomGames(seats, preset, keep=True)
    positions, turns = gpu.to_device(np.zeros(1000, POSITION)), gpu.to_device(np.zeros(1, np.int64))
    ready.launch(gpu.to_device(seeds), turns, ready.new_queue(1000), positions)
    assert positions.copy_to_host().tobytes() == expected.tobytes()
    assert turns.copy_to_host()[0] == expected["turn"].sum()


@pytest.mark.parametrize(("seats", "preset"), KINDS)
def test_steps_on_a_gpu(gpu: Any, seats: int, preset: str) -> None:
    """Masks, observations, planes, rewards and positions on the GPU are the CPU's, byte for byte."""
    from rheinlaender.batches.cuda import DeviceBatch

    host, device = Batch(64, seats, preset, restart=True), DeviceBatch(64, seats, preset, restart=True)
    host.reset(3)
    device.reset(3)
    words = np.arange(64, dtype=np.uint64)
    randoms, actions = gpu.to_device(words), gpu.to_device(np.zeros(64, np.int32))
    planes, facts = (
        gpu.to_device(np.zeros((64, 158, PLANES), np.float32)),
        gpu.to_device(np.zeros((64, FACTS), np.float32)),
    )
    for _ in range(100):
        host.see()
        device.see()
        device.observe_planes(None, planes, facts)
        pairs = list(zip(host.observe_planes(), (planes, facts), strict=True))
        host.step(host.random_actions(words))
        device.step(device.random_actions(randoms, actions))
        names = ("masks", "observations", "rewards", "ended", "seeds", "positions")
        pairs += [(getattr(host, name), getattr(device, name)) for name in names]
        assert all(mine.tobytes() == other.copy_to_host().tobytes() for mine, other in pairs)
    device.check()
