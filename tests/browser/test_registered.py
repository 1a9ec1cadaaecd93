"""Computer players that the operator has added, in the menus of the seats."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.conftest import OpenPage
from tests.server.process import ServerProcess


@pytest.fixture
def added(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server that has one more computer player."""
    server = ServerProcess(f"sqlite:///{tmp_path / 'tables.db'}", tmp_path)
    server.environment["RHEINLAENDER_BOTS"] = "random"
    server.start()
    yield server
    assert server.stop(), server.told()


def test_added_players_are_seated_by_name(open_page: OpenPage, added: ServerProcess) -> None:
    """The menus name the player that was added; seated, it is called by its name and said to be added."""
    owner = open_page(address=added.http)
    owner.go("/")
    owner.press('[data-action="invite"]')
    owner.find('[data-pick="seat-b"] [value="bot:random"]').wait_for(state="attached")
    owner.find('[data-pick="seat-b"]').select_option("bot:random")
    assert "added by" in owner.see('[data-seat-row="b"]').inner_text()
    owner.press('[data-action="open-table"]')
    assert "random: added by" in owner.see('.waiting-seat[data-seat="b"]').inner_text()
    owner.find('[data-pick="change-c"]').select_option("bot:random")
    owner.see('.waiting-seat[data-seat="c"][data-kind="bot"]')
    owner.press('[data-action="start"]')
    assert "random" in owner.see('[data-page="table"] .seat[data-seat="b"]:visible').inner_text()


def test_nobody_is_in_the_menus_by_default(open_page: OpenPage) -> None:
    """A server as it comes offers the four levels alone."""
    owner = open_page()
    owner.go("/")
    owner.press('[data-action="invite"]')
    owner.see('[data-pick="seat-b"]')
    assert owner.page.locator('[data-pick="seat-b"] optgroup option').count() == 4
