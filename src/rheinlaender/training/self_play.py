"""Self-play in the dialect: turns by networks, the greedy player, a search or chance, and what is kept of them.

A decision has stages: who decides and which moves are tried (`prepare`), what each of them is worth, and which is made
(`decide`). In between a search decides where it is its turn (`training/searches.py`). On the CPU one thread lists and
judges, game by game (`judge_tried`). On a GPU each stage is done for all games before the next begins
(`training/stages.py`), so that moves are judged together: `describe_tried` writes rows, and the network answers them.
"""

import math
from typing import Any

import numpy as np

from rheinlaender.rules.chance import following, mixed, within
from rheinlaender.rules.compile import kernel, rule
from rheinlaender.rules.legal import count_moves, nth_move
from rheinlaender.rules.position import BASTION_PHASE, KNIGHT_PHASE, NOBODY, OVER, Position
from rheinlaender.rules.primitives import copy_into, lowest, signed, without_lowest
from rheinlaender.rules.setup import set_up
from rheinlaender.rules.turn import ends_game, finish_turn, play
from rheinlaender.thinking.description import OF_SEAT_ALWAYS, describe_in_duchy, describe_seat, take_stock
from rheinlaender.thinking.glance import MOST_GLANCED
from rheinlaender.thinking.judged import judged_worth, worth_of_move
from rheinlaender.thinking.network import is_involved, judge, judge_end
from rheinlaender.thinking.policy import value_of_move
from rheinlaender.thinking.quick import list_quickly
from rheinlaender.thinking.random_play import random_move
from rheinlaender.thinking.reach import duchies_in_use, look_around

GREEDY, RANDOM, SEARCH = -1, -2, -3
"""Who plays a seat: the number of a network, or one of these."""
UNKNOWN = -1e9
"""The worth of a move that a network has to judge."""
MOST_TRIED = 256
"""The most moves of a decision that can be tried."""

HABITS = np.dtype(
    [
        ("greed", np.float64),  # what a coin of lead counts beside a share of victory
        ("temperature", np.float64),  # how much chance is mixed into the choice, in shares of victory
        ("blunders", np.float64),  # how often a move is made by chance alone
        ("moves", np.int64),  # how many knight's moves are tried, those that look best at a glance; 0 tries all
        ("bastions", np.int64),  # how many bastions are tried besides none; 0 tries all
        ("restart", np.int64),  # whether a game that is over is followed by another
    ],
    align=True,
)

