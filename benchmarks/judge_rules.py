"""Kernels of the benchmark of the judge: games whose positions are judged, a judgement, and its parts."""

from typing import Any

from rheinlaender.rules.compile import rule
from rheinlaender.rules.position import DRAW_PHASE, OVER
from rheinlaender.rules.setup import set_up
from rheinlaender.rules.turn import finish_turn, play
from rheinlaender.thinking.description import take_stock
from rheinlaender.thinking.judged import judged_move
from rheinlaender.thinking.network import add_duchies, judge
from rheinlaender.thinking.reach import look_around


@rule
def keep_positions(places: Any, kept: Any, seats: int, seed: int, network: Any, judging: Any) -> int:
    """Play a game by the network and keep every position after a knight or a bastion; how many there are."""
    set_up(places[0], seats, 0, seed)
    count = 0
    while places[0].phase != OVER:
        if places[0].phase == DRAW_PHASE:
            finish_turn(places[0], None)
        else:
            play(places[0], judged_move(places[0], places[1:], network, 0.01, judging), None)
            if count < len(kept):
                kept[count] = places[0]
                count += 1
    return count


@rule
def judge_all(positions: Any, network: Any, judging: Any, found: Any) -> None:
    """Judge every position by what its mover knows."""
    for number in range(len(positions)):
        judge(positions[number], positions[number].seat, network, judging)
        for seat in range(positions[number].seats):
            found[number, seat, 0] = judging.share[seat]
            found[number, seat, 1] = judging.lead[seat]


@rule
def look_all(positions: Any, judging: Any) -> None:
    """Only look around."""
    for number in range(len(positions)):
        take_stock(positions[number], judging)
        look_around(positions[number], positions[number].seat, judging)


@rule
def sum_all(positions: Any, network: Any, judging: Any) -> None:
    """Look around and add the duchies up."""
    for number in range(len(positions)):
        take_stock(positions[number], judging)
        look_around(positions[number], positions[number].seat, judging)
        add_duchies(positions[number], positions[number].seat, network, judging)
