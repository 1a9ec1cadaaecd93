"""Wrong addresses: a page that helps, in the language of the browser."""

import pytest

from rheinlaender.i18n import words
from tests.browser.conftest import OpenPage
from tests.browser.extent import SPOKEN
from tests.browser.rounds import Rounds


@pytest.mark.parametrize("language", SPOKEN)
def test_wrong_addresses_help(open_page: OpenPage, language: str) -> None:
    """An address that there is not, and one of a table that there is not, lead back to the home page."""
    visitor = open_page(language=language)
    visitor.tolerate("404")
    unknown = [f"/{page}/xyzxyzxyz" for page in ("replay", "review", "table")]
    for path in ("/nonsense", "/table/a/b", "/learn/99", "/rules/nonsense", *unknown):
        visitor.go(path)
        told = visitor.see('[data-page="lost"]').inner_text()
        assert words("shell.to_home", language) in told and "{" not in told
    visitor.press('[data-action="home"]')
    visitor.see('[data-page="home"]')


@pytest.mark.parametrize("language", SPOKEN)
def test_links_that_open_no_seat_say_so(
    open_page: OpenPage, running: Rounds, waiting: Rounds, finished: Rounds, language: str
) -> None:
    """A secret link that is wrong or cut off shows the table and says that it opens no seat; an ended one tells."""
    visitor = open_page(language=language)
    for secret in ("x" * 24, running.secret[:9]):
        visitor.go(f"{running.path}#secret={secret}")
        assert visitor.see('[data-banner="watching"]').inner_text() == words("table.wrong_link", language)
        assert secret not in visitor.page.url
    visitor.go(f"{waiting.path}#secret={'x' * 24}")
    assert visitor.see('[data-warning="link"]').inner_text() == words("table.wrong_link", language)
    visitor.go(finished.path)
    assert words("table.replay", language) in visitor.see("[data-account]").inner_text()
