"""Self-play in the dialect: whole turns by networks, by the greedy player or by chance, and what is kept of them."""

import math
from typing import Any

import numpy as np

from rheinlaender.rules.chance import following, mixed, within
from rheinlaender.rules.compile import kernel, rule
from rheinlaender.rules.legal import count_moves, is_legal, nth_move
from rheinlaender.rules.moves import REINFORCE, field_of, kind_of, make_move
from rheinlaender.rules.position import BASTION_PHASE, DRAW_PHASE, MOST_DUCHIES, NOBODY, OVER, Position
from rheinlaender.rules.primitives import copy_into, lowest, only, signed, without_lowest
from rheinlaender.rules.setup import set_up
from rheinlaender.rules.turn import finish_turn, play
from rheinlaender.thinking.description import describe_in_duchy, describe_seat, take_stock
from rheinlaender.thinking.judged import is_same_for_another_card, worth_of_move
from rheinlaender.thinking.network import is_involved, judge
from rheinlaender.thinking.policy import greedy_move
from rheinlaender.thinking.random_play import random_move
from rheinlaender.thinking.reach import look_around

GREEDY, RANDOM = -1, -2
"""Who plays a seat: the number of a network, or one of these."""

HABITS = np.dtype(
    [
        ("greed", np.float64),  # what a coin of lead counts beside a share of victory
        ("temperature", np.float64),  # how much chance is mixed into the choice, in shares of victory
        ("blunders", np.float64),  # how often a move is made by chance alone
        ("bastions", np.int64),  # how many bastions are tried besides none; 0 tries all
        ("restart", np.int64),  # whether a game that is over is followed by another
    ],
    align=True,
)

SHARES, LEADS = range(2)
"""What is found about a position is two rows: each seat's share of victory, and its lead in coins."""


@rule
def unit(random: int) -> float:
    """A number between 0 and 1, neither of them, by a random word."""
    return (signed(random >> 12) + 0.5) / 4503599627370496.0


@rule
def gumbel(random: int) -> float:
    """Noise by which the highest of noisy numbers is each with the chance of a softmax."""
    return -math.log(-math.log(unit(random)))


@rule
def tried_moves(position: Position, bastions: int) -> int:
    """How many moves are tried: all, but of the bastions only some."""
    moves = count_moves(position)
    if position.phase == BASTION_PHASE and bastions > 0:
        return min(moves, bastions + 1)
    return moves


@rule
def tried_move(position: Position, number: int, tried: int, random: int) -> int:
    """A move that is tried; where not all are, the first and then others by chance."""
    moves = count_moves(position)
    if number == 0 or tried == moves:
        return nth_move(position, number)
    return nth_move(position, 1 + within(random, moves - 1))


@rule
def noisy_move(position: Position, trial: Any, network: Any, habits: Any, judging: Any, random: int) -> int:
    """The move of the highest worth with some noise."""
    tried = tried_moves(position, habits.bastions)
    best = tried_move(position, 0, tried, random)
    if tried == 1:
        return best
    most = -1e9
    for number in range(tried):
        random = following(random)
        move = tried_move(position, number, tried, mixed(random))
        if is_same_for_another_card(position, move):
            continue
        worth = worth_of_move(position, move, trial, network, habits.greed, judging)
        if habits.temperature > 0.0:
            random = following(random)
            worth += habits.temperature * gumbel(mixed(random))
        if worth > most:
            most = worth
            best = move
    if kind_of(best) == REINFORCE:
        best = card_for(position, best, trial, network, habits.greed, judging)
    return best


@rule
def card_for(position: Position, move: int, trial: Any, network: Any, greed: float, judging: Any) -> int:
    """The same reinforcement with the card that is best to spend."""
    best = move
    most = -1e9
    hand = position.hand[position.seat]
    while hand != 0:
        other = make_move(REINFORCE, lowest(hand), field_of(move))
        if is_legal(position, other):
            worth = worth_of_move(position, other, trial, network, greed, judging)
            if worth > most:
                most = worth
                best = other
        hand = without_lowest(hand)
    return best


