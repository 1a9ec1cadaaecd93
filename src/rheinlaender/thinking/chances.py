"""The chances of all seats in a position whose hands are all known: some turns are played out, then the network judges.

In a play-out everybody makes good moves: of those that the evaluation likes best, and of those that end the game, one
that the network judges best by what the mover knows, or nearly so: whoever has nothing to gain favours nobody. In the
end everybody judges the own chance by the own hand. The same random words are used for all positions and for all moves
that are compared, so that what they share cancels.
"""

from typing import Any

import numpy as np

from rheinlaender.rules.cards import shuffle_deck
from rheinlaender.rules.chance import following, mixed, random_below
from rheinlaender.rules.compile import rule
from rheinlaender.rules.legal import count_moves, nth_move
from rheinlaender.rules.moves import NO_BASTION, make_move
from rheinlaender.rules.position import BASTION_PHASE, DRAW_PHASE, KNIGHT_PHASE, OVER, Position
from rheinlaender.rules.turn import ends_game, finish_turn, play
from rheinlaender.thinking.evaluation import LEAST
from rheinlaender.thinking.judged import is_same_for_another_card, worth_of_move
from rheinlaender.thinking.network import judge
from rheinlaender.thinking.policy import value_of_move
from rheinlaender.thinking.redeal import redeal, sort_deck

ASKED, WALKING, TRYING, WORLD, PLACES = range(5)
"""The places of a judge's positions: what was asked about, what a play-out walks and tries in, a world; how many."""

GREED_OF_JUDGE = 0.01
"""What a coin of lead counts beside a share of victory when a good move is looked for."""
NEARLY = 0.01
"""Moves that are worth so little less than the best are as good."""
MOST_LIKED = 5

LIKED = np.dtype([("move", np.int64, (MOST_LIKED + 1,)), ("value", np.float64, (MOST_LIKED + 1,))], align=True)
"""The moves that the evaluation likes best, the best first, and the best that ends the game."""


@rule
def judge_all(position: Position, network: Any, judging: Any, chances: Any) -> None:
    """Write each seat's chance as it judges itself by its own hand; together they are one."""
    total = 0.0
    for seat in range(position.seats):
        judge(position, seat, network, judging)
        chances[seat] = judging.share[seat]
        total += chances[seat]
    for seat in range(position.seats):
        chances[seat] = chances[seat] / total


@rule
def like_move(liked: Any, move: int, value: float) -> None:
    """Put a move among those that are liked best, if it is one of them."""
    place = MOST_LIKED
    while place > 0 and value > liked.value[place - 1]:
        place -= 1
        if place + 1 < MOST_LIKED:
            liked.move[place + 1] = liked.move[place]
            liked.value[place + 1] = liked.value[place]
    if place < MOST_LIKED:
        liked.move[place] = move
        liked.value[place] = value


@rule
def find_good_moves(
    position: Position, trial: Any, network: Any, weights: Any, scratch: Any, judging: Any, liked: Any
) -> None:
    """Write the moves that the evaluation likes best, and the best that ends the game, with their worth by the network.

    Of reinforcements of a field only that with the lowest card is tried.
    """
    for place in range(MOST_LIKED + 1):
        liked.value[place] = LEAST
    for number in range(count_moves(position)):
        move = nth_move(position, number)
        if not is_same_for_another_card(position, move):
            value = value_of_move(position, move, trial, weights, scratch)
            if not ends_game(trial[0]):
                like_move(liked, move, value)
            else:
                worth = worth_of_move(position, move, trial, network, GREED_OF_JUDGE, judging)
                if worth > liked.value[MOST_LIKED]:
                    liked.move[MOST_LIKED] = move
                    liked.value[MOST_LIKED] = worth
    for place in range(MOST_LIKED):
        if liked.value[place] > LEAST:
            liked.value[place] = worth_of_move(position, liked.move[place], trial, network, GREED_OF_JUDGE, judging)


