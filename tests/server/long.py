"""Tests that prove more of the same, or cost more than everybody should pay.

`make deploy-test` runs them, and those of the browser `make browser-test`.
"""

import os
from collections.abc import Iterable
from typing import Any

import pytest

WHERE = "one more of the same: make deploy-test, in the browser make browser-test"
LONG = pytest.mark.skipif("RHEINLAENDER_LONG" not in os.environ, reason=WHERE)


def others_long(values: Iterable[Any], always: Iterable[Any]) -> list[Any]:
    """Values of a test, of which only some are always tried."""
    chosen = set(always)
    return [pytest.param(*of(value), marks=() if value in chosen else LONG) for value in values]


def of(value: Any) -> tuple[Any, ...]:
    """The arguments of a test that a value stands for: one, or several."""
    return value if isinstance(value, tuple) else (value,)
