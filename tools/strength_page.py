"""The page docs/reference/strength.md from what the ladder has measured and from notes that people write.

Results lie in tools/strength.json, one for each match, with the machine on which it was played. Notes lie in
tools/strength_notes.md: each stands under the title of its matches, and those before the first title at the top.
"""

import json
from pathlib import Path
from typing import Any

from tools.ladder_matches import MATCHES, command

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "reference" / "strength.md"
RESULTS = ROOT / "tools" / "strength.json"
NOTES = ROOT / "tools" / "strength_notes.md"
Results = dict[str, Any]
GOALS = "Goals and what was reached"

SHARE_GOALS = (
    ("`net`, one core, against three greedy players", "net-4", 0.50, 0.70),
    ("foresight against three old searches, both 0.3 s a move on one core", "foresight-search-4", 0.45, 0.60),
    ("foresight at 1 s against three greedy players", "foresight-4", 0.90, 0.95),
)
"""What is measured, by which match, the goal and the stretch."""
PAR_GOALS = (
    ("foresight against two old searches, 0.3 s", "foresight-search-3", 0.45),
    ("foresight against four old searches, 0.3 s", "foresight-search-5", 0.35),
    *((f"300 simulations against 30, {seats} seats", f"few-{seats}", None) for seats in (3, 4, 5)),
    *((f"3,000 simulations against 300, {seats} seats", f"many-{seats}", None) for seats in (3, 4, 5)),
)
"""Where the goal is to be above par with the interval apart from it, and there may be a stretch."""


def read_results() -> Results:
    """What has been measured so far, by the name of the match."""
    results: Results = json.loads(RESULTS.read_text(encoding="utf-8"))
    return results


def keep_result(name: str, result: dict[str, Any]) -> None:
    """Keep what was measured, in the order of the ladder."""
    results = {**read_results(), name: result}
    ordered = {each: results[each] for each in [*MATCHES, "speed"] if each in results}
    RESULTS.write_text(json.dumps(ordered, indent=1) + "\n", encoding="utf-8")


def read_notes() -> dict[str, str]:
    """The notes by the title under which they stand; those at the top by the empty title."""
    first, *rest = NOTES.read_text(encoding="utf-8").split("\n## ")
    titled = (part.partition("\n") for part in rest)
    return {"": first.partition("\n")[2].strip(), **{title: text.strip() for title, _, text in titled}}


def page(results: Results, notes: dict[str, str]) -> str:
    """The whole page."""
    lines = ["# How strong the computer players are", "", notes.get("", ""), "", *goal_lines(results, notes)]
    title = ""
    for name in (name for name in MATCHES if name in results):
        if MATCHES[name][0] != title:
            title = MATCHES[name][0]
            lines += [f"## {title}", "", *noted(notes, title)]
        lines += match_lines(name, results[name])
    lines += ["## Speed", "", *noted(notes, "Speed"), *speed_lines(results["speed"])]
    return "\n".join(lines)


def noted(notes: dict[str, str], title: str) -> list[str]:
    """The note under a title, if there is one."""
    return [notes[title], ""] if title in notes else []


def goal_lines(results: Results, notes: dict[str, str]) -> list[str]:
    """The goals beside what was reached."""
    lines = [f"## {GOALS}", "", *noted(notes, GOALS)]
    lines += ["| match | goal | stretch | reached | 95 % | games | |", "|---|---|---|---|---|---|---|"]
    lines += [share_line(*goal, results) for goal in SHARE_GOALS]
    lines += [par_line(*goal, results) for goal in PAR_GOALS]
    return [*lines, ""]


def share_line(words: str, name: str, goal: float, stretch: float, results: Results) -> str:
    """A goal that is a share of victories."""
    share = results[name]["players"][0]["share"]
    verdict = "stretch reached" if share >= stretch else "reached" if share >= goal else "not reached"
    return goal_line(words, f"{goal:.0%}", f"{stretch:.0%}", results[name], verdict)


def par_line(words: str, name: str, stretch: float | None, results: Results) -> str:
    """A goal that is to be above par with the interval apart from it."""
    row, par = results[name]["players"][0], 1 / len(results[name]["players"])
    verdict = "reached" if row["low"] > par else "not proven" if row["share"] > par else "not reached"
    if stretch is not None and row["share"] >= stretch:
        verdict = f"{verdict}; the share of the stretch"
    goal = f"above {par:.0%}, interval apart"
    return goal_line(words, goal, "" if stretch is None else f"{stretch:.0%}", results[name], verdict)


def goal_line(words: str, goal: str, stretch: str, result: dict[str, Any], verdict: str) -> str:
    """One goal."""
    row = result["players"][0]
    between = f"{row['low']:.0%} to {row['high']:.0%}"
    return f"| {words} | {goal} | {stretch} | {row['share']:.1%} | {between} | {result['games']} | {verdict} |"


def match_lines(name: str, result: dict[str, Any]) -> list[str]:
    """A match as a table."""
    seats = len(result["players"])
    head = f"`rheinlaender {' '.join(command(name))}`: {result['games']} games, par {1 / seats:.0%}, on {result['on']}"
    lines = [head, "", "| player | victories | 95 % | coins | rating | s/move |", "|---|---|---|---|---|---|"]
    for row in result["players"]:
        interval = f"{row['low']:.0%} to {row['high']:.0%}"
        cells = [row["name"], f"{row['share']:.1%}", interval, f"{row['coins']:.1f}"]
        cells += [str(row["rating"]), str(row["seconds_per_move"])]
        lines.append(f"| {' | '.join(cells)} |")
    return [*lines, ""]


def speed_lines(result: dict[str, Any]) -> list[str]:
    """Simulations a second, first moves and deadlines."""
    openings = ", ".join(f"{level} {seconds} s" for level, seconds in result["openings"].items())
    late = ", ".join(f"{share} within {seconds} s" for share, seconds in result["deadlines"].items())
    starts = f"{result['starts']['cold']} s with nothing compiled, {result['starts']['warm']} s afterwards"
    return [
        f"`python -m tools.ladder --only speed`, on {result['on']}",
        "",
        *(rate_line(name, rates) for name, rates in result["simulations"].items()),
        f"- Opening moves, as a person waits for them: {openings}.",
        f"- Processor time of a program that starts, lets an Archbishop make one move and ends: {starts}.",
        f"- Answers after a deadline of 0.1 s: {late}.",
        "",
    ]


def rate_line(name: str, rates: dict[str, int]) -> str:
    """Simulations a second of one kind of search."""
    (_, one), *more = rates.items()
    ratio = "".join(f"; on {cores} cores {rate:,}, {rate / one:.2f} x as many" for cores, rate in more)
    return f"- Simulations a second of {name} from an opening position with four seats: {one:,} on one core{ratio}."


def write_page() -> None:
    """Write the page anew."""
    PAGE.write_text(page(read_results(), read_notes()), encoding="utf-8")
