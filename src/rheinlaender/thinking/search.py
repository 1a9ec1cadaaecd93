"""Information-set Monte Carlo tree search, in compiled code over the engine's record.

Every simulation deals the unseen cards anew and walks down one tree that all these worlds share (single observer). Root
moves and the searcher's bastions carry priors from the greedy evaluation; further down, nodes widen slowly by moves
that the policy proposes in the world at hand. A simulation ends in a short play-out by that policy and the evaluation.
Values are shares of victory, one for each seat, and each seat picks what is best for itself (max-n).
"""

import math
from typing import Any

import numpy as np

from rheinlaender.rules.chance import following, mixed
from rheinlaender.rules.compile import rule
from rheinlaender.rules.legal import count_moves, is_legal, nth_move
from rheinlaender.rules.moves import NO_BASTION, make_move
from rheinlaender.rules.position import BASTION_PHASE, DRAW_PHASE, MOST_SEATS, OVER, Position
from rheinlaender.rules.primitives import copy_into
from rheinlaender.rules.turn import finish_turn, play
from rheinlaender.rules.worth import final_coins
from rheinlaender.thinking.evaluation import LEAST
from rheinlaender.thinking.policy import sampled_move, value_of_move
from rheinlaender.thinking.redeal import redeal
from rheinlaender.thinking.value import predict, time_left

NODE = np.dtype(
    [
        ("total", np.float64, (MOST_SEATS,)),  # sum of values by seat
        ("prior", np.float32),
        ("move", np.int32),  # the move that leads here
        ("parent", np.int32),
        ("first_child", np.int32),
        ("next_sibling", np.int32),
        ("visits", np.int32),
        ("available", np.int32),  # how often the move was legal when its parent was visited
        ("children", np.int16),
        ("is_open", np.int8),  # whether all moves of the node have been listed
    ],
    align=True,
)

SETTINGS = np.dtype(
    [
        ("root_exploration", np.float64),
        ("tree_exploration", np.float64),
        ("widening", np.float64),  # children allowed = widening * sqrt(visits)
        ("prior_temperature", np.float64),  # coins; lower trusts the evaluation more
        ("value_temperature", np.float64),  # coins of lead that make a seat clearly ahead at the end
        ("value_temperature_at_start", np.float64),  # ... more at the start of the game
        ("coins", np.float64),  # how much coins count beside the share of victory
        ("tree_turns", np.int64),  # turns, the searcher's present one included, whose decisions are in the tree
        ("playout_turns", np.int64),
        ("playout_samples", np.int64),
        ("proposal_samples", np.int64),
        ("bastions", np.int64),  # how many bastions are considered
    ],
    align=True,
)

TASK = np.dtype(
    [
        ("random", np.uint64),
        ("base", np.uint64),  # what the random words of `foresee` are counted from
        ("nodes", np.int64),
        ("value", np.float64, (MOST_SEATS,)),
    ],
    align=True,
)

NO_NODE = -1
ROOT = 0
MOST_LISTED = 512  # nodes that one simulation may add
NODES_BESIDE = 8  # those of them that are not moves of a listed decision
EVEN_PRIOR = 0.05  # share of the priors that all listed moves have alike, so that none is never tried
CERTAIN = 0.01  # the temperature, in coins, at the end of the game, where one coin of lead is victory


@rule
def simulate(
    positions: Any, nodes: Any, task: Any, settings: Any, weights: Any, factors: Any, scratch: Any, simulations: int
) -> None:
    """Simulate from the position in place 0 while the tree has room; places 1 and 2 are for walking and trying."""
    seat = positions[0].seat
    for _ in range(simulations):
        if task.nodes >= len(nodes) - MOST_LISTED:
            return
        copy_into(positions[1:], positions[0])
        positions[1].rng = next_random(task)
        redeal(positions[1], seat)
        leaf = walk_down(positions, nodes, task, settings, weights, scratch)
        play_out(positions, task, settings, weights, scratch)
        value_position(positions[1], task, settings, factors, scratch)
        pass_up(positions[1], nodes, task, leaf)


@rule
def next_random(task: Any) -> int:
    """The search's own generator."""
    task.random = following(task.random)
    return mixed(task.random)


@rule
def walk_down(positions: Any, nodes: Any, task: Any, settings: Any, weights: Any, scratch: Any) -> int:
    """Follow the tree to a new node, to its last turn or to the end of the game; the last node."""
    position = positions[1]
    last = position.turn + settings.tree_turns
    node = ROOT
    while position.phase != OVER and position.turn < last:
        if position.phase == DRAW_PHASE:
            finish_turn(position, None)
            continue
        child = choose_child(positions, nodes, node, task, settings, weights, scratch)
        play(position, nodes[child].move, None)
        node = child
        if nodes[node].visits == 0:
            break
    return node


