"""The steps of a game: the deal, decisions, draws and shuffles, each a question that a judge answers by itself.

Questions share nothing, so they can be answered in any order and in several processes. Seats are counted from the one
that began. A step has the shares before it, what it was worth before it happened, and the shares after it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from rheinlaender.bots.seen import seen_position
from rheinlaender.game.game import Game
from rheinlaender.game.move import number_of_move
from rheinlaender.game.view import View
from rheinlaender.review.judge import Judge
from rheinlaender.review.shares import Shares, even_shares, exact_shares
from rheinlaender.review.weighing import Weighed, weigh_decision
from rheinlaender.rules.cards import bring_to_top, gather_cards, take_top
from rheinlaender.rules.compile import compiled
from rheinlaender.rules.position import CARDS, NOBODY, SHUFFLE_CARD, Position
from rheinlaender.rules.setup import knights_per_seat
from rheinlaender.rules.turn import finish_turn, play

DEAL, DECISION, SHUFFLE, DRAW = "deal", "decision", "shuffle", "draw"
_BY_SEAT = ("hand", "coins", "supply", "bastions", "bishops", "beside")
_OF_SEATS = ("piece", "duke", "garrison", "archbishop", "seat", "first")


@dataclass(frozen=True)
class Step:
    """One step as it was judged. `seat` acted or drew; the deal is nobody's."""

    kind: str
    turn: int
    seat: int
    before: Shares
    expected: Shares
    after: Shares
    weighed: Weighed | None = None


class Question(Protocol):
    """A part of the game that can be judged by itself."""

    def answer(self, judge: Judge) -> list[Step]:
        """Its steps."""
        ...


@dataclass(frozen=True)
class DealQuestion:
    """What the first position gave; landmarks and cards that were just dealt are compared with other deals."""

    place: Any
    is_new: bool

    def answer(self, judge: Judge) -> list[Step]:
        """The deal."""
        expected = judge.start(self.place) if self.is_new else even_shares(int(self.place["seats"][0]))
        return [Step(DEAL, 0, NOBODY, expected, expected, judge.chances(self.place))]


@dataclass(frozen=True)
class DecisionQuestion:
    """A decision: the position as it was, as its seat saw it, and the move."""

    place: Any
    seen: Any
    played: int

    def answer(self, judge: Judge) -> list[Step]:
        """The decision, beside those that would have been right."""
        weighed = weigh_decision(judge, self.seen, self.played)
        shares = {move: judge.chances(self._after(judge, move)) for move in {*weighed.right, self.played}}
        expected = exact_shares(np.mean([shares[move] for move in weighed.right], axis=0))
        turn, seat = int(self.place["turn"][0]) + 1, int(self.place["seat"][0])
        return [Step(DECISION, turn, seat, judge.chances(self.place), expected, shares[self.played], weighed)]

    def _after(self, judge: Judge, move: int) -> Any:
        place = self.place.copy()
        compiled(judge.board).of(play)(place[0], move, None)
        return place


@dataclass(frozen=True)
class DrawQuestion:
    """A draw, perhaps after a shuffle: the position before it and the card."""

    place: Any
    card: int
    was_shuffled: bool

    def answer(self, judge: Judge) -> list[Step]:
        """The draw; a shuffle is a step of its own, and after it the card is one of those that are no shuffle card."""
        before, law = judge.chances(self.place), chances_of_draws(judge, self.place)
        expected = exact_shares(np.mean(list(law.values()), axis=0))
        if not self.was_shuffled:
            return [self._step(DRAW, before, expected, law[self.card])]
        mixed = law[SHUFFLE_CARD]
        later = chances_of_draws(judge, shuffled(judge, self.place), with_shuffle=False)
        after = exact_shares(np.mean(list(later.values()), axis=0))
        return [self._step(SHUFFLE, before, expected, mixed), self._step(DRAW, mixed, after, later[self.card])]

    def _step(self, kind: str, before: Shares, expected: Shares, after: Shares) -> Step:
        return Step(kind, int(self.place["turn"][0]) + 1, int(self.place["seat"][0]), before, expected, after)


