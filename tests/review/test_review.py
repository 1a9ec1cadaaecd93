"""The review as a whole: deterministic, by one process or several, in words, and only of games that are over."""

import json
from dataclasses import replace

import pytest

from rheinlaender.bots import LEVELS
from rheinlaender.cli.reviewed import print_review
from rheinlaender.game.game import Game, Turn
from rheinlaender.i18n import LANGUAGES
from rheinlaender.notation.record import read_record, write_record
from rheinlaender.review.accuracy import BEST, LABELS, LEVEL, accuracy_of, given_away, label_of, marks
from rheinlaender.review.bench import bench_of, legal_numbers
from rheinlaender.review.errors import GameGoesOn, RecordHides
from rheinlaender.review.judge import PART, PlayoutJudge, _when
from rheinlaender.review.review import LEAST_SWING, MOST_MISTAKES, finished_game, review_game, review_of_answers
from rheinlaender.review.shares import exact, exact_shares, turned
from rheinlaender.review.steps import DecisionQuestion, questions_of
from rheinlaender.review.stored import read_answer, write_answer
from rheinlaender.review.weighing import RIGHT, Weighed
from rheinlaender.review.written import write_review
from tests.review.games import FEW, JUDGE, game_named, review_of

NAME = FEW[0]
"""A game that seat a began: there, counting from whoever began is counting from a."""


def test_same_judge_same_review() -> None:
    """A review depends on the game, the seed and the number of play-outs, and on nothing else."""
    questions = list(questions_of(game_named(NAME)))[-9:]
    found, again, other = (
        [step for one in questions for step in one.answer(judge)]
        for judge in (JUDGE, PlayoutJudge(JUDGE.playouts, JUDGE.seed), PlayoutJudge(JUDGE.playouts, seed=1))
    )
    assert tuple(found) == tuple(again) == review_of(NAME).steps[-len(found) :]
    assert found != other
    assert PlayoutJudge(JUDGE.playouts, seed=1).name != JUDGE.name != PlayoutJudge(99).name


def test_chances_and_turning_points() -> None:
    """Chances are told after the deal and after each turn; the greatest changes are turning points."""
    game, review = game_named(NAME), review_of(NAME)
    assert len(review.chances) == len(game.turns) + 1
    assert review.chances[-1] == tuple(seat.result for seat in review.seats)
    assert review.turning_points and [point.turn for point in review.turning_points] == sorted(
        point.turn for point in review.turning_points
    )
    for point in review.turning_points:
        before, after = review.chances[point.turn - 1], review.chances[point.turn]
        gains = [later - sooner for sooner, later in zip(before, after, strict=True)]
        assert point.swing >= LEAST_SWING and gains[game.seats.index(point.gained)] == max(gains)
        assert point.seat == game.turns[point.turn - 1].seat


def test_a_game_that_began_at_a_position() -> None:
    """Turns are counted on from those before it, in decisions and turning points alike, and it is told so."""
    game = game_named(NAME)
    tail = tail_of(game, 6)
    review, before = review_game(tail, JUDGE), len(game.turns) - 6
    assert review.before == before and len(review.chances) == 7
    assert {decision.turn for decision in review.decisions} == set(range(before + 1, len(game.turns) + 1))
    for point in review.turning_points:
        assert before < point.turn <= len(game.turns) and point.seat == game.turns[point.turn - 1].seat
    print_review(review, tail, "en")


def tail_of(game: Game, turns: int) -> Game:
    """The last turns of a game as a game that began at a position."""
    head, rest = game.turns[:-turns], game.turns[-turns:]
    former = Game(game.first_position.copy(), game.engine)
    play_turns(former, head)
    tail = Game(former.position.copy(), game.engine)
    play_turns(tail, rest)
    return tail


def play_turns(game: Game, turns: list[Turn]) -> None:
    """Play turns as they were."""
    for turn in turns:
        for move in turn.moves:
            game.play(move, turn.draw if move is turn.moves[-1] else None)


def test_worst_mistakes() -> None:
    """Of each seat at most three mistakes are told, the worst first, all of them certain."""
    review = review_of(NAME)
    for seat in review.seats:
        worst = review.worst(seat.seat)
        assert 0 < len(worst) <= MOST_MISTAKES and all(one.seat == seat.seat and one.is_mistake for one in worst)
        rest = [one.loss for one in review.decisions if one.seat == seat.seat and one.is_mistake and one not in worst]
        assert [one.loss for one in worst] == sorted((one.loss for one in worst), reverse=True)
        assert max(rest, default=0.0) <= worst[-1].loss
        assert all(one.why and one.best != one.move for one in worst)


