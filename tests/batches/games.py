"""Random positions of all kinds, for what is looked at in them."""

import numpy as np
from numpy.typing import NDArray

from rheinlaender.batches.cpu import Batch
from rheinlaender.batches.kernels import choose_actions
from rheinlaender.batches.single import Single


def going_on(games: int, seed: int, decisions: int) -> Batch:
    """Random games after so many decisions."""
    batch = Batch(games)
    batch.reset(seed)
    randoms = np.arange(games, dtype=np.uint64)
    for _ in range(decisions):
        batch.step(batch.random_actions(randoms))
    return batch


def positions_on_the_way(seats: int, preset: str, games: int = 12, every: int = 1) -> list[NDArray[np.void]]:
    """Arrays of one record: the positions of some random games after every so many decisions, the ends included."""
    batch = Batch(games, seats, preset)
    batch.reset(1000 * seats)
    randoms = np.arange(games, dtype=np.uint64)
    single, found = Single(seats, preset), []
    for game in range(games):
        single.positions[:] = batch.positions[game]
        seat, number, actions = 0, 0, np.zeros(1, np.int32)
        while seat != -1:
            if number % every == 0:
                found.append(single.positions.copy())
            single.engine.of(choose_actions)(single.positions, randoms[game : game + 1], actions, 0, 1)
            seat = single.step(int(actions[0]))
            number += 1
        found.append(single.positions.copy())
    return found
