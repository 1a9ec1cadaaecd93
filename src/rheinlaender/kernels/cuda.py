"""Many games at once on an NVIDIA GPU, one thread per game. Arrays stay on the device.

Everything that has `__cuda_array_interface__` can be given and taken: PyTorch, CuPy, and JAX by way of DLPack. The
layout is explained in `docs/decisions/gpu-layout.md`.
"""

from functools import cache
from typing import Any

import numpy as np

from rheinlaender.board import Board, rhine
from rheinlaender.kernels.batch import FINISHED
from rheinlaender.kernels.cpu import (
    REWARDS,
    check_seats,
    firsts_of,
    length_of_observation,
    number_of_actions,
    seeds_of,
    template_of,
)
from rheinlaender.kernels.errors import (
    GameFinished,
    IllegalAction,
    NoCuda,
    NotSetUp,
    TooLittleGpuMemory,
    WrongArray,
    WrongNumberOfGames,
    WrongReward,
)
from rheinlaender.kernels.features import FACTS, PLANES
from rheinlaender.rules.compile import Engine, compiled_for_cuda, numba_cuda
from rheinlaender.rules.options import YES
from rheinlaender.rules.position import MOST_SEATS, NOBODY, POSITION

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
    layout: str = "local",
    registers: int | None = None,
    tables: str = "device",
    inline: bool = False,
    board: Board | None = None,
) -> Any:
    """A kernel that plays whole games at random: kernel(positions, template, seeds, seats, turns, games, keep).

    Each thread plays many games one after the other, in its own place: a record in local memory ("local"), in shared
    memory ("shared") or in the array itself ("records"). `turns` is added up over all games; with `keep` the last
    positions are written to `positions`.
    """
    engine = compiled_for_cuda(board, tables, inline)
    return {"local": _local_kernel, "shared": _shared_kernel, "records": _records_kernel}[layout](engine, registers)


def _local_kernel(engine: Engine, registers: int | None) -> Any:
    cuda, play_whole_game = numba_cuda(), engine.play_whole_game

    @cuda.jit(max_registers=registers)
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

    @cuda.jit(max_registers=registers)
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

    @cuda.jit(max_registers=registers)
    def play_in_records(positions, template, seeds, seats, turns, games, keep):  # type: ignore[no-untyped-def]
        played = 0
        own = cuda.grid(1)
        for number in range(own, games, cuda.gridsize(1)):
            place = number if keep else own
            positions[place] = template[0]
            played += play_whole_game(positions[place], seats, seeds[number])
        cuda.atomic.add(turns, 0, played)

    return play_in_records