@pytest.mark.parametrize("language", LANGUAGES)
def test_reasons_are_told_in_four_languages(language: str) -> None:
    """Every mistake is explained in words."""
    written = write_review(review_of(NAME), language)
    told = [one["why"] for one in written["decisions"] if one["loss"] > 2 * one["error"]]
    assert told and all(why and all(isinstance(line, str) and line for line in why) for why in told)


def test_accuracy() -> None:
    """Whoever gives nothing away has 100; the more is given away, the less; the four levels are marks."""
    free = Weighed((1, 2), (0.5, 0.4), (0.0, 0.01), played=1)
    forced = Weighed((1,), (), (), played=1)
    assert given_away([free, forced]) == 0.0 and accuracy_of(0.0) == 100.0 and given_away([forced]) == 0.0
    assert given_away([replace(free, played=2)]) == pytest.approx(0.2)
    assert given_away([free, replace(free, played=2)]) == pytest.approx(0.1)
    hopeless = Weighed((1, 2), (0.01, 0.0), (0.0, 0.0), played=2)
    assert given_away([hopeless]) == pytest.approx(0.2)
    assert 100.0 > accuracy_of(0.02) > accuracy_of(0.1) > 0.0
    assert set(marks()["levels"]) == {"squire", "knight", "duke", "archbishop"}
    for mark in marks()["levels"].values():
        assert mark["accuracy"] == pytest.approx(accuracy_of(mark["given_away"]), abs=0.2)


def test_labels() -> None:
    """A loss is called by its size only if it is more than two standard errors."""
    for name, least in LABELS:
        assert label_of(Weighed((1, 2), (0.5, 0.5 - least - 1e-6), (0.0, 0.0), played=2)) == name
    assert label_of(Weighed((1, 2), (0.5, 0.4), (0.0, 0.05), played=2)) == LEVEL
    assert label_of(Weighed((1, 2), (0.5, 0.4), (0.0, 0.05), played=1)) == BEST


def test_right_moves() -> None:
    """Moves that are nearly as good as the best are right too."""
    assert Weighed((1, 2, 3), (0.5, 0.5 - RIGHT, 0.4), (0.0, 0.0, 0.0), played=3).right == (1, 2)
    assert Weighed((1,), (), (), played=1).right == (1,)
    assert Weighed((3, 1, 2), (0.6, 0.5, 0.4), (0.0, 0.0, 0.0), played=3, is_added=True).right == (1,)


def test_shares_are_exact() -> None:
    """Shares are whole numbers of a unit, and one together, in whatever order they are added."""
    shares = exact_shares([1 / 3, 1 / 7, 1 - 1 / 3 - 1 / 7])
    assert sum(shares) == sum(reversed(shares)) == 1.0 and shares[1] == exact(1 / 7) != 1 / 7
    assert turned((0.5, 0.25, 0.25), 1) == (0.25, 0.5, 0.25)


def test_only_what_is_over() -> None:
    """A game that goes on is not reviewed, nor the record of one seat."""
    with pytest.raises(GameGoesOn):
        review_game(Game.new(3, seed=1), JUDGE)
    with pytest.raises(GameGoesOn):
        finished_game(read_record(write_record(Game.new(3, seed=1))))
    with pytest.raises(RecordHides):
        finished_game(read_record(write_record(game_named(NAME), seat="a")))


def test_answers_are_kept_to_the_last_bit() -> None:
    """What is written of answers and read again is the same, and makes the same review."""
    game = game_named(NAME)
    answers = [question.answer(JUDGE) for question in questions_of(game)]
    kept = [read_answer(json.loads(json.dumps(write_answer(answer)))) for answer in answers]
    assert kept == answers
    assert review_of_answers(game, JUDGE.name, kept) == review_of(NAME)


def test_judging_can_be_broken_off() -> None:
    """Play-outs in parts find what all at once would find; whoever takes breath between them may stop them."""
    question = next(question for question in questions_of(game_named(NAME)) if isinstance(question, DecisionQuestion))
    breaths = list[int]()
    judge = PlayoutJudge(2 * PART + 1, take_breath=lambda: breaths.append(1))
    moves = legal_numbers(judge.board, question.seen)[:3]
    words = judge._words(f"weigh {_when(question.seen)}", judge.playouts)
    whole = bench_of(judge.board).weigh(question.seen, moves, words, int(question.seen["seats"][0]))
    assert (judge.weigh(question.seen, moves) == whole).all() and len(whole) == judge.playouts and len(breaths) == 3

    def stop() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        question.answer(PlayoutJudge(1, take_breath=stop))


def test_the_marks_are_those_of_the_present_judge() -> None:
    """A judge that weighs otherwise has to measure the levels anew: `python -m tools.accuracy_marks`."""
    assert marks()["judge"] == PlayoutJudge().weighing
    assert set(marks()["levels"]) == set(LEVELS)
