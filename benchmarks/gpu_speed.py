"""The speed of the GPU: random games by plan, and steps of batches."""

import importlib
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np

from benchmarks.gpu_report import Summary, is_time_left, tell
from benchmarks.gpu_same import SHARED
from rheinlaender.batches import cuda as gpu
from rheinlaender.batches.arguments import template_of
from rheinlaender.batches.cuda_games import BEST, Plan, RandomGames, play_random_games
from rheinlaender.batches.features import FACTS, PLANES
from rheinlaender.batches.kernels import play_out_games, play_whole_games
from rheinlaender.rules.compile import compiled_for_cuda
from rheinlaender.rules.position import POSITION

LOCAL = Plan("local", duchies=20, threads=128, blocks=8, registers=None)
PLANS = [
    replace(LOCAL, registers=48, blocks=10),
    replace(LOCAL, registers=32, blocks=16),
    LOCAL,
    replace(LOCAL, blocks=4),
    replace(LOCAL, blocks=16),
    replace(LOCAL, threads=64, blocks=16),
    replace(LOCAL, threads=256, blocks=4),
    SHARED,
    replace(SHARED, threads=256),
    replace(LOCAL, registers=40, blocks=12, duchies=16),
    replace(LOCAL, registers=40, blocks=12, duchies=43),
    replace(LOCAL, registers=32, blocks=16, inline=True),
    replace(SHARED, duchies=43),
]
"""What is measured besides the plan that is shipped, as long as there is time."""
MOST_GAMES = 4_000_000
PLAN_SECONDS, BATCH_SECONDS = 130, 40
WARM_UP_STEPS, MEASURED_STEPS = 40, 50


def layouts(cuda: Any) -> Summary:
    """Turns a second of random play to the end, by plan; that which is shipped is measured in any case."""
    seeds = cuda.to_device(np.random.default_rng(1).integers(0, 2**64, MOST_GAMES, dtype=np.uint64))
    found = measure_plans(lambda plan: measure(cuda, plan, seeds, 4))
    measure_in_records(cuda, seeds)
    for plan, rate in found[:8]:
        tell("layouts", best=str(plan), million_turns_a_second=rate)
    best = found[0][0]
    rates = {f"million_turns_a_second_{seats}_seats": measure(cuda, best, seeds, seats) for seats in (3, 4, 5)}
    return {"best_plan": str(best), **rates, "million_turns_a_second_shipped": measure_shipped()}


def measure_plans(rate_of: Callable[[Plan], float]) -> list[tuple[Plan, float]]:
    """The rates of the plans, the best first: of the shipped one, and of others while there is time."""
    found = [(BEST, rate_of(BEST))]
    for plan in PLANS:
        if not is_time_left(PLAN_SECONDS):
            tell("layouts", skipped=str(plan))
            continue
        try:
            found.append((plan, rate_of(plan)))
        except Exception as error:
            tell("layouts", plan=str(plan), error=f"{type(error).__name__}: {str(error)[:500]}")
    return sorted(found, key=lambda pair: pair[1], reverse=True)


def measure_shipped() -> float:
    """Million turns a second as they are called, with seeds that are copied to the GPU."""
    play_random_games(1000)
    began = time.perf_counter()
    turns = play_random_games(MOST_GAMES)
    return round(turns / (time.perf_counter() - began) / 1e6, 1)


