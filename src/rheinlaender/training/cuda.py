"""The stages of self-play as kernels of an NVIDIA GPU; `training/stages.py` launches them one after the other.

A thread lists the moves of a game, a thread describes what one move leads to, PyTorch passes the rows through the
network's layers, a thread makes the move. Moves of one game are beside each other, so that the threads of a warp do
nearly the same.
"""

from functools import cache
from typing import Any

from rheinlaender.board import Board
from rheinlaender.rules.chance import following, mixed
from rheinlaender.rules.compile import compiled_for_cuda, numba_cuda, rule
from rheinlaender.rules.position import KNIGHT_PHASE, MOST_SEATS, OVER, POSITION, Position
from rheinlaender.rules.primitives import WARP, copy_into
from rheinlaender.rules.turn import ends_game
from rheinlaender.thinking.description import OF_SEAT_ALWAYS, SEAT_NUMBERS
from rheinlaender.thinking.evaluation import SCRATCH
from rheinlaender.thinking.glance import GLANCING
from rheinlaender.thinking.network import DUCHY_WIDTH, JUDGING, judge_end
from rheinlaender.thinking.policy import value_of_move
from rheinlaender.training.self_play import (
    GREEDY,
    SEARCH,
    UNKNOWN,
    decide,
    describe_position,
    describe_tried,
    finish_game,
    note_found,
    prepare,
)

THREADS = 128
WARPS = THREADS // WARP
REGISTERS = 64
"""The most registers of a thread that describes, so that enough of them are on the GPU at a time."""


@rule
def take_place(places: Any, position: Position) -> None:
    """Copy a position into the first of a thread's places."""
    copy_into(places, position)


@cache
def listing_kernel(board: Board | None = None, arrays: str = "device") -> Any:
    """A kernel: kernel(positions, phase, players, habits, glance, trying, randoms, counts); a thread a game."""
    cuda, engine = numba_cuda(), compiled_for_cuda(board, arrays)
    prepare_game, take, following_state, mixed_word = (
        engine.of(prepare),
        engine.of(take_place),
        engine.of(following),
        engine.of(mixed),
    )

    @cuda.jit(max_registers=REGISTERS)
    def list_moves(positions, phase, players, habits, glance, trying, randoms, counts):  # type: ignore[no-untyped-def]
        place = cuda.local.array(1, POSITION)
        glancing = cuda.local.array(1, GLANCING)
        for number in range(cuda.grid(1), len(positions), cuda.gridsize(1)):
            if phase == KNIGHT_PHASE:
                randoms[number] = following_state(randoms[number])
            take(place, positions[number])
            word = mixed_word(randoms[number])
            own = trying[number]
            listed = prepare_game(place[0], phase, players[number], habits[0], glance[0], glancing[0], own, word)
            counts[0, number] = listed if own.who >= 0 else 0
            counts[1, number] = listed if own.who == GREEDY else 0
            counts[2, number] = listed if own.who == SEARCH else 0

    return list_moves


@cache
def describing_kernel(board: Board | None = None, arrays: str = "device") -> Any:
    """A kernel: kernel(positions, games, places, trying, habits, rows, owners, seats, movers, whos); a thread each."""
    cuda, describe = numba_cuda(), compiled_for_cuda(board, arrays).of(describe_tried)

    @cuda.jit(max_registers=REGISTERS)
    def describe_moves(  # type: ignore[no-untyped-def]
        positions, games, places, trying, habits, rows, owners, seats, movers, whos
    ):
        trial = cuda.local.array(1, POSITION)
        judging = cuda.local.array(1, JUDGING)
        for number in range(cuda.grid(1), len(games), cuda.gridsize(1)):
            position, own, place = positions[games[number]], trying[games[number]], places[number]
            own.worths[place] = describe(
                position,
                own.moves[place],
                trial,
                habits[0].greed,
                judging[0],
                rows[number],
                owners[number],
                seats[number],
            )
            movers[number] = position.seat
            whos[number] = own.who

    return describe_moves


@cache
def valuing_kernel(board: Board | None = None, arrays: str = "device") -> Any:
    """A kernel: kernel(positions, games, places, trying, weights); a thread for a move of the greedy player."""
    cuda, value = numba_cuda(), compiled_for_cuda(board, arrays).of(value_of_move)

    @cuda.jit(max_registers=REGISTERS)
    def value_moves(positions, games, places, trying, weights):  # type: ignore[no-untyped-def]
        trial = cuda.local.array(1, POSITION)
        scratch = cuda.local.array(1, SCRATCH)
        for number in range(cuda.grid(1), len(games), cuda.gridsize(1)):
            position, own, place = positions[games[number]], trying[games[number]], places[number]
            own.worths[place] = value(position, own.moves[place], trial, weights[0], scratch[0])

    return value_moves


