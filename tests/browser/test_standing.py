"""Who is ahead while the game is played, and one's own place when it is over."""

from typing import Any

import pytest

from rheinlaender.i18n import words
from tests.browser.conftest import OpenPage
from tests.browser.extent import BROWSER_TEST, SIZES, SPOKEN
from tests.browser.rounds import Rounds
from tests.long import others_long

STANDINGS = """() => Object.fromEntries([...document.querySelectorAll('.side [data-seat-panel]')].map((seat) => {
  const shown = seat.querySelector('[data-holding="standing"]');
  return [seat.dataset.seatPanel, [shown.textContent, shown.title, shown.dataset.ahead === 'true']];
}))"""


@pytest.mark.parametrize("language", SPOKEN)
def test_each_seat_shows_its_standing(open_page: OpenPage, running: Rounds, language: str) -> None:
    """What each seat would have if the game ended now: one's own exactly, at least so much for coins face down."""
    visitor = open_page(language=language)
    visitor.go(running.link)
    visitor.await_turn()
    visitor.see(".side [data-holding='standing']")
    seats = running.get()["view"]["seats"]
    most = max(seat["standing"] for seat in seats)
    for seat in seats:
        text, title, is_ahead = visitor.page.evaluate(STANDINGS)[seat["seat"]]
        key = "table.standing_at_least" if seat["coins"] is None else "table.standing"
        assert text == f"{seat['standing']}{'+' if seat['coins'] is None else ''}"
        assert title.startswith(words(key, language, coins=seat["standing"]))
        assert is_ahead == (seat["standing"] == most) == (words("table.ahead", language) in title)
    assert seats[0]["coins"] is not None and seats[1]["coins"] is None


@pytest.mark.parametrize("size", others_long(["desktop", "phone"], ["desktop"], BROWSER_TEST))
def test_the_final_account_says_the_own_place_first(open_page: OpenPage, finished: Rounds, size: str) -> None:
    """The heading is one's own place, in the window without scrolling; the winner is named below it."""
    visitor = open_page(size=size)
    visitor.go(finished.link)
    title = visitor.see("#account-title")
    coins = finished.get()["view"]["result"]["coins"]
    place = 1 + len([other for other in coins.values() if other > coins["a"]])
    own = {1: "table.account.you_win"}.get(place, f"table.account.place.{place}")
    box = title.bounding_box()
    assert box is not None and box["y"] + box["height"] < 600
    if place > 1 or list(coins.values()).count(coins["a"]) == 1:
        assert title.inner_text() == words(own, "en")
    assert (place == 1) == (not visitor.has(".account-winners"))


STANDS = """() => Object.fromEntries([...document.querySelectorAll('[data-stand]')].map((stand) =>
  [stand.dataset.stand, stand.querySelector('b').textContent]))"""


def shown_standings(view: dict[str, Any]) -> dict[str, str]:
    """What a list of the standing says for a view."""
    return {seat["seat"]: f"{seat['standing']}{'+' if seat['coins'] is None else ''}" for seat in view["seats"]}


@pytest.mark.parametrize("size", SIZES)
def test_the_course_of_the_game_is_seen(open_page: OpenPage, running: Rounds, size: str) -> None:
    """The curve has every turn; behind it each turn's standing as this seat knows it, and the clock with its reason."""
    visitor = open_page(size=size)
    visitor.go(running.link)
    visitor.await_turn()
    if size == "phone":
        visitor.press('[data-action="seats"]')
    frames = [frame for frame in running.get("/replay", seat="a")["frames"] if frame["entry"]["kind"] == "turn"]
    visitor.see(f".side .outlook .curve[data-rows='{len(frames)}']")
    left = frames[-1]["view"]["turns_left"]
    assert words("table.outlook.turns", "en", count=left) in visitor.see(".side .outlook").inner_text()
    visitor.press('.side [data-action="outlook"]')
    slider = visitor.see("[data-dialog='outlook'] input[type='range']")
    assert visitor.page.evaluate(STANDS) == shown_standings(frames[-1]["view"])
    for turn in (0, 11):
        slider.fill(str(turn))
        assert visitor.page.evaluate(STANDS) == shown_standings(frames[turn]["view"])
    fewest = min(seat["supply"] for seat in frames[-1]["view"]["seats"])
    assert str(fewest) in visitor.see("[data-clock]").inner_text()


def test_each_sum_of_the_account_can_be_opened(open_page: OpenPage, finished: Rounds) -> None:
    """Dukes and landmarks one by one, every payment with its turn; what a line is made of adds up to it."""
    visitor = open_page()
    visitor.go(finished.link)
    visitor.see("[data-account]")
    lines = visitor.page.locator("[data-account] details")
    assert lines.count() > 3
    for line in lines.all():
        line.locator("summary").click()
        total = int(line.locator("summary b").inner_text())
        parts = [int(part) for part in line.locator("[data-part] b").all_inner_texts()]
        assert sum(parts) == total or not parts
        assert parts or line.locator("[data-part]").count()
    visitor.press("[data-account] [data-part] .place")
    visitor.see(".board-place .spot")


def test_a_turn_is_picked_at_the_curve_of_a_replay(open_page: OpenPage, finished: Rounds) -> None:
    """A click in the middle of the curve shows the middle of the game."""
    visitor = open_page()
    visitor.go(f"/replay/{finished.table}")
    curve = visitor.see(".course .curve")
    rows = int(curve.get_attribute("data-rows") or 0)
    curve.click()
    visitor.see(f".turn[data-turn='{round((rows - 1) / 2)}'][aria-current='step']")
