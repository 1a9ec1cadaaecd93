"""Our side of the comparison with peers: what `peers_inside.py` measures of Rheinländer."""

import os
from functools import partial
from itertools import count
from typing import Any

from benchmarks.rates import aec_play, any_legal, best_rates, openspiel_python, timed_without_choice


def our_playouts(seconds: float) -> dict[str, Any]:
    """Random play from set-up to end inside the engine, 4 seats, on all the cores that this process may use."""
    from concurrent.futures import ThreadPoolExecutor

    from rheinlaender.batches.warm import random_turns
    from rheinlaender.rules.compile import compiled

    engine, cores, chunk = compiled(), len(os.sched_getaffinity(0)), 2000
    seeds, per_turn = count(), decisions_per_turn()

    def one(seed: int) -> int:
        return random_turns(engine, 4, seed * chunk, chunk)

    with ThreadPoolExecutor(cores) as pool:

        def play() -> tuple[float, int]:
            turns = sum(pool.map(one, [next(seeds) for _ in range(cores)])) if cores > 1 else one(next(seeds))
            return turns * per_turn, chunk * cores

        return best_rates(play, seconds) | {"decisions_per_turn": per_turn}


def our_rollouts(seconds: float) -> dict[str, Any]:
    """Random play inside the engine from first positions that are set up already, 4 seats."""
    import numpy as np

    from rheinlaender.batches.cpu import Batch

    batch, games = Batch(2000), 2000
    batch.reset(0)
    first, randoms = batch.positions.copy(), np.arange(games, dtype=np.uint64)
    per_turn = decisions_per_turn()

    def play() -> tuple[float, int]:
        batch.positions.view(np.uint8)[:] = first.view(np.uint8)
        batch.random_playouts(randoms)
        return int(batch.positions["turn"].sum()) * per_turn, games

    return best_rates(play, seconds)


def decisions_per_turn(games: int = 2000) -> float:
    """How many decisions a turn has in random play: the knight, and the bastion where there is the choice."""
    import numpy as np

    from rheinlaender.batches.cpu import Batch
    from rheinlaender.rules.position import OVER

    batch, randoms, decisions, turns = Batch(games, restart=True), np.arange(games, dtype=np.uint64), 0, 0
    batch.reset(0)
    running = batch.positions["phase"] != OVER
    while running.any():
        before = batch.positions["turn"].copy()
        _, ended = batch.step(batch.random_actions(randoms))
        decisions += int(running.sum())
        over = running & (ended == 1)
        turns += int((before[over] + 1).sum())
        running &= ~over
    return decisions / turns


def our_batch(seconds: float) -> dict[str, float]:
    """legal_mask + observe + step in a batch of 1,024 games; the time for choosing actions is not counted."""
    import numpy as np

    from rheinlaender.batches.cpu import Batch

    batch, randoms = Batch(1024, restart=True), np.arange(1024, dtype=np.uint64)
    batch.reset(0)

    def step(actions: Any) -> int:
        _, ended = batch.step(actions)
        batch.see()
        return int(ended.sum())

    return timed_without_choice(lambda: batch.random_actions(randoms), step, 1024, seconds)


def our_single(seconds: float) -> dict[str, float]:
    """A plain Python loop over single `step` calls with actions that are known beforehand."""
    from rheinlaender.batches.kernels import choose_actions
    from rheinlaender.batches.single import Single

    single = Single(4, seed=1)
    import numpy as np

    chooser, randoms, chosen, actions = Single(4, seed=1), np.zeros(1, np.uint64), np.zeros(1, np.int32), []
    seat = 0
    while seat != -1:
        chooser.engine.of(choose_actions)(chooser.positions, randoms, chosen, 0, 1)
        actions.append(int(chosen[0]))
        seat = chooser.step(actions[-1])

    def play() -> tuple[int, int]:
        single.reset(1)
        step = single.step
        for action in actions:
            step(action)
        return len(actions), 1

    return best_rates(play, seconds)


def our_pettingzoo(seconds: float) -> dict[str, float]:
    """Our PettingZoo environment, by the same loop as PettingZoo's own."""
    from rheinlaender.envs.pettingzoo import rheinlaender_v0

    return best_rates(partial(aec_play, rheinlaender_v0.env()), seconds)


def our_gymnasium(seconds: float) -> dict[str, float]:
    """Our Gymnasium environment against random opponents: the own seat's steps, while the others act in between."""
    import gymnasium

    from rheinlaender.envs.gymnasium import NAME

    env = gymnasium.make(NAME, disable_env_checker=True)

    def play() -> tuple[int, int]:
        observation, _ = env.reset()
        steps, is_over = 0, False
        while not is_over:
            observation, _, is_over, _, _ = env.step(any_legal(observation["action_mask"]))
            steps += 1
        return steps, 1

    return best_rates(play, seconds)


def our_openspiel(seconds: float) -> dict[str, float]:
    """Our game through OpenSpiel's Python interface."""
    from rheinlaender.envs.openspiel import NAME

    return openspiel_python(f"{NAME}(players=4)", seconds)


def our_gpu(seconds: float) -> dict[str, float]:
    """Random play from set-up to end on a GPU, 4 seats."""
    from rheinlaender.batches.cuda_games import play_random_games

    games, per_turn, seeds = 1 << 20, decisions_per_turn(), count()

    def play() -> tuple[float, int]:
        return play_random_games(games, 4, seed=next(seeds) * games) * per_turn, games

    return best_rates(play, seconds)
