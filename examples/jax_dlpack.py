"""JAX by DLPack: a policy in JAX plays many games and learns, and arrays pass between it and the batch without copies.

    pip install jax
    python examples/jax_dlpack.py

Observations and masks of the batch become arrays of JAX, and actions of JAX become arrays of the batch, by the protocol
DLPack (`jax.dlpack.from_dlpack`, `numpy.from_dlpack`). The policy is linear and learns by REINFORCE against random
players: a decision of a game that brought more than others is made likelier.
"""

import argparse
import time
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from rheinlaender.batches.arguments import Array
from rheinlaender.batches.cpu import Batch

RATE = 1.0
Weights = dict[str, Any]


def first_weights(length: int, actions: int, seed: int = 0) -> Weights:
    """Small random weights."""
    return {
        "matrix": jax.random.normal(jax.random.PRNGKey(seed), (length, actions)) * 0.01,
        "offset": jnp.zeros(actions),
    }


def log_chances(weights: Weights, rows: Any, masks: Any) -> Any:
    """The logarithms of the chances of all actions."""
    scores = (rows.astype(jnp.float32) / 16.0) @ weights["matrix"] + weights["offset"]
    return jax.nn.log_softmax(jnp.where(masks == 1, scores, -1e9))


@jax.jit
def choose(weights: Weights, rows: Any, masks: Any, key: Any) -> Any:
    """A random action for each row, by the policy's chances."""
    return jax.random.categorical(key, log_chances(weights, rows, masks)).astype(jnp.int32)


@partial(jax.jit, donate_argnums=0)
def learn(weights: Weights, rows: Any, masks: Any, actions: Any, gains: Any) -> Weights:
    """One step of REINFORCE."""

    def loss(weights: Weights) -> Any:
        chosen = jnp.take_along_axis(log_chances(weights, rows, masks), actions[:, None], 1)[:, 0]
        return -(chosen * gains).mean()

    return jax.tree.map(lambda old, slope: old - RATE * slope, weights, jax.grad(loss)(weights))


def shared(array: Any) -> Any:
    """An array of the batch as an array of JAX, in the same memory; the batch writes it anew at its next look."""
    return jax.dlpack.from_dlpack(array)


def play(
    weights: Weights, games: int, seats: int, seed: int, reward: str = "margin"
) -> tuple[list[tuple[Any, ...]], Any]:
    """Play games to their ends against random players, in all seats in turn: own decisions, and own rewards."""
    batch = Batch(games, seats, reward=reward)
    batch.reset(seed * games)
    own = np.arange(games, dtype=np.int8) % seats
    randoms, key = np.arange(games, dtype=np.uint64) + np.uint64(seed), jax.random.PRNGKey(seed)
    decisions = list[tuple[Any, ...]]()
    while True:
        batch.play_others(own, randoms)
        masks, rows = batch.see()
        running: Array = np.asarray(masks.any(1))
        if not running.any():
            return decisions, batch.rewards[np.arange(games), own].copy()
        key, now = jax.random.split(key)
        actions = np.from_dlpack(choose(weights, shared(rows), shared(masks), now))
        decisions.append((rows.copy(), masks.copy(), actions, running))
        batch.step(actions, running)


def main(iterations: int = 30, games: int = 512, seats: int = 4) -> float:
    """Play and learn in turn; the share of victories against random players at the end."""
    length, actions = Batch(1, seats).observations.shape[1], Batch(1, seats).actions
    weights, start = first_weights(length, actions), time.perf_counter()
    for number in range(1, iterations + 1):
        decisions, margins = play(weights, games, seats, number)
        gains = (margins - margins.mean()) / (margins.std() + 1e-6)
        for rows, masks, chosen, running in decisions:
            weights = learn(weights, rows, masks, chosen, gains * running)
        if number % 10 == 0 or number in (1, iterations):
            print(f"{number:3}  a margin of {margins.mean():+.2f}, {time.perf_counter() - start:.0f} s")
    share = float(play(weights, games, seats, 10**6, "share")[1].mean())
    print(f"{share:.0%} of {games} games against random players ({1 / seats:.0%} is par)")
    return share


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--iterations", type=int, default=30)
    main(parser.parse_args().iterations)
