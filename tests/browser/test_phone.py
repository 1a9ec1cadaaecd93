"""A phone in portrait, by touch."""

from tests.browser.conftest import OpenPage
from tests.browser.looks import TOO_WIDE
from tests.browser.rounds import Rounds
from tests.server.player import bots, person
from tests.server.process import ServerProcess


def test_a_turn_by_taps(open_page: OpenPage, server: ServerProcess) -> None:
    """Card, field, End turn: by taps on the whole map, without zooming; nothing scrolls to the side."""
    table = Rounds.open(server.http, [person("Anna"), *bots(2)])
    visitor = open_page(size="phone")
    visitor.go(table.link)
    visitor.await_turn()
    for _ in range(3):
        before = visitor.turn
        target = visitor.plan()
        knights = table.get()["view"]["knights"]
        visitor.end_turn()
        visitor.await_turn(before)
        assert set(table.get()["view"]["knights"]) - set(knights) >= {target["field"]}
        assert visitor.page.evaluate(TOO_WIDE) <= 0
