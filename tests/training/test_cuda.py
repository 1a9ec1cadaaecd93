"""Self-play on a GPU plays the CPU's games."""

import numpy as np
import pytest

pytest.importorskip("torch", reason="PyTorch is not installed here: training on a GPU was not tried")

from rheinlaender.bots.network import shipped_network
from rheinlaender.rules.compile import numba_cuda
from rheinlaender.rules.position import NAMES
from rheinlaender.thinking.network import NETWORK
from rheinlaender.training.fields import CpuField, CudaField, habits_of
from rheinlaender.training.self_play import GREEDY

TABLES = [(3, "parker", 0, 64), (4, "dutch", 64, 192), (5, "short", 192, 256)]


@pytest.fixture
def gpu() -> None:
    """A GPU."""
    try:
        is_there = numba_cuda().is_available()
    except ImportError:
        is_there = False
    if not is_there:
        pytest.skip("there is no NVIDIA GPU: self-play on CUDA was not compared with the CPU here")


@pytest.mark.usefixtures("gpu")
def test_a_gpu_plays_the_same_turns() -> None:
    """Nearly all games are the CPU's in all that records hold, and what is found in those differs by rounding."""
    cpu, cuda = CpuField(256, 1), CudaField(256, 1)
    for field in (cpu, cuda):
        field.set_up(TABLES, np.arange(256, dtype=np.uint64))
        field.use(np.array([shipped_network()], NETWORK), habits_of(greed=0.01))
        field.players.zero_()
        field.players[:, 1] = GREEDY
    for _ in range(30):
        cpu.play(0)
        cuda.play(0)
    host, device = cpu.positions, cuda.positions.copy_to_host()
    same = np.logical_and.reduce([(host[name] == device[name]).reshape(len(host), -1).all(1) for name in NAMES])
    assert same.mean() > 0.97
    apart = (cpu.found - cuda.found.cpu()).abs().numpy()[0][same]
    assert apart[:, 0].max() < 1e-3
