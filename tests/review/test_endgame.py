"""Near the end of a game play-outs begin with weighed moves, each as far as its seat could know."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from rheinlaender.board import rhine
from rheinlaender.game.game import Game
from rheinlaender.review.bench import bench_of
from rheinlaender.review.endgame import NEAR, Endgame, is_near_the_end
from rheinlaender.review.judge import PlayoutJudge
from rheinlaender.review.ledger import happened, rounding
from rheinlaender.review.review import result_of
from rheinlaender.review.steps import DrawQuestion, drawn, from_first, questions_of
from rheinlaender.rules.position import POSITION, SHUFFLE_CARD
from rheinlaender.rules.setup import knights_per_seat
from rheinlaender.thinking.redeal import hide, redeal
from tests.review.games import FEW, game_named

BENCH = bench_of(rhine())
JUDGE = PlayoutJudge(playouts=8)


def endgame(worlds: int = 1, seed: int = 0) -> Endgame:
    """Quick play-outs."""
    return Endgame(BENCH, rhine(), seed, worlds, lambda: None)


def draws_of(name: str) -> list[Any]:
    """The positions before the draws of a game."""
    return [question.place for question in questions_of(game_named(name)) if isinstance(question, DrawQuestion)]


def late_draw(name: str) -> Any:
    """A position before a draw near the end, some rounds before it."""
    return next(place for place in draws_of(name) if is_near_the_end(BENCH, place))


def cards_of(place: Any) -> set[int]:
    """The cards of the deck."""
    return {int(card) for card in place["pile"][0][: int(place["deck"][0])]}


def as_seen(place: Any) -> bytes:
    """A position as its seat to move sees it."""
    seen = np.zeros(1, POSITION)
    seen[0] = place[0]
    BENCH.engine.of(hide)(seen[0])
    return seen.tobytes()


@pytest.mark.parametrize("name", FEW)
def test_the_end_is_near_when_knights_are_few(name: str) -> None:
    """It is near from some turn on, by the seat with fewest knights, and never at the beginning."""
    places = draws_of(name)
    near = [is_near_the_end(BENCH, place) for place in places]
    assert near == sorted(near) and not near[0] and near[-1]
    for place, is_near in zip(places, near, strict=True):
        seats = int(place["seats"][0])
        assert is_near == (place["supply"][0][:seats].min() < NEAR * knights_per_seat(seats))


@pytest.mark.parametrize("name", FEW)
def test_what_is_hidden_is_put_in_order(name: str) -> None:
    """Positions that look alike to the seat to move are the same; what it sees is as it was."""
    for place in draws_of(name)[::9]:
        after = drawn(JUDGE, place, max(cards_of(place)))
        seat, anew = int(after["seat"][0]), after.copy()
        anew["rng"] = 7
        BENCH.engine.of(redeal)(anew[0], seat)
        assert as_seen(after) == as_seen(anew)
        (seen,) = np.frombuffer(as_seen(after), POSITION)
        for part in ("hand", "deck", "discard", "piece", "coins", "seat", "turn", "phase"):
            shown, was = (np.atleast_1d(one[part])[seat if part == "hand" else ...] for one in (seen, after[0]))
            assert (shown == was).all()
        hands = [int(hand) for hand in seen["hand"][: int(seen["seats"])]]
        assert [hand.bit_count() for hand in hands] == [
            int(hand).bit_count() for hand in after["hand"][0][: len(hands)]
        ]
        cards = [card for card in range(64) for hand in hands if hand >> card & 1]
        assert len(set(cards)) == len(cards) and not {*map(int, seen["pile"][: seen["deck"]])} & {*cards}


def test_the_ledger_holds_near_the_end() -> None:
    """Every step begins with what the one before it left, and gives all seats together nothing; the last is right."""
    game = game_named(FEW[0])
    steps = [step for question in list(questions_of(game))[-24:] for step in question.answer(JUDGE)]
    assert all(one.after == other.before for one, other in pairwise(steps))
    assert all(sum(happened(step)) == sum(rounding(step)) == 0.0 for step in steps)
    assert steps[-1].after == result_of(game)
    places = draws_of(FEW[0])[-12:]
    assert [JUDGE.chances(one) for one in places] != [PlayoutJudge(playouts=7).chances(one) for one in places]


def test_only_the_deck_as_a_set_counts() -> None:
    """The order in which the deck lies changes no chance; another seed does."""
    place = late_draw(FEW[0])
    turned = place.copy()
    deck = int(place["deck"][0])
    turned["pile"][0][:deck] = place["pile"][0][:deck][::-1]
    found = endgame().chances(place, 2)
    assert (endgame().chances(turned, 2) == found).all()
    assert (endgame(seed=1).chances(place, 2) != found).any()
    assert found.shape == (2, 5) and found.sum(axis=1) == pytest.approx([1.0, 1.0])


def test_nobody_answers_a_card_that_nobody_saw() -> None:
    """Whatever card was drawn, the seats that move before its owner are weighed once: they cannot know it."""
    place = late_draw(FEW[0])
    seats, cards = int(place["seats"][0]), sorted(cards_of(place) - {SHUFFLE_CARD})[:3]
    BENCH.kept.clear()
    found = [endgame(worlds=2).chances(drawn(JUDGE, place, card), 1) for card in cards]
    shared, own = seats - 1, len(cards)
    assert len(BENCH.kept) <= shared + own
    BENCH.kept.clear()
    again = [endgame(worlds=2).chances(drawn(JUDGE, place, card), 1) for card in cards[::-1]]
    assert all((one == other).all() for one, other in zip(found, again[::-1], strict=True))


def test_a_decided_game_has_its_result() -> None:
    """After the last move there is nothing to weigh."""
    game = game_named(FEW[0])
    found = endgame().chances(from_first(game.position), 2)
    expected = np.roll(result_of(game), -game.position.first)
    assert (found[:, : len(expected)] == expected).all()


def test_play_outs_can_be_broken_off() -> None:
    """A breath is taken before every play-out, and what it raises ends them."""

    class Enough(Exception):
        """Somebody wants no more."""

    def stop() -> None:
        raise Enough

    place = late_draw(FEW[0])
    with pytest.raises(Enough):
        PlayoutJudge(playouts=8, take_breath=stop).chances(place)
    breaths: list[int] = []
    PlayoutJudge(playouts=16, take_breath=lambda: breaths.append(1)).chances(place)
    assert len(breaths) == 2


def test_a_game_of_few_turns_keeps_few_moves() -> None:
    """Moves that were found are kept for other cards of the same draw, not for ever."""
    game = Game.new(3, seed=1)
    BENCH.kept.update({(str(number), b""): 0 for number in range(20_000)})
    endgame().chances(from_first(game.position), 1)
    assert 0 < len(BENCH.kept) < 20_000
