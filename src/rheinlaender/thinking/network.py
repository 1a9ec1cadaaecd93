"""The network: judges a position by each seat's share of victory and its lead in coins.

Every row of a seat in a duchy goes through one layer; the results are added up for each seat. These sums, those of the
other seats, and the seat's own row go through two more layers, the same for every seat: so it does not matter which
seat is which. The weights are whole records of numbers; `training/` makes them.
"""

import math
from typing import Any

import numpy as np

from rheinlaender.rules.compile import rule
from rheinlaender.rules.position import MOST_DUCHIES, MOST_SEATS, OVER, Position
from rheinlaender.rules.primitives import add_product, lowest, without_lowest
from rheinlaender.rules.turn import ends_game
from rheinlaender.rules.worth import final_coins
from rheinlaender.thinking.description import DUCHY_NUMBERS, SEAT_NUMBERS, describe_in_duchy, describe_seat, take_stock
from rheinlaender.thinking.reach import duchies_in_use, look_around

DUCHY_WIDTH = 32
FIRST_WIDTH = 48
SECOND_WIDTH = 32
HEAD_NUMBERS = 2 * DUCHY_WIDTH + SEAT_NUMBERS
OUTPUTS = 4  # a logit of victory, a lead in coins, and two that fill a block of four
COINS_OF_LEAD = 16.0
ZERO = np.float32(0.0)

NETWORK = np.dtype(
    [
        ("duchy_weights", np.float32, (DUCHY_NUMBERS, DUCHY_WIDTH)),
        ("duchy_bias", np.float32, (DUCHY_WIDTH,)),
        ("first_weights", np.float32, (HEAD_NUMBERS, FIRST_WIDTH)),
        ("first_bias", np.float32, (FIRST_WIDTH,)),
        ("second_weights", np.float32, (FIRST_WIDTH, SECOND_WIDTH)),
        ("second_bias", np.float32, (SECOND_WIDTH,)),
        ("last_weights", np.float32, (SECOND_WIDTH, OUTPUTS)),
        ("last_bias", np.float32, (OUTPUTS,)),
    ],
    align=True,
)

JUDGING = np.dtype(
    [
        ("share", np.float32, (MOST_SEATS,)),  # what was found: shares of victory
        ("lead", np.float32, (MOST_SEATS,)),  # ... and leads, in coins over the mean of the others
        ("account", np.float32, (MOST_SEATS,)),
        ("sums", np.float32, (MOST_SEATS, DUCHY_WIDTH)),
        ("row", np.float32, (HEAD_NUMBERS,)),
        ("hidden", np.float32, (FIRST_WIDTH,)),
        ("second", np.float32, (SECOND_WIDTH,)),
        ("output", np.float32, (OUTPUTS,)),
        ("time", np.float64),
        ("takes_not", np.float32, (MOST_DUCHIES, MOST_SEATS)),
        ("keeps", np.float32, (MOST_DUCHIES, MOST_SEATS)),
        ("chance", np.float64, (3, MOST_SEATS)),  # how likely a hand holds one of none, one or two unseen cards
        ("best_gain", np.float32, (MOST_SEATS,)),
        ("all_gains", np.float32, (MOST_SEATS,)),
        ("joined", np.int16, (MOST_SEATS,)),
        ("worth", np.int16, (MOST_DUCHIES,)),
        ("joined_worth", np.int16),
        ("leader", np.int16),
        ("most", np.int16),
        ("field_worth", np.int16),
        ("own_cards", np.int16, (MOST_DUCHIES,)),
        ("unseen_cards", np.int16, (MOST_DUCHIES,)),
        ("openness", np.int16, (MOST_DUCHIES,)),
        ("mergers", np.int16, (MOST_DUCHIES,)),
        ("gain", np.int16, (MOST_DUCHIES,)),
        ("reinforcements", np.int8, (MOST_DUCHIES, MOST_SEATS)),
        ("room", np.int16, (MOST_SEATS,)),
        ("lone_knights", np.int16, (MOST_SEATS,)),
        ("unseen", np.int16),
        ("settling_cards", np.int16),
        ("landmark_cards", np.int16),
        ("duchy_cards", np.int16),
        ("least_supply", np.int16),
    ],
    align=True,
)


@rule
def judge(position: Position, observer: int, network: Any, scratch: Any) -> None:
    """Write each seat's share of victory and lead, as far as the observer can know; at the end they are certain."""
    if position.phase == OVER or ends_game(position):
        judge_end(position, scratch)
        return
    take_stock(position, scratch)
    look_around(position, observer, scratch)
    add_duchies(position, observer, network, scratch)
    for seat in range(position.seats):
        judge_seat(position, seat, observer, network, scratch)
    share_victory_out(position, scratch)


