"""The examples of learners run, with small settings, and do what their titles say: `make examples-test`."""

import importlib
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.filterwarnings("ignore")  # of libraries that are not ours


def example(name: str, *needed: str) -> Any:
    """An example, if what it needs is installed."""
    for package in needed:
        pytest.importorskip(package, reason=f"NOT RUN: the example {name} needs {package}, which is not installed")
    return importlib.import_module(f"examples.{name}")


def test_maskable_ppo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """MaskablePPO learns, is written, and plays a match as a computer player in which it never fails."""
    ppo = example("sb3_maskable_ppo", "sb3_contrib")
    monkeypatch.chdir(tmp_path)
    assert 0 <= ppo.main(64, 3, 3, n_steps=8, batch_size=32) <= 1
    from rheinlaender import MatchPlan, play_match

    played = play_match(MatchPlan(("examples.sb3_maskable_ppo:trained", "random", "random"), 3))
    assert all(game.failures[0] == 0 and game.moves[0] > 10 for game in played)


def test_torchrl() -> None:
    """TorchRL collects decisions, learns and is measured; it never chooses an illegal action."""
    ppo = example("torchrl_ppo", "torchrl")
    assert 0 <= ppo.main(iterations=1, frames=128, games=2, seats=3) <= 1
    played = ppo.make_env().rollout(30, ppo.make_actor())
    assert played["action_mask"].gather(-1, played["action"][..., None]).all()


def test_rllib() -> None:
    """RLlib learns with masked actions; it runs in a process of its own, as Ray starts many."""
    example("rllib_ppo", "ray.rllib")
    source = "import examples.rllib_ppo as p; print(p.main(1, 256, 3))"
    command = [sys.executable, "-W", "ignore", "-c", source]
    done = subprocess.run(command, capture_output=True, text=True, timeout=500, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert "256 decisions, a margin of" in done.stdout and abs(float(done.stdout.splitlines()[-1])) < 2


def test_ppo_over_the_batch() -> None:
    """PPO over the batch keeps decisions of finished games alone, with the right returns, and its network changes."""
    ppo = example("ppo_batch", "torch")
    learner = ppo.Learner(games=6, seats=3)
    decisions = learner.play(120)
    chosen = decisions.masks.gather(1, decisions.actions[:, None])
    assert chosen.all() and 0 < len(decisions.actions) < 6 * 120 and decisions.returns.abs().max() > 0
    before = [weights.clone() for weights in learner.network.parameters()]
    learner.learn(decisions)
    assert any(not ppo.torch.equal(old, new) for old, new in zip(before, learner.network.parameters(), strict=True))
    assert 0 <= learner.share_against_random(6) <= 1


def test_ppo_over_the_batch_on_a_gpu() -> None:
    """The same on a GPU, where there is one."""
    ppo = example("ppo_batch", "torch")
    if not ppo.torch.cuda.is_available():
        pytest.skip("NOT RUN: there is no NVIDIA GPU, or PyTorch is made for the CPU alone")
    assert 0 <= ppo.main("cuda", games=64, iterations=1) <= 1


def test_jax() -> None:
    """JAX sees the batch's own memory, learns, and is measured."""
    policy = example("jax_dlpack", "jax")
    for games in range(1, 9):
        batch = policy.Batch(games)
        batch.reset(0)
        for rows in batch.see():
            seen = policy.shared(rows)
            assert seen.unsafe_buffer_pointer() == rows.ctypes.data and (np.asarray(seen) == rows).all()
    assert 0 <= policy.main(iterations=1, games=6, seats=3) <= 1


def test_openspiel_search() -> None:
    """OpenSpiel's IS-MCTS plays a whole game against our computer players."""
    search = example("openspiel_ismcts", "pyspiel")
    assert 0 <= search.main(games=1, simulations=3, opponents="squire") <= 1
    found = search.duel(games=1, simulations=2, player="search:20")
    assert 0 <= found["share"] <= 1 and min(found["ours"], found["theirs"]) > 0
