"""`rheinlaender review`: a finished game, decision by decision, and what its result is made of."""

import argparse
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from rheinlaender.cli.arguments import add_board, add_language, add_processes, between, board_of, read_text
from rheinlaender.cli.written import add_json, print_json
from rheinlaender.review.judge import PLAYOUTS, PlayoutJudge
from rheinlaender.rules.given import given_seed

if TYPE_CHECKING:
    from rheinlaender.review.review import Answer
    from rheinlaender.review.steps import Question, Step

MOST_PLAYOUTS = 100_000
PROGRAM = "from rheinlaender.review.warm import compile_review; compile_review()"
FEW = 8
"""So few questions are answered before another process has started."""


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of this command."""
    parser.add_argument("file", help="the record (.rhg) of a finished game, or - for standard input")
    parser.add_argument(
        "--playouts",
        type=between("--playouts", 1, MOST_PLAYOUTS),
        default=PLAYOUTS,
        metavar="N",
        help=f"how deep: play-outs of each move that is compared (default {PLAYOUTS})",
    )
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="decides the judge's chance (default 0)")
    add_processes(parser)
    add_json(parser)
    add_board(parser)
    add_language(parser)


def run(arguments: argparse.Namespace) -> None:
    """Review a game and print what was found."""
    from rheinlaender.cli.reviewed import print_review
    from rheinlaender.notation.record import read_record
    from rheinlaender.review.review import finished_game, review_game
    from rheinlaender.review.written import write_review

    board = board_of(arguments)
    judge = PlayoutJudge(arguments.playouts, given_seed(arguments.seed), board)
    game = finished_game(read_record(read_text(arguments.file), board))

    def work(answer: "Answer", questions: "Sequence[Question]") -> "list[list[Step]]":
        from rheinlaender.cli.terminal import progress

        answers = _answers(answer, questions, arguments.processes)
        found = dict(progress(answers, len(questions), "Reviewing"))
        return [found[number] for number in range(len(questions))]

    review = review_game(game, judge, work)
    if arguments.json:
        print_json(write_review(review, arguments.language))
    else:
        print_review(review, game, arguments.language)


def _answers(answer: "Answer", questions: "Sequence[Question]", processes: int) -> "Iterator[tuple[int, list[Step]]]":
    """The answers with the numbers of their questions as they are found, by one process or several."""
    from rheinlaender.cli.compiling import compile_apart
    from rheinlaender.cli.workers import work_in_processes
    from rheinlaender.review.warm import kept_mark

    compile_apart(PROGRAM, kept_mark)
    work, numbers = partial(_answered, answer, questions), range(len(questions))
    if processes == 1 or len(questions) < FEW:
        yield from map(work, numbers)
        return
    yield from work_in_processes(work, numbers, min(processes, len(questions)))


def _answered(answer: "Answer", questions: "Sequence[Question]", number: int) -> "tuple[int, list[Step]]":
    """The number of a question, and its answer."""
    return number, answer(questions[number])
