"""The page as an app that can be installed: its manifest, its icons, and the worker that keeps a page."""

import shutil
import struct
from pathlib import Path

import pytest

from rheinlaender.server.http.pages import KEPT_OFFLINE
from rheinlaender.server.settings import Settings
from tests.server.house import House, running

PNG = b"\x89PNG\r\n\x1a\n"
WEB = Settings(database="").web
LANGUAGES = ("en", "de", "nl", "hu")


def size_of(picture: bytes) -> tuple[int, int]:
    """The width and height of a PNG."""
    assert picture.startswith(PNG)
    width, height = struct.unpack(">II", picture[16:24])
    return width, height


def test_the_page_names_a_manifest_whose_icons_are_there(house: House) -> None:
    """Each icon has the size that the manifest says, one may be cut to any shape, and one is for Apple's systems."""
    page = house.client.get("/").text
    assert '<link rel="manifest" href="/manifest.webmanifest">' in page
    answer = house.client.get("/manifest.webmanifest")
    assert answer.headers["content-type"].startswith("application/manifest+json")
    manifest = answer.json()
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == ("/", "/", "standalone")
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        picture = house.client.get(icon["src"])
        assert picture.headers["content-type"] == icon["type"] == "image/png"
        assert "{}x{}".format(*size_of(picture.content)) == icon["sizes"]
    assert size_of(house.client.get("/pictures/icon-180.png").content) == (180, 180)


def test_the_offline_page_speaks_four_languages(house: House) -> None:
    """It needs nothing but what is kept with it."""
    page = house.client.get(f"/{KEPT_OFFLINE[0]}").text
    assert all(f'<section lang="{language}">' in page for language in LANGUAGES)
    needed = [part.split('"')[0] for mark in ('src="/', 'href="/') for part in page.split(mark)[1:]]
    assert set(needed) == set(KEPT_OFFLINE[1:])


@pytest.mark.parametrize("changed", KEPT_OFFLINE)
def test_another_worker_is_sent_when_what_it_keeps_has_changed(tmp_path: Path, changed: str) -> None:
    """A browser compares the worker with its own at each visit, past every cache."""
    web = tmp_path / "web"
    shutil.copytree(WEB, web)
    with running(tmp_path, web=web) as house:
        before = house.client.get("/worker.js")
        assert before.headers["content-type"].startswith("text/javascript")
        assert before.headers["cache-control"] == "no-cache"
        assert house.client.get("/worker.js").text == before.text
        with (web / changed).open("a", encoding="utf-8") as file:
            file.write("\n")
        assert house.client.get("/worker.js").text != before.text