class DeviceBatch:
    """Many games that are stepped together on a GPU; the counterpart of `kernels.cpu.Batch`.

    Its arrays lie on the device and are written anew by every call. Calls return before the GPU has done the work; they
    go to the stream that is given (a number, as `torch.cuda.current_stream().cuda_stream`), or to the default stream.
    A game whose action is refused stays as it is; `check` waits for the GPU and raises if there was one.
    """

    def __init__(
        self,
        games: int,
        seats: int = 4,
        options: object = "parker",
        *,
        board: Board | None = None,
        reward: str = "share",
        restart: bool = False,
        stream: int = 0,
    ) -> None:
        if type(games) is not int or games < 1:
            raise WrongNumberOfGames(games=games)
        if reward not in REWARDS:
            raise WrongReward(reward=reward, rewards=", ".join(REWARDS))
        self.games, self.seats, self.reward = games, check_seats(seats), reward
        template = template_of(options)
        self.cuda = cuda_or_refuse()
        self.engine = compiled_for_cuda(board or rhine())
        self.restart = YES if restart else 0
        self.fields = len(self.engine.board.fields)
        self.actions = number_of_actions(board)
        self._check_memory()
        self.stream = self.cuda.external_stream(stream) if stream else 0
        self.template = self.cuda.to_device(template)
        self.positions = self._array(games, POSITION)
        self.seeds = self._array(games, np.uint64)
        self.masks = self._array((games, self.actions), np.uint8)
        self.observations = self._array((games, length_of_observation(board)), np.uint8)
        self.rewards = self._array((games, MOST_SEATS), np.float32)
        self.ended = self._array(games, np.uint8)
        self.refused = self._array(games, np.uint8)
        self._to_move = self.cuda.to_device(np.full(games, NOBODY, np.int8))
        self._is_set_up = False

    def _check_memory(self) -> None:
        """Refuse what does not fit."""
        each = POSITION.itemsize + self.actions + length_of_observation(self.engine.board) + 4 * MOST_SEATS + 16
        free, _ = self.cuda.current_context().get_memory_info()
        if each * self.games > free:
            raise TooLittleGpuMemory(games=self.games, needed=each * self.games, free=free, most=free // each)

    def _array(self, shape: Any, kind: Any) -> Any:
        return self.cuda.to_device(np.zeros(shape, kind))

    def _run(self, kernel: Any, *arguments: Any) -> None:
        """Launch a kernel with a thread for each game."""
        blocks = (self.games + THREADS - 1) // THREADS
        kernel[blocks, THREADS, self.stream](*arguments, 0, self.games)

    def _given(self, name: str, given: Any, shape: tuple[int, ...], kind: type) -> Any:
        """An array of the device from whatever shows itself as one."""
        interface = getattr(given, "__cuda_array_interface__", None)
        if interface is None:
            raise WrongArray(name=name, shape=shape, type=np.dtype(kind).name, found=type(given).__name__)
        found = f"{tuple(interface['shape'])} {np.dtype(interface['typestr']).name}"
        if tuple(interface["shape"]) != shape or np.dtype(interface["typestr"]) != kind:
            raise WrongArray(name=name, shape=shape, type=np.dtype(kind).name, found=found)
        array = self.cuda.as_cuda_array(given, sync=False)
        if not array.is_c_contiguous():
            raise WrongArray(name=name, shape=shape, type=np.dtype(kind).name, found=f"{found}, not contiguous")
        return array

    def reset(self, seeds: object, firsts: object = 0) -> None:
        """Set up all games; see `Batch.reset`. Seeds and first seats are given on the host."""
        self.seeds.copy_to_device(seeds_of(seeds, self.games))
        first_seats = self.cuda.to_device(firsts_of(firsts, self.games, self.seats))
        chosen = self.cuda.to_device(np.ones(self.games, np.uint8))
        self._run(self.engine.set_up_games, self.positions, self.template, self.seeds, first_seats, chosen, self.seats)
        self._is_set_up = True

    def legal_mask(self, out: Any = None) -> Any:
        """For each game a 1 at each legal action; where the game is over, all are 0."""
        masks = self.masks if out is None else self._given("out", out, self.masks.shape, np.uint8)
        self._run(self.engine.mask_games, self.positions, masks)
        return masks

    def observe(self, observers: Any = None, out: Any = None) -> Any:
        """What a seat of each game may know, in compact form; `observers` (int8) may be -1: the seat to move."""
        rows = self.observations if out is None else self._given("out", out, self.observations.shape, np.uint8)
        self._run(self.engine.observe_games, self.positions, self._observers(observers), rows)
        return rows

    def see(self, observers: Any = None) -> tuple[Any, Any]:
        """Masks and compact observations in one go."""
        observing = self._observers(observers)
        self._run(self.engine.see_games, self.positions, observing, self.masks, self.observations)
        return self.masks, self.observations

    def observe_planes(self, planes: Any, facts: Any, observers: Any = None) -> None:
        """What a seat of each game may know, in float form, into two float32 arrays of the device."""
        pair = (
            self._given("planes", planes, (self.games, self.fields, PLANES), np.float32),
            self._given("facts", facts, (self.games, FACTS), np.float32),
        )
        self._run(self.engine.draw_games, self.observe(observers), *pair)

    def _observers(self, observers: Any) -> Any:
        return self._to_move if observers is None else self._given("observers", observers, (self.games,), np.int8)

    def step(self, actions: Any) -> tuple[Any, Any]:
        """Do one decision in every game that accepts it, and the draw where a turn is complete."""
        chosen = self._given("actions", actions, (self.games,), np.int32)
        self._run(self.engine.check_games, self.positions, chosen, self.refused)
        self._run(
            self.engine.step_games,
            self.positions,
            chosen,
            self.refused,
            self.seeds,
            self.rewards,
            self.ended,
            REWARDS[self.reward],
            self.restart,
        )
        return self.rewards, self.ended

    def check(self, actions: Any = None) -> None:
        """Wait for the GPU and raise if the last step refused the action of some game."""
        refused = self.refused.copy_to_host()
        if refused.any():
            game = int(np.flatnonzero(refused)[0])
            if refused[game] == FINISHED:
                raise (GameFinished(game=game) if self._is_set_up else NotSetUp())
            host = None if actions is None else self._given("actions", actions, (self.games,), np.int32).copy_to_host()
            raise IllegalAction(game=game, action="-" if host is None else int(host[game]))

    def random_actions(self, randoms: Any, out: Any) -> Any:
        """A random legal action (int32) for each game that is not over; `randoms` (uint64) are the generators."""
        generators = self._given("randoms", randoms, (self.games,), np.uint64)
        actions = self._given("out", out, (self.games,), np.int32)
        self._run(self.engine.choose_actions, self.positions, generators, actions)
        return actions

    def random_playouts(self, randoms: Any) -> Any:
        """Play every game to its end with random moves; the rewards."""
        generators = self._given("randoms", randoms, (self.games,), np.uint64)
        self._run(self.engine.play_out_games, self.positions, generators)
        self._run(self.engine.reward_games, self.positions, self.rewards, REWARDS[self.reward])
        return self.rewards


def play_random_games(games: int, seats: int = 4, options: object = "parker", seed: int = 0) -> int:
    """Play whole games at random on the GPU; the number of turns. The games have the seeds from `seed` on."""
    cuda = cuda_or_refuse()
    seeds = cuda.to_device(seeds_of(seed, games))
    template, turns = cuda.to_device(template_of(options)), cuda.to_device(np.zeros(1, np.int64))
    blocks = cuda.get_current_device().MULTIPROCESSOR_COUNT * BLOCKS_PER_MULTIPROCESSOR
    playout_kernel()[blocks, THREADS](template, template, seeds, check_seats(seats), turns, games, 0)
    return int(turns.copy_to_host()[0])