@rule
def good_move(position: Position, liked: Any) -> int:
    """One of the moves that are worth most, or nearly as much, by chance."""
    most = liked.value[0]
    for place in range(1, MOST_LIKED + 1):
        most = max(most, liked.value[place])
    near = 0
    for place in range(MOST_LIKED + 1):
        if liked.value[place] > most - NEARLY:
            liked.move[near] = liked.move[place]
            near += 1
    return liked.move[random_below(position, near)]  # type: ignore[no-any-return]


@rule
def play_well(positions: Any, turns: int, network: Any, weights: Any, scratch: Any, judging: Any, liked: Any) -> None:
    """Play some turns by good moves, without bastions, after the one that is going on if its knight is placed."""
    position = positions[WALKING]
    last = position.turn + turns
    if turns > 0 and position.phase != KNIGHT_PHASE:
        last += 1
    while position.phase != OVER and position.turn < last:
        if position.phase == DRAW_PHASE:
            finish_turn(position, None)
        elif position.phase == BASTION_PHASE:
            play(position, make_move(NO_BASTION, 0, 0), None)
        else:
            find_good_moves(position, positions[TRYING:], network, weights, scratch, judging, liked)
            play(position, good_move(position, liked), None)


@rule
def play_and_judge(
    positions: Any, turns: int, network: Any, weights: Any, scratch: Any, judging: Any, liked: Any, chances: Any
) -> None:
    """Play on where a play-out walks, then write all seats' chances."""
    play_well(positions, turns, network, weights, scratch, judging, liked)
    judge_all(positions[WALKING], network, judging, chances)


@rule
def see_chances(
    positions: Any,
    words: Any,
    turns: int,
    network: Any,
    weights: Any,
    scratch: Any,
    judging: Any,
    liked: Any,
    found: Any,
) -> None:
    """Write all seats' chances in the position that is asked about, a row for each random word."""
    sort_deck(positions[ASKED])
    for number in range(len(words)):
        positions[WALKING] = positions[ASKED]
        if positions[WALKING].phase != OVER:
            positions[WALKING].rng = mixed(following(words[number]))
            shuffle_deck(positions[WALKING])
            play_well(positions, turns, network, weights, scratch, judging, liked)
        judge_all(positions[WALKING], network, judging, found[number])


@rule
def weigh_moves(
    positions: Any,
    moves: Any,
    words: Any,
    turns: int,
    network: Any,
    weights: Any,
    scratch: Any,
    judging: Any,
    liked: Any,
    found: Any,
) -> None:
    """Write all seats' chances after each move, a row for each random word: a world that the seat to move may be in."""
    seat = positions[ASKED].seat
    for number in range(len(words)):
        positions[WORLD] = positions[ASKED]
        positions[WORLD].rng = mixed(following(words[number]))
        redeal(positions[WORLD], seat)
        weigh_in_world(positions, moves, turns, network, weights, scratch, judging, liked, found[number])


@rule
def weigh_in_world(
    positions: Any,
    moves: Any,
    turns: int,
    network: Any,
    weights: Any,
    scratch: Any,
    judging: Any,
    liked: Any,
    found: Any,
) -> None:
    """Write all seats' chances after each move in the world that lies in its place, a row for each move."""
    for place in range(len(moves)):
        positions[WALKING] = positions[WORLD]
        play(positions[WALKING], moves[place], None)
        play_well(positions, turns, network, weights, scratch, judging, liked)
        judge_all(positions[WALKING], network, judging, found[place])


@rule
def weigh_in_worlds(
    positions: Any,
    worlds: Any,
    moves: Any,
    turns: int,
    network: Any,
    weights: Any,
    scratch: Any,
    judging: Any,
    liked: Any,
    found: Any,
) -> None:
    """Write all seats' chances after each move in worlds that have been dealt."""
    for number in range(len(worlds)):
        positions[WORLD] = worlds[number]
        weigh_in_world(positions, moves, turns, network, weights, scratch, judging, liked, found[number])
