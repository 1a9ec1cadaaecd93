"""The GPU beside the CPU: the same games, and the same arrays after every step, byte for byte."""

import os
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import pairwise, product
from typing import Any

import numpy as np

from benchmarks.gpu_report import CORES, Different, Summary, tell
from rheinlaender.batches.arguments import Array, template_of
from rheinlaender.batches.cpu import Batch
from rheinlaender.batches.cuda import DeviceBatch
from rheinlaender.batches.cuda_games import BEST, Plan, RandomGames
from rheinlaender.batches.kernels import play_whole_games
from rheinlaender.rules.compile import compiled
from rheinlaender.rules.options import PRESETS
from rheinlaender.rules.position import NAMES, POSITION

GAMES = int(os.environ.get("GPU_GAMES", "100000"))
COMBINATIONS = list(product((3, 4, 5), PRESETS))
SHARED = Plan("shared", duchies=20, threads=64, blocks=0, registers=None)
BATCH, STEPS = 256, 130
MOST_TOLD = 10


def games_on_cpu(seats: int, preset: str, seeds: Array) -> Array:
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


def games_on_gpu(cuda: Any, ready: RandomGames, seeds: Array) -> tuple[Array, int, int]:
    """Whole games on the GPU: their last positions, their turns, and how many were played in whole records."""
    positions = cuda.to_device(np.zeros(len(seeds), POSITION))
    turns, queue = cuda.to_device(np.zeros(1, np.int64)), ready.new_queue(len(seeds))
    ready.launch(cuda.to_device(seeds), turns, queue, positions)
    cuda.synchronize()
    return positions.copy_to_host(), int(turns.copy_to_host()[0]), int(queue.copy_to_host()[1])


def first_difference(expected: Array, found: Array) -> dict[str, Any]:
    """Where two arrays of positions differ, for people."""
    for number in range(len(expected)):
        if expected[number].tobytes() != found[number].tobytes():
            names = [name for name in NAMES if np.any(expected[number][name] != found[number][name])]
            turns = int(expected[number]["turn"]), int(found[number]["turn"])
            return {"game": number, "fields": names, "turns": turns}
    return {}


def games(cuda: Any) -> Summary:
    """Each game of the GPU is the CPU's, byte for byte."""
    began = time.time()
    games_on_cpu(4, "parker", np.arange(16, dtype=np.uint64))
    tell("games", compiled_for_cpu=round(time.time() - began, 1))
    total = {"games": 0, "turns": 0, "different": 0}
    for number, (seats, preset) in enumerate(COMBINATIONS):
        seeds = np.random.default_rng(number).integers(0, 2**64, -(-GAMES // len(COMBINATIONS)), dtype=np.uint64)
        expected = games_on_cpu(seats, preset, seeds)
        plans = {"best": BEST}
        if number == 0:
            plans |= {"shared": SHARED, "few duchies": replace(SHARED, duchies=8)}
        for name, plan in plans.items():
            turns, different = compare_games(cuda, name, RandomGames(seats, preset, plan, keep=True), seeds, expected)
            total["different"] += different
            if plan is BEST:
                total["games"] += len(seeds)
                total["turns"] += turns
    tell("games", verdict="DIFFERENT" if total["different"] else "same", **total)
    if total["different"]:
        raise Different(f"{total['different']} games differ")
    return {"games": total}


def compare_games(cuda: Any, plan: str, ready: RandomGames, seeds: Array, expected: Array) -> tuple[int, int]:
    """Play the games of these seeds on the GPU: their turns, and how many differ from those that are expected."""
    began = time.time()
    found, turns, left = games_on_gpu(cuda, ready, seeds)
    different = sum(mine.tobytes() != other.tobytes() for mine, other in zip(expected, found, strict=True))
    tell(
        "games",
        plan=plan,
        seats=ready.seats,
        games=len(seeds),
        different=different,
        in_whole_records=left,
        turns=turns,
        turns_expected=int(expected["turn"].sum()),
        seconds=round(time.time() - began, 2),
        **first_difference(expected, found),
    )
    return turns, different


@dataclass
class Pair:
    """The same games on the CPU and on the GPU, and how many of their arrays were compared and differed."""

    host: Batch
    device: DeviceBatch
    randoms: Array
    device_randoms: Any
    compared: int = 0
    different: int = 0

    def compare(self, step: int, **arrays: tuple[Array, Any]) -> None:
        """Compare arrays of the CPU with those of the GPU."""
        for name, (expected, found) in arrays.items():
            self.compared += 1
            if expected.tobytes() != found.copy_to_host().tobytes():
                self.different += 1
                if self.different < MOST_TOLD:
                    tell("steps", different=name, seats=self.host.seats, step=step)

    def compare_own(self, step: int, *names: str) -> None:
        """Compare arrays that both have under the same name."""
        self.compare(step, **{name: (getattr(self.host, name), getattr(self.device, name)) for name in names})

    def step(self, number: int) -> None:
        """One step of both, with everything that is seen before and changed by it."""
        self.host.see()
        if number % 2:
            self.device.see()
        else:
            self.device.legal_mask()
            self.device.observe()
        self.compare_own(number, "masks", "observations")
        planes, facts = zip(self.host.observe_planes(), self.device.observe_planes(), strict=True)
        actions = self.host.random_actions(self.randoms), self.device.random_actions(self.device_randoms)
        self.compare(number, planes=planes, facts=facts, actions=actions)
        self.host.step(actions[0])
        self.device.step(actions[1])
        self.compare_own(number, "positions", "rewards", "ended", "seeds", "seats_to_move")

    def play_out(self) -> None:
        """Play both to the end."""
        self.host.random_playouts(self.randoms)
        self.device.random_playouts(self.device_randoms)
        self.compare_own(STEPS, "positions", "rewards", "ended")


def steps(cuda: Any) -> Summary:
    """Masks, observations, rewards and positions are the CPU's, byte for byte, after every step."""
    compared = different = 0
    for number, (seats, preset) in enumerate(COMBINATIONS):
        pair = pair_of(cuda, number, seats, preset)
        for step in range(STEPS):
            pair.step(step)
        pair.play_out()
        compared, different = compared + pair.compared, different + pair.different
        tell("steps", seats=seats, preset=preset, steps=STEPS, games=BATCH, different=pair.different)
    found = {"arrays_compared": compared, "different": different}
    tell("steps", verdict="DIFFERENT" if different else "same", **found)
    if different:
        raise Different(f"{different} arrays differ")
    return {"steps": found}


def pair_of(cuda: Any, number: int, seats: int, preset: str) -> Pair:
    """A batch on the CPU and one on the GPU with the same games."""
    reward = ("share", "margin")[number % 2]
    host = Batch(BATCH, seats, preset, threads=min(4, CORES), reward=reward, restart=True)
    device = DeviceBatch(BATCH, seats, preset, reward=reward, restart=True, strict=number % 3 == 0)
    host.reset(number * BATCH)
    device.reset(number * BATCH)
    randoms = np.random.default_rng(number).integers(0, 2**64, BATCH, dtype=np.uint64)
    return Pair(host, device, randoms, cuda.to_device(randoms))
