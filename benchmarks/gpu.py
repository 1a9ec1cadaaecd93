"""The GPU beside the CPU: the same games byte for byte, then the speed of several layouts. Prints lines of JSON.

Run in the root of the repository, on a machine with an NVIDIA GPU, numba, numba-cuda and (for the last part) PyTorch:

    PYTHONUNBUFFERED=1 PYTHONPATH=src python3 benchmarks/gpu.py

Parts can be named: environment, games, steps, layouts, batches. The last line is a summary. GPU_SECONDS (400) is when
the measuring of further variants stops, GPU_GAMES (100000) how many games are compared.
"""

import json
import os
import sys
import time
import traceback
import warnings
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise, product

import numpy as np

from rheinlaender.batches import cuda as gpu
from rheinlaender.batches.cpu import Batch, template_of
from rheinlaender.batches.cuda_games import BEST, Plan, RandomGames
from rheinlaender.batches.features import FACTS, PLANES
from rheinlaender.batches.kernels import play_out_games, play_whole_games
from rheinlaender.rules.compile import compiled, compiled_for_cuda, numba_cuda
from rheinlaender.rules.options import PRESETS
from rheinlaender.rules.position import POSITION

BEGAN = time.time()
LIMIT = float(os.environ.get("GPU_SECONDS", "400"))
CORES = os.cpu_count() or 1
GAMES = int(os.environ.get("GPU_GAMES", "100000"))
COMBINATIONS = list(product((3, 4, 5), PRESETS))
SHARED = Plan("shared", duchies=20, threads=64, blocks=0, registers=None)
LOCAL = Plan("local", duchies=20, threads=128, blocks=8, registers=None)
SUMMARY = {}


def tell(part, **facts):
    print(json.dumps({"part": part, "at": round(time.time() - BEGAN, 1), **facts}), flush=True)


def time_is_left(seconds=20):
    return time.time() - BEGAN + seconds < LIMIT


def environment(cuda):
    import numba

    device = cuda.get_current_device()
    _, total = cuda.current_context().get_memory_info()
    tell(
        "environment",
        gpu=str(device.name),
        multiprocessors=device.MULTIPROCESSOR_COUNT,
        memory=total,
        cores=CORES,
        python=sys.version.split()[0],
        numpy=np.__version__,
        numba=numba.__version__,
        numba_cuda=getattr(sys.modules.get("numba_cuda"), "__version__", "?"),
        record=POSITION.itemsize,
    )


