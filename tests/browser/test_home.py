"""The home page: one click to a table, of any edition and with any opponents; what waits for you comes first."""

from typing import Any

import pytest

from rheinlaender.i18n import words
from tests.browser.conftest import OpenPage
from tests.browser.extent import BROWSER_TEST
from tests.browser.looks import faults_of, small_buttons_of, violations_of
from tests.browser.rounds import Rounds, get
from tests.browser.visitor import Visitor
from tests.long import others_long

LEVELS = ("squire", "knight", "duke", "archbishop")
LEAST_ROOM = 12
TOP = "one => one.getBoundingClientRect().top"


def opened(visitor: Visitor) -> dict[str, Any]:
    """Play now, and the table that was opened."""
    visitor.press('[data-action="play-now"]')
    visitor.see(".hand")
    table: dict[str, Any] = get(visitor.page.url.split("/table/")[0], visitor.table, visitor.secret)["table"]
    return table


def choose(visitor: Visitor, **choices: str) -> None:
    """Choose from lists."""
    for name, value in choices.items():
        pick = f'[data-pick="{name.replace("_", "-")}"]'
        visitor.find(f'{pick} [value="{value}"]').wait_for(state="attached")
        visitor.page.select_option(pick, value)


def levels_of(table: dict[str, Any]) -> list[str]:
    """The levels of the computer players of a table."""
    return [seat["level"] for seat in table["seats"] if seat["kind"] == "bot"]


def test_one_click_is_enough(open_page: OpenPage) -> None:
    """Whoever chooses nothing sits down against three Knights, by the first edition."""
    visitor = open_page()
    visitor.go("/")
    table = opened(visitor)
    assert levels_of(table) == ["knight"] * 3
    assert table["options"] == "parker"


def test_editions_and_mixed_levels(open_page: OpenPage) -> None:
    """An edition and a level for each opponent are two choices below the button; they are kept for the next time."""
    visitor = open_page()
    visitor.go("/")
    choose(visitor, edition="hungarian", level="mixed", level_1="archbishop", level_3="squire", seats="5")
    assert words("home.preset_about.hungarian", "en") in visitor.see(".play-now").inner_text()
    for table in (opened(visitor), again(visitor)):
        assert levels_of(table) == ["archbishop", "knight", "squire", "archbishop"]
        assert table["option_values"]["end"] == "round"


def again(visitor: Visitor) -> dict[str, Any]:
    """Play now once more, with what was chosen before."""
    visitor.go("/")
    return opened(visitor)


@pytest.mark.parametrize(
    ("language", "size"), others_long([("hu-HU", "phone"), ("de-DE", "desktop")], [("hu-HU", "phone")], BROWSER_TEST)
)
def test_quiet_ways_stand_at_the_top(open_page: OpenPage, axe: str, language: str, size: str) -> None:
    """Rules, puzzles, the deal of the day and open tables are in sight in every window, and none is cut or broken."""
    visitor = open_page(language=language, size=size)
    visitor.go("/")
    visitor.see('.home-links [data-action="lobby"]')
    heights = visitor.page.locator(".home-links a").evaluate_all("links => links.map((one) => one.offsetHeight)")
    assert len(heights) == 4 and max(heights) < 60
    assert faults_of(visitor, language[:2]) + small_buttons_of(visitor) + violations_of(visitor, axe) == []
    visitor.press('.home-links [data-action="today"]')
    assert words("home.today", language[:2]) in visitor.see('[data-page="today"]').inner_text()


def test_the_first_look_has_room(open_page: OpenPage) -> None:
    """Nothing sticks to what stands above it, and a big window is filled: the plate grows, and stands in the middle."""
    visitor = open_page()
    visitor.go("/")
    visitor.see(".plate-sheet svg")
    name, learn = (visitor.find(place).bounding_box() for place in (".play-now", ".learn-link"))
    assert name and learn and learn["y"] - name["y"] - name["height"] >= LEAST_ROOM
    visitor.page.set_viewport_size({"width": 2560, "height": 1440})
    plate = visitor.find(".plate-sheet").bounding_box()
    assert plate and plate["width"] > 900 and plate["y"] > 200


def test_levels_rank(open_page: OpenPage) -> None:
    """Every list of levels says how hard each is, from the easiest to the hardest."""
    visitor = open_page()
    visitor.go("/")
    visitor.press('[data-action="invite"]')
    for pick in ("level", "seat-b"):
        options = visitor.see(f'[data-pick="{pick}"]').locator("option").all_inner_texts()
        told = [text for text in options if "(" in text]
        assert [text.split("(")[1].rstrip(")") for text in told] == [words(f"level_rank.{one}", "en") for one in LEVELS]


def test_what_waits_for_you_comes_first(open_page: OpenPage, running: Rounds, finished: Rounds) -> None:
    """A table where it is your turn stands above everything, at once when the page is opened again; others below."""
    visitor = open_page()
    for table in (finished, running):
        visitor.go(table.link)
        visitor.see(".table-page")
    visitor.go("/")
    visitor.see(f'[data-list="your-turn"] [data-table="{running.table}"]')
    visitor.see(f'[data-list="my-tables"] [data-table="{finished.table}"]')
    tops = [
        visitor.find(place).evaluate(TOP) for place in ('[data-list="your-turn"]', ".hero", '[data-list="my-tables"]')
    ]
    assert tops == sorted(tops)
    visitor.page.route("**/api/tables/status", lambda route: route.abort())
    visitor.tolerate("ERR_FAILED")
    visitor.page.reload()
    visitor.see(f'[data-list="your-turn"] [data-table="{running.table}"]')
