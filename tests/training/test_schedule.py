"""When a training run measures and keeps what it was; this needs no PyTorch."""

import pytest

from rheinlaender.training.settings import next_time


@pytest.mark.parametrize(
    ("spent", "due"), [(0.0, 40.0), (39.9, 40.0), (40.0, 100.0), (99.9, 100.0), (100.0, 160.0), (1000.0, 1060.0)]
)
def test_what_is_due_next_has_not_passed(spent: float, due: float) -> None:
    """First at 40 seconds, then every 60: also for a run that is taken up late, which has nothing to catch up on."""
    assert next_time(spent, 40.0, 60.0) == due


def test_without_an_interval_each_round_is_due() -> None:
    """No interval means after every round."""
    assert next_time(50.0, 40.0, 0.0) == 50.0 and next_time(0.0, 40.0, 0.0) == 40.0
