"""The ledger: its lines add up, its luck is fair, and it blames nobody for what nobody could know."""

from itertools import pairwise

import numpy as np
import pytest

from rheinlaender.game.game import Game
from rheinlaender.game.move import Move, number_of_move
from rheinlaender.review.judge import PlayoutJudge
from rheinlaender.review.ledger import happened, ledger_of, rounding
from rheinlaender.review.review import result_of, review_game
from rheinlaender.review.shares import even_shares, less
from rheinlaender.review.steps import (
    DEAL,
    DECISION,
    DRAW,
    SHUFFLE,
    DecisionQuestion,
    DrawQuestion,
    chances_of_draws,
    from_first,
    questions_of,
    seen_from_first,
    shuffled,
)
from rheinlaender.review.weighing import weigh_decision
from rheinlaender.rules.position import SHUFFLE_CARD
from rheinlaender.thinking.redeal import redeal
from tests.review.games import IS_LONG, JUDGE, NAMES, game_named, review_of
from tests.setting import ENGINE, SEATS, play_out

TINY = 1e-9


@pytest.mark.parametrize("name", NAMES)
def test_lines_add_up_to_the_result(name: str) -> None:
    """All lines of a seat are its result to the last bit, and the rounding was added up by itself."""
    game, review = game_named(name), review_of(name)
    for number, seat in enumerate(review.seats):
        ledger = seat.ledger
        assert ledger.total == seat.result == result_of(game)[number]
        apart = sum(step.expected[number] - step.before[number] for step in review.steps)
        assert ledger.rounding == apart
        others = [ledger.even, ledger.order, ledger.deal, ledger.own_draws, ledger.others_draws, ledger.mistakes]
        assert seat.result - sum([*others, ledger.hidden, *ledger.others.values()]) == pytest.approx(apart, abs=TINY)
    assert sum(seat.result for seat in review.seats) == 1.0


@pytest.mark.parametrize("name", NAMES)
def test_steps_are_a_chain(name: str) -> None:
    """Every step begins with the shares that the one before it left, the last one ends with the result."""
    steps = review_of(name).steps
    assert [step.kind for step in steps[:2]] == [DEAL, DECISION]
    assert all(one.after == other.before for one, other in pairwise(steps))
    assert steps[-1].after == result_of(game_named(name))
    assert {step.kind for step in steps} >= {DEAL, DECISION, DRAW}


@pytest.mark.parametrize("name", NAMES)
def test_what_one_seat_gains_others_lose(name: str) -> None:
    """For every step, luck, decision and rounding are nothing for all seats together, to the last bit."""
    for step in review_of(name).steps:
        assert sum(happened(step)) == 0.0 and sum(rounding(step)) == 0.0
        assert sum(step.before) == sum(step.expected) == sum(step.after) == 1.0
        assert all(0.0 <= share <= 1.0 for share in step.after)


