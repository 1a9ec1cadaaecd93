"""Our random play beside that of other simulators: one table, one run, one machine.

    rheinlaender bench --peers            (or: python benchmarks/peers.py)

Peers are installed into an environment of their own, `.peers`, which git ignores. What cannot be
installed or measured is shown as not available, with the reason. Everything runs on one core unless it says otherwise,
each in a process of its own, and is the best of three windows of time.
"""

import argparse
import json
import os
import platform
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

if not __package__:
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.home import ROOT, come_home

come_home("numba")

INSIDE = ROOT / "benchmarks" / "peers_inside.py"
ENVIRONMENT = ROOT / ".peers"
PACKAGES = ("open_spiel", "jax", "pgx", "fastcatan", "catanatron", "rlcard", "pettingzoo[classic]")
WARM_UP = 0.05  # seconds
LONGEST = 900
ENOUGH = 0.95

Found = dict[str, Any]


class Row(NamedTuple):
    """One line of the table: what is measured, how it is called there, and the package that it needs."""

    measure: str
    words: str
    package: str = ""
    cores: str = "one"


class Goal(NamedTuple):
    """What was aimed for: in words, our rate, theirs, and how many times as much ours should be."""

    words: str
    ours: float | None
    theirs: float | None
    wanted: float
    doubt: str = ""
    """Why the measurement says nothing about the goal, if it does not."""


OURS = (
    Row("our_playouts", "Rheinländer, whole random games in the engine"),
    Row("our_playouts", "the same, all cores", cores="all"),
    Row("our_gpu", "the same, GPU", cores="all"),
    Row("our_rollouts", "Rheinländer, roll-outs from positions that are set up"),
    Row("our_batch", "Rheinländer, `Batch`: mask + observe + step"),
    Row("our_single", "Rheinländer, `Single.step` in a Python loop"),
    Row("our_pettingzoo", "Rheinländer, PettingZoo environment"),
    Row("our_gymnasium", "Rheinländer, Gymnasium environment, 3 random opponents (own steps)"),
    Row("our_openspiel", "Rheinländer, through OpenSpiel's Python interface"),
)
CARD_GAMES = ("hearts", "oh_hell", "euchre")
PGX_GAMES = ("leduc_holdem", "kuhn_poker", "sparrow_mahjong", "hex")
RLCARD_GAMES = ("leduc-holdem", "uno", "gin-rummy", "mahjong")
CLASSICS = ("leduc_holdem_v4", "texas_holdem_v4", "texas_holdem_no_limit_v6", "hanabi_v5")


def rows_of(measure: str, games: Iterable[str], words: str, package: str) -> list[Row]:
    """A row for each game of a peer."""
    return [Row(f"{measure}:{game}", words.format(game=game), package) for game in games]


PEERS = (
    *rows_of("openspiel_games", CARD_GAMES, "OpenSpiel {game}, whole games in C++", "open_spiel"),
    *rows_of("openspiel_rollouts", CARD_GAMES, "OpenSpiel {game}, C++ roll-outs after the deal", "open_spiel"),
    *rows_of("openspiel_python", CARD_GAMES, "OpenSpiel {game}, Python interface", "open_spiel"),
    *rows_of("pgx", PGX_GAMES, "Pgx {game}, CPU, batch of 1,024", "pgx"),
    Row("fastcatan", "fastcatan, batch of 1,024: masks + steps", "fastcatan"),
    Row("catanatron", "Catanatron, four random players", "catanatron"),
    *rows_of("rlcard", RLCARD_GAMES, "RLCard {game}", "rlcard"),
    *rows_of("pettingzoo", CLASSICS, "PettingZoo {game}", "pettingzoo"),
)


# The peers' environment.


