"""Many tables at once: the arrays are the batch's, games restart, refusals."""

from typing import Any

import numpy as np
import pytest

from rheinlaender.batches.cpu import Batch
from rheinlaender.batches.errors import IllegalAction, NotSetUp, SeedOutOfRange, WrongArray, WrongNumberOfGames
from rheinlaender.envs.tables import Tables


def test_tables_are_a_batch() -> None:
    """The tables with a seed are the batch with this seed and the following ones, step by step."""
    tables, batch = Tables(5, 3, "short"), Batch(5, 3, "short", restart=True)
    seen, infos = tables.reset(9)
    batch.reset(9)
    randoms = np.arange(5, dtype=np.uint64)
    ends = 0
    for _ in range(300):
        masks, rows = batch.see()
        assert (seen["observation"] == rows).all() and (seen["action_mask"] == masks).all()
        assert (infos["seat"] == batch.seats_to_move).all()
        actions = batch.random_actions(randoms)
        seen, rewards, over, cut, infos = tables.step(actions)
        expected, ended = batch.step(actions)
        assert (rewards == expected[:, :3]).all() and (over == ended.astype(bool)).all() and not cut.any()
        assert rewards[over].sum(1) == pytest.approx(np.ones(int(over.sum())))
        ends += int(over.sum())
    assert ends > 10


def test_kept_arrays_do_not_change() -> None:
    """What was returned is the caller's, unless copies are not wished for."""
    for copy in (True, False):
        tables = Tables(2, copy=copy)
        first, _ = tables.reset(1)
        kept = first["observation"].copy()
        tables.step(first["action_mask"].argmax(1))
        assert (first["observation"] == kept).all() == copy


@pytest.mark.parametrize(
    ("actions", "refusal"),
    [([-1, -1], IllegalAction), ([0], WrongArray), ([0.5, 0.5], WrongArray), (3, WrongArray), (None, WrongArray)],
)
def test_wrong_actions_are_refused(actions: Any, refusal: type[Exception]) -> None:
    """Actions of a wrong shape or type, or illegal ones, are refused and nothing changes."""
    tables = Tables(2)
    with pytest.raises(NotSetUp):
        tables.step([0, 0])
    tables.reset(1)
    before = tables.batch.positions.tobytes()
    with pytest.raises(refusal):
        tables.step(actions)
    assert tables.batch.positions.tobytes() == before


def test_wrong_settings_are_refused() -> None:
    """The number of tables and the seed must make sense."""
    with pytest.raises(WrongNumberOfGames):
        Tables(0)
    with pytest.raises(SeedOutOfRange):
        Tables(1).reset(-1)
