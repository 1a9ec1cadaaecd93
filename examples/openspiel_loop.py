"""OpenSpiel: a random loop and a loop with a masked policy, with explicit chance.

python examples/openspiel_loop.py
"""

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from rheinlaender.envs.openspiel import NAME  # importing it registers python_rheinlaender

Player = Callable[[Any], int]


def play(players: list[Player], random: Random, preset: str = "parker") -> list[float]:
    """One game; the shares of the victory."""
    game = pyspiel.load_game(f"{NAME}(players={len(players)},preset={preset})")
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(outcomes, chances)[0])
        else:
            state.apply_action(players[state.current_player()](state))
    return list(state.returns())


def random_player(random: Random) -> Player:
    """Any legal action."""
    return lambda state: random.choice(state.legal_actions())


def masked_player(seed: int = 0) -> Player:
    """A policy without learning: scores by a random matrix over the observation tensor, for the legal actions only."""
    rows = np.random.default_rng(seed)
    matrix: dict[int, NDArray[np.float64]] = {}

    def choose(state: Any) -> int:
        tensor = np.array(state.observation_tensor(), np.float32)
        scores = [
            float(matrix.setdefault(action, rows.normal(size=len(tensor))) @ tensor) for action in state.legal_actions()
        ]
        return int(state.legal_actions()[int(np.argmax(scores))])

    return choose


def main(games: int = 5, seats: int = 4) -> list[float]:
    """Let the masked policy play against random players; the mean shares."""
    random = Random(0)
    players = [masked_player(), *(random_player(random) for _ in range(seats - 1))]
    shares = [play(players, random) for _ in range(games)]
    means: list[float] = np.mean(shares, axis=0).tolist()
    return means


if __name__ == "__main__":
    print("masked policy and random players:", main())