def prepare(install: bool) -> dict[str, str]:
    """Make the environment and install the peers; for each package that is missing, why."""
    python = ENVIRONMENT / "bin" / "python"
    if not install:
        return {} if python.exists() else dict.fromkeys(map(bare, PACKAGES), "not installed")
    ENVIRONMENT.mkdir(exist_ok=True)
    (ENVIRONMENT / ".gitignore").write_text("*\n", encoding="utf-8")
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(ENVIRONMENT)], check=True)
    missing = {}
    for package in PACKAGES:
        tell(f"installing {package} ...")
        problem = installed(python, package)
        if problem is not None and package == "fastcatan":
            problem = build_fastcatan(python) and problem
        if problem is not None:
            missing[bare(package)] = problem
    return missing


def bare(package: str) -> str:
    """A package's name without its extras."""
    return package.partition("[")[0]


def installed(python: Path, *what: str) -> str | None:
    """Install something; None, or why that failed."""
    if is_there(python, what[-1]):
        return None
    done = subprocess.run([python, "-m", "pip", "install", "--quiet", *what], capture_output=True, text=True)
    return None if done.returncode == 0 else reason_of(done.stderr)


def is_there(python: Path, package: str) -> bool:
    """Whether a package is installed already."""
    shown = subprocess.run([python, "-m", "pip", "show", "--quiet", bare(package)], capture_output=True)
    is_complete = package != "pettingzoo[classic]" or is_there(python, "pygame-ce")
    return shown.returncode == 0 and is_complete


def reason_of(output: str) -> str:
    """The line of pip's output that says most."""
    errors = [line.removeprefix("ERROR: ") for line in output.splitlines() if line.startswith("ERROR")]
    telling = [line for line in errors if "Requires-Python" in line] or errors or ["pip failed"]
    return re.sub(r"\s+", " ", telling[0])[:160]


def build_fastcatan(python: Path) -> str | None:
    """fastcatan's wheels are for Python 3.12 and newer; its source, with this demand lowered, is built for ours."""
    tell("building fastcatan from its source ...")
    with tempfile.TemporaryDirectory() as folder:
        pip = [str(python), "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", "fastcatan"]
        subprocess.run([*pip, "--ignore-requires-python", "fastcatan"], cwd=folder, capture_output=True)
        source = next(Path(folder).glob("fastcatan-*.tar.gz"), None)
        if source is None:
            return "no source"
        subprocess.run(["tar", "xf", source.name], cwd=folder, check=True)
        place = next(path for path in Path(folder).iterdir() if path.is_dir())
        for name in ("CMakeLists.txt", "pyproject.toml"):
            text = (place / name).read_text(encoding="utf-8")
            older = f"3.{sys.version_info.minor}"
            (place / name).write_text(text.replace("3.12", older).replace("cp312", "cp" + older.replace(".", "")))
        done = subprocess.run([python, "-m", "pip", "install", "--quiet", str(place)], capture_output=True, text=True)
        return None if done.returncode == 0 else reason_of(done.stderr)


# Measuring.


def measured(row: Row, seconds: float, missing: dict[str, str]) -> Found:
    """What a row's measurement found, or its problem."""
    if row.package in missing:
        return {"problem": missing[row.package]}
    python = ENVIRONMENT / "bin" / "python" if row.package else Path(sys.executable)
    tell(f"measuring {row.words} ...")
    command = [str(python), str(INSIDE), row.measure, str(seconds), row.cores]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=LONGEST, cwd=ROOT)
    except subprocess.TimeoutExpired:
        return {"problem": f"no result within {LONGEST} s"}
    last = (done.stdout.strip().splitlines() or [""])[-1]
    return json.loads(last) if last.startswith("{") else {"problem": f"the process ended with {done.returncode}"}


def compare(seconds: float, install: bool = True) -> Found:
    """Measure everything, one after the other."""
    missing = prepare(install)
    for row in OURS:  # a process that compiles first is slower than one that finds everything compiled
        measured(row, WARM_UP, missing)
    load = load_now()
    rows = [(row, measured(row, seconds, missing)) for row in (*OURS, *PEERS)]
    return {
        "machine": machine(),
        "versions": versions(),
        "load_before": load,
        "load_after": load_now(),
        "seconds": seconds,
        "date": time.strftime("%Y-%m-%d"),
        "rows": [{"measure": row.measure, "words": row.words, "cores": row.cores, **found} for row, found in rows],
    }


