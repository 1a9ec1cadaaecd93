"""How much the table weighs and how often it asks. How fast it is is measured in benchmarks/page.py."""

import gzip
from pathlib import Path

from rheinlaender.i18n import LANGUAGES
from rheinlaender.server.settings import Settings
from tests.browser.conftest import OpenPage
from tests.browser.rounds import Rounds
from tests.browser.visitor import Visitor
from tests.server import asking
from tests.server.process import ServerProcess

LARGEST = 250_000
LARGEST_COMPANY = LARGEST_ONWARD = 15_000
LARGEST_CALLING = 10_000
LARGEST_IDENTITY = 14_000
LARGEST_LOBBY = 10_000
LARGEST_TALK = 15_000
LARGEST_TODAY = 12_000
LARGEST_COMPARE = 10_000
LARGEST_HISTORY = 18_000
MOST_REQUESTS = 90
SENT = (".html", ".js", ".css", ".svg")
BOARD = ("/api/board?turned=true", "/api/board.svg?turned=true", "/api/symbols.svg")
"""A phone asks for the turned board; another window for the one that lies, which weighs the same."""

NOTE_WHEN_SEEN = """new MutationObserver((_, watcher) => {
  if (!document.querySelector('.board-play .knight')) return;
  watcher.disconnect();
  globalThis.seenAfter = performance.now();
}).observe(document, { childList: true, subtree: true });"""
ASKED = """() => [location.href, ...performance.getEntriesByType('resource')
  .filter(({ startTime }) => startTime <= seenAfter).map(({ name }) => name)]"""


def is_for_playing(path: Path) -> bool:
    """Whether a file is sent to a browser at the table; rule book, lessons and reviews are pages of their own."""
    page = path.stem if path.suffix == ".css" else path.parent.name
    return path.suffix in SENT and page not in ("book", "learn", "review", "verify", "puzzles", *LATE)


COMPANY, TALK = "company", "talk"
"""What only tables with clocks or several people fetch."""
CALLING = "calling"
"""What those fetch who want to be called."""
IDENTITY = "identity"
"""What is fetched when everything is shown, and the page of one's name."""
ONWARD = "onward"
"""What only those fetch who play on from a place of a game."""
TODAY = "today"
"""The page of the deal of the day."""
COMPARE = "compare"
"""Two games of a day side by side."""


LOBBY = "lobby"
"""What those fetch who look for open tables; the home page fetches the way there late."""
HISTORY = "history"
"""What only the page of one's earlier games fetches."""


LATE = (COMPANY, TALK, CALLING, IDENTITY, ONWARD, TODAY, COMPARE, LOBBY, HISTORY)
"""What is fetched when it is wanted."""


def weight(server: ServerProcess, path: str) -> int:
    """The compressed bytes of an answer."""
    with asking.stream("GET", server.http + path, headers={"Accept-Encoding": "gzip"}) as answer:
        assert answer.status_code == 200, path
        return sum(len(part) for part in answer.iter_raw())


def test_everything_weighs_less_than_250_kb(server: ServerProcess) -> None:
    """All that is needed to play: shell, home, table and replay, board, symbols and the largest catalogue, as sent."""
    web = Settings(database="").web
    files = [f"/{path.relative_to(web)}" for path in web.rglob("*") if is_for_playing(path)]
    catalogue = max(weight(server, f"/api/catalogue/{language}") for language in LANGUAGES)
    whole = sum(weight(server, path) for path in [*files, *BOARD]) + catalogue
    assert len(files) > 50
    assert whole < LARGEST, whole


def test_company_weighs_little(server: ServerProcess) -> None:
    """Clocks, nudges, votes: what only those fetch who wait for each other."""
    folder = Settings(database="").web / "js" / COMPANY
    whole = sum(weight(server, f"/js/{COMPANY}/{path.name}") for path in folder.iterdir())
    assert 0 < whole < LARGEST_COMPANY, whole


def test_calling_weighs_little(server: ServerProcess) -> None:
    """The service worker, tones, notifications, and the choices of how one is called, with their words."""
    folder = Settings(database="").web / "js" / CALLING
    words = max(weight(server, f"/api/catalogue/{language}/calls") for language in LANGUAGES)
    whole = sum(weight(server, f"/js/{CALLING}/{path.name}") for path in folder.iterdir()) + words
    assert words < whole < LARGEST_CALLING, whole


def test_an_identity_weighs_little(server: ServerProcess) -> None:
    """Bringing the seats of several devices together, and the page of one's name with its words."""
    folder = Settings(database="").web / "js" / IDENTITY
    files = [f"/js/{IDENTITY}/{path.name}" for path in folder.iterdir()]
    words = max(weight(server, f"/api/catalogue/{language}/{IDENTITY}") for language in LANGUAGES)
    whole = sum(weight(server, path) for path in [*files, f"/css/{IDENTITY}.css"]) + words
    assert words < whole < LARGEST_IDENTITY, whole


