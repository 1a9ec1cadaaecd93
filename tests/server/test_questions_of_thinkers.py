"""What a thinker is asked: only what the seat sees, and whoever answers chooses as the server itself would."""

import json
import re
from functools import cache

import pytest

from rheinlaender.bots import make_bot
from rheinlaender.bots.warm import warm_up
from rheinlaender.game.game import Game
from rheinlaender.notation.record import read_record, write_record
from rheinlaender.review.errors import GameGoesOn
from rheinlaender.review.judge import PlayoutJudge
from rheinlaender.review.steps import questions_of
from rheinlaender.review.stored import read_answer
from rheinlaender.review.warm import compile_review
from rheinlaender.server.thinkers.choosing import choose_hint, choose_turn
from rheinlaender.server.thinkers.question import HINT, TURN, Question
from rheinlaender.server.thinkers.reviewing import AnotherJudge, ReviewPart
from tests.review.games import GAMES

LONGEST_NOTICE = 7_900
"""So many bytes PostgreSQL tells at once, which is how answers come back."""


@cache
def compiled() -> None:
    """The compiled engine, so that searches search."""
    warm_up()


def games(seats: int, options: str) -> list[Game]:
    """A game at some of its turns."""
    game, found, bot = Game.new(seats, options, seed=seats), list[Game](), make_bot("greedy", 3)
    while not game.is_over:
        if len(game.turns) % 14 == seats:
            found.append(game.copy())
        game.play(bot.choose(game.view(game.to_move), game.legal_moves()))
    return found


def sent(question: Question) -> Question:
    """A question that has gone through JSON."""
    return Question.read(json.loads(json.dumps(question.written())))


@pytest.mark.parametrize(("seats", "options"), [(3, "parker"), (4, "hungarian"), (5, "parker")])
def test_a_thinker_chooses_as_the_server_would(seats: int, options: str) -> None:
    """For the same seed and number of simulations every turn and hint is the same, with bastions too."""
    compiled()
    moves = 0
    for game in games(seats, options):
        for level in ("squire", "knight", "foresight:60"):
            asked = sent(Question.about(TURN, game, level, seed=17))
            assert asked.answer() == choose_turn(game, level, 17)
        hint = sent(Question.about(HINT, game, "foresight:600"))
        found = choose_hint(game, "foresight:600")
        assert hint.answer() == found
        assert len(game.legal_moves()) == 1 or (0 <= found["victory"] <= 1 and found["others"])
        moves += len(choose_turn(game, "knight", 17))
    assert moves > 5


@pytest.mark.parametrize("seats", [3, 5])
def test_a_question_holds_no_secret(seats: int) -> None:
    """However others' cards and the deck lie, the question is the same: nothing of them is in it."""
    for game in games(seats, "parker"):
        seat, number = str(game.to_move), game.seats.index(str(game.to_move))
        other = game.copy()
        hands = [int(hand) for hand in other.position.hand[: len(game.seats)]]
        rest = [one for one in range(len(game.seats)) if one != number]
        for one, next_one in zip(rest, rest[1:] + rest[:1], strict=True):
            other.position.hand[one] = hands[next_one]
        other.order_deck(sorted(other.deck))
        assert {one.view(seat).hand for one in (game, other)} == {game.view(seat).hand}
        question = Question.about(TURN, game, "duke", 5)
        assert question == Question.about(TURN, other, "duke", 5)
        shown = re.findall(r"([a-e]):([^/ ]*)", re.search(r"hands=(\S+)", question.view)[1])  # type: ignore[index]
        assert all(cards.startswith("?") for letter, cards in shown if letter != seat), question.view
        assert re.search(r"deck=\?\d+( |$)", question.view)


def test_a_thinker_judges_as_the_server_would() -> None:
    """A part of a review has the same answer to the last bit; another judge, and a game that goes on, are refused."""
    compile_review()
    game = read_record((GAMES / "3-short-cluster.rhg").read_text(encoding="ascii")).game
    judge, questions = PlayoutJudge(1), list(questions_of(game))
    for number in (0, 1, 2, 60, len(questions) - 1):
        part = ReviewPart(write_record(game), judge.name, 1, 0, number)
        found = ReviewPart.read(json.loads(json.dumps(part.written()))).answer()
        assert read_answer(json.loads(json.dumps(found))) == questions[number].answer(judge)
        assert len(json.dumps(found)) < LONGEST_NOTICE
    with pytest.raises(AnotherJudge):
        ReviewPart(write_record(game), "playouts 0", 1, 0, 1).answer()
    with pytest.raises(GameGoesOn):
        ReviewPart(write_record(Game.new(3, seed=1)), judge.name, 1, 0, 0).answer()
