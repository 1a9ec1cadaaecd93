"""Random play: uniformly among the legal moves, to the end of the game."""

from typing import Any

from rheinlaender.rules.arrays import NOWHERE, REGION_FIELD, WORDS
from rheinlaender.rules.bastions import count_free_land, nth_free_land
from rheinlaender.rules.chance import following, mixed, within
from rheinlaender.rules.compile import rule
from rheinlaender.rules.legal import bank_of, can_convert, can_settle, count_reinforceable
from rheinlaender.rules.moves import (
    CHANGE,
    CONVERT,
    NO_BASTION,
    PLACE_BASTION,
    REINFORCE,
    SETTLE,
    card_of,
    field_of,
    kind_of,
    make_move,
)
from rheinlaender.rules.position import BASTION_PHASE, DRAW_PHASE, KNIGHT_PHASE, OVER, Position
from rheinlaender.rules.primitives import EMPTY, count, lowest, only, without_lowest
from rheinlaender.rules.sets import field_of_bit, nth_member, nth_of_many
from rheinlaender.rules.setup import set_up
from rheinlaender.rules.turn import finish_turn, play_bastion, play_card

BANKS = 3


@rule
def random_move(position: Position, random: int) -> int:
    """A legal move, each with the same chance, by one random word."""
    if position.phase == BASTION_PHASE:
        return random_bastion(position, random)
    return random_card_move(position, random)


@rule
def random_bastion(position: Position, random: int) -> int:
    """A bastion on some free land field, or none."""
    number = within(random, 1 + count_free_land(position))
    if number == 0:
        return make_move(NO_BASTION, 0, 0)
    return make_move(PLACE_BASTION, 0, nth_free_land(position, number - 1))


@rule
def random_card_move(position: Position, random: int) -> int:
    """A placement, or a change of a card if nothing can be placed.

    The choice is among all that the cards can settle and convert, and all pairs of a card and a reinforceable field.
    Such a pair that is a settling comes twice; the second is thrown away and chance is asked again.
    """
    hand = position.hand[position.seat]
    if position.supply[position.seat] == 0:
        return make_move(CHANGE, nth_member(hand, within(random, count(hand))), 0)
    fields = count_reinforceable(position)
    own_region = settlings_and_conversions(position)
    first = count(own_region)
    placements = first + count(hand) * fields
    if placements == 0:
        return make_move(CHANGE, nth_member(hand, within(random, count(hand))), 0)
    number = within(random, placements)
    while number >= first:
        card = nth_member(hand, (number - first) // fields)
        field = chosen_reinforceable(position, (number - first) % fields)
        if not is_settled_by(position, card, field):
            return make_move(REINFORCE, card, field)
        random = mixed(following(random))
        number = within(random, placements)
    return move_in_own_region(position, nth_of_many(own_region, number))


@rule
def settlings_and_conversions(position: Position) -> int:
    """What the cards can do in their own regions as a set: for each card three banks to settle, three to convert."""
    moves = EMPTY
    hand = position.hand[position.seat]
    place = only(0)
    while hand != 0:
        card = lowest(hand)
        for bank in range(BANKS):
            if can_settle(position, card, bank):
                moves |= place << bank
        if position.archbishop == position.seat:
            for bank in range(BANKS):
                if can_convert(position, card, bank):
                    moves |= place << (BANKS + bank)
        place = place << (2 * BANKS)
        hand = without_lowest(hand)
    return moves


@rule
def move_in_own_region(position: Position, number: int) -> int:
    """The move that a member of `settlings_and_conversions` stands for."""
    card = nth_member(position.hand[position.seat], number // (2 * BANKS))
    place = number % (2 * BANKS)
    if place < BANKS:
        return make_move(SETTLE, card, REGION_FIELD[card, place])
    return make_move(CONVERT, card, REGION_FIELD[card, place - BANKS])


@rule
def is_settled_by(position: Position, card: int, field: int) -> bool:
    """Whether the field belongs to the card's region and the card can settle it, so that it is not reinforced."""
    bank = bank_of(card, field)
    return bank != NOWHERE and can_settle(position, card, bank)


@rule
def chosen_reinforceable(position: Position, number: int) -> int:
    """The field of this number among those that can be reinforced."""
    for word in range(WORDS):
        fields = position.reinforceable[word]
        if number < count(fields):
            return field_of_bit(word, nth_of_many(fields, number))
        number -= count(fields)
    return NOWHERE


@rule
def play_to_end(position: Position, random: int) -> int:
    """Play uniformly random legal moves until the game is over; the generator's last state.

    In a record of fewer duchies than a game can have, it stops before that record is too small.
    """
    while position.phase != OVER and position.spare_duchies != 0:
        if position.phase == KNIGHT_PHASE:
            random = following(random)
            move = random_card_move(position, mixed(random))
            play_card(position, kind_of(move), card_of(move), field_of(move), None)
        if position.phase == BASTION_PHASE:
            random = following(random)
            move = random_bastion(position, mixed(random))
            play_bastion(position, kind_of(move), field_of(move), None)
        if position.phase == DRAW_PHASE:
            finish_turn(position, None)
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
