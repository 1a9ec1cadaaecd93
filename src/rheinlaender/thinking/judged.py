"""Playing by the network: every legal move is tried, and the position after it judged by what the mover can know."""

from typing import Any

from rheinlaender.rules.compile import rule
from rheinlaender.rules.legal import count_moves, nth_move
from rheinlaender.rules.moves import REINFORCE, card_of, kind_of
from rheinlaender.rules.position import Position
from rheinlaender.rules.primitives import copy_into, lowest
from rheinlaender.rules.turn import play
from rheinlaender.thinking.network import judge


@rule
def judged_worth(share: Any, lead: Any, greed: float) -> Any:
    """A share of victory, and a little for each coin of lead; of one position, or of arrays of them."""
    return share + greed * lead


@rule
def worth_of_move(position: Position, move: int, trial: Any, network: Any, greed: float, judging: Any) -> float:
    """The mover's share of victory after a move, and a little for each coin of its lead."""
    seat = position.seat
    copy_into(trial, position)
    play(trial[0], move, None)
    judge(trial[0], seat, network, judging)
    return judged_worth(judging.share[seat], judging.lead[seat], greed)  # type: ignore[no-any-return]


@rule
def is_same_for_another_card(position: Position, move: int) -> bool:
    """Whether a move is a reinforcement that the lowest card of the hand can do as well."""
    return kind_of(move) == REINFORCE and card_of(move) != lowest(position.hand[position.seat])


@rule
def judged_move(position: Position, trial: Any, network: Any, greed: float, judging: Any) -> int:
    """The move of the highest worth, the first of equals."""
    best = nth_move(position, 0)
    moves = count_moves(position)
    if moves == 1:
        return best
    most = worth_of_move(position, best, trial, network, greed, judging)
    for number in range(1, moves):
        move = nth_move(position, number)
        worth = worth_of_move(position, move, trial, network, greed, judging)
        if worth > most:
            most = worth
            best = move
    return best