def machine() -> str:
    """The machine in words."""
    names = [line.partition(":")[2].strip() for line in _lines("/proc/cpuinfo") if line.startswith("model name")]
    name = names[0] if names else platform.processor()
    return f"{name}, {len(os.sched_getaffinity(0))} cores, {platform.system()}, Python {platform.python_version()}"


def load_now() -> str:
    """The machine's load: how many processes want a core."""
    return f"{os.getloadavg()[0]:.1f}"


def _lines(path: str) -> list[str]:
    return Path(path).read_text(encoding="utf-8").splitlines() if Path(path).exists() else []


def versions() -> str:
    """The peers' versions."""
    python = ENVIRONMENT / "bin" / "python"
    if not python.exists():
        return ""
    listed = subprocess.run([python, "-m", "pip", "list", "--format=json"], capture_output=True, text=True).stdout
    known = {entry["name"].lower().replace("-", "_"): entry["version"] for entry in json.loads(listed or "[]")}
    return ", ".join(f"{bare(name)} {known[bare(name)]}" for name in PACKAGES if bare(name) in known)


# Showing.


def rates(result: Found, measure: str, cores: str = "one", kind: str = "moves") -> float | None:
    """A rate by its name, or None if it is not available."""
    for row in result["rows"]:
        if row["measure"] == measure and row["cores"] == cores and "problem" not in row:
            return float(row[kind])
    return None


def page(result: Found) -> str:
    """The whole comparison as Markdown."""
    return "\n".join([HEADING.format(**result), *table(result), "", *goals_table(result), ""])


HEADING = """# Random play beside other simulators

Written by `rheinlaender bench --peers --seconds {seconds:g} --page docs/reference/peers.md` on {date}, in one run on
one machine: {machine}. The machine's load was {load_before} before and {load_after} after the run.
Peers: {versions}.

Random play, one core unless it says otherwise, the best of three windows of time. A move is one decision of a player;
chance and set-up are no moves, but their time counts unless the line says otherwise. The last two columns divide our
whole random games on one core by the line. `Batch` and fastcatan are timed without the time for choosing actions.
The goals take our whole games in the engine, as they are random play at its fastest; step by step through arrays it is
`Batch`, which also writes observations, that stands beside fastcatan. fastcatan asks for Python 3.12; on older ones its
source is built with this demand lowered. Games differ in length and in what a move is, so moves and games are both
given. The column `cores` is how many cores the process really got; where that is less than it asked for, other work on
the machine took the rest and the rate is too low.
"""


def table(result: Found) -> Iterable[str]:
    yield "| | moves/s | games/s | cores | ours ÷ moves | ours ÷ games |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: |"
    moves, games = rates(result, "our_playouts"), rates(result, "our_playouts", kind="games")
    for row in result["rows"]:
        if "problem" in row:
            yield f"| {row['words']} | not available: {row['problem'].partition('. ')[0]} | | | | |"
        else:
            shown = ratio(moves, row["moves"]), ratio(games, row["games"])
            measured = f"{row['moves']:,.0f} | {row['games']:,.0f} | {row['used']:.2f}"
            yield f"| {row['words']} | {measured} | {shown[0]} | {shown[1]} |"


def ratio(ours: float | None, theirs: float | None) -> str:
    """How many times as much, in words."""
    if not ours or not theirs:
        return ""
    times = ours / theirs
    return f"{times:,.0f} ×" if times >= 20 else f"{times:,.3g} ×"


def best(result: Found, prefix: str, kind: str = "moves") -> float | None:
    """The best of the lines whose names begin so."""
    found = [row[kind] for row in result["rows"] if row["measure"].startswith(prefix) and "problem" not in row]
    return max(found) if found else None


