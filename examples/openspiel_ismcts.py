"""OpenSpiel's own search for games with hidden information, IS-MCTS, plays our game against our computer players.

    python examples/openspiel_ismcts.py
    python examples/openspiel_ismcts.py --duel 12     # our search against two of them

It sees what its seat sees: every simulation runs in another world that looks the same to it. The leaves are valued by
random play to the end on our engine, which is much quicker than through OpenSpiel's Python interface.
"""

import argparse
import time
from collections.abc import Callable
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


class Player:
    """Chooses an action for the player to move, and knows how much processor time it took."""

    def __init__(self, choose: Callable[[Any], int]) -> None:
        self.choose, self.seconds, self.decisions = choose, 0.0, 0

    def action(self, state: Any) -> int:
        """The chosen action."""
        began = time.process_time()
        action = self.choose(state)
        self.seconds += time.process_time() - began
        self.decisions += 1
        return action


def ismcts_player(game: Any, simulations: int, seats: int, preset: str, seed: int) -> Player:
    """OpenSpiel's IS-MCTS."""
    searcher = ismcts.ISMCTSBot(
        game,
        PlayoutEvaluator(seats, preset, seed=seed),
        uct_c=1.0,
        max_simulations=simulations,
        max_world_samples=10,
        random_state=np.random.RandomState(seed),
    )
    return Player(lambda state: int(searcher.step(state)))


def our_player(name: str, seats: int, preset: str, seed: int) -> Player:
    """One of our computer players, which chooses from its own view."""
    bot: Bot = make_bot(name, seed, wait=True, threads=1)
    seen = SteppedGame(seats, preset)

    def choose(state: Any) -> int:
        seen.positions[:] = state.unrolled.positions
        return seen.action_of(bot.choose(seen.view(state.current_player()), seen.legal_moves()))

    return Player(choose)


def play(game: Any, players: list[Player], random: Random) -> list[float]:
    """One game; the shares of the victory."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(outcomes, chances)[0])
        else:
            state.apply_action(players[state.current_player()].action(state))
    return list(state.returns())


def match(games: int, one: Player, others: Player, game: Any, seats: int, seed: int) -> float:
    """Play some games, the one player in another seat each time; its mean share of the victory."""
    random, shares = Random(seed), []
    for number in range(games):
        players = [one if seat == number % seats else others for seat in range(seats)]
        shares.append(play(game, players, random)[number % seats])
    return float(np.mean(shares))


def main(
    games: int = 1,
    simulations: int = 60,
    opponents: str = "random",
    seats: int = 3,
    preset: str = "parker",
    seed: int = 0,
) -> float:
    """IS-MCTS against our computer players; its mean share of the victory."""
    game = pyspiel.load_game(f"{NAME}(players={seats},preset={preset})")
    searcher = ismcts_player(game, simulations, seats, preset, seed)
    return match(games, searcher, our_player(opponents, seats, preset, seed), game, seats, seed)


def duel(
    games: int = 1, simulations: int = 60, player: str = "search:1000", seats: int = 3, seed: int = 0
) -> dict[str, float]:
    """One of our players against IS-MCTS in all other seats: its share, and the seconds of a decision of both."""
    game = pyspiel.load_game(f"{NAME}(players={seats},preset=parker)")
    ours = our_player(player, seats, "parker", seed)
    theirs = ismcts_player(game, simulations, seats, "parker", seed)
    share = match(games, ours, theirs, game, seats, seed)
    seconds = {"ours": ours.seconds / ours.decisions, "theirs": theirs.seconds / theirs.decisions}
    return {"share": share} | seconds


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--duel", type=int, metavar="GAMES", help="our search against IS-MCTS in all other seats")
    parser.add_argument("--player", default="search:1000", help="our player in a duel")
    parser.add_argument("--simulations", type=int, default=60, help="how many simulations a decision IS-MCTS makes")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    if arguments.duel:
        print(duel(arguments.duel, arguments.simulations, arguments.player, seed=arguments.seed))
    else:
        for name, number in (("random", 6), ("knight", 6)):
            start = time.perf_counter()
            share = main(number, arguments.simulations, name)
            print(f"IS-MCTS against {name}: share {share:.2f} of {number} games in {time.perf_counter() - start:.0f} s")
