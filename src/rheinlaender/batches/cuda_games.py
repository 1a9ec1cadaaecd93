"""Whole random games on an NVIDIA GPU, one thread per game.

What counts is how many positions the memory close to a multiprocessor holds. So games are played in records that are
cut (`batches/cut.py`); a game that would exceed its record is given up, noted, and played again in a whole record.
Where the records lie, and how large they are, was measured: `docs/decisions/gpu-layout.md`.
"""

import importlib
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from rheinlaender.batches.arguments import given_games, given_seeds, template_of
from rheinlaender.batches.cut import forget_knights, record_of, sizes_of, write_whole
from rheinlaender.batches.errors import NoCuda
from rheinlaender.batches.kernels import copy_options, play_whole_game
from rheinlaender.board import Board, rhine
from rheinlaender.rules.compile import Engine, compiled_for_cuda, numba_cuda
from rheinlaender.rules.given import GivenOptions, Options, given_options, given_seats
from rheinlaender.rules.position import OVER, POSITION
from rheinlaender.thinking.random_play import play_to_end

RESERVED_OF_BLOCK = 1024
NEXT, LEFT = range(2)
FIRST_LEFT = 2
"""The queue: the next game that nobody plays yet, the number of games that are left over, then these."""


@dataclass(frozen=True)
class Plan:
    """How random games are played: where each thread keeps its position, how large it is, how many threads there are.

    `place` is "shared" or "local" memory. Without `blocks` on each multiprocessor there are as many as fit into its
    shared memory. `registers` is the most that a thread may have; with `inline` every function is copied into its
    callers.
    """

    place: str = "local"
    duchies: int = 20
    threads: int = 128
    blocks: int = 12
    registers: int | None = 40
    inline: bool = False

    def shared(self, record: Any) -> int:
        """The bytes of shared memory that a block needs."""
        return self.threads * int(record.itemsize) if self.place == "shared" else 0

    def blocks_of(self, record: Any, shared: int) -> int:
        """The number of blocks on each multiprocessor, which has so many bytes of shared memory."""
        size = self.threads * int(record.itemsize) + RESERVED_OF_BLOCK
        return self.blocks or max(1, shared // size)


BEST = Plan()


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
def game_kernel(
    place: str,
    seats: int,
    duchies: int,
    registers: int | None = None,
    inline: bool = False,
    keep: bool = False,
    board: Board | None = None,
    arrays: str = "device",
) -> Any:
    """A kernel that plays whole games: kernel(positions, template, seeds, seats, turns, queue, games).

    Each thread takes games from the queue and plays them one after the other, in its own place. `turns` is added up
    over all games. Games that exceed their record are noted in the queue. With `keep` the last positions are written to
    `positions`, which must be zero before.
    """
    chosen = board or rhine()
    record = record_of(seats, duchies, len(chosen.fields))
    engine = compiled_for_cuda(chosen, arrays, inline, 1, sizes_of(seats, duchies))
    return {"local": _kernel_in_local, "shared": _kernel_in_shared}[place](record, _player(engine, keep), registers)


def _player(engine: Engine, keep: bool) -> Any:
    """A function that plays one game in a place, keeps its position if asked, and notes it if it does not fit."""
    cuda = numba_cuda()
    play_one, take_options = engine.of(play_whole_game), engine.of(copy_options)
    forget, keep_whole = engine.of(forget_knights), engine.of(write_whole)

    @cuda.jit(device=True, forceinline=True)
    def play(place, positions, template, seeds, seats, queue, number):  # type: ignore[no-untyped-def]
        take_options(place, template[0])
        if keep:
            forget(place)
        turns = play_one(place, seats, seeds[number])
        if place.phase != OVER:
            queue[FIRST_LEFT + cuda.atomic.add(queue, LEFT, 1)] = number
            return 0
        if keep:
            keep_whole(positions[number], place)
        return turns

    return play


def _kernel_in_local(record: Any, play: Any, registers: int | None) -> Any:
    cuda = numba_cuda()

    @cuda.jit(max_registers=registers)
    def play_in_local(positions, template, seeds, seats, turns, queue, games):  # type: ignore[no-untyped-def]
        place = cuda.local.array(1, record)
        played = 0
        number = cuda.atomic.add(queue, NEXT, 1)
        while number < games:
            played += play(place[0], positions, template, seeds, seats, queue, number)
            number = cuda.atomic.add(queue, NEXT, 1)
        cuda.atomic.add(turns, 0, played)

    return play_in_local


def _kernel_in_shared(record: Any, play: Any, registers: int | None) -> Any:
    cuda = numba_cuda()

    @cuda.jit(max_registers=registers)
    def play_in_shared(positions, template, seeds, seats, turns, queue, games):  # type: ignore[no-untyped-def]
        places = cuda.shared.array(0, record)
        own = cuda.threadIdx.x
        played = 0
        number = cuda.atomic.add(queue, NEXT, 1)
        while number < games:
            played += play(places[own], positions, template, seeds, seats, queue, number)
            number = cuda.atomic.add(queue, NEXT, 1)
        cuda.atomic.add(turns, 0, played)

    return play_in_shared


@cache
def left_kernel(keep: bool = False, board: Board | None = None, arrays: str = "device") -> Any:
    """A kernel that plays the games that were left in whole records, with the arguments of `game_kernel`."""
    cuda, play_one = numba_cuda(), compiled_for_cuda(board, arrays).of(play_whole_game)

    @cuda.jit
    def play_left(positions, template, seeds, seats, turns, queue, _):  # type: ignore[no-untyped-def]
        place = cuda.local.array(1, POSITION)
        played = 0
        for entry in range(cuda.grid(1), queue[LEFT], cuda.gridsize(1)):
            number = queue[FIRST_LEFT + entry]
            place[0] = template[0]
            played += play_one(place[0], seats, seeds[number])
            if keep:
                positions[number] = place[0]
        cuda.atomic.add(turns, 0, played)

    return play_left


@cache
def playout_kernel(board: Board | None = None, arrays: str = "device") -> Any:
    """A kernel that plays each game from its position to the end in local memory: kernel(positions, randoms)."""
    cuda, engine = numba_cuda(), compiled_for_cuda(board, arrays)
    play_on, keep_whole = engine.of(play_to_end), engine.of(write_whole)

    @cuda.jit
    def play_out(positions, randoms):  # type: ignore[no-untyped-def]
        place = cuda.local.array(1, POSITION)
        for number in range(cuda.grid(1), len(positions), cuda.gridsize(1)):
            keep_whole(place[0], positions[number])
            randoms[number] = play_on(place[0], randoms[number])
            keep_whole(positions[number], place[0])

    return play_out


def allow_shared(kernel: Any, size: int) -> None:
    """Allow a kernel that has been compiled more shared memory than the 48 KB that every kernel may have."""
    names = importlib.import_module("cuda.bindings.driver")
    driver = importlib.import_module("numba.cuda.cudadrv.driver").driver
    attribute = names.CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
    for overload in kernel.overloads.values():
        function = overload._codelibrary.get_cufunc()
        driver.cuKernelSetAttribute(attribute, size, function.handle, function.device.id)


class RandomGames:
    """Random games of one kind, ready to be launched: the kernels are compiled for a plan.

    With `keep` they write the last position of each game, and take longer to compile.
    """

    def __init__(
        self,
        seats: int = 4,
        options: GivenOptions = None,
        plan: Plan = BEST,
        *,
        keep: bool = False,
        board: Board | None = None,
    ) -> None:
        self.seats, self.plan, self.keep = given_seats(seats), plan, keep
        template = template_of(options)
        self.cuda = cuda_or_refuse()
        self.template = self.cuda.to_device(template)
        record = record_of(self.seats, plan.duchies, len((board or rhine()).fields))
        self.shared = plan.shared(record)
        self.device = self.cuda.get_current_device()
        self.multiprocessors = self.device.MULTIPROCESSOR_COUNT
        self.blocks = self.multiprocessors * plan.blocks_of(record, self.device.MAX_SHARED_MEMORY_PER_MULTIPROCESSOR)
        self.kernel = game_kernel(plan.place, self.seats, plan.duchies, plan.registers, plan.inline, keep, board)
        self.left_kernel = left_kernel(keep, board)
        self._compile()

    def _compile(self) -> None:
        """Compile by playing no games."""
        arrays = [np.zeros(1, POSITION), np.zeros(1, np.uint64), np.zeros(1, np.int64), np.zeros(FIRST_LEFT, np.int32)]
        positions, seeds, turns, queue = [self.cuda.to_device(array) for array in arrays]
        arguments = (positions, self.template, seeds, self.seats, turns, queue, 0)
        self.kernel[1, 32, 0, min(self.shared, 32 * POSITION.itemsize)](*arguments)
        self.left_kernel[1, 32](*arguments)
        if self.shared:
            allow_shared(self.kernel, self.device.MAX_SHARED_MEMORY_PER_BLOCK_OPTIN)
        self.cuda.synchronize()

    def launch(self, seeds: Any, turns: Any, queue: Any, positions: Any = None) -> None:
        """Play a game for each seed (arrays of the device); their turns are added to `turns`.

        `queue` is a new one. If positions are kept, they are written to `positions`, which must be zero before.
        """
        places = self.template if positions is None else positions
        arguments = (places, self.template, seeds, self.seats, turns, queue, len(seeds))
        self.kernel[self.blocks, self.plan.threads, 0, self.shared](*arguments)
        self.left_kernel[self.multiprocessors, 64](*arguments)

    def new_queue(self, games: int) -> Any:
        """An empty queue for so many games."""
        queue = self.cuda.device_array(games + FIRST_LEFT, np.int32)
        queue[:FIRST_LEFT].copy_to_device(np.zeros(FIRST_LEFT, np.int32))
        return queue

    def play(self, seeds: Any) -> int:
        """Play a game for each seed (an array of the device); the number of turns."""
        turns = self.cuda.to_device(np.zeros(1, np.int64))
        self.launch(seeds, turns, self.new_queue(len(seeds)))
        return int(turns.copy_to_host()[0])


@cache
def _random_games(seats: int, options: Options) -> RandomGames:
    return RandomGames(seats, options)


def play_random_games(games: int, seats: int = 4, options: GivenOptions = None, seed: int = 0) -> int:
    """Play whole games at random on the GPU; the number of turns. The games have the seeds from `seed` on."""
    seeds = given_seeds(seed, given_games(games))
    ready = _random_games(given_seats(seats), given_options(options))
    return ready.play(ready.cuda.to_device(seeds))
