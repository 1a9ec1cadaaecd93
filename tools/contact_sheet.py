"""Draw every page at four sizes, light and dark, and in German, and lay the pictures out on one sheet.

    python -m tools.contact_sheet   (writes artefacts/contact-sheet/index.html; --pages home --looks dark for some)

A server of its own plays the games that are shown; Chromium takes the pictures.
"""

import argparse
import html
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.browser.conftest import DEALING
from tests.browser.program import ARGUMENTS, installed
from tests.browser.rounds import Rounds
from tests.browser.test_preview import richest, show as plan
from tests.browser.tour import show_own_name
from tests.browser.visitor import Visitor
from tests.server.player import bots, person
from tests.server.process import ServerProcess

FOLDER = Path(__file__).parents[1] / "artefacts" / "contact-sheet"
SIZES = {"phone": (390, 844), "tablet": (820, 1180), "laptop": (1280, 720), "big": (1920, 1080)}
LOOKS = {"light": ("light", "en-GB"), "dark": ("dark", "en-GB"), "german": ("light", "de-DE")}
QUIET, RICH = 4, 14
"""After how many turns of one's own a table is quiet, and rich."""
REST_MILLISECONDS = 700
REVIEW_MILLISECONDS = 240_000
SHEET = """<!doctype html><meta charset="utf-8"><title>Rheinländer: contact sheet</title>
<style>body {{ font: 15px/1.4 sans-serif; margin: 2rem; background: #ddd; }} section {{ margin-bottom: 3rem; }}
div {{ display: flex; flex-wrap: wrap; gap: 1rem; align-items: start; }} figure {{ margin: 0; }}
img {{ height: 22rem; box-shadow: 0 2px 8px #0006; }}</style>{parts}"""


@dataclass(frozen=True)
class Tables:
    """The tables that are shown."""

    quiet: Rounds
    rich: Rounds
    ended: Rounds
    waiting: Rounds


Show = Callable[[Visitor, Tables], None]


