"""Policies: how a seat plays by looking one move ahead with the evaluation."""

from typing import Any

from rheinlaender.rules.arrays import NEIGHBOUR, NEIGHBOURS, REGION_FIELD, SITE_SET
from rheinlaender.rules.chance import following, mixed
from rheinlaender.rules.compile import rule
from rheinlaender.rules.legal import can_settle, count_moves, nth_move
from rheinlaender.rules.moves import NO_BASTION, card_of, make_move
from rheinlaender.rules.position import BASTION_PHASE, CASTLE, KNIGHT_PHASE, Position
from rheinlaender.rules.primitives import copy_into
from rheinlaender.rules.turn import play
from rheinlaender.thinking.evaluation import advantage_of, evaluate
from rheinlaender.thinking.random_play import random_move


@rule
def promise_of_card(position: Position, seat: int, card: int) -> float:
    """How useful a card may still be for settling: beside knights, and at landmarks."""
    promise = 0.0
    for bank in range(3):
        if can_settle(position, card, bank):
            field = REGION_FIELD[card, bank]
            promise = max(promise, promise_of_field(position, seat, field))
    return promise


@rule
def promise_of_field(position: Position, seat: int, field: int) -> float:
    """How useful a free field may be: a landmark, a castle above all, and knights next to it."""
    promise = 0.0
    if SITE_SET[field] != 0:
        promise += 1.0
        if SITE_SET[field] & position.landmark[CASTLE] != 0:
            promise += 1.0
    for number in range(NEIGHBOURS[field]):
        piece = position.piece[NEIGHBOUR[field, number]]
        if piece == seat:
            promise += 0.5
        elif piece >= 0:
            promise += 1.0
    return promise


@rule
def value_of_move(position: Position, move: int, trial: Any, weights: Any, scratch: Any) -> float:
    """What a move is worth to the seat to move: its position afterwards, less what the card might have done."""
    seat = position.seat
    copy_into(trial, position)
    play(trial[0], move, None)
    evaluate(trial[0], weights, scratch)
    value = advantage_of(trial[0], seat, weights, scratch)
    if position.phase == KNIGHT_PHASE:
        value -= weights.card * promise_of_card(trial[0], seat, card_of(move))
    return value


@rule
def greedy_move(position: Position, trial: Any, weights: Any, scratch: Any) -> int:
    """The move of the highest value, the first of equals."""
    best = nth_move(position, 0)
    most = value_of_move(position, best, trial, weights, scratch)
    for number in range(1, count_moves(position)):
        move = nth_move(position, number)
        value = value_of_move(position, move, trial, weights, scratch)
        if value > most:
            most = value
            best = move
    return best


@rule
def sampled_move(position: Position, random: int, samples: int, trial: Any, weights: Any, scratch: Any) -> int:
    """The best of a few random moves; of bastions none."""
    if position.phase == BASTION_PHASE:
        return make_move(NO_BASTION, 0, 0)
    best = random_move(position, random)
    if samples == 1:
        return best
    most = value_of_move(position, best, trial, weights, scratch)
    for _ in range(1, samples):
        random = mixed(following(random))
        move = random_move(position, random)
        if move != best:
            value = value_of_move(position, move, trial, weights, scratch)
            if value > most:
                most = value
                best = move
    return best
