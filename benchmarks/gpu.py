"""The GPU beside the CPU: the same games byte for byte, then the speed of several layouts. Prints lines of JSON.

Run in the root of the repository, on a machine with an NVIDIA GPU, numba, numba-cuda and (for the last part) PyTorch:

    PYTHONUNBUFFERED=1 PYTHONPATH=src python3 benchmarks/gpu.py

Parts can be named: environment, games, steps, layouts, batches. `profile LAYOUT` runs one kernel twice, for ncu.
"""

import json
import os
import sys
import time
import traceback
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise, product

import numpy as np

from rheinlaender.kernels import cuda as gpu
from rheinlaender.kernels.cpu import Batch, template_of
from rheinlaender.kernels.features import FACTS, PLANES
from rheinlaender.rules.compile import compiled, numba_cuda
from rheinlaender.rules.options import PRESETS
from rheinlaender.rules.position import POSITION

BEGAN = time.time()
LIMIT = float(os.environ.get("GPU_SECONDS", "460"))
CORES = os.cpu_count() or 1
GAMES = int(os.environ.get("GPU_GAMES", "100000"))
COMBINATIONS = list(product((3, 4, 5), PRESETS))


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
            pool.submit(engine.play_whole_games, positions, template, seeds, seats, *part) for part in pairwise(edges)
        ]
        for part in parts:
            part.result()
    return positions


