"""Many games at once on an NVIDIA GPU. Arrays stay on the device.

Everything that has `__cuda_array_interface__` can be given and taken: PyTorch, CuPy, and JAX by way of DLPack. A step
of a game is done by one thread; its mask and its observation are written by a whole warp, so that neighbouring bytes go
to memory together. Whole random games are in `batches/cuda_games.py`. `docs/decisions/gpu-layout.md` tells why.
"""

from typing import Any

import numpy as np

from rheinlaender.batches.cpu import (
    REWARDS,
    firsts_of,
    length_of_observation,
    number_of_actions,
    seeds_of,
    template_of,
)
from rheinlaender.batches.cuda_games import cuda_or_refuse, play_random_games, playout_kernel
from rheinlaender.batches.errors import (
    GameFinished,
    IllegalAction,
    NotSetUp,
    TooLittleGpuMemory,
    WrongArray,
    WrongNumberOfGames,
    WrongReward,
)
from rheinlaender.batches.features import FACTS, PLANES
from rheinlaender.batches.kernels import (
    FINISHED,
    check_games,
    choose_actions,
    draw_games,
    mask_games,
    observe_games,
    reward_games,
    set_up_games,
    step_games,
)
from rheinlaender.board import Board, rhine
from rheinlaender.rules.compile import compiled_for_cuda
from rheinlaender.rules.given import GivenOptions, given_seats
from rheinlaender.rules.options import YES
from rheinlaender.rules.position import MOST_SEATS, NOBODY, POSITION
from rheinlaender.rules.primitives import WARP

THREADS = 128
REGISTERS: int | None = None
WIDE_REGISTERS: int | None = 64

__all__ = ["DeviceBatch", "cuda_or_refuse", "play_random_games"]


class DeviceBatch:
    """Many games that are stepped together on a GPU; the counterpart of `batches.cpu.Batch`.

    Its arrays lie on the device and are written anew by every call. Calls return before the GPU has done the work; they
    go to the stream that is given (a number, as `torch.cuda.current_stream().cuda_stream`), or to the default stream.
    A game whose action is refused stays as it is; `check` waits for the GPU and raises if there was one.
    """

    def __init__(
        self,
        games: int,
        seats: int = 4,
        options: GivenOptions = None,
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
        self.games, self.seats, self.reward = games, given_seats(seats), reward
        template = template_of(options)
        self.cuda = cuda_or_refuse()
        self.engine = compiled_for_cuda(board or rhine(), registers=REGISTERS)
        self.wide = compiled_for_cuda(board or rhine(), lanes=WARP, registers=WIDE_REGISTERS)
        self.playouts = playout_kernel(board)
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
        blocks = -(-self.games // THREADS)
        kernel[blocks, THREADS, self.stream](*arguments, 0, self.games)

    def _run_wide(self, kernel: Any, *arguments: Any) -> None:
        """Launch a kernel with a warp for each game."""
        blocks = -(-self.games * WARP // THREADS)
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
        self._run(
            self.engine.of(set_up_games), self.positions, self.template, self.seeds, first_seats, chosen, self.seats
        )
        self._is_set_up = True

    def legal_mask(self, out: Any = None) -> Any:
        """For each game a 1 at each legal action; where the game is over, all are 0."""
        masks = self.masks if out is None else self._given("out", out, self.masks.shape, np.uint8)
        self._run_wide(self.wide.of(mask_games), self.positions, masks)
        return masks

    def observe(self, observers: Any = None, out: Any = None) -> Any:
        """What a seat of each game may know, in compact form; `observers` (int8) may be -1: the seat to move."""
        rows = self.observations if out is None else self._given("out", out, self.observations.shape, np.uint8)
        self._run_wide(self.wide.of(observe_games), self.positions, self._observers(observers), rows)
        return rows

    def see(self, observers: Any = None) -> tuple[Any, Any]:
        """Masks and compact observations."""
        return self.legal_mask(), self.observe(observers)

    def observe_planes(self, planes: Any, facts: Any, observers: Any = None) -> None:
        """What a seat of each game may know, in float form, into two float32 arrays of the device."""
        pair = (
            self._given("planes", planes, (self.games, self.fields, PLANES), np.float32),
            self._given("facts", facts, (self.games, FACTS), np.float32),
        )
        self._run_wide(self.wide.of(draw_games), self.observe(observers), *pair)

    def _observers(self, observers: Any) -> Any:
        return self._to_move if observers is None else self._given("observers", observers, (self.games,), np.int8)

    def step(self, actions: Any) -> tuple[Any, Any]:
        """Do one decision in every game that accepts it, and the draw where a turn is complete."""
        chosen = self._given("actions", actions, (self.games,), np.int32)
        self._run(self.engine.of(check_games), self.positions, chosen, self.refused)
        self._run(
            self.engine.of(step_games),
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
        self._run(self.engine.of(choose_actions), self.positions, generators, actions)
        return actions

    def random_playouts(self, randoms: Any) -> Any:
        """Play every game to its end with random moves; the rewards."""
        generators = self._given("randoms", randoms, (self.games,), np.uint64)
        self.playouts[-(-self.games // THREADS), THREADS, self.stream](self.positions, generators)
        self._run(self.engine.of(reward_games), self.positions, self.rewards, REWARDS[self.reward])
        return self.rewards
