"""What is legal: with which card a knight may go where, and how many moves there are."""

from rheinlaender.rules.arrays import LAND, LEFT, NOWHERE, REGION_FIELD, RIGHT, RIVER, WORDS
from rheinlaender.rules.bastions import can_place_bastion_on, count_free_land, nth_free_land
from rheinlaender.rules.compile import rule
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
from rheinlaender.rules.options import YES
from rheinlaender.rules.position import BASTION_PHASE, FREE, KNIGHT_PHASE, Position
from rheinlaender.rules.primitives import count, lowest, only, without_lowest
from rheinlaender.rules.sets import bit_of, field_of_bit, has_field, nth_member, word_of


@rule
def can_settle(position: Position, card: int, bank: int) -> bool:
    """Whether a card can settle a field of its region: a free bank, or the free river if it is open. Section 2.1.1."""
    if position.piece[REGION_FIELD[card, bank]] != FREE:
        return False
    return bank != RIVER or is_river_open(position, card)


@rule
def is_river_open(position: Position, card: int) -> bool:
    """Whether both banks are taken: by knights or bastions, or by knights alone. Sections 2.1.1, 9.6."""
    left = position.piece[REGION_FIELD[card, LEFT]]
    right = position.piece[REGION_FIELD[card, RIGHT]]
    if position.bastion_opens_river == YES:
        return left != FREE and right != FREE
    return left >= 0 and right >= 0


@rule
def is_settled_only(position: Position, field: int) -> bool:
    """Whether a field is free and cannot be reinforced by the seat to move."""
    word = word_of(field)
    return position.free[word] & ~position.reinforceable[word] & bit_of(field) != 0


@rule
def find_reinforceable(position: Position) -> None:
    """Find the free fields, land by the default, next to own knights and to nobody else's. Sections 2.1.2, 9.3."""
    for word in range(WORDS):
        fields = position.free[word] & position.beside[position.seat, word]
        if position.reinforce_on_river != YES:
            fields &= LAND[word]
        for other in range(position.seats):
            if other != position.seat:
                fields &= ~position.beside[other, word]
        position.reinforceable[word] = fields


@rule
def can_reinforce(position: Position, field: int) -> bool:
    """Whether the seat to move may place a reinforcement on a field, with any card. Section 2.1.2."""
    return has_field(position.reinforceable, field)


@rule
def can_convert(position: Position, card: int, bank: int) -> bool:
    """Whether the archbishop can convert the knight on a field of the card's region. Section 2.1.3."""
    piece = position.piece[REGION_FIELD[card, bank]]
    return position.archbishop == position.seat and piece >= 0 and piece != position.seat


@rule
def bank_of(card: int, field: int) -> int:
    """The place of a field in the card's region, or NOWHERE; an island field is in two regions. Sections 1.2, 2.1.4."""
    for bank in range(3):
        if REGION_FIELD[card, bank] == field:
            return bank
    return NOWHERE


@rule
def is_legal(position: Position, move: int) -> bool:
    """Whether the seat to move may make this move now. Section 2."""
    if position.phase == KNIGHT_PHASE:
        return is_legal_card(position, kind_of(move), card_of(move), field_of(move))
    if position.phase == BASTION_PHASE:
        return is_legal_bastion(position, kind_of(move), field_of(move))
    return False


@rule
def is_legal_card(position: Position, kind: int, card: int, field: int) -> bool:
    """Whether a card of the hand may be played like this. Sections 2.1, 2.4."""
    if position.hand[position.seat] & only(card) == 0:
        return False
    if kind == CHANGE:
        return count_placements(position) == 0
    if position.supply[position.seat] == 0:
        return False
    bank = bank_of(card, field)
    if kind == SETTLE:
        return bank != NOWHERE and can_settle(position, card, bank)
    if kind == CONVERT:
        return bank != NOWHERE and can_convert(position, card, bank)
    if kind == REINFORCE:
        return can_reinforce(position, field) and not (bank != NOWHERE and can_settle(position, card, bank))
    return False