def test_the_deal_of_the_day_weighs_little(server: ServerProcess) -> None:
    """Its page, with its words in the longest language."""
    files = [f"/js/{TODAY}/{path.name}" for path in (Settings(database="").web / "js" / TODAY).iterdir()]
    words = max(weight(server, f"/api/catalogue/{language}/{TODAY}") for language in LANGUAGES)
    whole = sum(weight(server, path) for path in [*files, f"/css/{TODAY}.css"]) + words
    assert words < whole < LARGEST_TODAY, whole


def test_games_side_by_side_weigh_little(server: ServerProcess) -> None:
    """What the page of two games adds to those of the day and of replays, with its words."""
    files = [f"/js/{COMPARE}/{path.name}" for path in (Settings(database="").web / "js" / COMPARE).iterdir()]
    words = max(weight(server, f"/api/catalogue/{language}/{COMPARE}") for language in LANGUAGES)
    whole = sum(weight(server, path) for path in [*files, f"/css/{COMPARE}.css"]) + words
    assert words < whole < LARGEST_COMPARE, whole


def test_the_lobby_weighs_little(server: ServerProcess) -> None:
    """The page of open tables, the ways to it and the choice to be there, with their words."""
    files = [f"/js/{LOBBY}/{path.name}" for path in (Settings(database="").web / "js" / LOBBY).iterdir()]
    words = max(weight(server, f"/api/catalogue/{language}/{LOBBY}") for language in LANGUAGES)
    whole = sum(weight(server, path) for path in [*files, f"/css/{LOBBY}.css"]) + words
    assert words < whole < LARGEST_LOBBY, whole


def test_earlier_games_weigh_little(server: ServerProcess) -> None:
    """The page of one's earlier games, with its words."""
    folder = Settings(database="").web / "js" / HISTORY
    words = max(weight(server, f"/api/catalogue/{language}/{HISTORY}") for language in LANGUAGES)
    files = [f"/css/{HISTORY}.css", *(f"/js/{HISTORY}/{path.name}" for path in folder.iterdir())]
    whole = sum(weight(server, path) for path in files) + words
    assert words < whole < LARGEST_HISTORY, whole


def test_playing_on_weighs_little(server: ServerProcess) -> None:
    """What only those fetch who play on, with its words in the longest language."""
    folder = Settings(database="").web / "js" / ONWARD
    words = max(weight(server, f"/api/catalogue/{language}/after") for language in LANGUAGES)
    whole = sum(weight(server, f"/js/{ONWARD}/{path.name}") for path in folder.iterdir()) + words
    assert 0 < whole < LARGEST_ONWARD, whole


def test_talk_weighs_little(server: ServerProcess) -> None:
    """All that is needed to talk, with the largest catalogue of its words."""
    files = [f"/js/{TALK}/{path.name}" for path in (Settings(database="").web / "js" / TALK).iterdir()]
    catalogue = max(weight(server, f"/api/catalogue/{language}/{COMPANY}") for language in LANGUAGES)
    whole = sum(weight(server, path) for path in [*files, f"/css/{TALK}.css"]) + catalogue
    assert len(files) > 3 and whole < LARGEST_TALK, whole


def test_files_are_compressed(server: ServerProcess) -> None:
    """What the server sends compressed is what it sends otherwise."""
    plain = asking.get(f"{server.http}/js/main.js", headers={"Accept-Encoding": "identity"})
    with asking.stream("GET", f"{server.http}/js/main.js", headers={"Accept-Encoding": "gzip"}) as answer:
        assert gzip.decompress(b"".join(answer.iter_raw())) == plain.content


def addresses_of(visitor: Visitor, path: str) -> list[str]:
    """What a page has asked for when its board is seen; what it fetches ahead comes later, on every machine."""
    visitor.page.add_init_script(NOTE_WHEN_SEEN)
    visitor.go(path)
    visitor.see(".board-play .knight")
    visitor.page.wait_for_load_state("networkidle")
    asked: list[str] = visitor.page.evaluate(ASKED)
    return asked


def test_a_page_asks_for_little(open_page: OpenPage, running: Rounds) -> None:
    """Each page fetches each file once, and fewer than ninety in all; nothing comes from elsewhere, or for company."""
    for path in ("/", running.link, f"/replay/{running.table}"):
        asked = addresses_of(open_page(), path)
        fetched = [url for url in asked if url.startswith(running.http) and not url.endswith("icon.svg")]
        assert {url for url in asked if not url.startswith((running.http, "blob:", "data:", "about:"))} == set()
        late = (COMPANY, TALK, CALLING)
        assert [url for url in fetched if fetched.count(url) > 1 or url.split("/")[-2] in late] == []
        assert 30 < len(fetched) <= MOST_REQUESTS, len(fetched)
