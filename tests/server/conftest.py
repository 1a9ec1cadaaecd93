"""One server for all tests of a module."""

from collections.abc import Iterator

import pytest

from tests.server.house import House, settings_for


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server with wide limits, without pauses."""
    running = House(settings_for(tmp_path_factory.mktemp("house")))
    running.start()
    yield running
    running.stop()
