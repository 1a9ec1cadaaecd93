"""The examples run, with small settings."""

import importlib
from typing import Any

import numpy as np
import pytest


def example(name: str, *needed: str) -> Any:
    """An example, if what it needs is installed."""
    for package in needed:
        pytest.importorskip(package, reason=f"the example {name} needs {package}, which is not installed")
    return importlib.import_module(f"examples.{name}")


def test_pettingzoo_loops() -> None:
    """Random agents and a masked policy play whole games; one victory is shared in each."""
    loop = example("pettingzoo_loop", "pettingzoo")
    assert sum(loop.play_random(games=2, seats=3).values()) == pytest.approx(2.0)
    assert sum(loop.play_policy(games=1, seats=5).values()) == pytest.approx(1.0)
    assert loop.play_many(games=4, steps=150).sum() >= 1


def test_gymnasium_loops() -> None:
    """A random agent and a masked policy play against computer players, in one game and in many."""
    loop = example("gymnasium_loop", "gymnasium")
    assert 0 <= loop.play(loop.at_random, games=2) <= 1
    assert 0 <= loop.play(loop.at_random, games=1, opponents="squire") <= 1
    assert 0 <= loop.play(loop.up_the_river, games=2) <= 1
    assert 0 <= loop.play_vector(games=8, steps=60) <= 1


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_openspiel_loop() -> None:
    """Random players and a masked policy play whole games through OpenSpiel."""
    loop = example("openspiel_loop", "pyspiel")
    assert sum(loop.main(games=1, seats=3)) == pytest.approx(1.0)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_openspiel_search() -> None:
    """OpenSpiel's IS-MCTS plays a whole game against our computer players."""
    search = example("openspiel_ismcts", "pyspiel")
    assert 0 <= search.main(games=1, simulations=3, opponents="squire") <= 1
    found = search.duel(games=1, simulations=2, player="search:20")
    assert 0 <= found["share"] <= 1 and min(found["ours"], found["theirs"]) > 0


def test_ppo() -> None:
    """PPO plays, learns and is measured; the network changes and its probabilities are of legal actions only."""
    ppo = example("ppo_selfplay", "torch")
    assert 0 <= ppo.main(iterations=1, games=2, seats=3, measured_games=6) <= 1
    learner = ppo.Learner(seats=3, games=2)
    before = [weights.clone() for weights in learner.network.parameters()]
    decisions = learner.play()
    assert decisions.masks[np.arange(len(decisions.actions)), decisions.actions].all()
    assert abs(float(decisions.returns.mean())) < 0.5
    learner.learn(decisions, epochs=1)
    assert any(not ppo.torch.equal(old, new) for old, new in zip(before, learner.network.parameters(), strict=True))
