"""OpenSpiel's own search for games with hidden information, IS-MCTS, plays our game against our computer players.

    python examples/openspiel_ismcts.py

It sees what its seat sees: every simulation runs in another world that looks the same to it. The leaves are valued by
random play to the end on our engine, which is much quicker than through OpenSpiel's Python interface.
"""

import time
from random import Random
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts

from rheinlaender.batches.arguments import Array
from rheinlaender.batches.cpu import Batch
from rheinlaender.bots import Bot, make_bot
from rheinlaender.envs.openspiel import NAME  # importing it registers python_rheinlaender
from rheinlaender.envs.stepped import SteppedGame
from rheinlaender.rules.cards import shuffle_deck


class PlayoutEvaluator:
    """Values a state by random play to its end, many games at once on the engine; every action is equally likely."""

    def __init__(self, seats: int, preset: str, playouts: int = 16, seed: int = 0) -> None:
        self.batch = Batch(playouts, seats, preset)
        self.batch.reset(0)
        self.randoms = np.random.default_rng(seed).integers(2**64, size=playouts, dtype=np.uint64)

    def evaluate(self, state: Any) -> Array:
        """The mean share of each seat; a draw that is due and the order of the deck are left to chance."""
        if state.is_terminal():
            return np.array(state.returns())
        while state.is_chance_node():
            state = state.child(int(np.random.default_rng(self.randoms[0]).choice(state.legal_actions())))
        self.batch.positions[:] = state.unrolled.positions
        self.batch.positions["rng"] = self.randoms
        records: Any = self.batch.positions
        for record in records:
            self.batch.engine.of(shuffle_deck)(record)
        shares: Array = self.batch.random_playouts(self.randoms)[:, : self.batch.seats].mean(0)
        return shares

    def prior(self, state: Any) -> list[tuple[int, float]]:
        """The same chance for every action."""
        actions = state.chance_outcomes() if state.is_chance_node() else state.legal_actions()
        return actions if state.is_chance_node() else [(action, 1 / len(actions)) for action in actions]


def bot_action(bot: Bot, state: Any, seen: SteppedGame) -> int:
    """The action that one of our computer players chooses, from its own view."""
    seen.positions[:] = state.unrolled.positions
    return seen.action_of(bot.choose(seen.view(state.current_player()), seen.legal_moves()))


def main(
    games: int = 1,
    simulations: int = 60,
    opponents: str = "random",
    seats: int = 3,
    preset: str = "parker",
    seed: int = 0,
) -> float:
    """Play some games, IS-MCTS in another seat each time; its mean share of the victory."""
    game = pyspiel.load_game(f"{NAME}(players={seats},preset={preset})")
    searcher = ismcts.ISMCTSBot(
        game,
        PlayoutEvaluator(seats, preset, seed=seed),
        uct_c=1.0,
        max_simulations=simulations,
        max_world_samples=10,
        random_state=np.random.RandomState(seed),
    )
    bot, seen, random = make_bot(opponents, seed, wait=True), SteppedGame(seats, preset), Random(seed)
    shares = []
    for number in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, chances)[0])
            elif state.current_player() == number % seats:
                state.apply_action(int(searcher.step(state)))
            else:
                state.apply_action(bot_action(bot, state, seen))
        shares.append(state.returns()[number % seats])
    return float(np.mean(shares))


if __name__ == "__main__":
    for name, number in (("random", 6), ("knight", 6)):
        start = time.perf_counter()
        share = main(number, opponents=name)
        print(f"IS-MCTS against {name}: share {share:.2f} of {number} games in {time.perf_counter() - start:.0f} s")