TRYING = np.dtype(
    [
        ("worths", np.float64, (MOST_TRIED,)),
        ("random", np.uint64),  # the word by which whoever decides is random
        ("moves", np.int32, (MOST_TRIED,)),  # those that are tried
        ("listed", np.int32),  # how many there are
        ("who", np.int32),  # who decides
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
def word_for(random: int, phase: int) -> int:
    """The random word of a decision, by that of its turn."""
    return mixed(following(following(random) if phase == BASTION_PHASE else random))


@rule
def prepare(
    position: Position, phase: int, players: Any, habits: Any, glance: Any, glancing: Any, trying: Any, random: int
) -> int:
    """Note who decides in this phase of the turn and list what is tried; how many moves have to be judged."""
    trying.listed = 0
    if position.phase != phase:
        return 0
    word = word_for(random, phase)
    trying.random = mixed(word)
    trying.who = players[position.seat]
    if trying.who == RANDOM or unit(word) < habits.blunders:
        trying.who = RANDOM
        trying.moves[0] = random_move(position, mixed(following(word)))
        trying.listed = 1
    elif trying.who >= 0 and phase == KNIGHT_PHASE and habits.moves > 0:
        list_glanced(position, min(habits.moves, MOST_GLANCED), glance, glancing, trying)
    else:
        some = habits.bastions if trying.who >= 0 and phase == BASTION_PHASE else 0
        list_legal(position, some, trying, mixed(following(word)))
    return trying.listed if trying.listed > 1 else 0


@rule
def list_glanced(position: Position, wanted: int, glance: Any, glancing: Any, trying: Any) -> None:
    """Try the knight's moves that look best at a glance."""
    trying.listed = list_quickly(position, wanted, 0, 0.0, glance, glancing)
    for place in range(trying.listed):
        trying.moves[place] = glancing.moves[place]


@rule
def list_legal(position: Position, some: int, trying: Any, random: int) -> None:
    """Try all moves, or the first one and some others by chance."""
    moves = count_moves(position)
    trying.listed = min(moves if some == 0 else some + 1, min(moves, MOST_TRIED))
    for place in range(trying.listed):
        number = place
        if place > 0 and trying.listed < moves:
            random = following(random)
            number = 1 + within(mixed(random), moves - 1)
        trying.moves[place] = nth_move(position, number)


@rule
def worth_of_tried(
    position: Position,
    move: int,
    who: int,
    trial: Any,
    networks: Any,
    weights: Any,
    habits: Any,
    judging: Any,
    scratch: Any,
) -> float:
    """What a move is worth to whoever decides; a search has to find out."""
    if who == SEARCH:
        return UNKNOWN
    if who == GREEDY:
        return value_of_move(position, move, trial, weights, scratch)
    return worth_of_move(position, move, trial, networks[who], habits.greed, judging)


@rule
def describe_tried(
    position: Position, move: int, trial: Any, greed: float, judging: Any, rows: Any, owners: Any, seats: Any
) -> float:
    """Describe what a move leads to; where that ends the game, what it is worth, otherwise UNKNOWN."""
    copy_into(trial, position)
    play(trial[0], move, None)
    if ends_game(trial[0]):
        judge_end(trial[0], judging)
        return judged_worth(judging.share[position.seat], judging.lead[position.seat], greed)  # type: ignore[no-any-return]
    describe_position(trial[0], rows, owners, seats, judging)
    return UNKNOWN


@rule
def decide(position: Position, habits: Any, trying: Any) -> None:
    """Make the move of the highest worth with some noise, the first of equals; the greedy player has none."""
    if trying.listed == 0:
        return
    temperature = habits.temperature if trying.who >= 0 else 0.0
    word = trying.random
    best = 0
    if trying.listed > 1:
        most = UNKNOWN
        for place in range(trying.listed):
            worth = trying.worths[place]
            if temperature > 0.0:
                word = following(word)
                worth += temperature * gumbel(mixed(word))
            if worth > most:
                most = worth
                best = place
    play(position, trying.moves[best], None)


@rule
def note_found(position: Position, found: Any, judging: Any) -> None:
    """Keep what was found about a position."""
    for seat in range(position.seats):
        found[SHARES, seat] = judging.share[seat]
        found[LEADS, seat] = judging.lead[seat]


@rule
def judge_tried(
    position: Position,
    phase: int,
    players: Any,
    trial: Any,
    networks: Any,
    weights: Any,
    habits: Any,
    glance: Any,
    glancing: Any,
    trying: Any,
    judging: Any,
    scratch: Any,
    random: int,
) -> None:
    """List what is tried in this phase of the turn, and write what it is worth."""
    for place in range(prepare(position, phase, players, habits, glance, glancing, trying, random)):
        move, who = trying.moves[place], trying.who
        trying.worths[place] = worth_of_tried(position, move, who, trial, networks, weights, habits, judging, scratch)


@rule
def keep_turn(
    position: Position, network: Any, habits: Any, judging: Any, kept: Any, found: Any, result: Any, random: int
) -> int:
    """Keep the position after a turn and what the network finds there, draw; 1 if the game is over now."""
    if position.phase == OVER:
        return 0
    copy_into(kept, position)
    judge(position, position.seat, network, judging)
    note_found(position, found, judging)
    return finish_game(position, habits, judging, result, random)


@rule
def finish_game(position: Position, habits: Any, judging: Any, result: Any, random: int) -> int:
    """Draw and pass the turn; 1 if the game is over now, whose result is kept and after which another may begin."""
    finish_turn(position, None)
    if position.phase != OVER:
        return 0
    judge_end(position, judging)
    note_found(position, result, judging)
    if habits.restart != 0:
        set_up(position, position.seats, (position.first + 1) % position.seats, mixed(random))
    return 1


@kernel
def judge_games(
    positions: Any,
    phase: int,
    players: Any,
    trial: Any,
    networks: Any,
    weights: Any,
    habits: Any,
    glance: Any,
    glancing: Any,
    trying: Any,
    judging: Any,
    scratch: Any,
    randoms: Any,
    start: int,
    stop: int,
) -> None:
    """List and judge what is tried in each game; a turn begins with another random word."""
    for number in range(start, stop):
        if phase == KNIGHT_PHASE:
            randoms[number] = following(randoms[number])
        judge_tried(
            positions[number],
            phase,
            players[number],
            trial,
            networks,
            weights,
            habits,
            glance,
            glancing,
            trying[number],
            judging,
            scratch,
            mixed(randoms[number]),
        )


@kernel
def decide_games(positions: Any, habits: Any, trying: Any, start: int, stop: int) -> None:
    """Make the move of each game that has one to make."""
    for number in range(start, stop):
        decide(positions[number], habits, trying[number])


@kernel
def keep_turns(
    positions: Any,
    network: Any,
    habits: Any,
    judging: Any,
    kept: Any,
    founds: Any,
    results: Any,
    ended: Any,
    randoms: Any,
    start: int,
    stop: int,
) -> None:
    """Keep the turn of each game and draw."""
    for number in range(start, stop):
        ended[number] = keep_turn(
            positions[number],
            network,
            habits,
            judging,
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
    """Write a row for each seat in each duchy with its owner, NOBODY after the last, and a row for each seat.

    Rows that a position does not have may hold anything but for what says so.
    """
    take_stock(position, scratch)
    look_around(position, position.seat, scratch)
    row = 0
    duchies = duchies_in_use(position)
    while duchies != 0:
        duchy = lowest(duchies)
        for seat in range(position.seats):
            if is_involved(position, duchy, seat) and row < len(owners):
                describe_in_duchy(position, duchy, seat, position.seat, rows[row], scratch)
                owners[row] = seat
                row += 1
        duchies = without_lowest(duchies)
    for spare in range(row, len(owners)):
        owners[spare] = NOBODY
    for seat in range(position.seats):
        describe_seat(position, seat, position.seat, seats[seat], scratch)
    for seat in range(position.seats, len(seats)):
        seats[seat, OF_SEAT_ALWAYS] = 0.0
