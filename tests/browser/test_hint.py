"""Advice at the table: what a move is for, what it risks, how much worse the next-best one is; the rest on demand."""

import time
from pathlib import Path

import pytest

from rheinlaender.i18n import LANGUAGES, words
from tests.browser.conftest import OpenPage
from tests.browser.extent import IS_LONG
from tests.browser.rounds import Rounds
from tests.server import asking
from tests.server.player import bots, person
from tests.server.process import serving

COMPILING_SECONDS = 240


def await_engine(http: str) -> None:
    """Wait until the engine is compiled, so that hints are searched."""
    until = time.monotonic() + COMPILING_SECONDS
    while asking.get(f"{http}/healthz").json()["engine"] != "compiled":
        assert time.monotonic() < until, "the engine is not compiled"
        time.sleep(0.5)


def test_a_hint_has_at_most_three_lines(open_page: OpenPage, running: Rounds) -> None:
    """The move and what it is for; by key, and it can be tried and closed."""
    visitor = open_page()
    visitor.go(running.link)
    visitor.await_turn()
    visitor.page.keyboard.press("h")
    visitor.see("[data-hint] strong .place")
    assert 1 <= visitor.page.locator(".hint-lines > p").count() <= 3
    visitor.press('[data-action="follow-hint"]')
    visitor.see("[data-consequences]")
    visitor.press('[data-action="close-hint"]')
    visitor.miss("[data-hint]")


@pytest.mark.skipif(not IS_LONG, reason="compiles the engine: make browser-test")
def test_a_hint_that_was_searched_tells_chances(open_page: OpenPage, tmp_path: Path) -> None:
    """The chance of victory and the next-best move in every language; other moves with theirs on demand."""
    with serving(f"sqlite:///{tmp_path / 'tables.db'}", tmp_path, is_compiling=True) as server:
        await_engine(server.http)
        table = Rounds.open(server.http, [person("Anna"), *bots(2)])
        table.play(9)
        for language in LANGUAGES:
            visitor = open_page(language=language, address=server.http)
            visitor.go(table.link)
            visitor.await_turn()
            visitor.press('[data-action="hint"]')
            said = visitor.see("[data-hint-next]").inner_text()
            assert said.startswith(words("advice.victory", language, share="").split("{")[0].split(":")[0])
            assert visitor.page.locator(".hint-lines > p").count() <= 3
            assert visitor.has("[data-hint-next] .place")
            visitor.press('[data-action="more-hint"]')
            visitor.see("[data-other] .place")
            visitor.press('[data-action="more-hint"]')
            visitor.miss("[data-other]")
            visitor.page.goto("about:blank")
