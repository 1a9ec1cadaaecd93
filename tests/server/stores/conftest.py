"""Every kind of database that a store may have."""

from pathlib import Path

import pytest

from tests.server.postgres import DATABASES, new_address


@pytest.fixture(params=DATABASES)
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return new_address(request.param, tmp_path)
