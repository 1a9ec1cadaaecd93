"""Choose the puzzles that come with the package from files of `rheinlaender mine`.

    python -m tools.ship_puzzles FILE ... [--most 300]

Those that are proven most clearly are taken, theme by theme, the rarest theme first, so that every theme and every part
of a game has its share. How a game ended plays no part; it is not in the files.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from rheinlaender.review.puzzles.puzzle import Puzzle, read_puzzle, write_puzzle
from rheinlaender.review.puzzles.shipped import FILE

LEAST_ERROR = 1e-4
"""Smaller errors are not told."""


def main() -> None:
    """Write the file, and say what is in it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--most", type=int, default=300)
    arguments = parser.parse_args()
    chosen = choose(mined(arguments.files), arguments.most)
    lines = [json.dumps(write_puzzle(puzzle), separators=(",", ":")) + "\n" for puzzle in chosen]
    FILE.write_text("".join(lines), encoding="ascii")
    print(f"{len(chosen)} puzzles, {FILE.stat().st_size} bytes")
    print(Counter(theme for puzzle in chosen for theme in puzzle.themes))
    print(Counter(puzzle.time for puzzle in chosen), Counter(len(puzzle.place.told) + 1 for puzzle in chosen))


def mined(files: Iterable[Path]) -> list[Puzzle]:
    """All puzzles of some mines, each once, the most clearly proven first."""
    rows = [json.loads(line) for file in files for line in file.read_text(encoding="ascii").splitlines()]
    found = {parts["id"]: read_puzzle(parts) for row in rows for parts in row.get("puzzles", ())}
    return sorted(found.values(), key=lambda puzzle: (-clearness(puzzle), puzzle.id))


def clearness(puzzle: Puzzle) -> float:
    """How many standard errors the least sure judge is sure."""
    return min(margin.margin / max(margin.error, LEAST_ERROR) for margin in puzzle.proof)


def choose(puzzles: list[Puzzle], most: int) -> list[Puzzle]:
    """So many puzzles: again and again one of the theme and part of a game of which there are fewest so far."""
    left, chosen, counted = list(puzzles), list[Puzzle](), Counter[tuple[str, str]]()
    while left and len(chosen) < most:
        best = min(left, key=lambda puzzle: min(counted[theme, puzzle.time] for theme in puzzle.themes))
        left.remove(best)
        chosen.append(best)
        counted.update((theme, best.time) for theme in best.themes)
    return sorted(chosen, key=lambda puzzle: (puzzle.rating, puzzle.id))


if __name__ == "__main__":
    main()
