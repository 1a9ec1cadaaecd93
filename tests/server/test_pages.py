"""Pages, files, the board and the catalogue come with the right headers."""

import gzip
from pathlib import Path

import pytest

from rheinlaender.board import rhine
from rheinlaender.i18n import LANGUAGES, catalogue
from rheinlaender.server.errors import NoSuchPage
from rheinlaender.server.http.pages import PAGES, PARTS, UNSENT
from rheinlaender.server.http.static import Files
from rheinlaender.server.settings import Settings
from tests.server.house import House, refusal_of


def test_pages(house: House) -> None:
    """Every address of the browser's pages answers with the one page."""
    page = house.client.get("/").text
    assert "<html" in page
    for path in PAGES:
        known = path.replace("{id}", "abcdefgh").replace("{page}", "2").replace("{lesson}", "1")
        answer = house.client.get(known)
        assert answer.status_code == 200 and answer.text == page
        assert answer.headers["content-type"].startswith("text/html")


def test_a_wrong_address_is_a_page_for_people(house: House) -> None:
    """Whoever opens it in a browser gets the page that helps, programs get a refusal; both are told that it is none."""
    page, people = house.client.get("/").text, {"Accept": "text/html,application/xhtml+xml"}
    for path in ("/nonsense", "/table/abcdefgh/more", "/tabel/abcdefgh"):
        answer = house.client.get(path, headers=people)
        assert (answer.status_code, answer.text) == (404, page) and answer.headers["cache-control"] == "no-store"
        assert refusal_of(house.client.get(path)) == (404, "no_such_page")
    assert refusal_of(house.client.get("/api/nothing", headers=people)) == (404, "no_such_page")


def test_headers_protect_the_browser(house: House) -> None:
    """Nothing is loaded from elsewhere, no script stands in a page, and no page stands in another one."""
    for path in ("/", "/api/board", "/healthz", "/api/nothing"):
        headers = house.client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'self'" in policy and "frame-ancestors 'none'" in policy
        script = next(part for part in policy.split("; ") if part.startswith("script-src"))
        assert script == "script-src 'self'"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize(
    "path", ["/", "/api/board", "/api/board.svg", "/api/board?turned=true", "/api/symbols.svg", "/api/catalogue/de"]
)
def test_files_are_compressed_and_known_again(house: House, path: str) -> None:
    """A browser that has a file gets nothing; one that understands it gets it compressed."""
    plain = house.client.get(path, headers={"Accept-Encoding": "identity"})
    with house.client.stream("GET", path, headers={"Accept-Encoding": "gzip"}) as packed:
        body = b"".join(packed.iter_raw())
    assert packed.headers["content-encoding"] == "gzip" and gzip.decompress(body) == plain.content
    again = house.client.get(path, headers={"If-None-Match": plain.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert plain.headers["cache-control"] == "no-cache"


def test_changed_files_are_read_again(tmp_path: Path) -> None:
    """A file is kept in memory until it changes."""
    file, files = tmp_path / "page.js", Files(tmp_path)
    file.write_text("1")
    first = files.content("page.js")
    assert first is files.content("page.js") and first.media_type == "text/javascript"
    file.write_text("22")
    assert files.content("page.js").body == b"22"
    (tmp_path / ".hidden").write_text("x")
    for name in (".hidden", "../page.js", "nothing", ""):
        with pytest.raises(NoSuchPage):
            files.content(name)


def test_board_and_catalogue(house: House) -> None:
    """The board has all its fields; the catalogue is that of the language, but for what none needs, in parts."""
    board = house.client.get("/api/board").json()
    assert list(board["fields"]) == list(rhine().fields)
    turned = house.client.get("/api/board?turned=true").json()
    assert (turned["is_turned"], turned["height"]) == (True, board["width"])
    assert house.client.get("/api/board.svg?turned=true").text != house.client.get("/api/board.svg").text
    assert refusal_of(house.client.get("/api/board?turned=perhaps")) == (422, "wrong_value")
    for language in LANGUAGES:
        sent, kept = house.client.get(f"/api/catalogue/{language}").json(), dict(catalogue(language))
        whole = dict(sent)
        left = {key for key in kept if key.startswith(UNSENT)}
        for part, groups in PARTS.items():
            apart = house.client.get(f"/api/catalogue/{language}/{part}").json()
            assert apart and apart == {key: kept[key] for key in kept if key.startswith(groups)}
            assert not {*sent} & {*apart}
            whole |= apart
        assert left and whole == {key: kept[key] for key in kept if key not in left}
    modules = " ".join(path.read_text(encoding="utf-8") for path in (Settings(database="").web / "js").rglob("*.js"))
    assert [group for group in UNSENT if f"'{group}" in modules or f"`{group}" in modules] == []
    for path in ("/api/catalogue/la", "/api/catalogue/la/lessons", "/api/catalogue/en/others"):
        assert refusal_of(house.client.get(path)) == (422, "wrong_value")


@pytest.mark.parametrize("path", ["/" + "x" * 300, "/" + "x/" * 2000, "/js/" + "%C3%A4" * 200])
def test_names_that_cannot_be_are_not_found(house: House, path: str) -> None:
    """A name that is too long for any file is not found, like every other that is none."""
    assert refusal_of(house.client.get(path)) == (404, "no_such_page")


@pytest.mark.parametrize(
    ("host", "sockets"),
    [
        ("play.example:8000", " ws://play.example:8000 wss://play.example:8000"),
        ("[::1]:8000", " ws://[::1]:8000 wss://[::1]:8000"),
        ("evil.example; script-src *", ""),
        ("a b", ""),
    ],
)
def test_a_page_connects_to_its_own_host_only(house: House, host: str, sockets: str) -> None:
    """Sockets and requests go where the page came from, and what is no host gets into no policy."""
    policy = house.client.get("/", headers={"Host": host}).headers["content-security-policy"]
    assert f"connect-src 'self'{sockets};" in policy and policy.count("script-src") == 1