@rule
def self_play_move(
    position: Position,
    who: int,
    trial: Any,
    networks: Any,
    weights: Any,
    habits: Any,
    judging: Any,
    scratch: Any,
    random: int,
) -> int:
    """The move of whoever plays the seat to move."""
    if who == RANDOM or unit(mixed(random)) < habits.blunders:
        return random_move(position, mixed(following(random)))
    if who == GREEDY:
        return greedy_move(position, trial, weights, scratch)
    return noisy_move(position, trial, networks[who], habits, judging, random)


@rule
def self_play_turn(
    position: Position,
    players: Any,
    trial: Any,
    networks: Any,
    weights: Any,
    habits: Any,
    judging: Any,
    scratch: Any,
    random: int,
) -> int:
    """Make both decisions of a turn, up to the draw; the generator after it."""
    while position.phase != DRAW_PHASE:
        random = following(following(random))
        who = players[position.seat]
        move = self_play_move(position, who, trial, networks, weights, habits, judging, scratch, random)
        random = random ^ mixed(random)
        play(position, move, None)
    return random


@rule
def note_found(position: Position, found: Any, judging: Any) -> None:
    """Keep what was found about a position."""
    for seat in range(position.seats):
        found[SHARES, seat] = judging.share[seat]
        found[LEADS, seat] = judging.lead[seat]


@rule
def go_on_game(
    position: Position,
    players: Any,
    trial: Any,
    networks: Any,
    weights: Any,
    habits: Any,
    judging: Any,
    scratch: Any,
    kept: Any,
    found: Any,
    result: Any,
    random: int,
) -> int:
    """Play a turn, keep the position after it and what network 0 finds there, draw; 1 if the game is over now."""
    if position.phase == OVER:
        return 0
    self_play_turn(position, players, trial, networks, weights, habits, judging, scratch, random)
    copy_into(kept, position)
    judge(position, position.seat, networks[0], judging)
    note_found(position, found, judging)
    finish_turn(position, None)
    if position.phase != OVER:
        return 0
    judge(position, 0, networks[0], judging)
    note_found(position, result, judging)
    if habits.restart != 0:
        set_up(position, position.seats, (position.first + 1) % position.seats, mixed(random))
    return 1


@kernel
def go_on_games(
    positions: Any,
    players: Any,
    trial: Any,
    networks: Any,
    weights: Any,
    habits: Any,
    judging: Any,
    scratch: Any,
    kept: Any,
    founds: Any,
    results: Any,
    ended: Any,
    randoms: Any,
    start: int,
    stop: int,
) -> None:
    """Play a turn of each game; see `go_on_game`. On a GPU `training/cuda.py` does it in places of each thread."""
    for number in range(start, stop):
        randoms[number] = following(randoms[number])
        ended[number] = go_on_game(
            positions[number],
            players[number],
            trial,
            networks,
            weights,
            habits,
            judging,
            scratch,
            kept[number : number + 1],
            founds[number],
            results[number],
            mixed(randoms[number]),
        )


@kernel
def describe_positions(positions: Any, rows: Any, owners: Any, seats: Any, scratch: Any, start: int, stop: int) -> None:
    """Write the rows of positions after a turn, as the mover knows them, for learning."""
    for number in range(start, stop):
        describe_position(positions[number], rows[number], owners[number], seats[number], scratch)


@rule
def describe_position(position: Position, rows: Any, owners: Any, seats: Any, scratch: Any) -> None:
    """Write a row for each seat in each duchy with its owner, NOBODY after the last, and a row for each seat."""
    take_stock(position, scratch)
    look_around(position, position.seat, scratch)
    row = 0
    for duchy in range(MOST_DUCHIES):
        if position.spare_duchies & only(duchy) == 0:
            for seat in range(position.seats):
                if is_involved(position, duchy, seat) and row < len(owners):
                    describe_in_duchy(position, duchy, seat, position.seat, rows[row], scratch)
                    owners[row] = seat
                    row += 1
    for spare in range(row, len(owners)):
        owners[spare] = NOBODY
    for seat in range(position.seats):
        describe_seat(position, seat, position.seat, seats[seat], scratch)
