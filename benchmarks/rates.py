"""Rates of random play: the loops that ours and the peers share. Only the standard library is imported early."""

import random
import time
from collections.abc import Callable
from typing import Any

WINDOWS = 3
Play = Callable[[], tuple[float, int]]
"""Plays for a moment; the moves and the games that were played."""


def best_rates(play: Play, seconds: float) -> dict[str, float]:
    """Moves and games a second in the best of some windows of time, and how many cores the process got in it."""
    play()
    best = {"moves": 0.0, "games": 0.0, "used": 0.0}
    for _ in range(WINDOWS):
        moves, games = 0.0, 0
        start, cpu = time.perf_counter(), time.process_time()
        while time.perf_counter() - start < seconds:
            more_moves, more_games = play()
            moves, games = moves + more_moves, games + more_games
        elapsed, used = time.perf_counter() - start, time.process_time() - cpu
        if moves / elapsed > best["moves"]:
            best = {"moves": moves / elapsed, "games": games / elapsed, "used": used / elapsed}
    return best


def timed_without_choice(
    choose: Callable[[], Any], step: Callable[[Any], int], size: int, seconds: float
) -> dict[str, float]:
    """Rates of stepping a batch, where the actions are chosen outside the measured time."""
    step(choose())
    best = {"moves": 0.0, "games": 0.0, "used": 0.0}
    for _ in range(WINDOWS):
        elapsed, used, moves, games = 0.0, 0.0, 0, 0
        while elapsed < seconds:
            actions = choose()
            start, cpu = time.perf_counter(), time.process_time()
            ended = step(actions)
            elapsed, used = elapsed + time.perf_counter() - start, used + time.process_time() - cpu
            moves, games = moves + size, games + int(ended)
        if moves / elapsed > best["moves"]:
            best = {"moves": moves / elapsed, "games": games / elapsed, "used": used / elapsed}
    return best


def aec_play(env: Any) -> tuple[int, int]:
    """One game of a PettingZoo environment with random legal actions; moves after the end do not count."""
    moves = 0
    env.reset()
    for _ in env.agent_iter():
        observation, _, is_over, is_cut, info = env.last()
        if is_over or is_cut:
            env.step(None)
            continue
        has_mask = isinstance(observation, dict) and "action_mask" in observation
        mask = observation["action_mask"] if has_mask else info["action_mask"]
        env.step(any_legal(mask))
        moves += 1
    return moves, 1


def any_legal(mask: Any) -> int:
    """A random action that a mask allows."""
    legal = mask.nonzero()[0]
    return int(legal[int(random.random() * len(legal))])


def openspiel_game(state: Any) -> tuple[int, int]:
    """Random play to the end through OpenSpiel's Python interface; chance does not count as a move."""
    moves = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(outcomes, chances)[0])
        else:
            state.apply_action(random.choice(state.legal_actions()))
            moves += 1
    return moves, 1


def openspiel_python(name: str, seconds: float) -> dict[str, float]:
    """Random play through OpenSpiel's Python interface."""
    import pyspiel

    game = pyspiel.load_game(name)
    return best_rates(lambda: openspiel_game(game.new_initial_state()), seconds)