@cache
def adding_kernel() -> Any:
    """A kernel: kernel(products, bias, owners, seats, heads); a warp for a position adds up what the first layer says.

    What it writes is what the next layer takes for each seat: its own row, its sums, and the mean of the others' sums.
    """
    cuda = numba_cuda()
    numbers, width = cuda.types.float32, DUCHY_WIDTH

    @cuda.jit
    def add_up(products, bias, owners, seats, heads):  # type: ignore[no-untyped-def]
        sums = cuda.shared.array((WARPS, MOST_SEATS, WARP), numbers)
        own = sums[cuda.threadIdx.x // WARP]
        lane = cuda.threadIdx.x % WARP
        for number in range(cuda.grid(1) // WARP, len(owners), cuda.gridsize(1) // WARP):
            there = 0
            for seat in range(MOST_SEATS):
                own[seat, lane] = 0.0
                if seats[number, seat, OF_SEAT_ALWAYS] > 0.0:
                    there += 1
            row = 0
            while row < owners.shape[1] and owners[number, row] >= 0:
                own[owners[number, row], lane] += max(products[number, row, lane] + bias[lane], numbers(0.0))
                row += 1
            for seat in range(there):
                others = numbers(0.0)
                for other in range(there):
                    if other != seat:
                        others += own[other, lane]
                if lane < SEAT_NUMBERS:
                    heads[number, seat, lane] = seats[number, seat, lane]
                heads[number, seat, SEAT_NUMBERS + lane] = own[seat, lane]
                heads[number, seat, SEAT_NUMBERS + width + lane] = others / numbers(there - 1)

    return add_up


@cache
def noting_kernel() -> Any:
    """A kernel: kernel(games, places, trying, worths); a thread for a move whose worth was not known."""
    cuda = numba_cuda()

    @cuda.jit
    def note_worths(games, places, trying, worths):  # type: ignore[no-untyped-def]
        for number in range(cuda.grid(1), len(games), cuda.gridsize(1)):
            own = trying[games[number]]
            if own.worths[places[number]] == UNKNOWN:
                own.worths[places[number]] = worths[number]

    return note_worths


@cache
def deciding_kernel(board: Board | None = None, arrays: str = "device") -> Any:
    """A kernel: kernel(positions, habits, trying); a thread for each game."""
    cuda, decide_game = numba_cuda(), compiled_for_cuda(board, arrays).of(decide)

    @cuda.jit(max_registers=REGISTERS)
    def make_moves(positions, habits, trying):  # type: ignore[no-untyped-def]
        for number in range(cuda.grid(1), len(positions), cuda.gridsize(1)):
            decide_game(positions[number], habits[0], trying[number])

    return make_moves


@cache
def keeping_kernel(board: Board | None = None, arrays: str = "device") -> Any:
    """A kernel: kernel(positions, founds, known, rows, owners, seats); a thread describes what is kept of a game."""
    cuda, engine = numba_cuda(), compiled_for_cuda(board, arrays)
    describe, take, is_last = engine.of(describe_position), engine.of(take_place), engine.of(ends_game)
    judge_last, note = engine.of(judge_end), engine.of(note_found)

    @cuda.jit(max_registers=REGISTERS)
    def describe_games(positions, founds, known, rows, owners, seats):  # type: ignore[no-untyped-def]
        place = cuda.local.array(1, POSITION)
        judging = cuda.local.array(1, JUDGING)
        for number in range(cuda.grid(1), len(positions), cuda.gridsize(1)):
            take(place, positions[number])
            known[number] = 1
            if place[0].phase != OVER:
                known[number] = is_last(place[0])
                describe(place[0], rows[number], owners[number], seats[number], judging[0])
                if known[number] != 0:
                    judge_last(place[0], judging[0])
                    note(place[0], founds[number], judging[0])

    return describe_games


@cache
def finishing_kernel(board: Board | None = None, arrays: str = "device") -> Any:
    """A kernel: kernel(positions, habits, results, ended, randoms); a thread for each game."""
    cuda, engine = numba_cuda(), compiled_for_cuda(board, arrays)
    finish, mixed_word = engine.of(finish_game), engine.of(mixed)

    @cuda.jit(max_registers=REGISTERS)
    def finish_turns(positions, habits, results, ended, randoms):  # type: ignore[no-untyped-def]
        judging = cuda.local.array(1, JUDGING)
        for number in range(cuda.grid(1), len(positions), cuda.gridsize(1)):
            ended[number] = 0
            if positions[number].phase != OVER:
                word = mixed_word(randoms[number])
                ended[number] = finish(positions[number], habits[0], judging[0], results[number], word)

    return finish_turns


def launch(kernel: Any, number: int, *arguments: Any) -> None:
    """Launch a kernel with a thread for each of so many games or moves."""
    kernel[-(-number // THREADS), THREADS](*arguments)


def launch_wide(kernel: Any, number: int, *arguments: Any) -> None:
    """Launch a kernel with a warp for each."""
    kernel[-(-number // WARPS), THREADS](*arguments)
