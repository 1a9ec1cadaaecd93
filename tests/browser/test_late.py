"""Parts of the table that are fetched when they are first shown."""

from typing import Any

from tests.browser.conftest import OpenPage
from tests.browser.rounds import Rounds

FAILED = r"ERR_FAILED|Failed to fetch"


def test_a_part_that_did_not_come_is_asked_for_again(open_page: OpenPage, running: Rounds) -> None:
    """The help is not fetched before it is wanted; lost on its way, it comes a moment later."""
    visitor = open_page()
    visitor.tolerate(FAILED)
    asked: list[str] = []

    def answer(route: Any) -> None:
        asked.append(route.request.url)
        if len(asked) == 1:
            route.abort()
        else:
            route.continue_()

    visitor.context.route("**/table/help.js", answer)
    visitor.go(running.link)
    visitor.await_turn()
    assert asked == []
    visitor.press('[data-action="help"]')
    visitor.see("[data-dialog='help']")
    assert len(asked) == 2
