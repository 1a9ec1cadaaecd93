"""The check of the built site: every link and picture leads to a file that is there, and every anchor to its place."""

import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag

OUTSIDE = re.compile(r"[a-z][a-z0-9+.-]*:|//")


class Reader(HTMLParser):
    """Collects where a page's links lead, and the places of it that can be linked to."""

    def __init__(self) -> None:
        super().__init__()
        self.links, self.places = set[str](), set[str]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Look at one element."""
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.links.add(value)
            elif name in ("id", "name") and value:
                self.places.add(value)


@cache
def read(page: Path) -> Reader:
    """What there is on a page."""
    reader = Reader()
    reader.feed(page.read_text(encoding="utf-8"))
    return reader


def problems_of(site: Path) -> list[str]:
    """What is wrong with the links of a built site, page by page."""
    site = site.resolve()
    return [
        f"{page.relative_to(site).as_posix()}: {link}"
        for page in sorted(site.rglob("*.html"))
        for link in sorted(read(page).links)
        if not _leads_somewhere(site, page, link)
    ]


def _leads_somewhere(site: Path, page: Path, link: str) -> bool:
    if OUTSIDE.match(link):
        return True
    address, anchor = urldefrag(link)
    target = _target(site, page, unquote(address))
    if not target.is_file() or not target.is_relative_to(site):
        return False
    return not anchor or target.suffix != ".html" or unquote(anchor) in read(target).places


def _target(site: Path, page: Path, address: str) -> Path:
    """The file that an address of a page leads to."""
    if not address:
        return page
    target = (site / address.lstrip("/") if address.startswith("/") else page.parent / address).resolve()
    return target / "index.html" if target.is_dir() else target
