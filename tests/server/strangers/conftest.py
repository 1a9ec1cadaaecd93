"""One server for all strangers; whatever they send, it answers afterwards."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.server.process import ServerProcess, serving
from tests.server.strangers.stranger import OWNER, new_client, send, waiting_table


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder: Path = tmp_path_factory.mktemp("strangers")
    with serving(f"sqlite:///{folder / 'tables.db'}", folder, limits=1) as running:
        yield running
        assert running.stop()
        failures = [line for line in running.log.read_text().splitlines() if "Traceback" in line]
        assert not any("rheinlaender/server" in failure for failure in failures), failures


@pytest.fixture(autouse=True)
def alive(server: ServerProcess) -> Iterator[None]:
    """Whatever a test sends, the server answers afterwards."""
    yield
    assert server.answers(), server.told()


@pytest.fixture
def client(server: ServerProcess) -> Iterator[httpx.Client]:
    """A client with an address of its own."""
    with new_client(server) as fresh:
        yield fresh


@pytest.fixture
def waiting(client: httpx.Client) -> str:
    return waiting_table(client)


@pytest.fixture
def playing(client: httpx.Client) -> str:
    """A table at which seat a is to move."""
    table = waiting_table(client)
    assert send(client, table, OWNER, name="start", level="squire").status_code == 200
    return table
