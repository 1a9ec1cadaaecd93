"""One server for all tests of a module."""

from collections.abc import Iterator

import pytest

from tests.server.days import Clock, room_of
from tests.server.house import House, running


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server with wide limits, without pauses."""
    with running(tmp_path_factory.mktemp("house")) as house:
        yield house


@pytest.fixture
def clock(house: House) -> Iterator[Clock]:
    """Days that pass at a server that has such a clock, until the test is over."""
    found: Clock = room_of(house).store.clock
    date = found.date
    yield found
    found.date = date