@rule
def judge_end(position: Position, scratch: Any) -> None:
    """The result of a game that is decided. Sections 6.3, 6.4."""
    most = -1
    total = 0
    for seat in range(position.seats):
        coins = final_coins(position, seat)
        scratch.account[seat] = coins
        total += coins
        most = max(most, coins)
    winners = 0
    for seat in range(position.seats):
        if scratch.account[seat] == most:
            winners += 1
    for seat in range(position.seats):
        scratch.share[seat] = 1.0 / winners if scratch.account[seat] == most else 0.0
        others = (total - scratch.account[seat]) / (position.seats - 1)
        scratch.lead[seat] = scratch.account[seat] - others


@rule
def add_duchies(position: Position, observer: int, network: Any, scratch: Any) -> None:
    """Add up, for each seat, what the first layer makes of its duchies."""
    for seat in range(position.seats):
        for place in range(DUCHY_WIDTH):
            scratch.sums[seat, place] = 0.0
    duchies = duchies_in_use(position)
    while duchies != 0:
        duchy = lowest(duchies)
        for seat in range(position.seats):
            if is_involved(position, duchy, seat):
                describe_in_duchy(position, duchy, seat, observer, scratch.row, scratch)
                add_layer(scratch.row, network, scratch, scratch.sums[seat])
        duchies = without_lowest(duchies)


@rule
def is_involved(position: Position, duchy: int, seat: int) -> bool:
    """Whether a seat has a knight or the duke in a duchy."""
    return position.duchy_knights[duchy, seat] > 0 or position.duke[duchy] == seat


@rule
def add_layer(row: Any, network: Any, scratch: Any, sums: Any) -> None:
    """Add the first layer's answer to a row; nothing below zero counts (a rectified linear unit)."""
    for place in range(DUCHY_WIDTH):
        scratch.hidden[place] = network.duchy_bias[place]
    add_product(row, network.duchy_weights, scratch.hidden, DUCHY_NUMBERS, DUCHY_WIDTH)
    for place in range(DUCHY_WIDTH):
        sums[place] += max(scratch.hidden[place], ZERO)


@rule
def judge_seat(position: Position, seat: int, observer: int, network: Any, scratch: Any) -> None:
    """Write a seat's logit (as its share) and lead."""
    describe_seat(position, seat, observer, scratch.row, scratch)
    for place in range(DUCHY_WIDTH):
        scratch.row[SEAT_NUMBERS + place] = scratch.sums[seat, place]
        others = ZERO
        for other in range(position.seats):
            if other != seat:
                others += scratch.sums[other, place]
        scratch.row[SEAT_NUMBERS + DUCHY_WIDTH + place] = others / (position.seats - 1)
    pass_layer(scratch.row, network.first_weights, network.first_bias, scratch.hidden, HEAD_NUMBERS, FIRST_WIDTH)
    bend(scratch.hidden, FIRST_WIDTH)
    pass_layer(scratch.hidden, network.second_weights, network.second_bias, scratch.second, FIRST_WIDTH, SECOND_WIDTH)
    bend(scratch.second, SECOND_WIDTH)
    pass_layer(scratch.second, network.last_weights, network.last_bias, scratch.output, SECOND_WIDTH, OUTPUTS)
    scratch.share[seat] = scratch.output[0]
    scratch.lead[seat] = scratch.output[1] * COINS_OF_LEAD


@rule
def pass_layer(row: Any, weights: Any, bias: Any, answer: Any, numbers: int, width: int) -> None:
    """A layer's answer to a row."""
    for place in range(width):
        answer[place] = bias[place]
    add_product(row, weights, answer, numbers, width)


@rule
def bend(numbers: Any, width: int) -> None:
    """Nothing below zero (a rectified linear unit)."""
    for place in range(width):
        numbers[place] = max(numbers[place], ZERO)


@rule
def share_victory_out(position: Position, scratch: Any) -> None:
    """Turn the seats' logits into shares that add up to one (softmax)."""
    most = scratch.share[0]
    for seat in range(1, position.seats):
        most = max(most, scratch.share[seat])
    total = 0.0
    for seat in range(position.seats):
        scratch.share[seat] = math.exp(scratch.share[seat] - most)
        total += scratch.share[seat]
    for seat in range(position.seats):
        scratch.share[seat] = scratch.share[seat] / total
