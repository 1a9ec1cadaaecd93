"""Self-play on an NVIDIA GPU: a thread for each game, with places of its own for trying moves."""

from functools import cache
from typing import Any

from rheinlaender.batches.cuda_games import cuda_or_refuse
from rheinlaender.board import Board
from rheinlaender.rules.chance import following, mixed
from rheinlaender.rules.compile import compiled_for_cuda, numba_cuda
from rheinlaender.rules.position import POSITION
from rheinlaender.thinking.evaluation import SCRATCH
from rheinlaender.thinking.network import JUDGING
from rheinlaender.training.self_play import describe_position, go_on_game

THREADS = 64


@cache
def turn_kernel(board: Board | None = None, arrays: str = "device", registers: int | None = None) -> Any:
    """A kernel that plays a turn of each game; its arguments are those of `go_on_games` without places and ends."""
    cuda, engine = numba_cuda(), compiled_for_cuda(board, arrays)
    go, following_state, mixed_word = engine.of(go_on_game), engine.of(following), engine.of(mixed)

    @cuda.jit(max_registers=registers)
    def play_turns(  # type: ignore[no-untyped-def]
        positions, players, networks, weights, habits, kept, founds, results, ended, randoms
    ):
        places = cuda.local.array(2, POSITION)
        scratch = cuda.local.array(1, SCRATCH)
        judging = cuda.local.array(1, JUDGING)
        for number in range(cuda.grid(1), len(positions), cuda.gridsize(1)):
            randoms[number] = following_state(randoms[number])
            places[0] = positions[number]
            ended[number] = go(
                places[0],
                players[number],
                places[1:],
                networks,
                weights[0],
                habits[0],
                judging[0],
                scratch[0],
                kept[number : number + 1],
                founds[number],
                results[number],
                mixed_word(randoms[number]),
            )
            positions[number] = places[0]

    return play_turns


@cache
def description_kernel(board: Board | None = None, arrays: str = "device") -> Any:
    """A kernel that describes chosen positions: kernel(positions, chosen, rows, owners, seats)."""
    cuda, describe = numba_cuda(), compiled_for_cuda(board, arrays).of(describe_position)

    @cuda.jit
    def describe_chosen(positions, chosen, rows, owners, seats):  # type: ignore[no-untyped-def]
        judging = cuda.local.array(1, JUDGING)
        for number in range(cuda.grid(1), len(chosen), cuda.gridsize(1)):
            describe(positions[chosen[number]], rows[number], owners[number], seats[number], judging[0])

    return describe_chosen


def launch(kernel: Any, games: int, *arguments: Any) -> None:
    """Launch a kernel with a thread for each of so many games."""
    kernel[-(-games // THREADS), THREADS](*arguments)


__all__ = ["cuda_or_refuse", "description_kernel", "launch", "turn_kernel"]
