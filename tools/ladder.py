"""Measure how strong and how fast the computer players are, and write docs/reference/strength.md.

    python tools/ladder.py            (make ladder; about an hour on two cores, resumable)

Every match is a `rheinlaender match` in duplicate deals; its games are kept in .ladder/, so that a ladder that was
broken off goes on where it stopped. `--only NAME` runs a part, `--write` only writes the page from what was played,
`--on ray` plays on the Ray cluster of RAY_ADDRESS.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / ".ladder"
PAGE = ROOT / "docs" / "reference" / "strength.md"

MATCHES: dict[str, tuple[str, list[str], int]] = {
    "greedy-3": ("Greedy against random players", ["greedy", "random", "random"], 399),
    "greedy-4": ("Greedy against random players", ["greedy", "random", "random", "random"], 400),
    "greedy-5": ("Greedy against random players", ["greedy", *["random"] * 4], 400),
    "levels-4": ("The levels against each other", ["archbishop", "duke", "knight", "squire"], 12),
    "duke-4": ("Foresight against Dukes", ["foresight:1000", *["foresight:30"] * 3], 200),
    "duke-greedy-4": ("A Duke against three greedy players", ["foresight:30", *["greedy"] * 3], 200),
    "search-4": ("Search at one second a move against three greedy players", ["search@1", *["greedy"] * 3], 200),
    "net-3": ("The network, without search, against greedy players", ["net", *["greedy"] * 2], 399),
    "net-4": ("The network, without search, against greedy players", ["net", *["greedy"] * 3], 400),
    "net-5": ("The network, without search, against greedy players", ["net", *["greedy"] * 4], 400),
    "tenfold-3": ("Search against itself with ten times fewer simulations", ["search:3000", *["search:300"] * 2], 100),
    "tenfold-4": ("Search against itself with ten times fewer simulations", ["search:3000", *["search:300"] * 3], 100),
    "tenfold-5": ("Search against itself with ten times fewer simulations", ["search:3000", *["search:300"] * 4], 100),
    "foresight-4": (
        "Foresight at one second a move against three greedy players",
        ["foresight@1", *["greedy"] * 3],
        108,
    ),
    **{
        f"foresight-search-{seats}": (
            "Foresight against the search, both 0.3 seconds a move",
            ["foresight@0.3", *["search@0.3"] * (seats - 1)],
            games,
        )
        for seats, games in ((3, 45), (4, 88), (5, 35))
    },
    **{
        f"foresight-tenfold-{seats}": (
            "Foresight against itself with ten times fewer simulations",
            ["foresight:3000", *["foresight:300"] * (seats - 1)],
            games,
        )
        for seats, games in ((3, 54), (4, 56), (5, 55))
    },
}


def main() -> None:
    """Play what is missing and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=[*MATCHES, "speed"], action="append")
    parser.add_argument("--write", action="store_true", help="only write the page")
    parser.add_argument("--on", choices=("here", "ray"), default="here", help="where the matches are played")
    arguments = parser.parse_args()
    FOLDER.mkdir(exist_ok=True)
    for name in [] if arguments.write else arguments.only or [*MATCHES, "speed"]:
        print(f"== {name}", flush=True)
        result = measure_speed() if name == "speed" else play(name, arguments.on)
        (FOLDER / f"{name}.json").write_text(json.dumps(result), encoding="utf-8")
    PAGE.write_text(page(), encoding="utf-8")


def command(name: str) -> list[str]:
    """The words of a match after `rheinlaender`."""
    _, players, games = MATCHES[name]
    return ["match", *players, "--games", str(games)]


def play(name: str, place: str) -> Any:
    """Play a match, or what is missing of it."""
    words = [*command(name), "--on", place, "--json", "--out", str(FOLDER / f"{name}.jsonl")]
    done = subprocess.run([sys.executable, "-m", "rheinlaender", *words], stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)


def measure_speed() -> dict[str, Any]:
    """Simulations a second from the opening position, on one core and on all, and how long the levels take."""
    from rheinlaender.bots import make_bot
    from rheinlaender.bots.search import SearchBot
    from rheinlaender.game.game import Game

    game = Game.new(4, seed=5)
    view, legal = game.view("a"), game.legal_moves()
    SearchBot(simulations=50, threads=1, wait=True).analyse(view)
    cores = os.cpu_count() or 1
    rates = {}
    for threads in (1, cores):
        best = 0.0
        for _ in range(3):
            start = time.perf_counter()
            found = SearchBot(simulations=20_000, threads=threads, wait=True).analyse(view)
            best = max(best, sum(candidate.visits for candidate in found) / (time.perf_counter() - start))
        rates[threads] = round(best)
    openings = {}
    for level in ("duke", "archbishop"):
        start = time.perf_counter()
        make_bot(level, wait=True).choose(view, legal)
        openings[level] = round(time.perf_counter() - start, 2)
    return {"simulations": rates, "openings": openings, "deadlines": measure_deadlines()}


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


def page() -> str:
    """The page from the results that are there."""
    lines = [
        "# How strong the computer players are",
        "",
        "Produced by `make ladder` (`tools/ladder.py`), on a shared machine with two cores. Every deal is played once",
        "for every rotation of the players over the seats. Shares are shares of victories; intervals are 95 %",
        "confidence over deals. Machines and moments differ: take the shares as measured, and the seconds only against",
        "each other. Matches by time, and those of foresight, were played on 16 cores, one core for each game.",
        "",
    ]
    title = ""
    for name in MATCHES:
        file = FOLDER / f"{name}.json"
        if not file.exists():
            continue
        if MATCHES[name][0] != title:
            title = MATCHES[name][0]
            lines += [f"## {title}", ""]
        lines += match_lines(name, json.loads(file.read_text(encoding="utf-8")))
    if (FOLDER / "speed.json").exists():
        lines += speed_lines(json.loads((FOLDER / "speed.json").read_text(encoding="utf-8")))
    return "\n".join(lines)


def match_lines(name: str, result: dict[str, Any]) -> list[str]:
    """A match as a table; players of the same name are one row."""
    seats = len(result["players"])
    lines = [f"`rheinlaender {' '.join(command(name))}`: {result['games']} games, par {1 / seats:.0%}", ""]
    lines += ["| player | victories | 95 % | coins | rating | s/move |", "|---|---|---|---|---|---|"]
    for row in result["players"]:
        interval = f"{row['low']:.0%} to {row['high']:.0%}"
        cells = [row["name"], f"{row['share']:.1%}", interval, f"{row['coins']:.1f}"]
        cells += [str(row["rating"]), str(row["seconds_per_move"])]
        lines.append(f"| {' | '.join(cells)} |")
    return [*lines, ""]


def speed_lines(result: dict[str, Any]) -> list[str]:
    """Simulations a second, opening moves and deadlines."""
    one, *more = result["simulations"].values()
    cores = list(result["simulations"])[-1]
    ratio = f"; on {cores} cores {more[0]:,}, {more[0] / one:.2f} x as many" if more else ""
    openings = ", ".join(f"{level} {seconds} s" for level, seconds in result["openings"].items())
    late = ", ".join(f"{share} within {seconds} s" for share, seconds in result["deadlines"].items())
    return [
        "## Speed",
        "",
        "`python tools/ladder.py --only speed`",
        "",
        f"- Simulations a second from an opening position with four seats: {one:,} on one core{ratio}.",
        f"- Opening moves, as a person waits for them: {openings}.",
        f"- Answers after a deadline of 0.1 s: {late}.",
        "",
    ]


if __name__ == "__main__":
    main()
