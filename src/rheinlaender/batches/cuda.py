"""Many games at once on an NVIDIA GPU. Arrays stay on the device.

Everything that has `__cuda_array_interface__` can be given and taken: PyTorch, CuPy, and JAX by way of DLPack. A step
of a game is done by one thread; its mask and its observation are written by a whole warp, so that neighbouring bytes go
to memory together. Whole random games are in `batches/cuda_games.py`. `docs/decisions/gpu-layout.md` tells why.
"""

from typing import Any

import numpy as np

from rheinlaender.batches.arguments import (
    REWARDS,
    given_actions,
    given_choice,
    given_games,
    given_reward,
    given_seats_of_games,
    given_seeds,
    length_of_observation,
    number_of_actions,
    template_of,
)
from rheinlaender.batches.contract import first_refusal
from rheinlaender.batches.cuda_games import cuda_or_refuse, playout_kernel
from rheinlaender.batches.errors import NotSetUp, TooLittleGpuMemory, WrongArray
from rheinlaender.batches.features import FACTS, PLANES
from rheinlaender.batches.kernels import (
    begin_games,
    check_games,
    choose_actions,
    draw_games,
    mask_games,
    observe_games,
    reward_games,
    seat_games,
    set_up_games,
    step_games,
)
from rheinlaender.batches.others import play_others_games
from rheinlaender.board import Board, rhine
from rheinlaender.rules.compile import compiled_for_cuda
from rheinlaender.rules.given import GivenOptions, given_seats
from rheinlaender.rules.options import NO, YES
from rheinlaender.rules.position import MOST_SEATS, NOBODY, OVER, POSITION
from rheinlaender.rules.primitives import WARP

THREADS = 128
REGISTERS: int | None = None
WIDE_REGISTERS: int | None = 64


