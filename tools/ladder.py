"""Measure how strong and how fast the computer players are, and write docs/reference/strength.md.

    python -m tools.ladder            (make ladder; some hours on two cores, resumable)

Every match is a `rheinlaender match` in duplicate deals; its games are kept in .ladder/, so that a ladder that was
broken off goes on where it stopped. `--only NAME` runs a part, `--write` only writes the page from what was played,
`--on ray` plays on the Ray cluster of RAY_ADDRESS. Where the games of a match were played elsewhere and lie in .ladder/
already, `--machine "16 cores"` says where.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from tempfile import TemporaryDirectory
from typing import Any

from tools.ladder_matches import MATCHES, command
from tools.strength_page import ROOT, keep_result, write_page

FOLDER = ROOT / ".ladder"
SIMULATIONS = 20_000
FIRST_MOVE = """
import time
from rheinlaender.bots import make_bot
from rheinlaender.game.game import Game

game = Game.new(4, seed=5)
make_bot("archbishop", wait=True, threads=1).choose(game.view("a"), game.legal_moves())
print(time.process_time())
"""


def main() -> None:
    """Play what is missing and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=[*MATCHES, "speed"], action="append")
    parser.add_argument("--write", action="store_true", help="only write the page")
    parser.add_argument("--on", choices=("here", "ray"), default="here", help="where the matches are played")
    parser.add_argument("--machine", default=f"{os.cpu_count()} cores", help="on what, as the page says it")
    arguments = parser.parse_args()
    FOLDER.mkdir(exist_ok=True)
    for name in [] if arguments.write else arguments.only or [*MATCHES, "speed"]:
        print(f"== {name}", flush=True)
        result = measure_speed() if name == "speed" else play(name, arguments.on)
        keep_result(name, {**result, "on": arguments.machine})
    write_page()


def play(name: str, place: str) -> Any:
    """Play a match, or what is missing of it."""
    words = [*command(name), "--on", place, "--json", "--out", str(FOLDER / f"{name}.jsonl")]
    done = subprocess.run([sys.executable, "-m", "rheinlaender", *words], stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)


def measure_speed() -> dict[str, Any]:
    """Simulations a second, how long the levels take for a first move, and answers after a deadline."""
    return {
        "simulations": {name: measure_rates(name) for name in ("search", "foresight")},
        "openings": {level: measure_opening(level) for level in ("duke", "archbishop")},
        "starts": measure_starts(),
        "deadlines": measure_deadlines(),
    }


def measure_rates(name: str) -> dict[str, int]:
    """Simulations a second from an opening position, on one core and on all; the best of three."""
    from rheinlaender.bots import make_bot
    from rheinlaender.game.game import Game

    view = Game.new(4, seed=5).view("a")
    make_bot(f"{name}:50", threads=1, wait=True).analyse(view)  # type: ignore[attr-defined]
    rates = {}
    for threads in (1, os.cpu_count() or 1):
        times = []
        for _ in range(3):
            start = time.perf_counter()
            make_bot(f"{name}:{SIMULATIONS}", threads=threads, wait=True).analyse(view)  # type: ignore[attr-defined]
            times.append(time.perf_counter() - start)
        rates[str(threads)] = round(SIMULATIONS / min(times))
    return rates


def measure_opening(level: str) -> float:
    """How long somebody waits for a first move, once all is compiled."""
    from rheinlaender.bots import make_bot
    from rheinlaender.game.game import Game

    game = Game.new(4, seed=5)
    view, legal = game.view("a"), game.legal_moves()
    make_bot(level, wait=True).choose(view, legal)
    start = time.perf_counter()
    make_bot(level, wait=True).choose(view, legal)
    return round(time.perf_counter() - start, 2)


def measure_starts() -> dict[str, float]:
    """Processor time of a program whose Archbishop makes one move, with nothing compiled and with what it then kept."""
    with TemporaryDirectory() as cache:
        environment = {**os.environ, "RHEINLAENDER_CACHE": cache}
        runs = [
            subprocess.run([sys.executable, "-c", FIRST_MOVE], env=environment, stdout=subprocess.PIPE, check=True)
            for _ in range(2)
        ]
    cold, warm = (round(float(run.stdout), 1) for run in runs)
    return {"cold": cold, "warm": warm}


def measure_deadlines() -> dict[str, float]:
    """How long after its deadline the search answers: half, 99 % and all of 120 decisions with 0.1 s each."""
    from rheinlaender.bots.search import SearchBot
    from rheinlaender.game.game import Game

    late: list[float] = []
    game, bot = Game.new(4, seed=6), SearchBot(seconds=60, wait=True)
    while len(late) < 120:
        deadline = time.monotonic() + 0.1
        move = bot.choose(game.view(game.to_move), game.legal_moves(), deadline)
        late.append(time.monotonic() - deadline)
        game.play(move)
        if game.is_over:
            game = Game.new(4, seed=7)
    ordered = sorted(late)
    return {"50 %": round(ordered[60], 3), "99 %": round(ordered[118], 3), "most": round(ordered[-1], 3)}


if __name__ == "__main__":
    main()