def games_on_gpu(cuda, kernel, layout, seats, preset, seeds):
    """Whole games on the GPU, with their last positions."""
    games = len(seeds)
    positions = cuda.to_device(np.zeros(games, POSITION))
    turns = cuda.to_device(np.zeros(1, np.int64))
    threads = 128
    blocks = min((games + threads - 1) // threads, cuda.get_current_device().MULTIPROCESSOR_COUNT * 4)
    arguments = (positions, cuda.to_device(template_of(preset)), cuda.to_device(seeds), seats, turns)
    shared = 0
    if layout == "shared":
        shared = threads * POSITION.itemsize
        allow_shared(cuda, kernel, arguments, shared)
    kernel[blocks, threads, 0, shared](*arguments, games, 1)
    cuda.synchronize()
    return positions.copy_to_host(), int(turns.copy_to_host()[0])


def allow_shared(cuda, kernel, arguments, size):
    """Compile a kernel and allow it more than 48 KB of shared memory."""
    kernel[1, 32, 0, 32 * POSITION.itemsize](*arguments, 0, 0)
    cuda.synchronize()
    from cuda.bindings import driver as names
    from numba.cuda.cudadrv.driver import driver

    for overload in kernel.overloads.values():
        function = overload._codelibrary.get_cufunc()
        attribute = names.CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
        driver.cuKernelSetAttribute(attribute, size, function.handle, function.device.id)


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
        began = time.time()
        expected = games_on_cpu(seats, preset, seeds)
        cpu_seconds = time.time() - began
        for layout in ("local", "shared", "records") if number in (0, len(COMBINATIONS) - 1) else ("local",):
            began = time.time()
            try:
                found, turns = games_on_gpu(cuda, gpu.playout_kernel(layout), layout, seats, preset, seeds)
            except Exception as error:
                tell("games", layout=layout, error=f"{type(error).__name__}: {str(error)[:1000]}")
                continue
            gpu_seconds = time.time() - began
            same = int(sum(a.tobytes() == b.tobytes() for a, b in zip(expected, found, strict=True)))
            tell(
                "games",
                layout=layout,
                seats=seats,
                preset=preset,
                games=each,
                same=same,
                turns=turns,
                turns_expected=int(expected["turn"].sum()),
                cpu_seconds=round(cpu_seconds, 2),
                gpu_seconds=round(gpu_seconds, 2),
                **first_difference(expected, found),
            )
            if layout == "local":
                total["games"] += each
                total["turns"] += turns
                total["different"] += each - same
    tell("games", verdict="same" if total["different"] == 0 else "DIFFERENT", **total)


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
        tell("steps", seats=seats, preset=preset, steps=number_of_steps, games=each, different=different)
    tell("steps", verdict="same" if different == 0 else "DIFFERENT", arrays_compared=compared, different=different)


def timed(cuda, kernel, blocks, threads, shared, arguments):
    """Seconds of one launch, by events of the device."""
    start, stop = cuda.event(), cuda.event()
    start.record()
    kernel[blocks, threads, 0, shared](*arguments)
    stop.record()
    stop.synchronize()
    return cuda.event_elapsed_time(start, stop) / 1000


KINDS = [
    ("local", "device", False, None),
    ("shared", "device", False, None),
    ("records", "device", False, None),
    ("local", "constant", False, None),
    ("shared", "constant", False, None),
    ("local", "device", False, 48),
    ("local", "device", False, 96),
    ("local", "device", True, None),
]
SHAPES = {
    "local": [(64, 4), (64, 8), (128, 1), (128, 2), (128, 3), (128, 4), (128, 6), (128, 8), (256, 2), (512, 1)],
    "shared": [(64, 3), (96, 2), (192, 1)],
    "records": [(128, 2), (128, 4), (128, 8)],
}
MOST_GAMES = 4_000_000


def layouts(cuda):
    """Turns a second of random play to the end, by layout and size of the launch."""
    seeds = cuda.to_device(np.random.default_rng(1).integers(0, 2**64, MOST_GAMES, dtype=np.uint64))
    template = cuda.to_device(template_of("parker"))
    places = cuda.to_device(np.zeros(cuda.get_current_device().MULTIPROCESSOR_COUNT * 1024, POSITION))
    best = []
    for kind in KINDS:
        if not time_is_left(80):
            tell("layouts", skipped=str(kind))
            continue
        try:
            best += list(measure_kind(cuda, kind, places, template, seeds))
        except Exception as error:
            tell("layouts", kind=str(kind), error=f"{type(error).__name__}: {str(error)[:500]}")
    best.sort(key=lambda found: found[0], reverse=True)
    for rate, shape, kind in best[:8]:
        tell("layouts", best=str(kind), shape=shape, million_turns_a_second=rate)
    for seats in (3, 5):
        _, shape, kind = best[0]
        rate = measure(cuda, kind, shape, places, template, seeds, seats)
        tell("layouts", layout=str(kind), shape=shape, seats=seats, million_turns_a_second=rate)


def measure_kind(cuda, kind, places, template, seeds):
    """The rates of one kind of kernel by the size of the launch."""
    layout, tables, inline, registers = kind
    began = time.time()
    kernel = gpu.playout_kernel(layout, registers, tables, inline)
    arguments = (places, template, seeds, 4, cuda.to_device(np.zeros(1, np.int64)))
    if layout == "shared":
        allow_shared(cuda, kernel, arguments, 192 * POSITION.itemsize)
    kernel[1, 32, 0, 32 * POSITION.itemsize if layout == "shared" else 0](*arguments, 32, 0)
    cuda.synchronize()
    tell("layouts", kind=str(kind), compile_seconds=round(time.time() - began, 1), **resources(kernel))
    for shape in SHAPES[layout]:
        rate = measure(cuda, kind, shape, places, template, seeds, 4)
        tell("layouts", kind=str(kind), threads=shape[0], blocks=shape[1], million_turns_a_second=rate)
        yield rate, shape, kind


def measure(cuda, kind, shape, places, template, seeds, seats):
    """Million turns a second: a short run to warm up, then all games."""
    layout, tables, inline, registers = kind
    threads, per_multiprocessor = shape
    blocks = cuda.get_current_device().MULTIPROCESSOR_COUNT * per_multiprocessor
    shared = threads * POSITION.itemsize if layout == "shared" else 0
    kernel = gpu.playout_kernel(layout, registers, tables, inline)
    for games in (min(blocks * threads * 8, MOST_GAMES), MOST_GAMES):
        turns = cuda.to_device(np.zeros(1, np.int64))
        seconds = timed(cuda, kernel, blocks, threads, shared, (places, template, seeds, seats, turns, games, 0))
    return round(int(turns.copy_to_host()[0]) / seconds / 1e6, 1)


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
    for size, threads in ((65_536, 128), (262_144, 128), (1_048_576, 64), (1_048_576, 128), (1_048_576, 256)):
        if time_is_left(30):
            gpu.THREADS = threads
            step_batch(cuda, torch, size, threads)
        else:
            tell("batches", skipped=size)


def step_batch(cuda, torch, size, threads):
    """Measure one size of batch: the parts of a step, and a loop in Python."""
    batch = gpu.DeviceBatch(size, 4, restart=True)
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
    together = sum(spent.values()) - spent["choose"]
    tell(
        "batches",
        games=size,
        threads=threads,
        arrays="numba" if torch is None else f"torch {torch.__version__}",
        million_steps_a_second=round(size * 50 / together / 1e3, 1),
        million_steps_a_second_with_choosing_and_python=round(size * 50 / loop / 1e6, 1),
        nanoseconds_by_part={name: round(value * 1e6 / size / 50, 2) for name, value in spent.items()},
        legal_actions=None if torch is None else round(masks.sum(dtype=torch.int64).item() / size, 1),
    )
    if size == 65_536:
        draw(cuda, batch, torch)


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


def profile(cuda, layout):
    """One layout, short, for a profiler."""
    multiprocessors = cuda.get_current_device().MULTIPROCESSOR_COUNT
    threads, per = (192, 1) if layout == "shared" else (128, 4)
    games = multiprocessors * per * threads * 2
    seeds = cuda.to_device(np.arange(games, dtype=np.uint64))
    template = cuda.to_device(template_of("parker"))
    places = cuda.to_device(np.zeros(multiprocessors * per * threads, POSITION))
    turns = cuda.to_device(np.zeros(1, np.int64))
    kernel = gpu.playout_kernel(layout)
    shared = threads * POSITION.itemsize if layout == "shared" else 0
    if layout == "shared":
        allow_shared(cuda, kernel, (places, template, seeds, 4, turns), shared)
    for _ in range(2):
        arguments = (places, template, seeds, 4, turns, games, 0)
        seconds = timed(cuda, kernel, multiprocessors * per, threads, shared, arguments)
        tell("profile", layout=layout, seconds=seconds, **resources(kernel))


def main():
    cuda = numba_cuda()
    if sys.argv[1:2] == ["profile"]:
        profile(cuda, sys.argv[2])
        return
    parts = {part.__name__: part for part in (environment, games, steps, layouts, batches)}
    for name in sys.argv[1:] or parts:
        try:
            parts[name](cuda)
        except Exception:
            tell(name, failed=traceback.format_exc()[-3000:])
    tell("end")


if __name__ == "__main__":
    main()
