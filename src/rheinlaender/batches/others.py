"""One seat among random players: a step and everything up to the next look, in one call from Python."""

from typing import Any

from rheinlaender.batches.actions import write_mask
from rheinlaender.batches.features import observe
from rheinlaender.batches.kernels import step_one
from rheinlaender.rules.chance import following, mixed
from rheinlaender.rules.compile import kernel, rule
from rheinlaender.rules.position import DRAW_PHASE, NOBODY, OVER, Position
from rheinlaender.rules.primitives import thread, threads, wide
from rheinlaender.rules.turn import finish_turn, play
from rheinlaender.thinking.random_play import random_move


@rule
def step_and_see(positions: Any, action: int, masks: Any, rows: Any) -> int:
    """One step of the first position as `step_one`; if the game goes on, mask and observation of the seat to move."""
    seat = step_one(positions, action)
    if seat >= 0:
        write_mask(positions[0], masks[0])
        observe(positions[0], seat, rows[0])
    return seat


@rule
def step_past_others(positions: Any, action: int, own: int, randoms: Any, masks: Any, rows: Any) -> int:
    """One step of the own seat, random ones of the others, and what the own seat sees then; returns as `step_one`."""
    seat = step_one(positions, action)
    if seat >= NOBODY:
        randoms[0] = play_others(positions[0], own, randoms[0])
        write_mask(positions[0], masks[0])
        observe(positions[0], own, rows[0])
        return NOBODY if positions[0].phase == OVER else wide(positions[0].seat)
    return seat


@rule
def play_others(position: Position, own: int, random: int) -> int:
    """Let the other seats act at random until the own one is to move or the game is over; the generator after it."""
    while position.phase != OVER and position.seat != own:
        random = following(random)
        play(position, random_move(position, mixed(random)), None)
        if position.phase == DRAW_PHASE:
            finish_turn(position, None)
    return random


@kernel
def play_others_games(positions: Any, owns: Any, randoms: Any, start: int, stop: int) -> None:
    """Let the other seats of each game act at random until the own one is to move or the game is over."""
    for number in range(start + thread(), stop, threads()):
        randoms[number] = play_others(positions[number], owns[number], randoms[number])
