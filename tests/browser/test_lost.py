"""Wrong addresses: a page that helps, in the language of the browser."""

import pytest

from rheinlaender.i18n import LANGUAGES, words
from tests.browser.conftest import OpenPage


@pytest.mark.parametrize("language", LANGUAGES)
def test_wrong_addresses_help(open_page: OpenPage, language: str) -> None:
    """An address that there is not, and one of a replay or a table that there is not, lead back to the home page."""
    visitor = open_page(language=language)
    visitor.tolerate("404")
    for path in ("/nonsense", "/table/a/b", "/replay/xyzxyzxyz", "/table/xyzxyzxyz"):
        visitor.go(path)
        told = visitor.see('[data-page="lost"]').inner_text()
        assert words("shell.to_home", language) in told and "{" not in told
    visitor.press('[data-action="home"]')
    visitor.see('[data-page="home"]')
