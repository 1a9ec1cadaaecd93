"""Batches on the CPU: random games, mask + observe + step, a plain loop of single steps; one thread and two.

    python benchmarks/batches.py [--json] [--seconds 20] [--games 4096]

Every number is the best of many short runs, and the runs of what is compared take turns, so that whatever else the
machine does touches all of them alike. `busy` is the processor time of a run over its time by the clock: two threads
that were given two cores have 2.0. Hashing, which shares nothing, tells what the machine gave to two threads; where
that is less than 2 the machine was busy with other things, and `by processor time` is what counts: how much work the
two threads would have done had each had a core, beside one thread.
"""

import argparse
import hashlib
import json
import os
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

if not __package__:
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.home import come_home

come_home("numba")

import numpy as np

from rheinlaender.batches.cpu import Batch
from rheinlaender.batches.single import Single
from rheinlaender.rules.position import OVER

STEPS = 20
HASHES = 32
HASHED = bytes(1 << 20)


@dataclass
class Best:
    """The best run so far: work done, seconds by the clock and seconds of processors."""

    work: int = 0
    seconds: float = 1e9
    processor: float = 1e9

    @property
    def rate(self) -> float:
        return self.work / self.seconds

    @property
    def busy(self) -> float:
        return self.processor / self.seconds

    def keep(self, timer: "Timer") -> None:
        """Take over a run if it is better."""
        if timer.work / timer.seconds > self.rate:
            self.work, self.seconds, self.processor = timer.work, timer.seconds, timer.processor


class Timer:
    """Adds up what is done inside of its `with` blocks."""

    def __init__(self) -> None:
        self.work, self.seconds, self.processor = 0, 0.0, 0.0

    def __enter__(self) -> None:
        self._clock, self._used = time.perf_counter(), time.process_time()

    def __exit__(self, *_: object) -> None:
        self.processor += time.process_time() - self._used
        self.seconds += time.perf_counter() - self._clock


Run = Callable[[Timer], None]


def hashing(threads: int) -> Run:
    """Something that runs on several threads as well as anything can; megabytes."""

    def work() -> None:
        for _ in range(HASHES // threads):
            hashlib.sha256(HASHED).digest()

    def run(timer: Timer) -> None:
        with timer:
            others = [threading.Thread(target=work) for _ in range(threads - 1)]
            for other in others:
                other.start()
            work()
            for other in others:
                other.join()
        timer.work += HASHES

    return run


def random_games(games: int, threads: int) -> Run:
    """Whole random games; turns."""
    batch = Batch(games, threads=threads)
    randoms = np.arange(games, dtype=np.uint64)

    def run(timer: Timer) -> None:
        with timer:
            batch.reset(1)
            batch.random_playouts(randoms)
        timer.work += int(batch.positions["turn"].sum())

    return run


def steps(games: int, threads: int) -> Run:
    """Mask, observation and step of every game; the actions are drawn in between, which does not count."""
    batch = Batch(games, threads=threads, restart=True)
    batch.reset(2)
    randoms = np.arange(games, dtype=np.uint64)
    actions = np.zeros(games, np.int32)

    def run(timer: Timer) -> None:
        for _ in range(STEPS):
            batch.random_actions(randoms, actions)
            with timer:
                batch.see()
                batch.step(actions)
        timer.work += games * STEPS

    return run


def single_steps() -> Run:
    """A plain loop of `Single.step`, with actions drawn beforehand."""
    game, plan, randoms = Batch(1), [], np.zeros(1, np.uint64)
    for seed in range(20):
        actions = []
        game.reset(seed)
        while game.positions["phase"][0] != OVER:
            actions.append(int(game.random_actions(randoms)[0]))
            game.step(np.array(actions[-1:], np.int32))
        plan.append((seed, actions))
    single = Single()

    def run(timer: Timer) -> None:
        for seed, actions in plan:
            single.reset(seed)
            with timer:
                for action in actions:
                    single.step(action)
            timer.work += len(actions)

    return run


def measure(games: int, seconds: float) -> dict[str, Best]:
    """Let all runs take turns until the time is up."""
    runs = {
        "hashing, 1 thread (megabytes)": hashing(1),
        "hashing, 2 threads (megabytes)": hashing(2),
        "random games, 1 thread (turns)": random_games(games // 4, 1),
        "random games, 2 threads (turns)": random_games(games // 4, 2),
        "mask + observe + step, 1 thread (steps)": steps(games, 1),
        "mask + observe + step, 2 threads (steps)": steps(games, 2),
        "Single.step in a Python loop (steps)": single_steps(),
    }
    best = {name: Best() for name in runs}
    for run in runs.values():
        run(Timer())
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        for name, run in runs.items():
            timer = Timer()
            run(timer)
            best[name].keep(timer)
    return best


def ratios(best: dict[str, Best]) -> dict[str, dict[str, float]]:
    """Two threads beside one: by the clock, and by the processor time that each step cost."""
    found = {}
    for name, two in best.items():
        if ", 2 threads" in name:
            one = best[name.replace("2 threads", "1 thread")]
            cost = (two.processor / two.work) / (one.processor / one.work)
            found[name.split(",")[0]] = {"by the clock": two.rate / one.rate, "by processor time": 2 / cost}
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--games", type=int, default=4096)
    given = parser.parse_args()
    best = measure(given.games, given.seconds)
    if given.json:
        rates = {name: {"a second": round(found.rate), "busy": round(found.busy, 2)} for name, found in best.items()}
        print(json.dumps({"cores": os.cpu_count(), "games": given.games, "rates": rates, "two threads": ratios(best)}))
        return
    print(f"{os.cpu_count()} cores, batches of {given.games} games\n")
    for name, found in best.items():
        print(f"{name:42} {found.rate / 1e6:10.4f} million a second   busy {found.busy:.2f}")
    for name, pair in ratios(best).items():
        print(f"two threads, {name:29} " + "   ".join(f"{what} {value:.2f} x" for what, value in pair.items()))


if __name__ == "__main__":
    main()
