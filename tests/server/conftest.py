"""One server for all tests of a module."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.days import Clock, room_of
from tests.server.house import House, running

HERE = Path(__file__).parent


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let one worker run all tests of a module: what they share, servers and databases, is started once."""
    for item in items:
        if item.path.is_relative_to(HERE) and item.get_closest_marker("xdist_group") is None:
            item.add_marker(pytest.mark.xdist_group(f"server-{item.path.stem}"))


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
