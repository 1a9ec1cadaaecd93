"""Judging by the end: all seats play by the quick policy until the game is over, and victory is counted by the rules.

No network has a part in it. All moves that are compared are tried in the same worlds with the same chance.
"""

from typing import Any

from rheinlaender.rules.chance import following, mixed
from rheinlaender.rules.compile import rule
from rheinlaender.rules.position import MOST_TURNS, Position
from rheinlaender.rules.turn import play
from rheinlaender.rules.worth import final_coins
from rheinlaender.thinking.foresight import play_quickly


@rule
def play_to_the_end(
    worlds: Any, words: Any, moves: Any, walking: Any, task: Any, settings: Any, glance: Any, glancing: Any, found: Any
) -> None:
    """Write the mover's share of victory after each move (columns) in worlds that have been dealt (rows)."""
    for number in range(len(worlds)):
        seat = worlds[number].seat
        for place in range(len(moves)):
            walking[0] = worlds[number]
            task.random = mixed(following(words[number]))
            play(walking[0], moves[place], None)
            play_quickly(walking[0], 2 * MOST_TURNS, task, settings, glance, glancing)
            found[number, place] = share_of_victory(walking[0], seat)


@rule
def share_of_victory(position: Position, seat: int) -> float:
    """A seat's share of victory in a game that is over: those with the most coins share it. Section 6.4."""
    own = final_coins(position, seat)
    winners = 0
    for other in range(position.seats):
        coins = final_coins(position, other)
        if coins > own:
            return 0.0
        if coins == own:
            winners += 1
    return 1.0 / winners
