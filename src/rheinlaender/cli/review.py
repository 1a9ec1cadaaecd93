"""`rheinlaender review`: a finished game, decision by decision, and what its result is made of."""

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from rheinlaender.board import read_board, rhine
from rheinlaender.cli.arguments import add_board, add_language, add_processes, between, read_text
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


@dataclass(frozen=True)
class Asked:
    """What was asked for, in few bytes: a process that ends while it is handed many lets this one wait for ever."""

    text: str
    playouts: int
    seed: int
    board: Path | None

    def judge(self) -> PlayoutJudge:
        """Who judges."""
        return PlayoutJudge(self.playouts, self.seed, read_board(self.board) if self.board else rhine())


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

    asked = Asked(read_text(arguments.file), arguments.playouts, given_seed(arguments.seed), arguments.board)
    judge = asked.judge()
    game = finished_game(read_record(asked.text, judge.board))

    def work(_answer: "Answer", questions: "Sequence[Question]") -> "list[list[Step]]":
        from rheinlaender.cli.terminal import progress

        answers = _answers(partial(_answered, asked), len(questions), arguments.processes)
        found = dict(progress(answers, len(questions), "Reviewing"))
        return [found[number] for number in range(len(questions))]

    review = review_game(game, judge, work)
    if arguments.json:
        print_json(write_review(review, arguments.language))
    else:
        print_review(review, game, arguments.language)


def _answers(
    work: "Callable[[int], tuple[int, list[Step]]]", questions: int, processes: int
) -> "Iterator[tuple[int, list[Step]]]":
    """The answers with the numbers of their questions as they are found, by one process or several."""
    from rheinlaender.cli.compiling import compile_apart
    from rheinlaender.cli.workers import work_in_processes
    from rheinlaender.review.warm import kept_mark

    compile_apart(PROGRAM, kept_mark)
    if processes == 1 or questions < FEW:
        yield from map(work, range(questions))
    else:
        yield from work_in_processes(work, range(questions), min(processes, questions))


def _answered(asked: Asked, number: int) -> "tuple[int, list[Step]]":
    """The number of a question, and its answer."""
    judge, questions = _prepared(asked)
    return number, questions[number].answer(judge)


@cache
def _prepared(asked: Asked) -> "tuple[PlayoutJudge, list[Question]]":
    """The judge and the questions of a game, once for each process."""
    from rheinlaender.notation.record import read_record
    from rheinlaender.review.steps import questions_of

    judge = asked.judge()
    return judge, list(questions_of(read_record(asked.text, judge.board).game))
