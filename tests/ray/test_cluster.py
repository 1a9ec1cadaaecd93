"""Games on a Ray cluster: the same as on one machine, byte for byte, also when a node is lost in the middle."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("ray", reason="the extra 'ray' is not installed: make ray-test")
if "RHEINLAENDER_LONG" not in os.environ:
    pytest.skip("starts a cluster: make ray-test", allow_module_level=True)

from ray.cluster_utils import Cluster

PATIENCE = 300
PLAYERS = ["search:60", "greedy", "random"]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """A head that plays nothing, and two nodes of one core."""
    running = Cluster(initialize_head=True, head_node_args={"num_cpus": 0})
    for _ in range(2):
        running.add_node(num_cpus=1)
    running.wait_for_nodes()
    yield running
    running.shutdown()


def start(address: str | None, *words: str) -> "subprocess.Popen[bytes]":
    """`rheinlaender` with the cluster at an address."""
    environment = os.environ | ({} if address is None else {"RAY_ADDRESS": address})
    command = [sys.executable, "-W", "error::ResourceWarning", "-m", "rheinlaender", *words]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def finish(process: "subprocess.Popen[bytes]") -> bytes:
    """What a command prints."""
    out, problem = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, problem.decode()
    return out


def match(games: int, *words: str) -> list[str]:
    """A match of computer players that need no clock."""
    return ["match", *PLAYERS, "--games", str(games), "--seed", "7", "--json", *words]


def without_times(out: bytes) -> Any:
    """A standing without the seconds that players took."""
    try:
        standing = json.loads(out)
    except ValueError:
        raise AssertionError(f"no JSON: {out!r}") from None
    for row in standing["players"]:
        del row["seconds_per_move"]
    return standing


def contents(folder: Path) -> dict[str, bytes]:
    """All files of a folder."""
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def games_in(file: Path) -> int:
    """How many games a file of a match holds."""
    return max(0, len(file.read_bytes().splitlines()) - 1) if file.exists() else 0


def test_a_lost_node_loses_nothing_but_time(cluster: Cluster, tmp_path: Path) -> None:
    """A match whose node is killed, and that is broken off and taken up again, is the match that one machine plays."""
    here, there, file = tmp_path / "here", tmp_path / "there", tmp_path / "match.jsonl"
    expected = without_times(finish(start(None, *match(30, "--processes", "2", "--records", str(here)))))
    words = match(30, "--on", "ray", "--records", str(there), "--out", str(file))
    playing = start(cluster.address, *words)
    until = time.monotonic() + PATIENCE
    while games_in(file) < 4:
        assert playing.poll() is None and time.monotonic() < until, playing.communicate()
        time.sleep(0.1)
    cluster.remove_node(next(iter(cluster.worker_nodes)), allow_graceful=False)
    before = games_in(file)
    while games_in(file) < before + 4:
        assert playing.poll() is None and time.monotonic() < until, playing.communicate()
        time.sleep(0.1)
    playing.kill()
    playing.communicate()
    assert games_in(file) < 30, "it was broken off too late to prove anything"
    cluster.add_node(num_cpus=1)
    assert without_times(finish(start(cluster.address, *words))) == expected
    assert contents(there) == contents(here) and len(contents(here)) == 30


def test_traces_are_the_same(cluster: Cluster) -> None:
    """Random games come in their order, byte for byte."""
    words = ["trace", "--games", "12", "--seats", "4", "--seed", "5", "--style", "cluster"]
    assert finish(start(cluster.address, *words, "--on", "ray")) == finish(start(None, *words))


def test_games_for_learners_are_the_same(cluster: Cluster, tmp_path: Path) -> None:
    """Parquet files of computer players' games are byte for byte those of one machine."""
    pytest.importorskip("pyarrow")
    words = ["trace", "--games", "8", "--seats", "3", "--seed", "5", "--players", "greedy"]
    here, there = tmp_path / "here", tmp_path / "there"
    finish(start(None, *words, "--parquet", str(here)))
    finish(start(cluster.address, *words, "--parquet", str(there), "--on", "ray"))
    assert contents(here) == contents(there)


def test_a_node_with_another_version_is_refused() -> None:
    """Its games might be other ones."""
    import rheinlaender
    from rheinlaender.cli import cluster as module

    assert module.as_here(rheinlaender.__version__, abs, -3) == (None, 3)
    answer = module.as_here("0.0.0", abs, -3)
    with pytest.raises(module.OtherVersion):
        module.result_of(answer)
