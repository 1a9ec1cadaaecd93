"""What is measured for `peers.py`, each in a process of its own: random play of one game by one simulator.

    python benchmarks/peers_inside.py NAME SECONDS [one|all]

prints one line of JSON: moves and games a second, the best of three windows. Peers run in their own environment; so
nothing but the standard library is imported before the measured simulator is.
"""

import json
import os
import random
import sys
import warnings
from collections.abc import Callable
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

if not __package__:
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.home import find_sources
from benchmarks.rates import aec_play, best_rates, openspiel_game, openspiel_python, timed_without_choice


def openspiel_games(name: str, seconds: float) -> dict[str, float]:
    """Whole random games inside OpenSpiel's C++ core, deal included: its own random bots and its own loop."""
    import pyspiel

    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(player, player + 1) for player in range(game.num_players())]
    moves, seeds = mean_moves(game.new_initial_state()), count()

    def play() -> tuple[float, int]:
        for _ in range(100):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, next(seeds))
        return 100 * moves, 100

    return best_rates(play, seconds)


def openspiel_rollouts(name: str, seconds: float) -> dict[str, float]:
    """OpenSpiel's own random roll-outs in C++ after the deal: its search with one simulation of 2,000 roll-outs."""
    import pyspiel

    game, rollouts = pyspiel.load_game(name), 2000
    state = game.new_initial_state()
    while state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(random.choices(outcomes, chances)[0])
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
    search = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 1000, False, 42, False)
    moves = mean_moves(state)

    def play() -> tuple[float, int]:
        search.mcts_search(state)
        return moves * rollouts, rollouts

    return best_rates(play, seconds)


def mean_moves(state: Any, games: int = 300) -> float:
    """The number of decisions, without chance, from a state to the end in random play."""
    return sum(openspiel_game(state.clone())[0] for _ in range(games)) / games


def pgx(name: str, seconds: float) -> dict[str, float]:
    """Pgx on the CPU: 1,024 games in one compiled loop of 64 steps, restarting when they end."""
    os.environ["JAX_PLATFORMS"] = "cpu"
    import jax
    import pgx as simulator
    from pgx.experimental import auto_reset

    env, size, steps = simulator.make(name), 1024, 64
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(_: int, carried: Any) -> Any:
        state, key, ended = carried
        key, choice, chance = jax.random.split(key, 3)
        actions = jax.random.categorical(choice, jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf))
        state = step(state, actions, jax.random.split(chance, size))
        return state, key, ended + state.terminated.sum()

    run = jax.jit(lambda state, key: jax.lax.fori_loop(0, steps, one, (state, key, 0)))
    carried = [jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), size)), jax.random.PRNGKey(1)]

    def play() -> tuple[int, int]:
        state, key, ended = run(*carried)
        carried[:] = state, key
        return size * steps, int(ended)

    return best_rates(play, seconds)


def fastcatan(seconds: float) -> dict[str, float]:
    """fastcatan's BatchedEnv with 1,024 games: masks and steps; the time for choosing actions is not counted.

    The games are long and begin together, so how many end in a window says little; the games a second are the moves a
    second divided by the mean length of a game.
    """
    import fastcatan as simulator
    import numpy as np

    size = 1024
    games, rng = simulator.BatchedEnv(size, 0), np.random.default_rng(0)
    masks = np.zeros((size, simulator.MASK_WORDS), np.uint64)
    done = np.zeros(size, np.uint8)
    games.reset()
    games.write_masks(masks)

    def choose() -> Any:
        legal = np.unpackbits(masks.view(np.uint8), axis=1, bitorder="little")[:, : simulator.NUM_ACTIONS]
        return (rng.random(legal.shape, np.float32) * legal).argmax(1).astype(np.uint32)

    def step(actions: Any) -> int:
        games.step_autoreset(actions, done)
        games.write_masks(masks)
        return 0

    rates = timed_without_choice(choose, step, size, seconds)
    return rates | {"games": rates["moves"] / mean_length(simulator.Env())}


def mean_length(game: Any, games: int = 200) -> float:
    """The mean number of moves of fastcatan's random games."""
    moves = 0
    for seed in range(games):
        game.reset(seed=seed)
        while not game.done:
            game.step(random.choice(game.legal_actions()))
            moves += 1
    return moves / games


def catanatron(seconds: float) -> dict[str, float]:
    """Catanatron with four random players."""
    from catanatron import Color, Game, RandomPlayer

    def play() -> tuple[int, int]:
        game = Game([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)])
        game.play()
        return len(game.state.actions), 1

    return best_rates(play, seconds)


def rlcard(name: str, seconds: float) -> dict[str, float]:
    """RLCard with random legal actions."""
    import rlcard as simulator

    env = simulator.make(name)

    def play() -> tuple[int, int]:
        state, _ = env.reset()
        moves = 0
        while not env.is_over():
            state, _ = env.step(random.choice(list(state["legal_actions"])))
            moves += 1
        return moves, 1

    return best_rates(play, seconds)


def pettingzoo(name: str, seconds: float) -> dict[str, float]:
    """One of PettingZoo's own classic games."""
    import importlib

    return best_rates(partial(aec_play, importlib.import_module(f"pettingzoo.classic.{name}").env()), seconds)


PEERS = (openspiel_games, openspiel_python, openspiel_rollouts, pgx, fastcatan, catanatron, rlcard, pettingzoo)


def measure_of(name: str) -> Callable[..., dict[str, Any]]:
    """A measurement by its name."""
    if name.startswith("our_"):
        from benchmarks import peers_ours

        find_sources()
        found: Callable[..., dict[str, Any]] = getattr(peers_ours, name)
        return found
    return {peer.__name__: peer for peer in PEERS}[name]


def main(measure: str, seconds: str, cores: str = "one") -> None:
    """Measure one thing, `name` or `name:game`, and print what was found, or why it could not be."""
    warnings.simplefilter("ignore")
    if cores == "one":
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    random.seed(0)
    name, _, game = measure.partition(":")
    try:
        found = measure_of(name)(*[game] if game else [], float(seconds))
    except Exception as error:
        found = {"problem": f"{type(error).__name__}: {str(error).strip().splitlines()[0] if str(error) else ''}"}
    print("\n" + json.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