@rule
def is_legal_bastion(position: Position, kind: int, field: int) -> bool:
    """Whether the turn may end with or without a bastion like this. Section 2.2."""
    return kind == NO_BASTION or (kind == PLACE_BASTION and can_place_bastion_on(position, field))


@rule
def count_moves(position: Position) -> int:
    """The number of legal moves."""
    if position.phase == KNIGHT_PHASE:
        placements = count_placements(position)
        return placements if placements > 0 else count(position.hand[position.seat])
    if position.phase == BASTION_PHASE:
        return 1 + count_free_land(position)
    return 0


@rule
def nth_move(position: Position, number: int) -> int:
    """The legal move of this number; they are ordered by card, settling, converting, reinforcing, then by field."""
    if position.phase == BASTION_PHASE:
        if number == 0:
            return make_move(NO_BASTION, 0, 0)
        return make_move(PLACE_BASTION, 0, nth_free_land(position, number - 1))
    return nth_card_move(position, number)


@rule
def nth_card_move(position: Position, number: int) -> int:
    """The placement of this number; beyond the last placement come the changes of a card."""
    hand = position.hand[position.seat]
    if position.supply[position.seat] > 0:
        while hand != 0:
            placements = count_placements_with(position, lowest(hand))
            if number < placements:
                return nth_placement_with(position, lowest(hand), number)
            number -= placements
            hand = without_lowest(hand)
    return make_move(CHANGE, nth_member(position.hand[position.seat], number), 0)


@rule
def count_placements(position: Position) -> int:
    """In how many ways the seat to move can place a knight. Section 2.1."""
    if position.supply[position.seat] == 0:
        return 0
    placements = 0
    hand = position.hand[position.seat]
    while hand != 0:
        placements += count_placements_with(position, lowest(hand))
        hand = without_lowest(hand)
    return placements


@rule
def count_placements_with(position: Position, card: int) -> int:
    """In how many ways one card can place a knight; settling and reinforcing a field are one way. Section 2.1.2."""
    placements = count_reinforceable(position)
    placements += is_settled_only(position, REGION_FIELD[card, LEFT])
    placements += is_settled_only(position, REGION_FIELD[card, RIGHT])
    if is_river_open(position, card):
        placements += is_settled_only(position, REGION_FIELD[card, RIVER])
    if position.archbishop == position.seat:
        placements += count_conversions_with(position, card)
    return placements


@rule
def count_conversions_with(position: Position, card: int) -> int:
    """How many knights the archbishop can convert with one card. Section 2.1.3."""
    conversions = 0
    for bank in range(3):
        if can_convert(position, card, bank):
            conversions += 1
    return conversions


@rule
def count_reinforceable(position: Position) -> int:
    """How many fields can be reinforced."""
    fields = 0
    for word in range(WORDS):
        fields += count(position.reinforceable[word])
    return fields


@rule
def nth_placement_with(position: Position, card: int, number: int) -> int:
    """The placement of this number among those with one card."""
    for bank in range(3):
        if can_settle(position, card, bank):
            if number == 0:
                return make_move(SETTLE, card, REGION_FIELD[card, bank])
            number -= 1
    for bank in range(3):
        if can_convert(position, card, bank):
            if number == 0:
                return make_move(CONVERT, card, REGION_FIELD[card, bank])
            number -= 1
    return make_move(REINFORCE, card, nth_reinforcement_with(position, card, number))


@rule
def nth_reinforcement_with(position: Position, card: int, number: int) -> int:
    """The field of this number among those that the card can reinforce but not settle."""
    for word in range(WORDS):
        fields = position.reinforceable[word]
        for bank in range(3):
            field = REGION_FIELD[card, bank]
            if word_of(field) == word and can_settle(position, card, bank):
                fields &= ~bit_of(field)
        if number < count(fields):
            return field_of_bit(word, nth_member(fields, number))
        number -= count(fields)
    return NOWHERE
