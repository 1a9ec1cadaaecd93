"""Many games at once on an NVIDIA GPU, one thread per game. Arrays stay on the device.

Everything that has `__cuda_array_interface__` can be given and taken: PyTorch, CuPy, and JAX by way of DLPack. The
layout is explained in `docs/decisions/gpu-layout.md`.
"""

from functools import cache
from typing import Any

from rheinlaender.board import Board
from rheinlaender.kernels.errors import (
    NoCuda,
)
from rheinlaender.rules.compile import Engine, compiled_for_cuda, numba_cuda
from rheinlaender.rules.position import POSITION

THREADS = 128
BLOCKS_PER_MULTIPROCESSOR = 4


def cuda_or_refuse() -> Any:
    """The package numba-cuda with a GPU to run on, or a refusal that says what is missing."""
    try:
        cuda = numba_cuda()
    except ImportError as error:
        raise NoCuda(problem=str(error)) from None
    if not cuda.is_available():
        raise NoCuda(problem="no NVIDIA GPU or driver was found")
    return cuda


@cache
def playout_kernel(
    layout: str = "local", registers: int | None = None, tables: str = "device", board: Board | None = None
) -> Any:
    """A kernel that plays whole games at random: kernel(positions, template, seeds, seats, turns, games, keep).

    Each thread plays many games one after the other, in its own place: a record in local memory ("local"), in shared
    memory ("shared") or in the array itself ("records"). `turns` is added up over all games; with `keep` the last
    positions are written to `positions`.
    """
    engine = compiled_for_cuda(board, tables)
    return {"local": _local_kernel, "shared": _shared_kernel, "records": _records_kernel}[layout](engine, registers)


def _local_kernel(engine: Engine, registers: int | None) -> Any:
    cuda, play_whole_game = numba_cuda(), engine.play_whole_game

    @cuda.jit(max_registers=registers)  # type: ignore[untyped-decorator]
    def play_in_local(positions, template, seeds, seats, turns, games, keep):  # type: ignore[no-untyped-def]
        place = cuda.local.array(1, POSITION)
        played = 0
        for number in range(cuda.grid(1), games, cuda.gridsize(1)):
            place[0] = template[0]
            played += play_whole_game(place[0], seats, seeds[number])
            if keep:
                positions[number] = place[0]
        cuda.atomic.add(turns, 0, played)

    return play_in_local


def _shared_kernel(engine: Engine, registers: int | None) -> Any:
    cuda, play_whole_game = numba_cuda(), engine.play_whole_game

    @cuda.jit(max_registers=registers)  # type: ignore[untyped-decorator]
    def play_in_shared(positions, template, seeds, seats, turns, games, keep):  # type: ignore[no-untyped-def]
        places = cuda.shared.array(0, POSITION)
        own = cuda.threadIdx.x
        played = 0
        for number in range(cuda.grid(1), games, cuda.gridsize(1)):
            places[own] = template[0]
            played += play_whole_game(places[own], seats, seeds[number])
            if keep:
                positions[number] = places[own]
        cuda.atomic.add(turns, 0, played)

    return play_in_shared


def _records_kernel(engine: Engine, registers: int | None) -> Any:
    cuda, play_whole_game = numba_cuda(), engine.play_whole_game

    @cuda.jit(max_registers=registers)  # type: ignore[untyped-decorator]
    def play_in_records(positions, template, seeds, seats, turns, games, keep):  # type: ignore[no-untyped-def]
        played = 0
        own = cuda.grid(1)
        for number in range(own, games, cuda.gridsize(1)):
            place = number if keep else own
            positions[place] = template[0]
            played += play_whole_game(positions[place], seats, seeds[number])
        cuda.atomic.add(turns, 0, played)

    return play_in_records