def draws_of(name: str) -> list[DrawQuestion]:
    """Some draws of a game, those after a shuffle first."""
    draws = [question for question in questions_of(game_named(name)) if isinstance(question, DrawQuestion)]
    draws.sort(key=lambda draw: not draw.was_shuffled)
    return draws if IS_LONG else draws[:: len(draws) // 2]


@pytest.mark.parametrize("name", [*NAMES, "shuffled-twice"])
def test_luck_of_all_cards_together_is_nothing(name: str) -> None:
    """The luck of each card that could have been drawn, by its probability, adds up to 0; one is the shuffle card."""
    for draw in draws_of(name):
        law = chances_of_draws(JUDGE, draw.place)
        assert len(law) == draw.place["deck"][0] and SHUFFLE_CARD in law
        steps = draw.answer(JUDGE)
        assert steps[0].expected == pytest.approx(np.mean(list(law.values()), axis=0), abs=TINY)
        mean = np.mean([less(shares, steps[0].expected) for shares in law.values()], axis=0)
        assert np.abs(mean).max() < TINY
        assert [step.kind for step in steps] == ([SHUFFLE, DRAW] if draw.was_shuffled else [DRAW])
        if draw.was_shuffled:
            later = chances_of_draws(JUDGE, shuffled(JUDGE, draw.place), with_shuffle=False)
            assert len(later) == draw.place["deck"][0] - 1 + draw.place["discard"][0]
            mean = np.mean([less(shares, steps[1].expected) for shares in later.values()], axis=0)
            assert np.abs(mean).max() < TINY and steps[0].after == steps[1].before


@pytest.mark.parametrize("name", NAMES)
def test_shuffles_are_told(name: str) -> None:
    """Every turn has a draw, and a step of its own for the shuffle if there was one."""
    kinds, turns = [step.kind for step in review_of(name).steps], game_named(name).turns
    assert kinds.count(DRAW) == len(turns)
    assert kinds.count(SHUFFLE) == sum(turn.draw.was_shuffled for turn in turns if turn.draw is not None) > 0


@pytest.mark.parametrize("name", NAMES)
def test_losses(name: str) -> None:
    """No loss is negative; a forced move has lost nothing, and gave nobody anything; the best move has lost nothing."""
    weighed = [(step, step.weighed) for step in review_of(name).steps if step.weighed is not None]
    assert len(weighed) == sum(len(turn.moves) for turn in game_named(name).turns)
    for step, found in weighed:
        assert step.kind == DECISION and found.played in found.moves
        assert found.loss >= 0.0 and found.error >= 0.0 and (found.loss == 0.0 or found.best != found.played)
        if found.is_forced:
            assert found.loss == found.error == 0.0 and happened(step) == (0.0,) * len(step.after)


def test_right_moves_together_are_what_was_expected() -> None:
    """By the reference, which plays every right move alike, decisions give nobody anything."""
    questions = [one for one in questions_of(game_named(NAMES[0])) if isinstance(one, DecisionQuestion)]
    several = 0
    for question in questions if IS_LONG else questions[::10]:
        (step,) = question.answer(JUDGE)
        assert step.weighed is not None
        right = [DecisionQuestion(question.place, question.seen, move) for move in step.weighed.right]
        instead = [answered for one in right for answered in one.answer(JUDGE)]
        assert np.abs(np.mean([happened(one) for one in instead], axis=0)).max() < TINY
        several += len(right) > 1
    assert several > 0


@pytest.mark.parametrize("name", NAMES)
def test_hidden_cards_change_no_loss(name: str) -> None:
    """Whatever the other hands and the deck hold, a decision is weighed alike to the last bit; its luck is not."""
    game = game_named(name)
    replay, luck = Game(game.first_position.copy(), game.engine), 0
    for number, turn in enumerate(game.turns):
        if number % (1 if IS_LONG else 15) == 0:
            luck += differs_only_by_luck(replay, turn.moves[0])
        for move in turn.moves:
            replay.play(move, turn.draw if move is turn.moves[-1] else None)
    assert luck > 0


def differs_only_by_luck(game: Game, move: Move) -> bool:
    """Deal what the seat to move cannot see anew, and compare; whether the true chances are others."""
    anew = Game(game.position.copy(), game.engine)
    anew.position.rng = 7
    ENGINE.of(redeal)(anew.position, anew.position.seat)
    number = number_of_move(game.board, move)
    seen = [seen_from_first(one.view(one.to_move)) for one in (game, anew)]
    assert weigh_decision(JUDGE, seen[0], number) == weigh_decision(JUDGE, seen[1], number)
    return JUDGE.chances(from_first(game.position)) != JUDGE.chances(from_first(anew.position))


@pytest.mark.parametrize("name", NAMES if IS_LONG else NAMES[:1])
def test_what_happens_later_changes_no_loss(name: str) -> None:
    """A game that goes on in another way has, up to there, the same losses and errors to the last bit."""
    game = game_named(name)
    kept = len(game.turns) * 2 // 3
    other = Game(game.first_position.copy(), game.engine)
    for turn in game.turns[:kept]:
        for move in turn.moves:
            other.play(move, turn.draw if move is turn.moves[-1] else None)
    other.reseed(99)
    play_out(other, 99)
    before = [step for step in review_of(name).steps if step.turn <= kept]
    after = [step for step in review_game(other, JUDGE).steps if step.turn <= kept]
    assert other.turns != game.turns and before == after


def turned_games(seats: int) -> list[Game]:
    """The same game twice: in the second everybody sits one seat further on."""
    games = [play_out(Game.new(seats, seed=11, first=first), 11) for first in "ab"]
    assert [(turn.moves, turn.draw) for turn in games[0].turns] == [(turn.moves, turn.draw) for turn in games[1].turns]
    return games


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_turning_the_table_changes_no_step(seats: int) -> None:
    """Counted from the seat that began, every step is the same to the last bit, whoever sits where."""
    one, other = (list(questions_of(game))[1 :: 1 if IS_LONG else 8] for game in turned_games(seats))
    assert [question.answer(JUDGE) for question in one] == [question.answer(JUDGE) for question in other]


@pytest.mark.parametrize("seats", SEATS if IS_LONG else [3])
def test_turning_the_table_turns_the_ledger(seats: int) -> None:
    """Whoever sits one seat further on has the same lines, to the last bit."""
    reviews = [review_game(game, PlayoutJudge(playouts=1, seed=3)) for game in turned_games(seats)]
    for seat in range(seats):
        one, other = ledger_of(reviews[0].steps, seat), ledger_of(reviews[1].steps, (seat + 1) % seats)
        assert {(key + 1) % seats: share for key, share in one.others.items()} == other.others
        for line in ("deal", "own_draws", "others_draws", "mistakes", "hidden", "rounding"):
            assert getattr(one, line) == getattr(other, line)
        assert one.even + one.order == other.even + other.order
    assert reviews[0].seats[0].ledger != reviews[1].seats[0].ledger


def test_a_game_that_begins_later() -> None:
    """A record that begins within a game has no order of seats; what its first position gave is the deal."""
    review = review_game(game_named("castle-left-empty"), JUDGE)
    for number, seat in enumerate(review.seats):
        assert seat.ledger.order == 0.0 and seat.ledger.total == seat.result
        assert seat.ledger.deal == review.chances[0][number] - even_shares(5)[number]