def games_on_cpu(seats, preset, seeds):
    """Whole games on all cores, by the compiled engine for the CPU."""
    engine, positions, template = compiled(), np.zeros(len(seeds), POSITION), template_of(preset)
    edges = [len(seeds) * number // CORES for number in range(CORES + 1)]
    with ThreadPoolExecutor(CORES) as pool:
        parts = [
            pool.submit(engine.of(play_whole_games), positions, template, seeds, seats, *part)
            for part in pairwise(edges)
        ]
        for part in parts:
            part.result()
    return positions


def games_on_gpu(cuda, ready, seeds):
    """Whole games on the GPU, with their last positions, and how many were played in whole records."""
    positions = cuda.to_device(np.zeros(len(seeds), POSITION))
    turns, queue = cuda.to_device(np.zeros(1, np.int64)), ready.new_queue(len(seeds))
    ready.launch(cuda.to_device(seeds), turns, queue, positions)
    cuda.synchronize()
    return positions.copy_to_host(), int(turns.copy_to_host()[0]), int(queue.copy_to_host()[1])


def first_difference(expected, found):
    """Where two arrays of positions differ, for people."""
    for number in range(len(expected)):
        if expected[number].tobytes() != found[number].tobytes():
            names = [name for name in POSITION.names if np.any(expected[number][name] != found[number][name])]
            turns = int(expected[number]["turn"]), int(found[number]["turn"])
            return {"game": number, "fields": names, "turns": turns}
    return {}


def games(cuda):
    """Each game of the GPU is the CPU's, byte for byte."""
    began = time.time()
    games_on_cpu(4, "parker", np.arange(16, dtype=np.uint64))
    tell("games", compiled_for_cpu=round(time.time() - began, 1))
    each = -(-GAMES // len(COMBINATIONS))
    total = {"games": 0, "turns": 0, "different": 0}
    for number, (seats, preset) in enumerate(COMBINATIONS):
        seeds = np.random.default_rng(number).integers(0, 2**64, each, dtype=np.uint64)
        expected = games_on_cpu(seats, preset, seeds)
        plans = {"best": BEST}
        if number == 0:
            plans |= {"shared": SHARED, "few duchies": replace(SHARED, duchies=8)}
        for name, plan in plans.items():
            began = time.time()
            try:
                found, turns, left = games_on_gpu(cuda, RandomGames(seats, preset, plan, keep=True), seeds)
            except Exception as error:
                tell("games", plan=name, error=f"{type(error).__name__}: {str(error)[:1000]}")
                found, turns, left = np.zeros_like(expected), 0, 0
            same = int(sum(a.tobytes() == b.tobytes() for a, b in zip(expected, found, strict=True)))
            tell(
                "games",
                plan=name,
                seats=seats,
                preset=preset,
                games=each,
                same=same,
                in_whole_records=left,
                turns=turns,
                turns_expected=int(expected["turn"].sum()),
                seconds=round(time.time() - began, 2),
                **first_difference(expected, found),
            )
            total["different"] += each - same
            if name == "best":
                total["games"] += each
                total["turns"] += turns
    tell("games", verdict="same" if total["different"] == 0 else "DIFFERENT", **total)
    SUMMARY["games"] = total


def steps(cuda):
    """Masks, observations, rewards and positions are the CPU's, byte for byte, after every step."""
    each, number_of_steps = 256, 130
    compared = different = 0
    for number, (seats, preset) in enumerate(COMBINATIONS):
        reward = ("share", "margin")[number % 2]
        host = Batch(each, seats, preset, threads=min(4, CORES), reward=reward, restart=True)
        device = gpu.DeviceBatch(each, seats, preset, reward=reward, restart=True)
        host.reset(number * each)
        device.reset(number * each)
        randoms = np.random.default_rng(number).integers(0, 2**64, each, dtype=np.uint64)
        device_randoms, device_actions = cuda.to_device(randoms), cuda.to_device(np.zeros(each, np.int32))
        planes = cuda.to_device(np.zeros((each, host.fields, PLANES), np.float32))
        facts = cuda.to_device(np.zeros((each, FACTS), np.float32))
        for step in range(number_of_steps):
            host.see()
            if step % 2:
                device.see()
            else:
                device.legal_mask()
                device.observe()
            device.observe_planes(planes, facts)
            host_planes, host_facts = host.observe_planes()
            actions = host.random_actions(randoms)
            device.random_actions(device_randoms, device_actions)
            pairs = [
                ("masks", host.masks, device.masks),
                ("observations", host.observations, device.observations),
                ("planes", host_planes, planes),
                ("facts", host_facts, facts),
                ("actions", actions, device_actions),
            ]
            host.step(actions)
            device.step(device_actions)
            pairs += [
                ("positions", host.positions, device.positions),
                ("rewards", host.rewards, device.rewards),
                ("ended", host.ended, device.ended),
                ("seeds", host.seeds, device.seeds),
            ]
            for name, expected, found in pairs:
                compared += 1
                if expected.tobytes() != found.copy_to_host().tobytes():
                    different += 1
                    if different < 10:
                        tell("steps", different=name, seats=seats, preset=preset, step=step)
        host.random_playouts(randoms)
        device.random_playouts(device_randoms)
        for expected, found in ((host.positions, device.positions), (host.rewards, device.rewards)):
            compared += 1
            different += expected.tobytes() != found.copy_to_host().tobytes()
        tell("steps", seats=seats, preset=preset, steps=number_of_steps, games=each, different=different)
    tell("steps", verdict="same" if different == 0 else "DIFFERENT", arrays_compared=compared, different=different)
    SUMMARY["steps"] = {"arrays_compared": compared, "different": different}


PLANS = [
    replace(LOCAL, registers=40, blocks=12),
    replace(LOCAL, registers=32, blocks=16),
    replace(LOCAL, registers=48, blocks=10),
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
MOST_GAMES = 4_000_000


def layouts(cuda):
    """Turns a second of random play to the end, by plan."""
    seeds = cuda.to_device(np.random.default_rng(1).integers(0, 2**64, MOST_GAMES, dtype=np.uint64))
    found = []
    for plan in PLANS:
        if not time_is_left(130):
            tell("layouts", skipped=str(plan))
            continue
        try:
            found.append((measure(cuda, plan, seeds, 4), plan))
        except Exception as error:
            tell("layouts", plan=str(plan), error=f"{type(error).__name__}: {str(error)[:500]}")
    measure_in_records(cuda, seeds)
    found.sort(key=lambda pair: pair[0], reverse=True)
    for rate, plan in found[:8]:
        tell("layouts", best=str(plan), million_turns_a_second=rate)
    _, best = found[0]
    SUMMARY["best_plan"] = str(best)
    for seats in (3, 4, 5):
        SUMMARY[f"million_turns_a_second_{seats}_seats"] = measure(cuda, best, seeds, seats)
    gpu.play_random_games(1000)
    began = time.perf_counter()
    turns = gpu.play_random_games(MOST_GAMES)
    SUMMARY["million_turns_a_second_shipped"] = round(turns / (time.perf_counter() - began) / 1e6, 1)


def measure(cuda, plan, seeds, seats):
    """Million turns a second: a short run to warm up, then all games, twice; by events of the device."""
    began = time.time()
    ready = RandomGames(seats, "parker", plan)
    compiling = round(time.time() - began, 1)
    ready.launch(seeds[: MOST_GAMES // 16], cuda.to_device(np.zeros(1, np.int64)), ready.new_queue(MOST_GAMES))
    rates = []
    for _ in range(2):
        turns, queue = cuda.to_device(np.zeros(1, np.int64)), ready.new_queue(MOST_GAMES)
        cuda.synchronize()
        start, stop = cuda.event(), cuda.event()
        start.record()
        ready.launch(seeds, turns, queue)
        stop.record()
        stop.synchronize()
        rates.append(round(int(turns.copy_to_host()[0]) / cuda.event_elapsed_time(start, stop) / 1e3, 1))
    facts = {
        "seats": seats,
        "turns": int(turns.copy_to_host()[0]),
        "shared": ready.shared,
        "blocks": ready.blocks // ready.multiprocessors,
    }
    left = int(queue[1:2].copy_to_host()[0])
    tell("layouts", plan=str(plan), rates=rates, left=left, compiling=compiling, **facts, **resources(ready.kernel))
    return max(rates)


def measure_in_records(cuda, seeds):
    """The plain way: one thread per game, whole records in the GPU's memory."""
    engine, games = compiled_for_cuda(), 500_000
    arguments = (cuda.to_device(np.zeros(games, POSITION)), cuda.to_device(template_of("parker")), seeds, 4, 0, games)
    for _ in range(2):
        start, stop = cuda.event(), cuda.event()
        start.record()
        engine.of(play_whole_games)[-(-games // 128), 128](*arguments)
        stop.record()
        stop.synchronize()
    turns = int(arguments[0].copy_to_host()["turn"].sum())
    rate = round(turns / cuda.event_elapsed_time(start, stop) / 1e3, 1)
    tell("layouts", plan="records in the GPU's memory", million_turns_a_second=rate)


def resources(kernel):
    """What the compiler made of a kernel."""
    try:
        found = next(iter(kernel.overloads.values()))
        return {"registers": found.regs_per_thread, "local": found.local_mem_per_thread}
    except Exception as error:
        return {"resources": str(error)[:100]}


def batches(cuda):
    """Steps a second of mask, observe and step on many games, into tensors of PyTorch where it is there."""
    try:
        import torch
    except ImportError:
        torch = None
    default = gpu.THREADS, gpu.REGISTERS, gpu.WIDE_REGISTERS
    for threads, registers, wide, lanes in BATCHES:
        if time_is_left(40):
            gpu.THREADS, gpu.REGISTERS, gpu.WIDE_REGISTERS = threads, registers, wide
            step_batch(cuda, torch, 1_048_576, lanes)
        else:
            tell("batches", skipped=[threads, registers, wide, lanes])
    gpu.THREADS, gpu.REGISTERS, gpu.WIDE_REGISTERS = default
    for size in (4_096, 16_384, 65_536, 262_144, 1_048_576):
        SUMMARY[f"million_steps_a_second_{size}"] = step_batch(cuda, torch, size, 32)


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


def step_batch(cuda, torch, size, lanes):
    """Measure one size of batch: the parts of a step, and a loop in Python."""
    batch = gpu.DeviceBatch(size, 4, restart=True)
    if lanes == 1:
        batch.wide, batch._run_wide = batch.engine, batch._run
    batch.reset(0)
    randoms = cuda.to_device(np.random.default_rng(2).integers(0, 2**64, size, dtype=np.uint64))
    if torch is None:
        actions, masks, rows = cuda.to_device(np.zeros(size, np.int32)), batch.masks, batch.observations
    else:
        actions = torch.zeros(size, dtype=torch.int32, device="cuda")
        masks = torch.zeros(batch.masks.shape, dtype=torch.uint8, device="cuda")
        rows = torch.zeros(batch.observations.shape, dtype=torch.uint8, device="cuda")
    pieces = {
        "choose": lambda: batch.random_actions(randoms, actions),
        "mask": lambda: batch.legal_mask(masks),
        "observe": lambda: batch.observe(None, rows),
        "step": lambda: batch.step(actions),
    }
    spent = dict.fromkeys(pieces, 0.0)
    for step in range(90):
        marks = [cuda.event() for _ in range(5)]
        marks[0].record()
        for mark, piece in zip(marks[1:], pieces.values(), strict=True):
            piece()
            mark.record()
        marks[-1].synchronize()
        if step >= 40:
            for name, (before, after) in zip(pieces, pairwise(marks), strict=True):
                spent[name] += cuda.event_elapsed_time(before, after)
    batch.check(actions)
    began = time.perf_counter()
    for _ in range(50):
        for piece in pieces.values():
            piece()
    cuda.synchronize()
    loop = time.perf_counter() - began
    together = spent["mask"] + spent["observe"] + spent["step"]
    facts = {
        "lanes": lanes,
        "threads": gpu.THREADS,
        "registers": gpu.REGISTERS,
        "wide_registers": gpu.WIDE_REGISTERS,
        "games": size,
        "arrays": "numba" if torch is None else f"torch {torch.__version__}",
        "million_steps_a_second": round(size * 50 / together / 1e3, 1),
        "million_steps_a_second_with_choosing_and_python": round(size * 50 / loop / 1e6, 1),
        "nanoseconds_by_part": {name: round(value * 1e6 / size / 50, 2) for name, value in spent.items()},
    }
    if size == 65_536:
        draw(cuda, batch, torch)
        playouts(cuda, batch, randoms)
    tell("batches", **facts)
    return facts["million_steps_a_second"]


def playouts(cuda, batch, randoms):
    """Play-outs from the positions of a batch: in the array of positions, and in local memory."""
    for name, run in (
        ("in records", lambda: batch._run(batch.engine.of(play_out_games), batch.positions, randoms)),
        ("in local memory", lambda: batch.random_playouts(randoms)),
    ):
        spent, turns = 0.0, 0
        for trial in range(4):
            batch.reset(trial * batch.games)
            cuda.synchronize()
            start, stop = cuda.event(), cuda.event()
            start.record()
            run()
            stop.record()
            stop.synchronize()
            if trial:
                spent += cuda.event_elapsed_time(start, stop)
                turns += int(batch.positions.copy_to_host()["turn"].sum())
        tell("batches", playouts=name, games=batch.games, million_turns_a_second=round(turns / spent / 1e3, 1))


def draw(cuda, batch, torch):
    """Steps a second of the float form."""
    if torch is None:
        return
    planes = torch.zeros((batch.games, batch.fields, PLANES), device="cuda")
    facts = torch.zeros((batch.games, FACTS), device="cuda")
    batch.observe_planes(planes, facts)
    start, stop = cuda.event(), cuda.event()
    start.record()
    for _ in range(10):
        batch.observe_planes(planes, facts)
    stop.record()
    stop.synchronize()
    seconds = cuda.event_elapsed_time(start, stop) / 1000
    tell("batches", games=batch.games, million_float_observations_a_second=round(batch.games * 10 / seconds / 1e6, 1))


def main():
    cuda = numba_cuda()
    warnings.filterwarnings("ignore", message=".*Grid size.*")
    parts = {part.__name__: part for part in (environment, games, steps, layouts, batches)}
    for name in sys.argv[1:] or parts:
        try:
            parts[name](cuda)
        except Exception:
            tell(name, failed=traceback.format_exc()[-3000:])
    tell("summary", **SUMMARY)


if __name__ == "__main__":
    main()
