"""Foresight: the moves of a turn are compared by play-outs in which all play by a glance and the network judges.

Every simulation deals the unseen cards anew. The tree is the present turn alone, the knight and the bastion, whose
moves carry priors from the network. Then all seats play by the quick policy until the searcher has moved some rounds
later, and the network judges by what the searcher knows there. All moves are tried in the same worlds, in one order.
"""

import math
from typing import Any

import numpy as np

from rheinlaender.rules.chance import following, mixed
from rheinlaender.rules.compile import rule
from rheinlaender.rules.legal import count_moves, nth_move
from rheinlaender.rules.moves import NO_BASTION, make_move
from rheinlaender.rules.position import BASTION_PHASE, DRAW_PHASE, OVER, Position
from rheinlaender.rules.primitives import copy_into
from rheinlaender.rules.turn import finish_turn, play
from rheinlaender.thinking.evaluation import LEAST
from rheinlaender.thinking.judged import judged_worth, worth_of_move
from rheinlaender.thinking.network import judge
from rheinlaender.thinking.policy import value_of_move
from rheinlaender.thinking.quick import quick_move
from rheinlaender.thinking.redeal import redeal_remembering
from rheinlaender.thinking.search import (
    EVEN_PRIOR,
    MOST_LISTED,
    NO_NODE,
    NODES_BESIDE,
    ROOT,
    add_child,
    best_listed,
    keep_best,
    next_random,
    pass_up,
)

FORESIGHT = np.dtype(
    [
        ("root_exploration", np.float64),
        ("prior_temperature", np.float64),  # shares of victory; lower trusts the network's first judgement more
        ("coins", np.float64),  # how much a coin of lead counts beside the share of victory
        ("rounds", np.int64),  # after so many rounds, when the searcher has moved, the network judges
        ("noise", np.float64),  # how much chance is mixed into the moves that are played out
        ("bastions", np.int64),  # how many bastions are considered
    ],
    align=True,
)


@rule
def foresee(
    positions: Any,
    nodes: Any,
    task: Any,
    settings: Any,
    weights: Any,
    scratch: Any,
    network: Any,
    judging: Any,
    glance: Any,
    glancing: Any,
    memory: Any,
    simulations: int,
) -> None:
    """Simulate from the position in place 0 while the tree has room; places 1 and 2 are for walking and trying."""
    seat = positions[0].seat
    last = positions[0].turn + settings.rounds * positions[0].seats
    for _ in range(simulations):
        if task.nodes >= len(nodes) - MOST_LISTED:
            return
        copy_into(positions[1:], positions[0])
        if nodes[ROOT].is_open == 0:
            list_judged(positions, nodes, ROOT, task, settings, weights, scratch, network, judging)
        leaf = best_listed(nodes, ROOT, seat, settings)
        task.random = mixed(following(task.base + nodes[leaf].visits))
        positions[1].rng = next_random(task)
        redeal_remembering(positions[1], seat, memory)
        play(positions[1], nodes[leaf].move, None)
        if positions[1].phase == BASTION_PHASE and nodes[leaf].visits > 0:
            if nodes[leaf].is_open == 0:
                list_judged(positions, nodes, leaf, task, settings, weights, scratch, network, judging)
            leaf = best_listed(nodes, leaf, seat, settings)
            play(positions[1], nodes[leaf].move, None)
        play_quickly(positions[1], last, task, settings, glance, glancing)
        judge(positions[1], seat, network, judging)
        for other in range(positions[1].seats):
            task.value[other] = judged_worth(judging.share[other], judging.lead[other], settings.coins)
        pass_up(positions[1], nodes, task, leaf)


@rule
def list_judged(
    positions: Any,
    nodes: Any,
    node: int,
    task: Any,
    settings: Any,
    weights: Any,
    scratch: Any,
    network: Any,
    judging: Any,
) -> None:
    """List the moves of a decision with priors from the network; of bastions those that the evaluation likes best."""
    position = positions[1]
    for number in range(min(count_moves(position), MOST_LISTED - NODES_BESIDE)):
        move = nth_move(position, number)
        value = 0.0
        if position.phase == BASTION_PHASE:
            value = value_of_move(position, move, positions[2:], weights, scratch)
        add_child(nodes, node, move, value, task)
    if position.phase == BASTION_PHASE:
        keep_best(nodes, node, settings.bastions, task)
    most = LEAST
    child = nodes[node].first_child
    while child != NO_NODE:
        worth = worth_of_move(position, nodes[child].move, positions[2:], network, settings.coins, judging)
        nodes[child].prior = worth
        most = max(most, worth)
        child = nodes[child].next_sibling
    soften_priors(nodes, node, most, settings.prior_temperature)
    nodes[node].is_open = 1


@rule
def soften_priors(nodes: Any, node: int, most: float, temperature: float) -> None:
    """Turn what the moves are worth into priors that add up to one."""
    total = 0.0
    child = nodes[node].first_child
    while child != NO_NODE:
        nodes[child].prior = math.exp((nodes[child].prior - most) / temperature)
        total += nodes[child].prior
        child = nodes[child].next_sibling
    child = nodes[node].first_child
    while child != NO_NODE:
        nodes[child].prior = (1.0 - EVEN_PRIOR) * nodes[child].prior / total + EVEN_PRIOR / nodes[node].children
        child = nodes[child].next_sibling


@rule
def play_quickly(position: Position, last: int, task: Any, settings: Any, glance: Any, glancing: Any) -> None:
    """Play by the quick policy, without bastions, until the knight of the last turn is placed."""
    while position.phase != OVER:
        if position.phase == DRAW_PHASE:
            if position.turn >= last:
                return
            finish_turn(position, None)
        elif position.phase == BASTION_PHASE:
            play(position, make_move(NO_BASTION, 0, 0), None)
        else:
            play(position, quick_move(position, next_random(task), settings.noise, glance, glancing), None)
