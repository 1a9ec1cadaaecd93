"""The puzzles that come with the package, and how an answer to one is graded."""

import json
from functools import cache
from pathlib import Path

from rheinlaender.review.puzzles.puzzle import Puzzle, read_puzzle

FILE = Path(__file__).parent / "puzzles.jsonl"
RIGHT, NEARLY, WRONG = GRADES = ("right", "nearly", "wrong")
NEAR_MISS = 0.06
"""A move that loses less than that is nearly right; the least that a wrong move loses is half of it."""
WORTHLESS = 0.1
"""A move that loses so much of victory scores nothing."""


@cache
def shipped_puzzles() -> dict[str, Puzzle]:
    """All puzzles by their ids, the easiest first."""
    lines = FILE.read_text(encoding="ascii").splitlines()
    puzzles = [read_puzzle(json.loads(line)) for line in lines]
    return {puzzle.id: puzzle for puzzle in sorted(puzzles, key=lambda one: (one.rating, one.id))}


def grade_of(puzzle: Puzzle, move: str) -> str:
    """How good a legal move is, by what it loses."""
    if move in puzzle.right:
        return RIGHT
    return NEARLY if puzzle.loss(move) < NEAR_MISS else WRONG


def score_of(puzzle: Puzzle, move: str) -> float:
    """What a first try counts for the solver's rating: 1 if it is right, else at most a half, less by what it loses."""
    if move in puzzle.right:
        return 1.0
    return round(max(0.0, 0.5 * (1.0 - puzzle.loss(move) / WORTHLESS)), 3)