@rule
def choose_child(positions: Any, nodes: Any, node: int, task: Any, settings: Any, weights: Any, scratch: Any) -> int:
    """The child to follow in this world; a node is listed or widened first where it is due."""
    position = positions[1]
    if position.seat == positions[0].seat and (node == ROOT or is_own_bastion(position, nodes, node)):
        if nodes[node].is_open == 0:
            list_moves(positions, nodes, node, task, settings, weights, scratch)
        return best_listed(nodes, node, position.seat, settings)
    if position.phase == BASTION_PHASE:
        return child_with_move(nodes, node, make_move(NO_BASTION, 0, 0), task)
    proposed = widened(positions, nodes, node, task, settings, weights, scratch)
    if proposed != NO_NODE:
        return proposed
    return best_widened(position, nodes, node, settings)


@rule
def is_own_bastion(position: Position, nodes: Any, node: int) -> bool:
    """Whether the node is the bastion decision of the searcher's present turn."""
    return position.phase == BASTION_PHASE and nodes[node].parent == ROOT


@rule
def add_child(nodes: Any, node: int, move: int, prior: float, task: Any) -> int:
    """A new node under another."""
    child = task.nodes
    task.nodes += 1
    nodes[child].move = move
    nodes[child].prior = prior
    nodes[child].parent = node
    nodes[child].first_child = NO_NODE
    nodes[child].next_sibling = nodes[node].first_child
    nodes[child].visits = 0
    nodes[child].available = 0
    nodes[child].children = 0
    nodes[child].is_open = 0
    for seat in range(MOST_SEATS):
        nodes[child].total[seat] = 0.0
    nodes[node].first_child = child
    nodes[node].children += 1
    return child  # type: ignore[no-any-return]


@rule
def clear_tree(nodes: Any, task: Any) -> None:
    """A tree that is only its root."""
    task.nodes = 0
    nodes[ROOT].first_child = NO_NODE
    add_child(nodes, ROOT, 0, 1.0, task)
    nodes[ROOT].first_child = NO_NODE
    nodes[ROOT].next_sibling = NO_NODE
    nodes[ROOT].parent = NO_NODE
    nodes[ROOT].children = 0


@rule
def list_moves(positions: Any, nodes: Any, node: int, task: Any, settings: Any, weights: Any, scratch: Any) -> None:
    """List the moves of a decision of the searcher's turn, with priors from the evaluation."""
    position = positions[1]
    most = LEAST
    for number in range(min(count_moves(position), MOST_LISTED - NODES_BESIDE)):
        move = nth_move(position, number)
        value = value_of_move(position, move, positions[2:], weights, scratch)
        add_child(nodes, node, move, value, task)
        most = max(most, value)
    if position.phase == BASTION_PHASE:
        keep_best(nodes, node, settings.bastions, task)
    child = nodes[node].first_child
    total = 0.0
    while child != NO_NODE:
        weight = math.exp((nodes[child].prior - most) / settings.prior_temperature)
        nodes[child].prior = weight
        total += weight
        child = nodes[child].next_sibling
    child = nodes[node].first_child
    while child != NO_NODE:
        nodes[child].prior = (1.0 - EVEN_PRIOR) * nodes[child].prior / total + EVEN_PRIOR / nodes[node].children
        child = nodes[child].next_sibling
    nodes[node].is_open = 1


@rule
def keep_best(nodes: Any, node: int, kept: int, task: Any) -> None:
    """Forget all children just listed but those of the highest values, and the first move, which is no bastion."""
    first = task.nodes - nodes[node].children
    while nodes[node].children > kept:
        least = NO_NODE
        before_least = NO_NODE
        before = NO_NODE
        child = nodes[node].first_child
        while nodes[child].next_sibling != NO_NODE:
            if least == NO_NODE or nodes[child].prior < nodes[least].prior:
                least = child
                before_least = before
            before = child
            child = nodes[child].next_sibling
        if before_least == NO_NODE:
            nodes[node].first_child = nodes[least].next_sibling
        else:
            nodes[before_least].next_sibling = nodes[least].next_sibling
        nodes[least].parent = NO_NODE
        nodes[node].children -= 1
    close_ranks(nodes, node, first, task)


@rule
def close_ranks(nodes: Any, node: int, first: int, task: Any) -> None:
    """Let the children that were just listed, from a first one on, stand where forgotten ones stood."""
    place = first
    for number in range(first, task.nodes):
        if nodes[number].parent == node:
            nodes[place].move = nodes[number].move
            nodes[place].prior = nodes[number].prior
            nodes[place].parent = node
            nodes[place].next_sibling = place - 1 if place > first else NO_NODE
            place += 1
    nodes[node].first_child = place - 1
    task.nodes = place