def measure(cuda: Any, plan: Plan, seeds: Any, seats: int) -> float:
    """Million turns a second: a short run to warm up, then all games, twice; by events of the device."""
    began = time.time()
    ready = RandomGames(seats, "parker", plan)
    compiling = round(time.time() - began, 1)
    ready.launch(seeds[: MOST_GAMES // 16], cuda.to_device(np.zeros(1, np.int64)), ready.new_queue(MOST_GAMES))
    rates: list[float] = []
    for _ in range(2):
        turns, queue = cuda.to_device(np.zeros(1, np.int64)), ready.new_queue(MOST_GAMES)
        cuda.synchronize()
        milliseconds = timed(cuda, partial(ready.launch, seeds, turns, queue))
        rates.append(round(int(turns.copy_to_host()[0]) / milliseconds / 1e3, 1))
    tell(
        "layouts",
        plan=str(plan),
        rates=rates,
        left=int(queue[1:2].copy_to_host()[0]),
        compiling=compiling,
        seats=seats,
        turns=int(turns.copy_to_host()[0]),
        shared=ready.shared,
        blocks=ready.blocks // ready.multiprocessors,
        **resources(ready.kernel),
    )
    return max(rates)


def timed(cuda: Any, run: Callable[[], object]) -> float:
    """The milliseconds that something takes on the device."""
    start, stop = cuda.event(), cuda.event()
    start.record()
    run()
    stop.record()
    stop.synchronize()
    return float(cuda.event_elapsed_time(start, stop))


def measure_in_records(cuda: Any, seeds: Any) -> None:
    """The plain way: one thread per game, whole records in the GPU's memory."""
    kernel: Any = compiled_for_cuda().of(play_whole_games)
    games = 500_000
    arguments = (cuda.to_device(np.zeros(games, POSITION)), cuda.to_device(template_of()), seeds, 4, 0, games)
    for _ in range(2):
        milliseconds = timed(cuda, lambda: kernel[-(-games // 128), 128](*arguments))
    turns = int(arguments[0].copy_to_host()["turn"].sum())
    rate = round(turns / milliseconds / 1e3, 1)
    tell("layouts", plan="records in the GPU's memory", million_turns_a_second=rate)


def resources(kernel: Any) -> dict[str, Any]:
    """What the compiler made of a kernel."""
    try:
        found = next(iter(kernel.overloads.values()))
        return {"registers": found.regs_per_thread, "local": found.local_mem_per_thread}
    except Exception as error:
        return {"resources": str(error)[:100]}


BATCHES = [
    (128, None, 64, 1),
    (128, None, 64, 32),
    (128, 64, 96, 32),
    (128, 40, 128, 32),
    (128, 32, 168, 32),
    (128, 48, None, 32),
    (128, 56, 40, 32),
    (64, None, 64, 32),
    (256, None, 64, 32),
]
"""Threads of a block, registers of a thread that steps, registers of one that writes, lanes."""


def batches(cuda: Any) -> Summary:
    """Steps a second of mask, observe and step on many games, into tensors of PyTorch where it is there."""
    torch = torch_or_none()
    default = gpu.THREADS, gpu.REGISTERS, gpu.WIDE_REGISTERS
    for threads, registers, wide, lanes in BATCHES:
        if is_time_left(BATCH_SECONDS):
            gpu.THREADS, gpu.REGISTERS, gpu.WIDE_REGISTERS = threads, registers, wide
            step_batch(cuda, torch, 1_048_576, lanes)
        else:
            tell("batches", skipped=[threads, registers, wide, lanes])
    gpu.THREADS, gpu.REGISTERS, gpu.WIDE_REGISTERS = default
    sizes = (4_096, 16_384, 65_536, 262_144, 1_048_576)
    return {f"million_steps_a_second_{size}": step_batch(cuda, torch, size, 32) for size in sizes}


def torch_or_none() -> Any:
    """PyTorch, where it is there."""
    try:
        return importlib.import_module("torch")
    except ImportError:
        return None


def step_batch(cuda: Any, torch: Any, size: int, lanes: int) -> float:
    """Measure one size of batch: the parts of a step, and a loop in Python."""
    batch = gpu.DeviceBatch(size, 4, restart=True, strict=False)
    if lanes == 1:
        batch.wide, batch._run_wide = batch.engine, batch._run  # type: ignore[method-assign]
    batch.reset(0)
    randoms = cuda.to_device(np.random.default_rng(2).integers(0, 2**64, size, dtype=np.uint64))
    pieces = pieces_of(cuda, torch, batch, randoms)
    spent = spent_by_piece(cuda, pieces)
    batch.check()
    loop = seconds_of_loop(cuda, pieces)
    together = spent["mask"] + spent["observe"] + spent["step"]
    rate = round(size * MEASURED_STEPS / together / 1e3, 1)
    if size == 65_536:
        draw(cuda, batch, torch)
        playouts(cuda, batch, randoms)
    tell(
        "batches",
        lanes=lanes,
        threads=gpu.THREADS,
        registers=gpu.REGISTERS,
        wide_registers=gpu.WIDE_REGISTERS,
        games=size,
        arrays="numba" if torch is None else f"torch {torch.__version__}",
        million_steps_a_second=rate,
        million_steps_a_second_with_choosing_and_python=round(size * MEASURED_STEPS / loop / 1e6, 1),
        nanoseconds_by_part={name: round(value * 1e6 / size / MEASURED_STEPS, 2) for name, value in spent.items()},
    )
    return rate


def pieces_of(cuda: Any, torch: Any, batch: gpu.DeviceBatch, randoms: Any) -> dict[str, Callable[[], object]]:
    """The parts of a step, by name."""
    if torch is None:
        actions, masks, rows = cuda.to_device(np.zeros(batch.games, np.int32)), batch.masks, batch.observations
    else:
        actions = torch.zeros(batch.games, dtype=torch.int32, device="cuda")
        masks = torch.zeros(batch.masks.shape, dtype=torch.uint8, device="cuda")
        rows = torch.zeros(batch.observations.shape, dtype=torch.uint8, device="cuda")
    return {
        "choose": lambda: batch.random_actions(randoms, actions),
        "mask": lambda: batch.legal_mask(masks),
        "observe": lambda: batch.observe(None, rows),
        "step": lambda: batch.step(actions),
    }


def spent_by_piece(cuda: Any, pieces: dict[str, Callable[[], object]]) -> dict[str, float]:
    """The milliseconds that each part of a step takes, over some steps."""
    spent = dict.fromkeys(pieces, 0.0)
    for step in range(WARM_UP_STEPS + MEASURED_STEPS):
        marks = [cuda.event() for _ in range(len(pieces) + 1)]
        marks[0].record()
        for mark, piece in zip(marks[1:], pieces.values(), strict=True):
            piece()
            mark.record()
        marks[-1].synchronize()
        if step >= WARM_UP_STEPS:
            for name, (before, after) in zip(pieces, pairwise(marks), strict=True):
                spent[name] += cuda.event_elapsed_time(before, after)
    return spent


def seconds_of_loop(cuda: Any, pieces: dict[str, Callable[[], object]]) -> float:
    """The seconds of some steps with all their parts, called by a loop in Python."""
    began = time.perf_counter()
    for _ in range(MEASURED_STEPS):
        for piece in pieces.values():
            piece()
    cuda.synchronize()
    return time.perf_counter() - began


def playouts(cuda: Any, batch: gpu.DeviceBatch, randoms: Any) -> None:
    """Play-outs from the positions of a batch: in the array of positions, and in local memory."""
    ways: dict[str, Callable[[], object]] = {
        "in records": lambda: batch._run(batch.engine.of(play_out_games), batch.positions, randoms),
        "in local memory": lambda: batch.random_playouts(randoms),
    }
    for name, run in ways.items():
        spent, turns = 0.0, 0
        for trial in range(4):
            batch.reset(trial * batch.games)
            cuda.synchronize()
            milliseconds = timed(cuda, run)
            if trial:
                spent += milliseconds
                turns += int(batch.positions.copy_to_host()["turn"].sum())
        tell("batches", playouts=name, games=batch.games, million_turns_a_second=round(turns / spent / 1e3, 1))


def draw(cuda: Any, batch: gpu.DeviceBatch, torch: Any) -> None:
    """Steps a second of the float form."""
    if torch is None:
        return
    planes = torch.zeros((batch.games, batch.fields, PLANES), device="cuda")
    facts = torch.zeros((batch.games, FACTS), device="cuda")

    def run() -> None:
        for _ in range(10):
            batch.observe_planes(None, planes, facts)

    run()
    seconds = timed(cuda, run) / 1000
    tell("batches", games=batch.games, million_float_observations_a_second=round(batch.games * 10 / seconds / 1e6, 1))
