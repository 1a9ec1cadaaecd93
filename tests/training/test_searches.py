"""Searches on a GPU are those of the players: the same trees from the same seeds, up to rounding."""

import numpy as np
import pytest

from benchmarks.gpu_search import compare, positions_of
from rheinlaender.batches.errors import NoCuda
from rheinlaender.rules.compile import numba_cuda
from rheinlaender.thinking.search import MOST_LISTED
from rheinlaender.training.searches import NODES_A_SIMULATION, Children, Searches, judges_of, tasks_of, tree_of

SIMULATIONS = 64


def is_gpu_there() -> bool:
    """Whether there is an NVIDIA GPU."""
    try:
        return bool(numba_cuda().is_available())
    except ImportError:
        return False


def test_the_most_tried_move_is_chosen() -> None:
    """The most visits count, then the value; an empty place of a row is never chosen."""
    moves = np.array([[5, 7, 9, -1], [4, 6, -1, -1], [3, 8, -1, -1]])
    visits = np.array([[3, 4, 4, 0], [2, 1, 0, 0], [0, 0, 0, 0]])
    values = np.array([[9.0, 0.3, 0.4, 0.0], [0.1, 0.9, 0.0, 0.0], [-0.2, -0.1, 0.0, 0.0]])
    assert Children(moves, visits, values).chosen().tolist() == [9, 4, 8]


@pytest.mark.parametrize("name", NODES_A_SIMULATION)
def test_trees_begin_as_those_of_the_players(name: str) -> None:
    """Generators, settings and room are the players', so that a seed means the same tree."""
    positions = positions_of(5, 3)
    tasks, judges = tasks_of(np.array([7, 2**63 + 9], np.uint64)), judges_of(name)
    for number, seed in enumerate((7, 2**63 + 9)):
        tree = tree_of(name, positions[0], seed, 1)
        if name == "foresight":
            assert tree.task["base"][0] == tasks["base"][number]
        settings = judges[0][2] if name == "search" else judges[0][0]
        assert settings.tobytes() == np.array(tree.settings).tobytes()
        assert len(tree.nodes) == NODES_A_SIMULATION[name] + 4 * MOST_LISTED


@pytest.mark.parametrize("name", NODES_A_SIMULATION)
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_tree_has_room_for_its_simulations(name: str, seats: int) -> None:
    """All simulations are made, also where many moves are followed by a bastion."""
    for number, position in enumerate(positions_of(seats, 24)):
        children = tree_of(name, position, number, SIMULATIONS).children()
        assert sum(visits for visits, _ in children.values()) == SIMULATIONS


def test_without_a_gpu_searches_are_refused() -> None:
    """Where there is no GPU, or no package for it, that is said by name."""
    if is_gpu_there():
        pytest.skip("there is an NVIDIA GPU: nothing is refused")
    with pytest.raises(NoCuda):
        Searches("search", positions_of(4, 2), np.arange(2, dtype=np.uint64), SIMULATIONS)


@pytest.mark.skipif(
    not is_gpu_there(), reason="there is no NVIDIA GPU: searches were not compared (benchmarks/gpu_search.py does it)"
)
@pytest.mark.parametrize("name", NODES_A_SIMULATION)
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_gpu_searches_like_the_players(name: str, seats: int) -> None:
    """Eight of ten positions choose the same move; the others are close, and rounding decides what is tried next."""
    assert compare(name, seats, SIMULATIONS) >= 0.8
    positions = positions_of(seats, 8)
    found = Searches(name, positions, np.arange(8, dtype=np.uint64), SIMULATIONS).run()
    assert (found.visits.sum(1) == SIMULATIONS).all()
