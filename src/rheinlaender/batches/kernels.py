"""Many games at once: each kernel goes through the games from `start` up to `stop` and does one thing with each.

On the CPU several threads take a part of the games each; on a GPU every thread takes some. No game looks at another,
and chance is in each game's own numbers, so that the results are the same however the games are divided.
"""

from typing import Any

from rheinlaender.batches.actions import NO_MOVE, action_of_move, move_of_action, write_mask, write_rewards
from rheinlaender.batches.features import draw_facts, draw_planes, observe
from rheinlaender.rules.chance import following, mixed
from rheinlaender.rules.compile import kernel, rule
from rheinlaender.rules.legal import is_legal
from rheinlaender.rules.options import YES
from rheinlaender.rules.position import DRAW_PHASE, MOST_SEATS, NOBODY, OVER, Position
from rheinlaender.rules.primitives import thread, threads, wide
from rheinlaender.rules.setup import set_up
from rheinlaender.rules.turn import finish_turn, play
from rheinlaender.thinking.random_play import play_to_end, random_move

ACCEPTED, WAITING, ILLEGAL, FINISHED = range(4)
"""What a step says to a game: done; not chosen; the action is not legal; the game is over."""
STEP_ILLEGAL, STEP_FINISHED = -2, -3


@kernel
def begin_games(seeds: Any, words: Any, rewards: Any, ended: Any, chosen: Any, start: int, stop: int) -> None:
    """Give the chosen games their seeds; they have no reward and no end yet."""
    for number in range(start + thread(), stop, threads()):
        if chosen[number] != 0:
            seeds[number] = words[number]
            ended[number] = 0
            for seat in range(MOST_SEATS):
                rewards[number, seat] = 0


@kernel
def set_up_games(
    positions: Any, template: Any, seeds: Any, firsts: Any, chosen: Any, seats: int, start: int, stop: int
) -> None:
    """Set up the chosen games anew, with the options of the template."""
    for number in range(start + thread(), stop, threads()):
        if chosen[number] != 0:
            copy_options(positions[number], template[0])
            set_up(positions[number], seats, firsts[number], seeds[number])


@rule
def copy_options(position: Position, template: Position) -> None:
    """Take over the options of another position. Section 9."""
    position.end = template.end
    position.reinforcement_neighbours = template.reinforcement_neighbours
    position.reinforce_on_river = template.reinforce_on_river
    position.merger = template.merger
    position.archbishop_bonus = template.archbishop_bonus
    position.bastion_opens_river = template.bastion_opens_river
    position.open_coins = template.open_coins


@kernel
def mask_games(positions: Any, masks: Any, start: int, stop: int) -> None:
    """Write which actions are legal in each game."""
    for number in range(start + thread(), stop, threads()):
        write_mask(positions[number], masks[number])


@kernel
def observe_games(positions: Any, observers: Any, observations: Any, start: int, stop: int) -> None:
    """Write what a seat of each game may know, in compact form; for NOBODY it is the seat to move."""
    for number in range(start + thread(), stop, threads()):
        observe(positions[number], observing_seat(positions[number], observers[number]), observations[number])


@rule
def observing_seat(position: Position, observer: int) -> int:
    """The seat that observes; the seat to move stands in for NOBODY."""
    return position.seat if observer == NOBODY else observer


@kernel
def draw_games(observations: Any, planes: Any, facts: Any, start: int, stop: int) -> None:
    """Write the float form of observations in compact form."""
    for number in range(start + thread(), stop, threads()):
        draw_planes(observations[number], planes[number])
        draw_facts(observations[number], facts[number])


@kernel
def check_games(positions: Any, actions: Any, chosen: Any, refused: Any, start: int, stop: int) -> None:
    """Write whether each chosen game accepts its action, or why not; the others wait."""
    for number in range(start + thread(), stop, threads()):
        refused[number] = WAITING if chosen[number] == 0 else refusal_of(positions[number], actions[number])


@kernel
def seat_games(positions: Any, seats: Any, start: int, stop: int) -> None:
    """Write the seat to move of each game."""
    for number in range(start + thread(), stop, threads()):
        seats[number] = positions[number].seat


