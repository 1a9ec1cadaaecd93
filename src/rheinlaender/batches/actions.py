"""What a learner does, and what it gets for it: actions, masks and rewards. `docs/reference/observation.md` is exact.

An action is a place in a table of fields (and nowhere) by ways of using a field. Several lanes can write one row
together, as in `features.py`.
"""

from typing import Any

from rheinlaender.rules.arrays import FIELDS, NOWHERE, REGION_FIELD, WORDS
from rheinlaender.rules.bastions import can_place_bastion_on
from rheinlaender.rules.compile import rule
from rheinlaender.rules.legal import bank_of, can_convert, can_settle, is_legal
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
from rheinlaender.rules.position import BASTION_PHASE, HAND, KNIGHT_PHASE, MOST_SEATS, OVER, Position
from rheinlaender.rules.primitives import any_lane, count, lane, lanes, lowest, only, wait_for_lanes, without_lowest
from rheinlaender.rules.sets import field_of_bit, nth_member, without_first
from rheinlaender.rules.worth import final_coins

# Actions: action = field * WAYS + way; the row after the last field stands for no field.
WAYS = HAND + 1
BASTION_WAY = HAND
NO_MOVE = -1

# Rewards.
SHARE, MARGIN = range(2)


@rule
def move_of_action(position: Position, action: int) -> int:
    """The move that an action stands for here, legal or not, or NO_MOVE if it can stand for none."""
    if action < 0 or action >= (FIELDS + 1) * WAYS:
        return NO_MOVE
    field = action // WAYS
    way = action % WAYS
    if way == BASTION_WAY:
        return make_move(NO_BASTION, 0, 0) if field == FIELDS else make_move(PLACE_BASTION, 0, field)
    hand = position.hand[position.seat]
    if way >= count(hand):
        return NO_MOVE
    return card_move_of(position, nth_member(hand, way), field)


@rule
def card_move_of(position: Position, card: int, field: int) -> int:
    """What a card can do on a field: convert a knight, settle, or reinforce; without a field, change the card."""
    if field == FIELDS:
        return make_move(CHANGE, card, 0)
    if position.piece[field] >= 0:
        return make_move(CONVERT, card, field)
    bank = bank_of(card, field)
    if bank != NOWHERE and can_settle(position, card, bank):
        return make_move(SETTLE, card, field)
    return make_move(REINFORCE, card, field)


@rule
def action_of_move(position: Position, move: int) -> int:
    """The action that stands for a move here."""
    kind = kind_of(move)
    if kind == NO_BASTION:
        return FIELDS * WAYS + BASTION_WAY
    if kind == PLACE_BASTION:
        return field_of(move) * WAYS + BASTION_WAY
    lower_cards = position.hand[position.seat] & (only(card_of(move)) - only(0))
    field = FIELDS if kind == CHANGE else field_of(move)
    return field * WAYS + count(lower_cards)


@rule
def is_legal_action(position: Position, action: int) -> bool:
    """Whether the action stands for a move that is legal now."""
    move = move_of_action(position, action)
    return move != NO_MOVE and is_legal(position, move)


@rule
def write_mask(position: Position, mask: Any) -> None:
    """Write a 1 at each action that is legal now and a 0 at every other."""
    for action in range(lane(), (FIELDS + 1) * WAYS, lanes()):
        mask[action] = 0
    wait_for_lanes()
    if position.phase == KNIGHT_PHASE:
        mask_cards(position, mask)
    elif position.phase == BASTION_PHASE:
        mask_bastions(position, mask)


@rule
def mask_cards(position: Position, mask: Any) -> None:
    """Mark all placements, or, if there is none, the change of each card."""
    placements = 0
    if position.supply[position.seat] > 0:
        placements = mask_reinforcements(position, mask) + mask_own_regions(position, mask)
    if not any_lane(placements > 0):
        for slot in range(lane(), count(position.hand[position.seat]), lanes()):
            mask[FIELDS * WAYS + slot] = 1


@rule
def mask_reinforcements(position: Position, mask: Any) -> int:
    """Mark each reinforceable field for each card; those that the card settles are the same actions."""
    fields = 0
    cards = count(position.hand[position.seat])
    for word in range(WORDS):
        left = position.reinforceable[word]
        while left != 0:
            row = field_of_bit(word, lowest(left)) * WAYS
            for slot in range(lane(), cards, lanes()):
                mask[row + slot] = 1
            fields += 1
            left = without_lowest(left)
    return fields


@rule
def mask_own_regions(position: Position, mask: Any) -> int:
    """Mark what each card settles and converts in its own region; how much a lane has found."""
    found = 0
    slot = lane()
    hand = without_first(position.hand[position.seat], slot)
    while hand != 0:
        card = lowest(hand)
        for bank in range(3):
            if can_settle(position, card, bank) or can_convert(position, card, bank):
                mask[REGION_FIELD[card, bank] * WAYS + slot] = 1
                found += 1
        slot += lanes()
        hand = without_first(hand, lanes())
    return found


@rule
def mask_bastions(position: Position, mask: Any) -> None:
    """Mark each free land field, and doing without."""
    mask[FIELDS * WAYS + BASTION_WAY] = 1
    for field in range(lane(), FIELDS, lanes()):
        mask[field * WAYS + BASTION_WAY] = can_place_bastion_on(position, field)


@rule
def write_rewards(position: Position, rewards: Any, kind: int) -> None:
    """Write each seat's reward at the end of the game, by the seats of the table; before the end all are 0."""
    for seat in range(MOST_SEATS):
        rewards[seat] = 0.0
    if position.phase == OVER:
        if kind == SHARE:
            reward_share(position, rewards)
        else:
            reward_margin(position, rewards)


@rule
def reward_share(position: Position, rewards: Any) -> None:
    """The seats with the most coins share a victory of 1. Section 6.4."""
    most = 0
    winners = 0
    for seat in range(position.seats):
        coins = final_coins(position, seat)
        if coins > most or seat == 0:
            most = coins
            winners = 0
        if coins == most:
            winners += 1
    for seat in range(position.seats):
        if final_coins(position, seat) == most:
            rewards[seat] = 1.0 / winners


@rule
def reward_margin(position: Position, rewards: Any) -> None:
    """How many coins a seat has more than the others have on average, divided by 64."""
    total = 0
    for seat in range(position.seats):
        total += final_coins(position, seat)
    for seat in range(position.seats):
        coins = final_coins(position, seat)
        rewards[seat] = (coins - (total - coins) / (position.seats - 1)) / 64.0
