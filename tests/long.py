"""Tests that prove more of the same, or cost more than everybody should pay.

`make long-test` runs those that play games, `make deploy-test` those of operators, `make server-test` those that kill
servers or compare worlds, and `make browser-test` those of the browser.
"""

import os
from collections.abc import Iterable
from typing import Any

import pytest

WHERE = "one more of the same: make deploy-test, in the browser make browser-test"
SERVER_TEST = "one more of the same: make server-test"
LONG_TEST = "one more of the same: make long-test"


def is_long(where: str) -> pytest.MarkDecorator:
    """The mark of a test that a longer command runs."""
    return pytest.mark.skipif("RHEINLAENDER_LONG" not in os.environ, reason=where)


LONG = is_long(WHERE)


def others_long(values: Iterable[Any], always: Iterable[Any], where: str = WHERE) -> list[Any]:
    """Values of a test, of which only some are always tried."""
    chosen = set(always)
    return [pytest.param(*of(value), marks=() if value in chosen else is_long(where)) for value in values]


def of(value: Any) -> tuple[Any, ...]:
    """The arguments of a test that a value stands for: one, or several."""
    return value if isinstance(value, tuple) else (value,)