@rule
def best_listed(nodes: Any, node: int, seat: int, settings: Any) -> int:
    """The listed child with the best mix of value, prior and curiosity (PUCT)."""
    root = math.sqrt(nodes[node].visits + 1.0)
    start = nodes[node].total[seat] / max(1, nodes[node].visits)
    best = NO_NODE
    most = LEAST
    child = nodes[node].first_child
    while child != NO_NODE:
        visits = nodes[child].visits
        value = nodes[child].total[seat] / visits if visits > 0 else start
        score = value + settings.root_exploration * nodes[child].prior * root / (1 + visits)
        if score > most:
            most = score
            best = child
        child = nodes[child].next_sibling
    return best


@rule
def find_child(nodes: Any, node: int, move: int) -> int:
    """The child that a move leads to, or NO_NODE."""
    child = nodes[node].first_child
    while child != NO_NODE and nodes[child].move != move:
        child = nodes[child].next_sibling
    return child  # type: ignore[no-any-return]


@rule
def child_with_move(nodes: Any, node: int, move: int, task: Any) -> int:
    """The child that a move leads to, made if there is none yet."""
    child = find_child(nodes, node, move)
    return child if child != NO_NODE else add_child(nodes, node, move, 1.0, task)


@rule
def widened(positions: Any, nodes: Any, node: int, task: Any, settings: Any, weights: Any, scratch: Any) -> int:
    """A child for a move that the policy proposes, if the node may have more children; otherwise NO_NODE."""
    position = positions[1]
    allowed = settings.widening * math.sqrt(nodes[node].visits + 1.0)
    if nodes[node].children >= allowed and has_legal_child(position, nodes, node):
        return NO_NODE
    move = sampled_move(position, next_random(task), settings.proposal_samples, positions[2:], weights, scratch)
    child = find_child(nodes, node, move)
    if child != NO_NODE:
        return NO_NODE
    return add_child(nodes, node, move, 1.0, task)


@rule
def has_legal_child(position: Position, nodes: Any, node: int) -> bool:
    """Whether some child's move is legal in this world."""
    child = nodes[node].first_child
    while child != NO_NODE:
        if is_legal(position, nodes[child].move):
            return True
        child = nodes[child].next_sibling
    return False


@rule
def best_widened(position: Position, nodes: Any, node: int, settings: Any) -> int:
    """The child, among those legal in this world, with the best value and curiosity (UCB, by availability)."""
    seat = position.seat
    best = NO_NODE
    most = LEAST
    child = nodes[node].first_child
    while child != NO_NODE:
        if is_legal(position, nodes[child].move):
            nodes[child].available += 1
            visits = max(1, nodes[child].visits)
            curiosity = math.sqrt(math.log(nodes[child].available + 1.0) / visits)
            score = nodes[child].total[seat] / visits + settings.tree_exploration * curiosity
            if score > most:
                most = score
                best = child
        child = nodes[child].next_sibling
    return best


@rule
def play_out(positions: Any, task: Any, settings: Any, weights: Any, scratch: Any) -> None:
    """Play some turns by the policy."""
    position = positions[1]
    last = position.turn + settings.playout_turns
    while position.phase != OVER and position.turn < last:
        if position.phase == DRAW_PHASE:
            finish_turn(position, None)
        else:
            random = next_random(task)
            play(
                position,
                sampled_move(position, random, settings.playout_samples, positions[2:], weights, scratch),
                None,
            )


@rule
def value_position(position: Position, task: Any, settings: Any, factors: Any, scratch: Any) -> None:
    """Each seat's share of victory: certain at the end, otherwise by the coins that each will probably have."""
    temperature = settings.value_temperature
    if position.phase == OVER:
        for seat in range(position.seats):
            scratch.score[seat] = final_coins(position, seat)
        temperature = CERTAIN
    else:
        predict(position, factors, scratch.terms, scratch)
        temperature += settings.value_temperature_at_start * time_left(position)
    share_victory(position, temperature, task, settings, scratch)


@rule
def share_victory(position: Position, temperature: float, task: Any, settings: Any, scratch: Any) -> None:
    """Divide victory by the scores; a little of the value is the lead in coins itself."""
    most = scratch.score[0]
    mean = 0.0
    for seat in range(position.seats):
        most = max(most, scratch.score[seat])
        mean += scratch.score[seat] / position.seats
    total = 0.0
    for seat in range(position.seats):
        task.value[seat] = math.exp((scratch.score[seat] - most) / temperature)
        total += task.value[seat]
    for seat in range(position.seats):
        task.value[seat] = task.value[seat] / total + settings.coins * (scratch.score[seat] - mean)


@rule
def pass_up(position: Position, nodes: Any, task: Any, node: int) -> None:
    """Count the value on the way back to the root."""
    while node != NO_NODE:
        nodes[node].visits += 1
        for seat in range(position.seats):
            nodes[node].total[seat] += task.value[seat]
        node = nodes[node].parent