def main() -> None:
    """Draw the sheet."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pages", nargs="+", choices=PAGES, default=[*PAGES], help="which pages")
    parser.add_argument("--looks", nargs="+", choices=LOOKS, default=[*LOOKS], help="which looks")
    wish = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(f"sqlite:///{folder}/tables.db", Path(folder), program=DEALING)
        server.start()
        try:
            draw(server.http, wish.pages, wish.looks)
        finally:
            server.stop()
    parts = "".join(part_of(name) for name in PAGES if any(FOLDER.glob(f"{name}-*.png")))
    (FOLDER / "index.html").write_text(SHEET.format(parts=parts), encoding="utf-8")
    print(FOLDER / "index.html")


def draw(address: str, names: list[str], looks: list[str]) -> None:
    """Take all pictures."""
    tables = open_tables(address)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program(), args=ARGUMENTS)
        for look, size, context in contexts(browser, address, looks):
            for name in names:
                take(context, FOLDER / f"{name}-{size}-{look}.png", PAGES[name], tables)
            context.close()
        browser.close()


def program() -> str:
    """Chromium, as it is installed."""
    found = installed()
    assert found is not None, "Chromium is not installed (apt-get install chromium)"
    return found


def open_tables(address: str) -> Tables:
    """Play the games that are shown."""
    seats = [person("Anna"), *bots(3)]
    tables = [Rounds.open(address, seats) for _ in range(3)]
    for table, turns in zip(tables, (QUIET, RICH, None), strict=True):
        table.play(turns)
    waiting = Rounds.open(address, [person("Anna"), {"kind": "open"}, {"kind": "open"}, bots(1)[0]])
    quiet, rich, ended = tables
    return Tables(quiet, rich, ended, waiting)


def contexts(browser: Browser, address: str, looks: list[str]) -> Iterator[tuple[str, str, BrowserContext]]:
    """A browser of its own for each look and size."""
    for look in looks:
        theme, language = LOOKS[look]
        for size, (width, height) in SIZES.items():
            yield (
                look,
                size,
                browser.new_context(
                    base_url=address,
                    locale=language,
                    color_scheme="dark" if theme == "dark" else "light",
                    reduced_motion="reduce",
                    viewport={"width": width, "height": height},
                    has_touch=size in ("phone", "tablet"),
                    is_mobile=size in ("phone", "tablet"),
                ),
            )


def take(context: BrowserContext, path: Path, show: Show, tables: Tables) -> None:
    """Take a picture of a page."""
    visitor = Visitor(context, path.stem)
    show(visitor, tables)
    settle(visitor.page)
    visitor.page.screenshot(path=path)
    visitor.page.close()


def settle(page: Page) -> None:
    """Wait until nothing moves any more."""
    page.wait_for_timeout(REST_MILLISECONDS)


def home(visitor: Visitor, _: Tables) -> None:
    """The home page of somebody new."""
    visitor.go("/")
    visitor.page.evaluate("() => localStorage.clear()")
    visitor.go("/")
    visitor.see(".board-play .knight")


def waiting(visitor: Visitor, tables: Tables) -> None:
    """The waiting room."""
    visitor.go(tables.waiting.link)
    visitor.see(".qr path")


def quiet(visitor: Visitor, tables: Tables) -> None:
    """A table early in the game."""
    visitor.go(tables.quiet.link)
    visitor.see(".board-play .knight")


def rich(visitor: Visitor, tables: Tables) -> None:
    """A table late in the game, with a planned turn that has many consequences."""
    plan(visitor, richest(tables.rich))
    visitor.see(".board-play .knight")


def end(visitor: Visitor, tables: Tables) -> None:
    """The final account."""
    visitor.go(tables.ended.link)
    visitor.see("[data-account]")


def replay(visitor: Visitor, tables: Tables) -> None:
    """A replay in the middle of the game."""
    visitor.go(f"/replay/{tables.ended.table}#30")
    visitor.see(".board-play .knight")


def review(visitor: Visitor, tables: Tables) -> None:
    """The review of a finished game; the first one takes its time."""
    visitor.go(f"/review/{tables.ended.table}#30")
    visitor.page.locator(".review-columns .board-play .knight").first.wait_for(timeout=REVIEW_MILLISECONDS)


def rules(visitor: Visitor, _: Tables) -> None:
    """The rule book at a clause with a figure."""
    visitor.go("/rules#2.1.1")
    visitor.see("[data-figure] .board-play")


def learn(visitor: Visitor, _: Tables) -> None:
    """A lesson."""
    visitor.go("/learn/found")
    visitor.see("[data-speech]")


def again(visitor: Visitor, tables: Tables) -> None:
    """The home page of somebody whose turn it is."""
    quiet(visitor, tables)
    end(visitor, tables)
    visitor.go("/")
    visitor.see('[data-list="your-turn"]')


def me(visitor: Visitor, _: Tables) -> None:
    """The page of one's name, with all that carries it."""
    show_own_name(visitor)


def today(visitor: Visitor, _: Tables) -> None:
    """The deal of the day, before it is played."""
    visitor.go("/today")
    visitor.see('[data-action="start"]')


def part_of(name: str) -> str:
    """The pictures of a page on the sheet."""
    pictures = "".join(
        f'<figure><img src="{path.name}" alt=""><figcaption>{html.escape(path.stem)}</figcaption></figure>'
        for look in LOOKS
        for size in SIZES
        if (path := FOLDER / f"{name}-{size}-{look}.png").exists()
    )
    return f"<section><h2>{name}</h2><div>{pictures}</div></section>"


PAGES: dict[str, Show] = {
    "home": home,
    "again": again,
    "me": me,
    "today": today,
    "waiting": waiting,
    "quiet": quiet,
    "rich": rich,
    "end": end,
    "replay": replay,
    "review": review,
    "rules": rules,
    "learn": learn,
}


if __name__ == "__main__":
    main()
