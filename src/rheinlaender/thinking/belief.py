"""Beliefs: worlds that a seat may be in, dealt alike, or in proportion to how well they explain what others did.

What is explained is each other seat's last card move, by the quick policy's scores: a hand in which the move that was
made scores high beside the others explains it well. The hand that a seat had then is the one that it has in the world,
less a card that it has drawn since, any of them alike, and with the card that it played.
"""

import math
from typing import Any

from rheinlaender.rules.cards import discarded_cards
from rheinlaender.rules.chance import following, mixed, random_below
from rheinlaender.rules.compile import rule
from rheinlaender.rules.legal import count_moves, is_legal, nth_move
from rheinlaender.rules.moves import CHANGE, CONVERT, REINFORCE, card_of, field_of, kind_of
from rheinlaender.rules.position import Position
from rheinlaender.rules.primitives import count, only
from rheinlaender.rules.sets import nth_member
from rheinlaender.thinking.glance import (
    FACT_PROMISE,
    begin_glancing,
    glance_at_conversion,
    glance_at_field,
    score_of_row,
)
from rheinlaender.thinking.policy import promise_of_card
from rheinlaender.thinking.redeal import redeal
from rheinlaender.thinking.search import EVEN_PRIOR

DEALS = 16
"""Of so many deals one is taken, each with a chance in proportion to how well it explains what others did."""
THEN = 0
"""The place of the position in which somebody decided, with the hand that is tried."""


@rule
def deal_alike(position: Position, seat: int, words: Any, worlds: Any) -> None:
    """Deal a world for each random word: unseen cards may lie anywhere alike."""
    for number in range(len(words)):
        worlds[number] = position
        worlds[number].rng = mixed(following(words[number]))
        redeal(worlds[number], seat)


@rule
def deal_plausibly(
    position: Position,
    seat: int,
    words: Any,
    before: Any,
    moves: Any,
    trials: Any,
    glance: Any,
    glancing: Any,
    worlds: Any,
) -> None:
    """Deal a world for each random word: one of a few deals that explains what others did."""
    for number in range(len(words)):
        worlds[number] = position
        worlds[number].rng = mixed(following(words[number]))
        total = 0.0
        for _ in range(DEALS):
            redeal(worlds[number], seat)
            weight = explained(worlds[number], seat, before, moves, trials, glance, glancing)
            total += weight
            chosen = random_below(worlds[number], 1 << 30) * total < weight * (1 << 30)
            if chosen:
                trials[1] = worlds[number]
        if total > 0.0:
            rng = worlds[number].rng
            worlds[number] = trials[1]
            worlds[number].rng = rng


@rule
def explained(world: Position, seat: int, before: Any, moves: Any, trials: Any, glance: Any, glancing: Any) -> float:
    """How well a world explains the moves that were made in some positions: the product of their chances."""
    weight = 1.0
    for number in range(len(moves)):
        trials[THEN] = before[number]
        mover = trials[THEN].seat
        hand = world.hand[mover]
        hand &= ~only(nth_member(hand, random_below(world, count(hand))))
        hand |= only(card_of(moves[number]))
        if hand & (discarded_cards(trials[THEN]) | trials[THEN].hand[seat]) != 0:
            return 0.0
        trials[THEN].hand[mover] = hand
        weight *= chance_of_move(trials[THEN], moves[number], glance, glancing)
    return weight


@rule
def chance_of_move(position: Position, move: int, glance: Any, glancing: Any) -> float:
    """The chance that a seat makes a card move: by its score, and a little for every move alike."""
    if not is_legal(position, move):
        return 0.0
    number_of_moves = count_moves(position)
    if kind_of(move) == CHANGE:
        return 1.0 / number_of_moves
    begin_glancing(position, glance, glancing)
    score = score_of_move(position, move, glancing)
    total = 0.0
    for number in range(number_of_moves):
        total += math.exp(score_of_move(position, nth_move(position, number), glancing) - score)
    return (1.0 - EVEN_PRIOR) / total + EVEN_PRIOR / number_of_moves


@rule
def score_of_move(position: Position, move: int, glancing: Any) -> float:
    """What the quick policy thinks of a placement; a card that is spent on a reinforcement is missed elsewhere."""
    if kind_of(move) == CONVERT:
        glance_at_conversion(position, field_of(move), glancing)
        return score_of_row(glancing)
    glance_at_field(position, field_of(move), glancing)
    score = score_of_row(glancing)
    if kind_of(move) == REINFORCE:
        score += glancing.factors[FACT_PROMISE] * promise_of_card(position, position.seat, card_of(move))
    return score
