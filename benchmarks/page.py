"""How fast the pages are: `python benchmarks/page.py`.

Medians of five runs in Chromium with a cold cache, each beside its limit: the time from the request until the board is
painted, on the home page and at a table; and from a click on a card until what it lights is painted, by the clock and
by what the page's own thread has to do for it, which other programs on the machine do not change.
"""

import shutil
import statistics
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if not __package__:
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.home import come_home

come_home("playwright", "httpx", "pytest")

from tests.browser.conftest import SIZES
from tests.browser.program import ARGUMENTS, installed
from tests.browser.rounds import Rounds
from tests.browser.visitor import Visitor
from tests.server.player import bots, person
from tests.server.process import serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser

RUNS = 5
SETTLED = 400
TURNS_PLAYED = 9
BOARD_LIMIT, CLICK_LIMIT, WORK_LIMIT = 1000.0, 50.0, 25.0
"""Milliseconds."""

WATCH_BOARD = """(() => {
  const look = () => {
    if (!document.querySelector('.board-play .knight')) requestAnimationFrame(look);
    else requestAnimationFrame(() => setTimeout(() => { globalThis.boardSeen = performance.now(); }));
  };
  addEventListener('DOMContentLoaded', look);
})();"""
CLICK = """(card) => new Promise((resolve) => {
  const button = document.querySelector(`.hand [data-card="${card}"]`);
  button.addEventListener('click', ({ timeStamp }) => {
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)));
  }, { once: true });
  button.click();
})"""


def main() -> None:
    """Measure and print."""
    from playwright.sync_api import sync_playwright

    folder = Path(tempfile.mkdtemp())
    program = installed()
    with serving(f"sqlite:///{folder / 'tables.db'}", folder) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        table = Rounds.open(server.http, [person("Anna"), *bots(2)])
        table.play(TURNS_PLAYED)
        visit(browser, server.http, "/", board_seen)
        print(f"{'':34}{'median':>10}{'limit':>10}{'of it':>8}")
        report("home: board visible, cold cache", browser, server.http, "/", board_seen, BOARD_LIMIT)
        report("table: board visible, cold cache", browser, server.http, table.link, board_seen, BOARD_LIMIT)
        report("table: a click on a card", browser, server.http, table.link, click_answered, CLICK_LIMIT)
        report("table: the work of a click", browser, server.http, table.link, click_worked, WORK_LIMIT)
        browser.close()
    shutil.rmtree(folder)


def report(
    name: str, browser: "Browser", http: str, path: str, measure: Callable[[Visitor], float], limit: float
) -> None:
    """Print the median of some visits beside its limit."""
    median = statistics.median(visit(browser, http, path, measure) for _ in range(RUNS))
    print(f"{name:34}{median:7.0f} ms{limit:7.0f} ms{median / limit:8.2f}")


def visit(browser: "Browser", http: str, path: str, measure: Callable[[Visitor], float]) -> float:
    """Measure something on a page, in a browser that has seen nothing yet."""
    context = browser.new_context(base_url=http, **SIZES["desktop"])
    context.add_init_script(WATCH_BOARD)
    visitor = Visitor(context, "page")
    visitor.page.goto(path)
    visitor.see(".board-play .knight")
    milliseconds = measure(visitor)
    context.close()
    return milliseconds


def board_seen(visitor: Visitor) -> float:
    """The milliseconds from the request until the board was painted."""
    while (at := visitor.page.evaluate("() => globalThis.boardSeen")) is None:
        visitor.page.wait_for_timeout(10)
    return float(at)


def click_answered(visitor: Visitor) -> float:
    """The median of the milliseconds from a click on each card until the next picture, each on a page at rest."""
    visitor.await_turn()

    def answer_of(card: int) -> float:
        visitor.page.wait_for_timeout(SETTLED)
        return float(visitor.page.evaluate(CLICK, card))

    return statistics.median(answer_of(card) for card in visitor.useful_cards)


def click_worked(visitor: Visitor) -> float:
    """The median of the milliseconds that the page's thread works from a click on each card until the next picture."""
    visitor.await_turn()
    session = visitor.context.new_cdp_session(visitor.page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def worked() -> float:
        metrics = session.send("Performance.getMetrics")["metrics"]
        return 1000 * next(float(one["value"]) for one in metrics if one["name"] == "TaskDuration")

    def work_of(card: int) -> float:
        visitor.page.wait_for_timeout(SETTLED)
        before = worked()
        visitor.page.evaluate(CLICK, card)
        return worked() - before

    return statistics.median(work_of(card) for card in visitor.useful_cards)


if __name__ == "__main__":
    main()
