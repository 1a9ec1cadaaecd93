"""What is measured for `peers.py`, each in a process of its own: random play of one game by one simulator.

    python benchmarks/peers_inside.py NAME SECONDS [one|all]

prints one line of JSON: moves and games a second, the best of three windows. Peers run in their own environment; so
nothing but the standard library is imported before the measured simulator is.
"""

import json
import os
import random
import sys
import time
import warnings
from collections.abc import Callable
from functools import partial
from itertools import count
from typing import Any

WINDOWS = 3
Play = Callable[[], tuple[float, int]]
"""Plays for a moment; the moves and the games that were played."""


def best_rates(play: Play, seconds: float) -> dict[str, float]:
    """Moves and games a second in the best of some windows of time."""
    play()
    best = {"moves": 0.0, "games": 0.0}
    for _ in range(WINDOWS):
        moves, games = 0.0, 0
        start = time.perf_counter()
        while time.perf_counter() - start < seconds:
            more_moves, more_games = play()
            moves, games = moves + more_moves, games + more_games
        elapsed = time.perf_counter() - start
        if moves / elapsed > best["moves"]:
            best = {"moves": moves / elapsed, "games": games / elapsed}
    return best


# Ours.


def our_playouts(seconds: float) -> dict[str, Any]:
    """Random play from set-up to end inside the engine, 4 seats, on all the cores that this process may use."""
    from concurrent.futures import ThreadPoolExecutor

    from rheinlaender.kernels.warm import play_random_games
    from rheinlaender.rules.compile import compiled

    engine, cores, chunk = compiled(), len(os.sched_getaffinity(0)), 2000
    seeds, per_turn = count(), decisions_per_turn()

    def one(seed: int) -> int:
        return play_random_games(engine, 4, seed * chunk, chunk)

    with ThreadPoolExecutor(cores) as pool:

        def play() -> tuple[float, int]:
            turns = sum(pool.map(one, [next(seeds) for _ in range(cores)])) if cores > 1 else one(next(seeds))
            return turns * per_turn, chunk * cores

        return best_rates(play, seconds) | {"decisions_per_turn": per_turn}


def our_rollouts(seconds: float) -> dict[str, Any]:
    """Random play inside the engine from first positions that are set up already, 4 seats."""
    import numpy as np

    from rheinlaender.kernels.cpu import Batch

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

    from rheinlaender.kernels.cpu import Batch
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

    from rheinlaender.kernels.cpu import Batch

    batch, randoms = Batch(1024, restart=True), np.arange(1024, dtype=np.uint64)
    batch.reset(0)
    return timed_without_choice(
        lambda: batch.random_actions(randoms), lambda actions: (batch.step(actions)[1].sum(), batch.see())[0], 1024, seconds
    )


def timed_without_choice(
    choose: Callable[[], Any], step: Callable[[Any], int], size: int, seconds: float
) -> dict[str, float]:
    """Rates of stepping a batch, where the actions are chosen outside the measured time."""
    step(choose())
    best = {"moves": 0.0, "games": 0.0}
    for _ in range(WINDOWS):
        elapsed, moves, games = 0.0, 0, 0
        while elapsed < seconds:
            actions = choose()
            start = time.perf_counter()
            ended = step(actions)
            elapsed += time.perf_counter() - start
            moves, games = moves + size, games + int(ended)
        if moves / elapsed > best["moves"]:
            best = {"moves": moves / elapsed, "games": games / elapsed}
    return best


def our_single(seconds: float) -> dict[str, float]:
    """A plain Python loop over single `step` calls with actions that are known beforehand."""
    from rheinlaender.kernels.cpu import Single

    single = Single(4, seed=1)
    import numpy as np

    chooser, randoms, chosen, actions = Single(4, seed=1), np.zeros(1, np.uint64), np.zeros(1, np.int32), []
    seat = 0
    while seat != -1:
        chooser.engine.choose_actions(chooser.positions, randoms, chosen, 0, 1)
        actions.append(int(chosen[0]))
        seat = chooser.step(actions[-1])

    def play() -> tuple[int, int]:
        single.reset(1)
        step = single.step
        for action in actions:
            step(action)
        return len(actions), 1

    return best_rates(play, seconds)


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
    import numpy as np

    from rheinlaender.kernels.cuda import DeviceBatch

    games, per_turn = 262_144, decisions_per_turn()
XX
    return best_rates(play, seconds)


# Peers.


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
    """fastcatan's BatchedEnv with 1,024 games: masks and steps; the time for choosing actions is not counted."""
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
        return int(np.count_nonzero(done))

    return timed_without_choice(choose, step, size, seconds)


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


MEASURES: dict[str, Callable[..., dict[str, Any]]] = {
    measure.__name__: measure
    for measure in (
        our_playouts,
        our_rollouts,
        our_batch,
        our_single,
        our_pettingzoo,
        our_gymnasium,
        our_openspiel,
        our_gpu,
        openspiel_python,
        openspiel_games,
        openspiel_rollouts,
        pgx,
        fastcatan,
        catanatron,
        rlcard,
        pettingzoo,
    )
}


def main(measure: str, seconds: str, cores: str = "one") -> None:
    """Measure one thing, `name` or `name:game`, and print what was found, or why it could not be."""
    warnings.simplefilter("ignore")
    if cores == "one":
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    random.seed(0)
    name, _, game = measure.partition(":")
    try:
        found = MEASURES[name](*[game] if game else [], float(seconds))
    except Exception as error:
        found = {"problem": f"{type(error).__name__}: {str(error).strip().splitlines()[0] if str(error) else ''}"}
    print("\n" + json.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
