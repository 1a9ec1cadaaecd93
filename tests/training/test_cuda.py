"""Self-play on a GPU plays the CPU's games, and a run learns there."""

import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch", reason="PyTorch is not installed here: training on a GPU was not tried")

from rheinlaender.bots.network import PLAYERS, shipped_network
from rheinlaender.rules.compile import numba_cuda
from rheinlaender.rules.position import NAMES
from rheinlaender.thinking.network import NETWORK
from rheinlaender.training.fields import CpuField, habits_of
from rheinlaender.training.run import Run
from rheinlaender.training.searches import NODES_A_SIMULATION
from rheinlaender.training.self_play import GREEDY, RANDOM, SEARCH
from rheinlaender.training.settings import TrainingSettings
from rheinlaender.training.stages import CudaField

TABLES = [(3, "parker", 0, 64), (4, "dutch", 64, 192), (5, "short", 192, 256)]
TURNS = 30


@pytest.fixture
def gpu() -> None:
    """A GPU."""
    try:
        is_there = numba_cuda().is_available()
    except ImportError:
        is_there = False
    if not is_there:
        pytest.skip("there is no NVIDIA GPU: self-play on CUDA was not compared with the CPU here")


def games_alike(cpu: CpuField, cuda: CudaField) -> Any:
    """Which games are the same in all that records hold."""
    host, device = cpu.positions, cuda.positions.copy_to_host()
    return np.logical_and.reduce([(host[name] == device[name]).reshape(len(host), -1).all(1) for name in NAMES])


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize(
    "habits",
    [{}, {"moves": 8, "bastions": 4, "temperature": 0.02, "blunders": 0.05, "restart": 1}],
    ids=["all moves", "some moves with noise"],
)
def test_a_gpu_plays_the_same_turns(habits: dict[str, float]) -> None:
    """Nearly all games are the CPU's in all that records hold, and what is found in those differs by rounding.

    At the tables sit two networks, a greedy player and chance. On the GPU every stage of a turn is done for all games.
    """
    cpu, cuda = CpuField(256, 1), CudaField(256, 1)
    for field in (cpu, cuda):
        field.set_up(TABLES, np.arange(256, dtype=np.uint64))
        field.use(np.array([shipped_network(PLAYERS), shipped_network()], NETWORK), habits_of(greed=0.01, **habits))
        field.players.zero_()
        field.players[:, 1], field.players[:, 2], field.players[::4, 0] = GREEDY, 1, RANDOM
    for _ in range(TURNS):
        cpu.play(0)
        cuda.play(0)
    same = games_alike(cpu, cuda)
    assert same.mean() > 0.97
    apart = (cpu.found - cuda.found.cpu()).abs().numpy()[0][same]
    assert apart[:, 0].max() < 1e-5 and apart[:, 1].max() < 1e-3


@pytest.mark.usefixtures("gpu")
def test_a_run_learns_on_a_gpu(tmp_path: Path) -> None:
    """A short run plays, learns from what it kept, measures itself and is written down."""
    told: list[dict[str, object]] = []
    settings = TrainingSettings(
        seconds=2.0, games=512, turns=16, minibatch=512, teacher_seconds=0.5, yardstick_games=64, former_every=0.5
    )
    run = Run(settings, tmp_path, "cuda", told.append)
    run.go()
    assert run.decisions > 0 and (tmp_path / "checkpoint.pt").exists()
    assert any("measured" in news for news in told)


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("name", NODES_A_SIMULATION)
def test_a_gpu_searches_in_seats(name: str) -> None:
    """Seven of ten games are the CPU's after ten turns: rounding now and then decides what a search tries next.

    In half of the seats sits the search; the others are a network's, a greedy player's and chance.
    """
    cpu, cuda = CpuField(64, 1), CudaField(64, 1)
    for field in (cpu, cuda):
        field.set_up([(3, "parker", 0, 16), (4, "dutch", 16, 48), (5, "short", 48, 64)], np.arange(64, dtype=np.uint64))
        field.use(np.array([shipped_network(PLAYERS)], NETWORK), habits_of(greed=0.01, moves=8, bastions=4, restart=1))
        field.search_by(name, 16)
        field.players.zero_()
        field.players[:, 1], field.players[:, 2:], field.players[::4, 0] = GREEDY, SEARCH, RANDOM
    for _ in range(10):
        cpu.play(0)
        cuda.play(0)
    assert games_alike(cpu, cuda).mean() >= 0.7


@pytest.mark.usefixtures("gpu")
def test_a_search_teaches_and_is_met_on_a_gpu(tmp_path: Path) -> None:
    """A search has all seats at first and then some, more of them than there are trees at a time; it is a yardstick."""
    told: list[dict[str, Any]] = []
    settings = TrainingSettings(
        games=512,
        turns=16,
        minibatch=512,
        teacher="search",
        teacher_seconds=1.0,
        simulations=4,
        search_seats=0.2,
        yardstick_games=64,
        yardstick_simulations=4,
    )
    run = Run(settings, tmp_path, "cuda", told.append)
    assert isinstance(run.field, CudaField)
    run.field.forest.most = 100
    for run.spent in (0.0, 2.0):
        run.play()
        run.learn(time.monotonic())
    run.measure()
    share, error = told[-1]["measured"]["foresight with 4"]
    assert 0.0 <= share < 0.6 and error > 0.0