def chances_of_draws(judge: Judge, place: Any, with_shuffle: bool = True) -> dict[int, Shares]:
    """The shares after each card that may be on top of the deck, all alike. Section 2.3."""
    cards = sorted(int(card) for card in place["pile"][0][: place["deck"][0]])
    return {
        card: judge.chances(after_top(judge, place, card)) for card in cards if with_shuffle or card != SHUFFLE_CARD
    }


def after_top(judge: Judge, place: Any, card: int) -> Any:
    """The position after a card was on top of the deck, which may be the shuffle card."""
    return shuffled(judge, place) if card == SHUFFLE_CARD else drawn(judge, place, card)


def drawn(judge: Judge, place: Any, card: int) -> Any:
    """The position after a card was drawn and the turn has passed on."""
    after, engine = place.copy(), compiled(judge.board)
    engine.of(bring_to_top)(after[0], card)
    engine.of(finish_turn)(after[0], None)
    return after


def shuffled(judge: Judge, place: Any) -> Any:
    """The position with the deck, the discard and the shuffle card gathered, before a card is drawn."""
    after, engine = place.copy(), compiled(judge.board)
    engine.of(bring_to_top)(after[0], SHUFFLE_CARD)
    engine.of(take_top)(after[0])
    engine.of(gather_cards)(after[0])
    return after


def questions_of(game: Game) -> Iterator[Question]:
    """The game, step by step, from its first position."""
    replay = Game(game.first_position.copy(), game.engine)
    yield DealQuestion(from_first(replay.position), is_new(replay.position))
    for turn in game.turns:
        for move in turn.moves:
            number = number_of_move(game.board, move)
            yield DecisionQuestion(from_first(replay.position), seen_from_first(replay.view(replay.to_move)), number)
            if move is not turn.moves[-1]:
                replay.play(move)
        assert turn.draw is not None and turn.draw.card is not None
        apart, _ = replay.consider([turn.moves[-1]])
        yield DrawQuestion(from_first(apart.position), turn.draw.card, turn.draw.was_shuffled)
        replay.play(turn.moves[-1], turn.draw)


def is_new(position: Position) -> bool:
    """Whether a position is one that was just dealt."""
    knights = knights_per_seat(position.seats)
    return (
        position.turn == 0
        and position.seat == position.first
        and position.discard == 0
        and all(position.supply[seat] == knights and position.coins[seat] == 0 for seat in range(position.seats))
    )


def seen_from_first(view: View) -> Any:
    """What a view shows, in which the seat that began is seat 0; the unseen cards lie in order from that seat on."""
    place = from_first(seen_position(view))
    seat, deck, hands = int(place["seat"][0]), int(place["deck"][0]), place["hand"][0]
    others = [other for other in range(len(view.seats)) if other != seat]
    cards = [card for other in others for card in range(1, CARDS + 1) if int(hands[other]) >> card & 1]
    unseen = sorted([*cards, *(int(card) for card in place["pile"][0][:deck] if card != SHUFFLE_CARD)])
    for other in others:
        size = int(hands[other]).bit_count()
        hands[other] = sum(1 << card for card in unseen[:size])
        del unseen[:size]
    place["pile"][0][:deck] = [*unseen, SHUFFLE_CARD]
    return place


def from_first(position: Position) -> Any:
    """The position as an array of one record, in which the seat that began is seat 0."""
    place, first, seats = position.array.copy(), position.first, position.seats
    for name in _BY_SEAT:
        place[name][0, :seats] = np.roll(place[name][0, :seats], -first, axis=0)
    place["duchy_knights"][0, :, :seats] = np.roll(place["duchy_knights"][0, :, :seats], -first, axis=1)
    for name in _OF_SEATS:
        owners = place[name]
        place[name] = np.where(owners >= 0, (owners - first) % seats, owners)
    return place
