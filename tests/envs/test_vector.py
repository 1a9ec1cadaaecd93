"""Many games at once: the arrays are the batch's, games restart, refusals."""

from typing import Any

import numpy as np
import pytest

from rheinlaender.batches.cpu import Batch
from rheinlaender.batches.errors import IllegalAction, NotSetUp, SeedOutOfRange, WrongArray, WrongNumberOfGames
from rheinlaender.envs.vector import VectorGames


def test_tables_are_a_batch() -> None:
    """The games with a seed are the batch with this seed and the following ones, step by step."""
    games, batch = VectorGames(5, 3, "short"), Batch(5, 3, "short", restart=True)
    seen, infos = games.reset(9)
    batch.reset(9)
    randoms = np.arange(5, dtype=np.uint64)
    ends = 0
    for _ in range(300):
        masks, rows = batch.see()
        assert (seen["observation"] == rows).all() and (seen["action_mask"] == masks).all()
        assert (infos["seat"] == batch.seats_to_move).all()
        actions = batch.random_actions(randoms)
        seen, rewards, over, cut, infos = games.step(actions)
        expected, ended = batch.step(actions)
        assert (rewards == expected[:, :3]).all() and (over == ended.astype(bool)).all() and not cut.any()
        assert rewards[over].sum(1) == pytest.approx(np.ones(int(over.sum())))
        ends += int(over.sum())
    assert ends > 10


def test_kept_arrays_do_not_change() -> None:
    """What was returned is the caller's, unless copies are not wished for."""
    for copy in (True, False):
        games = VectorGames(2, copy=copy)
        first, _ = games.reset(1)
        kept = first["observation"].copy()
        games.step(first["action_mask"].argmax(1))
        assert (first["observation"] == kept).all() == copy


@pytest.mark.parametrize(
    ("actions", "refusal"),
    [([-1, -1], IllegalAction), ([0], WrongArray), ([0.5, 0.5], WrongArray), (3, WrongArray), (None, WrongArray)],
)
def test_wrong_actions_are_refused(actions: Any, refusal: type[Exception]) -> None:
    """Actions of a wrong shape or type, or illegal ones, are refused and nothing changes."""
    games = VectorGames(2)
    with pytest.raises(NotSetUp):
        games.step([0, 0])
    games.reset(1)
    before = games.batch.positions.tobytes()
    with pytest.raises(refusal):
        games.step(actions)
    assert games.batch.positions.tobytes() == before


def test_wrong_settings_are_refused() -> None:
    """The number of games and the seed must make sense."""
    with pytest.raises(WrongNumberOfGames):
        VectorGames(0)
    with pytest.raises(SeedOutOfRange):
        VectorGames(1).reset(-1)
