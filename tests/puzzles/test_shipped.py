"""The puzzles that come with the package: each is one, and there are some of every kind.

`RHEINLAENDER_LONG=1` judges all of them again (`make puzzles-test`); a few are judged in every run of the tests.
"""

import hashlib
import os

import pytest

from rheinlaender.board import rhine
from rheinlaender.game.move import number_of_move, read_move
from rheinlaender.i18n import catalogue
from rheinlaender.review.puzzles.judges import BELIEFS, FAR, JUDGES, NEAR, ask, workshop
from rheinlaender.review.puzzles.mining import DOUBTFUL, TIMES, time_of
from rheinlaender.review.puzzles.proof import LEAST_MARGIN, SURE, is_clear
from rheinlaender.review.puzzles.puzzle import Puzzle, read_puzzle, write_puzzle
from rheinlaender.review.puzzles.shipped import GRADES, NEARLY, RIGHT, WRONG, grade_of, score_of, shipped_puzzles
from rheinlaender.review.themes import THEMES, themes_of
from rheinlaender.review.weighing import error_of

IS_LONG = bool(os.environ.get("RHEINLAENDER_LONG"))
ALL = list(shipped_puzzles().values())
ANOTHER_SEED = "another seed"
WORLDS = {NEAR: 192, FAR: 1024}
LEAST_PUZZLES, LEAST_OF_A_THEME = 230, 10


def sample(number: int) -> list[Puzzle]:
    """All puzzles, or some from the easiest to the hardest."""
    return ALL if IS_LONG else ALL[:: max(1, len(ALL) // number)][:number]


def name_of(puzzle: Puzzle) -> str:
    return puzzle.id


def test_there_are_puzzles_of_every_kind() -> None:
    """As many as were proven, each once, of all parts of a game, all themes and all numbers of seats."""
    assert len({puzzle.place.position for puzzle in ALL}) == len(ALL) >= LEAST_PUZZLES
    assert {puzzle.time for puzzle in ALL} == set(TIMES)
    for theme in THEMES:
        assert sum(theme in puzzle.themes for puzzle in ALL) >= LEAST_OF_A_THEME, theme
    assert {puzzle.place.position.split()[1] for puzzle in ALL} == {"seats=3", "seats=4", "seats=5"}


@pytest.mark.parametrize("puzzle", ALL, ids=name_of)
def test_every_proof_is_whole(puzzle: Puzzle) -> None:
    """Both judges and both beliefs: a margin of 0.03 and of four standard errors; greedy plays something else."""
    assert [(one.judge, one.belief) for one in puzzle.proof] == [(judge, one) for judge in JUDGES for one in BELIEFS]
    assert all(one.margin >= LEAST_MARGIN and one.margin >= SURE * one.error - 1e-3 for one in puzzle.proof)
    assert puzzle.greedy not in puzzle.right and puzzle.second not in puzzle.right
    assert all(puzzle.losses[move] == 0.0 for move in puzzle.right)
    assert puzzle.id == hashlib.sha256(puzzle.place.position.encode()).hexdigest()[:8]
    assert read_puzzle(write_puzzle(puzzle)) == puzzle


@pytest.mark.parametrize("puzzle", sample(12), ids=name_of)
def test_positions_are_what_a_seat_can_know(puzzle: Puzzle) -> None:
    """One hand is shown, that of the seat to move; every legal move has its loss; theme and time are those found."""
    view = puzzle.place.view()
    hands = next(part for part in puzzle.place.position.split() if part.startswith("hands="))
    assert hands.count("?") == len(view.seats) - 1 and " deck=?" in puzzle.place.position
    assert set(puzzle.losses) == {str(move) for move in puzzle.place.game().legal_moves()}
    assert puzzle.themes == themes_of(view, read_move(puzzle.right[0]))
    assert puzzle.time == time_of(view)
    assert [told.game().to_move for told in puzzle.place.told] == others_in_order(puzzle)


def others_in_order(puzzle: Puzzle) -> list[str]:
    """The other seats from the one after the solver on; at the beginning of a game not all have moved."""
    game = puzzle.place.game()
    own = game.seats.index(str(game.to_move))
    around = [game.seats[(own + step) % len(game.seats)] for step in range(1, len(game.seats))]
    return around[len(around) - len(puzzle.place.told) :]


def sureness(puzzle: Puzzle) -> float:
    """How many standard errors the least sure judge is sure."""
    return min(margin.margin / max(margin.error, 1e-4) for margin in puzzle.proof)


def clearest() -> list[Puzzle]:
    """All puzzles, or the two that are judged most quickly."""
    return ALL if IS_LONG else sorted(ALL, key=sureness)[-2:]


@pytest.mark.parametrize("puzzle", clearest(), ids=name_of)
def test_still_a_puzzle_for_another_seed(puzzle: Puzzle) -> None:
    """With other random numbers both judges still find, for both beliefs, that every wrong move that is near loses."""
    asked, right = ask(puzzle.place, ANOTHER_SEED), puzzle.right[0]
    near = [move for move, loss in puzzle.losses.items() if move not in puzzle.right and loss < DOUBTFUL]
    wrong = sorted({*near, puzzle.second, puzzle.greedy})
    numbers = [number_of_move(rhine(), read_move(move)) for move in (right, *wrong)]
    for judge in JUDGES:
        for belief in BELIEFS:
            found = workshop().weigh(asked, judge, belief, numbers, 0, WORLDS[judge])
            for place, move in enumerate(wrong, 1):
                margins = found[:, 0] - found[:, place]
                margin, error = float(margins.mean()), error_of(margins)
                assert margin > 0 and margin + 3 * error >= LEAST_MARGIN, (judge, belief, move, margin, error)


def test_answers_are_graded_by_loss() -> None:
    """Right moves score 1, others at most a half, the less the more they lose; what loses a tenth scores nothing."""
    puzzle = ALL[0]
    assert (grade_of(puzzle, puzzle.right[0]), score_of(puzzle, puzzle.right[0])) == (RIGHT, 1.0)
    wrong = sorted((move for move in puzzle.losses if move not in puzzle.right), key=puzzle.loss)
    scores = [score_of(puzzle, move) for move in wrong]
    assert scores == sorted(scores, reverse=True) and 0.0 <= scores[-1] <= scores[0] < 0.5
    found = {grade_of(one, move) for one in ALL for move in one.losses}
    assert found == set(GRADES) == {RIGHT, NEARLY, WRONG}


def test_margins_and_errors_both_count() -> None:
    """A margin is clear only if it is large and sure."""
    assert is_clear(0.03, 0.0075) and not is_clear(0.029, 0.001) and not is_clear(0.05, 0.013)


def test_words_for_all_kinds() -> None:
    """Every theme, judge and belief has its words."""
    for theme in THEMES:
        assert f"theme.{theme}" in catalogue("en")
    assert all(f"puzzle.judge.{one}" in catalogue("en") for one in JUDGES)
    assert all(f"puzzle.belief.{one}" in catalogue("en") for one in BELIEFS)