@rule
def refusal_of(position: Position, action: int) -> int:
    """Why an action cannot be done: the game is over, or it is not legal; or ACCEPTED."""
    if position.phase == OVER:
        return FINISHED
    move = move_of_action(position, action)
    return ACCEPTED if move != NO_MOVE and is_legal(position, move) else ILLEGAL


@kernel
def step_games(
    positions: Any,
    actions: Any,
    refused: Any,
    seeds: Any,
    rewards: Any,
    ended: Any,
    kind: int,
    restart: int,
    start: int,
    stop: int,
) -> None:
    """Do the action of each game that accepts it, then the draw if the turn is complete; write rewards and ends."""
    for number in range(start + thread(), stop, threads()):
        if refused[number] == ACCEPTED:
            do_action(positions[number], actions[number])
            write_rewards(positions[number], rewards[number], kind)
            ended[number] = 1 if positions[number].phase == OVER else 0
            if ended[number] != 0 and restart == YES:
                seeds[number] = following(seeds[number])
                set_up_next(positions[number], mixed(seeds[number]))


@rule
def do_action(position: Position, action: int) -> None:
    """Do a legal action and, if it is the turn's last decision, draw and pass the turn on. Section 2."""
    play(position, move_of_action(position, action), None)
    if position.phase == DRAW_PHASE:
        finish_turn(position, None)


@rule
def set_up_next(position: Position, seed: int) -> None:
    """Set up the next game at the same table: the seat to the left of the last first seat begins."""
    set_up(position, position.seats, (position.first + 1) % position.seats, seed)


@kernel
def see_games(positions: Any, observers: Any, masks: Any, observations: Any, start: int, stop: int) -> None:
    """Write mask and compact observation of each game in one go."""
    for number in range(start + thread(), stop, threads()):
        write_mask(positions[number], masks[number])
        observe(positions[number], observing_seat(positions[number], observers[number]), observations[number])


@kernel
def choose_actions(positions: Any, randoms: Any, actions: Any, start: int, stop: int) -> None:
    """Choose a random legal action in each game that is not over, each with the same chance."""
    for number in range(start + thread(), stop, threads()):
        if positions[number].phase != OVER:
            randoms[number] = following(randoms[number])
            move = random_move(positions[number], mixed(randoms[number]))
            actions[number] = action_of_move(positions[number], move)


@kernel
def play_out_games(positions: Any, randoms: Any, start: int, stop: int) -> None:
    """Play each game to its end with random moves."""
    for number in range(start + thread(), stop, threads()):
        randoms[number] = play_to_end(positions[number], randoms[number])


@kernel
def reward_games(positions: Any, rewards: Any, ended: Any, kind: int, start: int, stop: int) -> None:
    """Write the rewards of each game, and whether it is over."""
    for number in range(start + thread(), stop, threads()):
        write_rewards(positions[number], rewards[number], kind)
        ended[number] = 1 if positions[number].phase == OVER else 0


@kernel
def play_whole_games(positions: Any, template: Any, seeds: Any, seats: int, start: int, stop: int) -> None:
    """Set up each game with its seed and the options of the template, and play it to its end with random moves."""
    for number in range(start + thread(), stop, threads()):
        copy_options(positions[number], template[0])
        play_whole_game(positions[number], seats, seeds[number])


@rule
def play_whole_game(position: Position, seats: int, seed: int) -> int:
    """Set up a game and play it to its end with random moves, all decided by the seed; the number of turns."""
    set_up(position, seats, 0, seed)
    play_to_end(position, mixed(seed))
    return wide(position.turn)


@rule
def step_one(positions: Any, action: int) -> int:
    """One step of the first position: the seat to move, NOBODY when the game is over, or why nothing was done."""
    position = positions[0]
    if position.phase == OVER:
        return STEP_FINISHED
    move = move_of_action(position, action)
    if move == NO_MOVE or not is_legal(position, move):
        return STEP_ILLEGAL
    play(position, move, None)
    if position.phase == DRAW_PHASE:
        finish_turn(position, None)
    return NOBODY if position.phase == OVER else wide(position.seat)
