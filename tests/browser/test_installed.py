"""The page as an app: a real service worker, which hides nothing that is newer and helps when nobody answers."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rheinlaender.server.settings import Settings
from tests.browser.conftest import OpenPage
from tests.browser.program import IS_FIREFOX
from tests.browser.visitor import Visitor
from tests.server.house import House, settings_for

pytestmark = pytest.mark.skipif(IS_FIREFOX, reason="WORKER TESTS SKIPPED: they ask Chromium what it has installed")
UNANSWERED = r"ERR_CONNECTION|ERR_EMPTY|ERR_FAILED|ERR_INTERNET|net::|Failed to (fetch|load)|WebSocket connection"
CONTROLLED = "() => navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)"
KEPT = """async () => {
  const names = (await caches.keys()).filter((name) => name.startsWith('rheinlaender'));
  const found = await Promise.all(names.map(async (name) => (await caches.open(name)).match('/calling/offline.html')));
  return Promise.all(found.map((answer) => answer?.text() ?? ''));
}"""


class Place:
    """A server at one address with files of its own, which can be changed while it runs or stands still."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.web = folder, folder / "web"
        shutil.copytree(Settings(database="").web, self.web)
        self.house = House(settings_for(folder, web=self.web))
        self.house.start()

    def start_again(self) -> None:
        """Listen at the same address as before."""
        self.house = House(settings_for(self.folder, web=self.web), self.house.port)
        self.house.start()

    def change(self, name: str, old: str, new: str) -> None:
        """Change the words of a file."""
        text = (self.web / name).read_text(encoding="utf-8")
        assert old in text
        (self.web / name).write_text(text.replace(old, new), encoding="utf-8")


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    """A server whose files may be changed."""
    place = Place(tmp_path)
    yield place
    if place.house.thread.is_alive():
        place.house.stop()


def installed(open_page: OpenPage, place: Place, language: str = "de-DE") -> Visitor:
    """Somebody whose browser has installed the service worker."""
    visitor = open_page(language=language, address=place.house.http, worker="allow")
    visitor.tolerate(UNANSWERED)
    visitor.go("/")
    visitor.see('[data-action="invite"]')
    visitor.page.wait_for_function(CONTROLLED)
    return visitor


def test_what_is_kept_hides_nothing_newer(open_page: OpenPage, place: Place) -> None:
    """A page, a style and a module that have changed are seen after one reload, and the kept page is kept anew."""
    visitor = installed(open_page, place)
    place.change("index.html", "<title>Rheinländer</title>", '<title>Rheinländer</title><meta name="newer">')
    with (place.web / "css" / "home.css").open("a", encoding="utf-8") as file:
        file.write(":root { --newer: yes }\n")
    with (place.web / "js" / "lost.js").open("a", encoding="utf-8") as file:
        file.write("globalThis.newer = 'yes';\n")
    place.change("calling/offline.html", "Keine Verbindung", "Gar keine Verbindung")
    visitor.page.reload()
    visitor.see('[data-action="invite"]')
    assert visitor.page.evaluate("() => navigator.serviceWorker.controller !== null")
    assert visitor.has('meta[name="newer"]')
    assert visitor.page.evaluate("() => globalThis.newer") == "yes"
    style = "() => getComputedStyle(document.documentElement).getPropertyValue('--newer').trim()"
    assert visitor.page.evaluate(style) == "yes"
    visitor.page.wait_for_function(f"async () => (await ({KEPT})()).every((page) => page.includes('Gar keine'))")


def test_without_a_server_a_page_says_so_until_it_is_back(open_page: OpenPage, place: Place) -> None:
    """In one's own language, at the address that was wanted, with what stands after `#`; then the page comes."""
    visitor = installed(open_page, place)
    place.house.stop()
    visitor.page.goto("/rules#2")
    assert visitor.see('[data-page="offline"] section[lang="de"] h1').inner_text() == "Keine Verbindung"
    assert not visitor.find('[data-page="offline"] section[lang="en"]').is_visible()
    assert visitor.page.url.endswith("/rules#2")
    visitor.shoot("offline")
    place.start_again()
    visitor.see(".book, [data-page='rules']")
    assert visitor.page.url.endswith("/rules#2")


def test_the_browser_would_install_it(open_page: OpenPage, place: Place) -> None:
    """Chromium reads the manifest without a complaint."""
    visitor = installed(open_page, place)
    line: Any = visitor.context.new_cdp_session(visitor.page)
    manifest = line.send("Page.getAppManifest")
    assert manifest["url"].endswith("/manifest.webmanifest") and manifest["errors"] == []