def goals(result: Found) -> list[Goal]:
    """What was aimed for."""
    whole, games = rates(result, "our_playouts"), rates(result, "our_playouts", kind="games")
    rollouts, cores = rates(result, "our_rollouts"), len(os.sched_getaffinity(0))
    classic, all_cores = best(result, "pettingzoo:"), rates(result, "our_playouts", "all")
    pgx = [row for row in result["rows"] if row["measure"].startswith("pgx:")]
    return [
        Goal("decisions/s, OpenSpiel's whole games in C++", whole, best(result, "openspiel_games"), 1.5),
        Goal("decisions/s, OpenSpiel's roll-outs after the deal", rollouts, best(result, "openspiel_rollouts"), 1.5),
        Goal("decisions/s, OpenSpiel's Python interface", whole, best(result, "openspiel_python"), 20),
        Goal("games/s, Catanatron", games, rates(result, "catanatron", kind="games"), 2000),
        Goal("games/s, fastcatan in batches", games, rates(result, "fastcatan", kind="games"), 10),
        Goal("decisions/s, fastcatan in batches", whole, rates(result, "fastcatan"), 1),
        *(Goal(f"moves/s, Pgx {row['measure'][4:]} on the CPU", whole, row.get("moves"), 20) for row in pgx),
        Goal("our PettingZoo steps/s, PettingZoo's card games", rates(result, "our_pettingzoo"), classic, 10),
        Goal("our Gymnasium steps/s, PettingZoo's card games", rates(result, "our_gymnasium"), classic, 10),
        Goal(f"{cores} cores, one core", all_cores, whole, 0.9 * cores, doubt(result, cores)),
        Goal("mask + observe + step in batches, 1 million a second", rates(result, "our_batch"), 1e6, 1),
        Goal("single steps in a Python loop, 500 thousand a second", rates(result, "our_single"), 5e5, 1),
    ]


def doubt(result: Found, cores: int) -> str:
    """Whether the process that should have used all cores did not get them."""
    used = rates(result, "our_playouts", "all", "used")
    is_short = used is not None and used < ENOUGH * cores
    return f"says nothing: the process got {used:.2f} of {cores} cores" if is_short else ""


def goals_table(result: Found) -> Iterable[str]:
    yield "## Goals"
    yield ""
    yield "How many times as much ours is, against the fastest line of each kind."
    yield ""
    yield "| ours against | wanted | measured | |"
    yield "| --- | ---: | ---: | --- |"
    for goal in goals(result):
        yield f"| {goal.words} | {goal.wanted:g} × | {ratio(goal.ours, goal.theirs)} | {verdict(goal)} |"


def verdict(goal: Goal) -> str:
    """Whether a goal was reached, as far as it was measured."""
    if not goal.ours or not goal.theirs:
        return "not measured"
    if goal.doubt:
        return goal.doubt
    return "reached" if goal.ours / goal.theirs >= goal.wanted else "not reached"


def tell(words: str) -> None:
    """Progress, on standard error."""
    print(words, file=sys.stderr, flush=True)


def main(arguments: list[str] | None = None) -> None:
    """Compare and print, or write the page."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print JSON instead of Markdown")
    parser.add_argument("--seconds", type=float, default=2.0, help="time for each of three windows (default 2)")
    parser.add_argument("--page", type=Path, help="write the Markdown to this file too")
    parser.add_argument("--no-install", action="store_true", help="take the peers' environment as it is")
    chosen = parser.parse_args(arguments)
    result = compare(chosen.seconds, not chosen.no_install)
    if chosen.page:
        chosen.page.parent.mkdir(parents=True, exist_ok=True)
        chosen.page.write_text(page(result), encoding="utf-8")
    print(json.dumps(result) if chosen.json else page(result))


if __name__ == "__main__":
    main()
