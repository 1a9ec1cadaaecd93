"""The quick policy: a seat plays what scores best at a glance, with some noise."""

from typing import Any

from rheinlaender.rules.arrays import REGION_FIELD, WORDS
from rheinlaender.rules.chance import following, mixed
from rheinlaender.rules.compile import rule
from rheinlaender.rules.legal import can_convert, can_settle
from rheinlaender.rules.moves import CHANGE, CONVERT, REINFORCE, SETTLE, make_move
from rheinlaender.rules.position import Position
from rheinlaender.rules.primitives import lowest, signed, without_lowest
from rheinlaender.rules.sets import field_of_bit, has_field
from rheinlaender.thinking.evaluation import LEAST
from rheinlaender.thinking.glance import (
    FACT_PROMISE,
    begin_glancing,
    glance_at_conversion,
    glance_at_field,
    score_of_row,
)
from rheinlaender.thinking.policy import promise_of_card
from rheinlaender.thinking.random_play import BANKS


@rule
def noise_of(random: int) -> float:
    """Noise between 0 and 1 by a random word."""
    return signed(random >> 12) / 4503599627370496.0


@rule
def least_promising(position: Position) -> int:
    """The card of the hand that promises least."""
    hand = position.hand[position.seat]
    card = lowest(hand)
    least = 100.0
    while hand != 0:
        promise = promise_of_card(position, position.seat, lowest(hand))
        if promise < least:
            least = promise
            card = lowest(hand)
        hand = without_lowest(hand)
    return card


@rule
def quick_move(position: Position, random: int, noise: float, glance: Any, glancing: Any) -> int:
    """The knight's move of the highest score with some noise; a change if there is no other."""
    list_quickly(position, 1, random, noise, glance, glancing)
    return glancing.moves[0]  # type: ignore[no-any-return]


@rule
def list_quickly(position: Position, wanted: int, random: int, noise: float, glance: Any, glancing: Any) -> int:
    """List the knight's moves of the highest scores with some noise; a change if there is no other. How many."""
    spare = least_promising(position)
    glancing.wanted = wanted
    glancing.listed = 0
    glancing.moves[0] = make_move(CHANGE, spare, 0)
    for place in range(wanted):
        glancing.scores[place] = LEAST
    if position.supply[position.seat] > 0:
        begin_glancing(position, glance, glancing)
        random = glance_at_reinforcements(position, spare, random, noise, glancing)
        hand = position.hand[position.seat]
        while hand != 0:
            random = glance_at_card(position, lowest(hand), random, noise, glancing)
            hand = without_lowest(hand)
    return max(1, glancing.listed)  # type: ignore[no-any-return]


@rule
def consider(move: int, score: float, glancing: Any) -> None:
    """Keep a move among the best so far, in their order, if its score is high enough."""
    place = glancing.wanted - 1
    if score > glancing.scores[place]:
        while place > 0 and score > glancing.scores[place - 1]:
            glancing.scores[place] = glancing.scores[place - 1]
            glancing.moves[place] = glancing.moves[place - 1]
            place -= 1
        glancing.scores[place] = score
        glancing.moves[place] = move
        glancing.listed = min(glancing.listed + 1, glancing.wanted)


@rule
def glance_at_reinforcements(position: Position, spare: int, random: int, noise: float, glancing: Any) -> int:
    """Consider all fields that can be reinforced, with the card that promises least; the generator after it."""
    promise = glancing.factors[FACT_PROMISE] * promise_of_card(position, position.seat, spare)
    for word in range(WORDS):
        fields = position.reinforceable[word]
        while fields != 0:
            field = field_of_bit(word, lowest(fields))
            glance_at_field(position, field, glancing)
            random = following(random)
            score = score_of_row(glancing) + promise + noise * noise_of(mixed(random))
            consider(reinforcement(position, spare, field), score, glancing)
            fields = without_lowest(fields)
    return random


@rule
def glance_at_card(position: Position, card: int, random: int, noise: float, glancing: Any) -> int:
    """Consider what a card can settle, reinforcements apart, and convert; the generator after it."""
    for bank in range(BANKS):
        field = REGION_FIELD[card, bank]
        kind = CHANGE
        if can_settle(position, card, bank):
            if not has_field(position.reinforceable, field):
                kind = SETTLE
                glance_at_field(position, field, glancing)
        elif can_convert(position, card, bank):
            kind = CONVERT
            glance_at_conversion(position, field, glancing)
        if kind != CHANGE:
            random = following(random)
            score = score_of_row(glancing) + noise * noise_of(mixed(random))
            consider(make_move(kind, card, field), score, glancing)
    return random


@rule
def reinforcement(position: Position, card: int, field: int) -> int:
    """A knight on a field that can be reinforced, with a card: a card of the field's own region settles it."""
    for bank in range(BANKS):
        if REGION_FIELD[card, bank] == field and can_settle(position, card, bank):
            return make_move(SETTLE, card, field)
    return make_move(REINFORCE, card, field)
