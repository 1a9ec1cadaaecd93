"""The server of tests/server, for the pages that are sent."""

from tests.server.conftest import house

__all__ = ["house"]
