"""Random play: uniformly among the legal moves, to the end of the game."""

from typing import Any

from rheinlaender.rules.chance import following, mixed, within
from rheinlaender.rules.compile import count, rule
from rheinlaender.rules.legal import (
    bank_of,
    can_convert,
    can_settle,
    count_moves,
    count_reinforceable,
    nth_move,
)
from rheinlaender.rules.moves import CONVERT, REINFORCE, SETTLE, make_move
from rheinlaender.rules.position import DRAW_PHASE, KNIGHT_PHASE, OVER, Position
from rheinlaender.rules.sets import nth_member
from rheinlaender.rules.setup import set_up
from rheinlaender.rules.tables import NOWHERE, REGION_FIELD, WORDS
from rheinlaender.rules.turn import finish_turn, play

DARTS = 8
NO_MOVE = -1


@rule
def random_move(position: Position, random: int) -> int:
    """A legal move, each with the same chance: a dart at the board is thrown again when it hits no move."""
    if position.phase == KNIGHT_PHASE and position.supply[position.seat] > 0:
        for _ in range(DARTS):
            random = following(random)
            move = thrown_dart(position, mixed(random))
            if move != NO_MOVE:
                return move
    return nth_move(position, within(mixed(following(random)), count_moves(position)))


@rule
def thrown_dart(position: Position, word: int) -> int:
    """What a dart hits: a card and one of its banks to settle or convert, or a reinforceable field; or NO_MOVE.

    All targets are equally wide, and no move has two.
    """
    hand = position.hand[position.seat]
    banks = 6 if position.archbishop == position.seat else 3
    reinforceable = count_reinforceable(position)
    targets = banks + reinforceable
    target = within(word, targets * count(hand))
    card = nth_member(hand, target // targets)
    target = target % targets
    if target < 3:
        if can_settle(position, card, target):
            return make_move(SETTLE, card, REGION_FIELD[card, target])
        return NO_MOVE
    if target < banks:
        if can_convert(position, card, target - 3):
            return make_move(CONVERT, card, REGION_FIELD[card, target - 3])
        return NO_MOVE
    field = nth_reinforceable(position, target - banks)
    bank = bank_of(card, field)
    if bank != NOWHERE and can_settle(position, card, bank):
        return NO_MOVE
    return make_move(REINFORCE, card, field)


@rule
def nth_reinforceable(position: Position, number: int) -> int:
    """The field of this number among those that can be reinforced."""
    for word in range(WORDS):
        fields = position.reinforceable[word]
        if number < count(fields):
            return (word << 6) + nth_member(fields, number)
        number -= count(fields)
    return NOWHERE


@rule
def play_to_end(position: Position, random: int) -> int:
    """Play uniformly random legal moves until the game is over; the generator's last state."""
    while position.phase != OVER:
        if position.phase == DRAW_PHASE:
            finish_turn(position, None)
        else:
            random = following(random)
            play(position, random_move(position, mixed(random)), None)
    return random


@rule
def play_games(positions: Any, seats: int, seed: int, games: int) -> int:
    """Set up and play whole games in the first of the positions; the number of turns played."""
    turns = 0
    random = seed
    for _ in range(games):
        random = following(random)
        set_up(positions[0], seats, 0, mixed(random))
        random = play_to_end(positions[0], random)
        turns += positions[0].turn
    return turns