class DeviceBatch:
    """Many games that are stepped together on a GPU; what its methods do is said in `batches.contract.ManyGames`.

    Calls return before the GPU has done the work, unless the batch is strict: then `step` waits until every game has
    accepted its action. Work goes to the stream that is given (a number, as `torch.cuda.current_stream().cuda_stream`),
    or to the default stream.
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
        strict: bool = True,
        stream: int = 0,
    ) -> None:
        self.games, self.seats, self.reward = given_games(games), given_seats(seats), given_reward(reward)
        self.restart, self.strict = restart, strict
        template = template_of(options)
        self.cuda = cuda_or_refuse()
        self.engine = compiled_for_cuda(board or rhine(), registers=REGISTERS)
        self.wide = compiled_for_cuda(board or rhine(), lanes=WARP, registers=WIDE_REGISTERS)
        self.playouts = playout_kernel(board)
        self.fields = len(self.engine.board.fields)
        self.actions = number_of_actions(board)
        self._check_memory()
        self.stream_number = stream
        self.stream: Any = self.cuda.external_stream(stream) if stream else 0
        self.template = self._to_device(template)
        self._make_arrays()
        self._is_set_up = False

    def _check_memory(self) -> None:
        """Refuse what does not fit."""
        each = POSITION.itemsize + self.actions + length_of_observation(self.engine.board) + 4 * MOST_SEATS + 16
        free, _ = self.cuda.current_context().get_memory_info()
        if each * self.games > free:
            raise TooLittleGpuMemory(games=self.games, needed=each * self.games, free=free, most=free // each)

    def _make_arrays(self) -> None:
        """The arrays of the batch, on the device; no game is going on yet."""
        positions = np.zeros(self.games, POSITION)
        positions["phase"] = OVER
        self.positions = self._to_device(positions)
        self.seeds = self._zeros(self.games, np.uint64)
        self.masks = self._zeros((self.games, self.actions), np.uint8)
        self.observations = self._zeros((self.games, length_of_observation(self.engine.board)), np.uint8)
        self.rewards = self._zeros((self.games, MOST_SEATS), np.float32)
        self.ended = self._zeros(self.games, np.uint8)
        self.refused = self._zeros(self.games, np.uint8)
        self._last_actions = self._zeros(self.games, np.int32)
        self._seats = self._zeros(self.games, np.int8)
        self._to_move = self._to_device(np.full(self.games, NOBODY, np.int8))
        self._all = self._to_device(np.ones(self.games, np.uint8))

    def _zeros(self, shape: Any, kind: Any) -> Any:
        return self._to_device(np.zeros(shape, kind))

    def _to_device(self, array: Any) -> Any:
        return self.cuda.to_device(array, stream=self.stream)

    def _to_host(self, array: Any) -> Any:
        """A copy of an array on the host, after all work that it waits for."""
        copied = array.copy_to_host(stream=self.stream)
        if self.stream:
            self.stream.synchronize()
        return copied

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

    def _chosen(self, given: object) -> Any:
        """Which games are chosen, as ones and zeros on the device."""
        if given is None:
            return self._all
        if _is_on_device(given):
            return self._given("chosen", given, (self.games,), np.bool_).view(np.uint8)
        return self._to_device(given_choice(given, self.games))

    def _seats_of_games(self, name: str, given: object, lowest: int) -> Any:
        if _is_on_device(given):
            return self._given(name, given, (self.games,), np.int8)
        return self._to_device(given_seats_of_games(name, given, self.games, self.seats, lowest))

    def reset(self, seeds: object, firsts: object = 0, chosen: object = None) -> None:
        """Set up all games, or the chosen ones. Seeds and first seats are given on the host."""
        words = given_seeds(seeds, self.games)
        first_seats = given_seats_of_games("firsts", firsts, self.games, self.seats)
        which = self._chosen(chosen)
        if not self._is_set_up and not self._to_host(which).all():
            raise NotSetUp()
        self._run(self.engine.of(begin_games), self.seeds, self._to_device(words), self.rewards, self.ended, which)
        places = self.positions, self.template, self.seeds, self._to_device(first_seats), which
        self._run(self.engine.of(set_up_games), *places, self.seats)
        self._is_set_up = True

    @property
    def seats_to_move(self) -> Any:
        """The seat to move in each game."""
        self._run(self.engine.of(seat_games), self.positions, self._seats)
        return self._seats

    def legal_mask(self, out: Any = None) -> Any:
        """For each game a 1 at each legal action."""
        masks = self.masks if out is None else self._given("out", out, self.masks.shape, np.uint8)
        self._run_wide(self.wide.of(mask_games), self.positions, masks)
        return masks

    def observe(self, observers: object = None, out: Any = None) -> Any:
        """What a seat of each game may know, in compact form."""
        rows = self.observations if out is None else self._given("out", out, self.observations.shape, np.uint8)
        self._run_wide(self.wide.of(observe_games), self.positions, self._observers(observers), rows)
        return rows

    def see(self, observers: object = None) -> tuple[Any, Any]:
        """Masks and compact observations."""
        return self.legal_mask(), self.observe(observers)

    def observe_planes(self, observers: object = None, planes: Any = None, facts: Any = None) -> tuple[Any, Any]:
        """What a seat of each game may know, in float form."""
        pair = (
            self._floats("planes", planes, (self.games, self.fields, PLANES)),
            self._floats("facts", facts, (self.games, FACTS)),
        )
        self._run_wide(self.wide.of(draw_games), self.observe(observers), *pair)
        return pair

    def _floats(self, name: str, given: Any, shape: tuple[int, ...]) -> Any:
        return self._zeros(shape, np.float32) if given is None else self._given(name, given, shape, np.float32)

    def _observers(self, observers: object) -> Any:
        return self._to_move if observers is None else self._seats_of_games("observers", observers, NOBODY)

    def step(self, actions: object, chosen: object = None) -> tuple[Any, Any]:
        """Do one decision in every game, or in the chosen ones; the rewards and which games ended."""
        self._last_actions = self._actions(actions)
        which = self._chosen(chosen)
        self._run(self.engine.of(check_games), self.positions, self._last_actions, which, self.refused)
        if self.strict:
            self.check()
        self._run(
            self.engine.of(step_games),
            self.positions,
            self._last_actions,
            self.refused,
            self.seeds,
            self.rewards,
            self.ended,
            REWARDS[self.reward],
            YES if self.restart else NO,
        )
        return self.rewards, self.ended

    def _actions(self, given: object) -> Any:
        if _is_on_device(given):
            return self._given("actions", given, (self.games,), np.int32)
        return self._to_device(given_actions(given, self.games, self.actions).astype(np.int32))

    def check(self) -> None:
        """Wait for the GPU and raise the first refusal of the last step, if there is one."""
        refused = self._to_host(self.refused)
        if refused.any():
            refusal = first_refusal(refused, self._to_host(self._last_actions), self._is_set_up)
            if refusal is not None:
                raise refusal

    def play_others(self, owns: object, randoms: Any) -> None:
        """Let the other seats act at random until the own one is to move or the game is over, in every game."""
        generators = self._given("randoms", randoms, (self.games,), np.uint64)
        seats = self._seats_of_games("owns", owns, 0)
        self._run(self.engine.of(play_others_games), self.positions, seats, generators)
        self._tell()

    def _tell(self) -> None:
        """Write the rewards and the ends of all games."""
        self._run(self.engine.of(reward_games), self.positions, self.rewards, self.ended, REWARDS[self.reward])

    def random_actions(self, randoms: Any, out: Any = None) -> Any:
        """A random legal action for each game that is not over."""
        generators = self._given("randoms", randoms, (self.games,), np.uint64)
        actions = self._zeros(self.games, np.int32) if out is None else self._given("out", out, (self.games,), np.int32)
        self._run(self.engine.of(choose_actions), self.positions, generators, actions)
        return actions

    def random_playouts(self, randoms: Any) -> Any:
        """Play every game to its end with random moves; the rewards."""
        generators = self._given("randoms", randoms, (self.games,), np.uint64)
        self.playouts[-(-self.games // THREADS), THREADS, self.stream](self.positions, generators)
        self._tell()
        return self.rewards

    def copy(self) -> "DeviceBatch":
        """An independent copy with the same games."""
        twin = DeviceBatch(
            self.games,
            self.seats,
            board=self.engine.board,
            reward=self.reward,
            restart=self.restart,
            strict=self.strict,
            stream=self.stream_number,
        )
        for name in ("template", "positions", "seeds", "rewards", "ended", "refused", "_last_actions"):
            getattr(twin, name).copy_to_device(getattr(self, name), stream=self.stream)
        twin._is_set_up = self._is_set_up
        return twin


def _is_on_device(given: object) -> bool:
    return hasattr(given, "__cuda_array_interface__")
